"""Nothing that is given reaches further than it may: no text becomes program, no file is lost, no terminal obeys."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clingo.symbol import parse_term
from edit_files import write

from pyrules.analysis.check.selection import baseline
from pyrules.asp.cache import MOST_KEPT, remembered
from pyrules.asp.control import program
from pyrules.asp.module import sound
from pyrules.cli import inputs
from pyrules.engine import evaluate, readback
from pyrules.engine.facts import term
from pyrules.errors import InputError, did_you_mean
from pyrules.files import atomic
from pyrules.language.printable import printable
from pyrules.model.scenario import AllOf, Flag, Not
from pyrules.model.scenario import AnyOf as AnyOf
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.load import load_scenario, load_text
from pyrules.table.evaluate_many import evaluate_many

ADD = 'clauses: [{add: "518.8", gist: g, modules: [mine.lp]}]\n'
RULES = "% Cards.\nmine(C) :- card(C).\n"
TEXT = "title: t\ncards: {vail: {features: [Armour 2]}}\nevents: [{gain: {card: vail, feature: Armour 3}}]\n"
SCENARIO = load_text(TEXT, "s.yaml")
FAILING = TEXT + "rulebooks: [r4]\nexpect: [{after: 1, vail: {Armour: 9}}]\n"


def command(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Runs the program as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "pyrules", *arguments], timeout=60, **{"capture_output": True, **options}
    )


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.yaml").write_text(TEXT, encoding="utf-8")


# --- names of folders and files -------------------------------------------------------------------


def test_the_name_of_a_folder_is_no_program(pyrules: Any) -> None:
    folder = Path('x\n:- .\n#script (python)\nopen("ran", "w")\n#end.\n')
    folder.mkdir()
    book = load_rulebook(write(folder, ADD, {"mine.lp": RULES}))
    assert ":- ." not in program(book.modules).splitlines()
    assert "#end." not in program(book.modules).splitlines()
    assert evaluate.evaluate(SCENARIO, book).outcomes == evaluate.evaluate(SCENARIO, load_rulebook("r4")).outcomes
    assert pyrules("export", book.name).code == 0
    assert not Path("ran").exists()


def test_an_edit_stands_on_what_is_beside_it_or_below(pyrules: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.yaml"
    secret.write_text("password: of-the-user\n", encoding="utf-8")
    Path("link.yaml").symlink_to(secret)
    for on in (str(secret), os.path.relpath(secret), "link.yaml"):
        Path("x.edit.yaml").write_text(f"title: t\non: {on}\n", encoding="utf-8")
        done = pyrules("show", "x.edit.yaml")
        assert (done.code, done.out) == (2, "")
        assert "x.edit.yaml:2:5: expected the base of the edit beside this file or below it" in done.err
        assert "password" not in done.err


@pytest.mark.parametrize(
    "text", ["token: of-the-user\n", "token of-the-user\n", "- of-the-user\n", "token: [of-the-user\n"]
)
def test_of_a_file_that_is_no_edit_nothing_is_told(text: str, pyrules: Any) -> None:
    Path("secret.yaml").write_text(text, encoding="utf-8")
    Path("s.yaml").write_text("title: t\nrulebooks: [secret.yaml]\ncards: {c: {}}\n", encoding="utf-8")
    done = pyrules("eval", "s.yaml")
    assert (done.code, done.out) == (2, "")
    assert "secret.yaml:1:1: expected an edit, got a file without `on:`" in done.err
    assert "of-the-user" not in done.err


# --- modules that change --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("p(", "in the middle of a rule"),
        ("p(X).\n", "'X' is unsafe"),
        ('#script (python)\nopen("ran", "w")\n#end.\n', "#script: rules run no program"),
        ('#include "other.lp".\n', "#include may not stand in an edit"),
        (None, "there is no such file"),
    ],
)
def test_a_module_that_is_spoilt_meanwhile(rules: str | None, said: str) -> None:
    book = load_rulebook(write(Path(), ADD, {"mine.lp": RULES}))
    Path("mine.lp").unlink()
    if rules is not None:
        Path("mine.lp").write_text(rules, encoding="utf-8")
    with pytest.raises((InputError, OSError)) as caught:
        evaluate.evaluate(SCENARIO, book)
    assert isinstance(caught.value, InputError) or rules is None
    assert said in str(caught.value) or rules is None
    assert not Path("ran").exists()


def test_a_module_with_a_byte_order_mark() -> None:
    book = load_rulebook(write(Path(), ADD, {"mine.lp": "\ufeff" + RULES}))
    assert evaluate.evaluate(SCENARIO, book).verdict == "determined"


@pytest.mark.parametrize(
    "rules",
    [
        'mine(C) :- card(C), C != "#script (lua) #end.".\n',
        "% #script (python) #end.\nmine(C) :- card(C).\n",
        'mine(C) :- card(C), C != "#include".\n',
        '% #include "other.lp".\n%* #include "other.lp". *%\nmine(C) :- card(C).\n',
    ],
)
def test_what_stands_in_comments_and_strings_is_no_statement(rules: str) -> None:
    Path("mine.lp").write_text(rules, encoding="utf-8")
    assert sound(Path("mine.lp")).rules


@pytest.mark.parametrize(
    "rules",
    [
        '%* one %* within the other *%*%#include "other.lp".\n',
        '"\\\\" #include "other.lp". "',
        '"\\\n#include "other.lp". "',
        '#theory t {").#include "other.lp".\\"',
        '#script (lua) " #end. #include "other.lp". "',
    ],
)
def test_nothing_is_taken_for_a_string_that_clingo_does_not_take_for_one(rules: str) -> None:
    Path("mine.lp").write_text(rules, encoding="utf-8")
    with pytest.raises(InputError, match=r"#include may not stand|#theory: |#script: "):
        sound(Path("mine.lp"))


@pytest.mark.parametrize("call", ["@open(C)", "@context", "1 + @f(1)", "f(@g(C))"])
def test_a_rule_calls_no_function(call: str) -> None:
    with pytest.raises(InputError, match="would call a program; rules call none"):
        load_rulebook(write(Path(), ADD, {"mine.lp": f"mine(X) :- card(C), X = {call}.\n"}))


def test_terms_nested_very_deep_are_no_fault_of_pyrules(pyrules: Any) -> None:
    deep = "d(0,always).\nd(N+1,negation(K)) :- d(N,K), N < 3000.\n"
    rules = deep + 'given_while(instance(C,"Armour",I),K,T) :- happens(I,T), card(C), d(3000,K).\n'
    book = load_rulebook(write(Path(), ADD, {"mine.lp": rules}))
    for arguments in (("eval", "s.yaml", "--why"), ("why", "s.yaml", "vail", "Armour")):
        done = pyrules(*arguments, "-r", book.name, "--time-limit", "1")
        assert done.code in (0, 3), done.err


# --- what is too large ----------------------------------------------------------------------------


def test_a_condition_of_two_thousand_parts() -> None:
    same = load_scenario({"title": "t", "cards": {"c": {"features": [{"name": "A", "while": {"all": ["h"] * 2000}}]}}})
    other = [f"h{number}" for number in range(300)]
    many = load_scenario({"title": "t", "cards": {"c": {"features": [{"name": "A", "while": {"any": other}}]}}})
    assert evaluate.evaluate(same, load_rulebook("r4")).verdict == "determined"
    assert evaluate.evaluate(many, load_rulebook("r4")).verdict == "determined"


def test_a_condition_is_read_back_as_it_was_written() -> None:
    flags = tuple(Flag(f"h{number}") for number in range(7))
    for condition in (AllOf(flags), AnyOf(flags), AllOf((AnyOf(flags[:3]), Not(AllOf(flags[3:5])), flags[6]))):
        assert readback.condition(parse_term(term(condition))) == condition
    assert term(AllOf((flags[0], flags[0]))) == term(flags[0])


def test_only_the_last_results_are_remembered() -> None:
    calls = []

    @remembered
    def counted(modules: tuple[Path, ...], number: int) -> int:
        calls.append(number)
        return number

    for number in range(MOST_KEPT):
        counted((), number)
    assert counted((), 0) == 0
    assert calls == list(range(MOST_KEPT))
    counted((), MOST_KEPT)
    counted((), 0)
    counted((), 1)
    assert calls == [*range(MOST_KEPT), MOST_KEPT, 1]


def test_among_very_many_names_the_near_ones_are_found() -> None:
    known = [f"card {number}" for number in range(5000)]
    told = [did_you_mean(f"kard {number}", known) for number in range(300)]
    assert told == [f"; did you mean 'card {number}'?" for number in range(300)]


def test_edits_stand_on_one_another_up_to_a_height(pyrules: Any) -> None:
    Path("0.edit.yaml").write_text("title: t\non: r4\n", encoding="utf-8")
    for number in range(1, 1200):
        Path(f"{number}.edit.yaml").write_text(f"title: t\non: {number - 1}.edit.yaml\n", encoding="utf-8")
    assert pyrules("show", "15.edit.yaml").code == 0
    done = pyrules("show", "1199.edit.yaml")
    assert (done.code, done.out) == (2, "")
    assert "more than 20 edits stand on one another" in done.err


# --- exits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [("eval", "x" * 300), ("show", "x" * 300 + ".edit.yaml"), ("test", "x" * 300), ("new", "scenario", "x" * 300)],
)
def test_a_name_that_is_too_long(arguments: tuple[str, ...], pyrules: Any) -> None:
    done = pyrules(*arguments)
    assert done.code == 2
    assert "File name too long" in done.err


def test_a_pattern_that_is_none(pyrules: Any) -> None:
    done = pyrules("test", "**foo")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("**foo: this is no pattern: ")


@pytest.mark.parametrize("name", ["pipe.yaml", "pipe.edit.yaml"])
def test_a_pipe_is_no_file(name: str, pyrules: Any) -> None:
    os.mkfifo(name)
    done = pyrules("eval", "s.yaml", "-r", name) if "edit" in name else pyrules("eval", name)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"{name}: this is a pipe; expected a YAML file\n"


def test_a_search_is_not_begun_for_a_file_that_cannot_be_written(pyrules: Any) -> None:
    for arguments in (
        ("diff", "r2", "r4", "-o", "missing/w.yaml"),
        ("test", "s.yaml", "--junit", "missing/w.yaml"),
        ("why", "s.yaml", "vail", "Armour", "--svg", "missing/w.yaml"),
        ("check", "r4", "--quick", "--sarif", "missing/w.yaml"),
        ("compare", "s.yaml", "-r", "r2", "-r", "r4", "--html", "missing/w.yaml"),
    ):
        done = pyrules(*arguments)
        assert (done.code, done.out) == (2, "")
        assert done.err == "missing/w.yaml: there is no folder 'missing' to write to\n"


def test_the_current_folder_is_gone(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    python = f"import os, sys; os.chdir({str(gone)!r}); os.rmdir({str(gone)!r}); "
    python += "sys.argv = ['pyrules', 'show', 'r4']; from pyrules.cli import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", python], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "the current folder no longer exists; go to another\n"


@pytest.mark.parametrize("columns", ["0", "1", "7"])
def test_a_terminal_without_width(columns: str, pyrules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    done = pyrules("eval", "s.yaml")
    assert done.code == 0
    assert "Armour" in done.out.replace("\n", "") or columns != "0"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_nobody_can_be_told(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        assert (
            command("eval", "missing.yaml", stderr=full, stdout=subprocess.PIPE, capture_output=False).returncode == 2
        )
        assert command("eval", "--what", stderr=full, stdout=subprocess.PIPE, capture_output=False).returncode == 2


# --- terminals and other programs -----------------------------------------------------------------


def test_nothing_is_obeyed() -> None:
    assert printable("a\x1b[2J\r\n\x9b\u202e\u2028b") == "a\\x1b[2J\\x0d\\x0a\\x9b\\u202e\\u2028b"
    assert printable("Броня 盾 é 🛡") == "Броня 盾 é 🛡"


def test_terminals_obey_no_error(pyrules: Any) -> None:
    evil = "\x1b]0;x\x07\u202e"
    Path("tag.yaml").write_text("title: !<%1B[2J> t\ncards: {}\n", encoding="utf-8")
    Path("card.yaml").write_text('title: t\ncards: {"\\e[2J": {}}\nevents: [{depart: x}]\n', encoding="utf-8")
    for arguments in (("eval", "tag.yaml"), ("eval", "card.yaml"), ("eval", f"{evil}.yaml"), ("show", "r4", evil)):
        done = pyrules(*arguments)
        assert (done.code, done.out) == (2, "")
        assert not {"\x1b", "\x07", "\u202e"} & set(done.err)


@pytest.mark.parametrize(
    "arguments",
    [
        ("eval", "u.yaml", "--json"),
        pytest.param(("facts", "u.yaml"), marks=pytest.mark.slow),
        pytest.param(("export", "r4"), marks=pytest.mark.slow),
        ("why", "u.yaml", "щит", "Броня", "--svg", "-"),
    ],
)
def test_documents_are_utf_8_whatever_the_console(arguments: tuple[str, ...]) -> None:
    text = "title: Щит 🛡\ncards: {щит: {features: [Броня 2]}}\n"
    Path("u.yaml").write_text(text, encoding="utf-8")
    done = command(*arguments, env={**os.environ, "PYTHONIOENCODING": "cp1251"})
    assert done.returncode == 0
    assert "Броня" in done.stdout.decode("utf-8") or "export" in arguments
    if "--json" in arguments:
        assert json.loads(done.stdout)["results"][0]["title"] == "Щит 🛡"


@pytest.mark.parametrize("name", ["r1", "r2", "r3", "r4"])
def test_an_exported_rulebook_leaves_clingo_nothing_to_say(name: str, pyrules: Any) -> None:
    Path("book.lp").write_text(pyrules("export", name).out, encoding="utf-8")
    Path("facts.lp").write_text(pyrules("facts", "s.yaml").out, encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "clingo", "book.lp", "facts.lp"], capture_output=True, timeout=60)
    assert done.stderr == b""
    assert b"SATISFIABLE" in done.stdout


# --- files of the user ----------------------------------------------------------------------------


def test_a_file_is_left_whole_when_the_disk_is_full(monkeypatch: pytest.MonkeyPatch, pyrules: Any) -> None:
    Path("s.yaml").write_text(FAILING, encoding="utf-8")

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = pyrules("test", "s.yaml", "-r", "r4", "--update")
    assert (done.code, done.err) == (2, "s.yaml: the file cannot be written: No space left on device\n")
    assert Path("s.yaml").read_text(encoding="utf-8") == FAILING
    assert [path.name for path in Path().iterdir()] == ["s.yaml"]


@pytest.mark.parametrize(
    "write", [pytest.param("atomic.write(path, 'new')", marks=pytest.mark.slow), "atomic.rewrite(path, b'old', b'new')"]
)
def test_a_file_is_left_whole_when_the_program_is_killed(write: str) -> None:
    """At every call of the system on the way it is the old file, or the new one."""
    program = f"""
import os, signal, sys
from pathlib import Path
from pyrules.files import atomic
path, left = Path(sys.argv[1]), [int(sys.argv[2])]
path.write_text("old")
def kill(event, _):
    if event.startswith(("os.", "open", "tempfile.")):
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(kill)
{write}
"""
    seen = []
    for calls in range(9):
        done = subprocess.run([sys.executable, "-c", program, "f", str(calls)], timeout=60)
        seen.append(Path("f").read_text(encoding="utf-8"))
        if done.returncode == 0:
            break
    assert set(seen) <= {"old", "new"}
    assert seen[0] == "old"
    assert seen[-1] == "new"


def test_results_are_not_written_into_another_file_than_was_tested(
    pyrules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is edited while it is tested: another value is expected, and a line more stands above it."""
    Path("s.yaml").write_text(FAILING, encoding="utf-8")
    edited = "# mine\n" + FAILING.replace("Armour: 9", "Armour: 8")
    real = evaluate_many

    def slowly(*arguments: Any) -> Iterator[Any]:
        yield from real(*arguments)
        Path("s.yaml").write_text(edited, encoding="utf-8")

    monkeypatch.setattr(inputs, "evaluated", lambda *arguments: iter(list(slowly(*arguments[:2]))))
    done = pyrules("test", "s.yaml", "--update")
    assert (done.code, done.err) == (2, "s.yaml: the file was changed while it was tested; nothing was written\n")
    assert Path("s.yaml").read_text(encoding="utf-8") == edited


def test_a_file_that_was_changed_meanwhile_is_left_alone() -> None:
    path = Path("f")
    path.write_bytes(b"mine")
    with pytest.raises(InputError, match="f: the file was changed meanwhile; nothing was written"):
        atomic.rewrite(path, b"before", b"after")
    assert path.read_bytes() == b"mine"


def test_a_file_keeps_its_mode_and_its_links() -> None:
    Path("f").write_bytes(b"before")
    Path("f").chmod(0o640)
    Path("link").symlink_to("f")
    atomic.rewrite(Path("link"), b"before", b"after")
    assert Path("link").is_symlink()
    assert (Path("f").read_bytes(), Path("f").stat().st_mode & 0o777) == (b"after", 0o640)


def test_what_is_no_file_is_written_to_as_it_is() -> None:
    atomic.write(Path("/dev/null"), "nothing")
    assert not Path("/dev/null").is_file()


def test_a_new_file_never_takes_the_place_of_another() -> None:
    Path("f").write_bytes(b"mine")
    with pytest.raises(InputError, match="f: this exists already; nothing was written"):
        atomic.create(Path("f"), "other")
    assert Path("f").read_bytes() == b"mine"
    assert sorted(path.name for path in Path().iterdir()) == ["f", "s.yaml"]


def test_a_baseline_that_is_nested_very_deep() -> None:
    Path("deep.json").write_text("[" * 200_000, encoding="utf-8")
    with pytest.raises(InputError, match="this is no report of `pyrules check --json`"):
        baseline(Path("deep.json"))
