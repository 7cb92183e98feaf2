"""Rules from elsewhere are worked on in a process of their own: within limits, and leaving nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from edit_files import made, write

from pyrules import contract, evaluation, scenario, worker
from pyrules.errors import LimitReached, NotDecided
from pyrules.rulebook import rulebook
from pyrules.timeline import timeline

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are looked for in /proc")

ADD = 'clauses: [{add: "518.8", gist: g, modules: [mine.lp]}]\n'
TEXT = "title: t\ncards: {vail: {features: [Armour 2]}}\nevents: [{gain: {card: vail, feature: Armour 3}}]\n"
SCENARIO = scenario.load_text(TEXT, "s.yaml")

ENDLESS = "% It begins.\np(0).\n% It goes on.\np(X+1) :-\n    p(X).\n"
GROWING = {
    "endless": (ENDLESS, "mine.lp:4: p(X+1) :- p(X)."),
    "endless backwards": ("p(X-1) :- p(X).\np(0).\n", "mine.lp:1: p(X-1) :- p(X)."),
    "endless terms": ("p(C) :- card(C).\np(f(X)) :- p(X).\n", "mine.lp:2: p(f(X)) :- p(X)."),
    "two that feed each other": ("p(0).\nq(X) :- p(X).\np(X+1) :- q(X).\n", "mine.lp:"),
    "a million atoms": ("b(X,Y) :- X = 1..1000, Y = 1..1000.\n", "mine.lp:1: b(X,Y) :- X = 1..1000, Y = 1..1000."),
    "a million facts": ("b(1..1000000).\n", "mine.lp:1: b(1..1000000)."),
    "a million choices": ("{ b(X,Y) : X = 1..1000, Y = 1..1000 }.\n", "mine.lp:1: { b(X,Y) : X = 1..1000"),
    "a large sum": ("b :- #sum { X,Y : X = 1..9999, Y = 1..9999 } > 0.\n", "mine.lp:1: b :- #sum {"),
}


def children() -> set[int]:
    """The processes that this one has started and that are still there."""
    found = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split()
    return set(map(int, found))


def wait_until_gone(process: int) -> bool:
    """Whether a process ends within ten seconds."""
    for _ in range(100):
        status = Path(f"/proc/{process}/stat")
        if not status.exists() or status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.1)
    return False


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("kind", GROWING)
def test_what_grows_is_stopped_and_named(kind: str, tmp_path: Path) -> None:
    rules, grown = GROWING[kind]
    book = rulebook(write(Path(), ADD, {"mine.lp": rules}))
    began = time.monotonic()
    with worker.limits(worker.Limits(6, 1000)), pytest.raises(NotDecided) as caught:
        evaluation.evaluate(SCENARIO, book)
    assert str(caught.value).startswith("s.yaml under my.edit.yaml: ")
    assert f"; the rule that grew is {grown}" in str(caught.value)
    assert time.monotonic() - began < 12  # the limit and what it takes to start two processes on a busy machine


@pytest.mark.slow
def test_memory_is_limited(tmp_path: Path) -> None:
    book = made(tmp_path, ADD, {"mine.lp": ENDLESS})
    with worker.limits(worker.Limits(30, 120)), pytest.raises(NotDecided, match="120 MB of memory are not enough"):
        evaluation.evaluate(SCENARIO, book)


@pytest.mark.slow
def test_a_search_that_takes_long_is_told_apart(tmp_path: Path) -> None:
    """Twelve pigeons do not fit into eleven holes, which takes long to find out."""
    pigeons = "1 { sits(P,H) : H = 1..11 } 1 :- P = 1..12.\n:- sits(P,H), sits(Q,H), P < Q.\n"
    book = made(tmp_path, ADD, {"mine.lp": pigeons})
    with worker.limits(worker.Limits(3, 1000)), pytest.raises(NotDecided, match="no rule grew, it is the search"):
        evaluation.evaluate(SCENARIO, book)


def test_after_a_limit_was_reached_others_are_answered(tmp_path: Path) -> None:
    with worker.limits(worker.Limits(0.5, 1000)), pytest.raises(LimitReached, match=r"0\.5 s are not enough"):
        worker.run(time.sleep, 10)
    assert worker.run(abs, -1) == 1


@pytest.mark.parametrize(("seconds", "megabytes"), [("0", "100"), ("1", "0"), ("-1", "100")])
def test_limits_are_above_nothing(seconds: str, megabytes: str) -> None:
    done = _pyrules("show", "r4", "--time-limit", seconds, "--memory-limit", megabytes)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "--time-limit, --memory-limit: a number above 0 is wanted\n"


# --- one process for many calls -------------------------------------------------------------------


def test_many_calls_are_answered_by_one_process(tmp_path: Path) -> None:
    assert len({worker.run(os.getpid) for _ in range(5)} - {os.getpid()}) == 1
    book = made(tmp_path, ADD, {"mine.lp": "% Cards.\nmine(C) :- card(C).\n"})
    before = worker.run(os.getpid)
    answers = list(evaluation.evaluate_many([SCENARIO] * 3, book))
    assert [answer.verdict for answer in answers] == ["determined"] * 3
    assert worker.run(os.getpid) == before


def test_built_in_rulebooks_are_solved_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "run", _refuse)
    assert evaluation.evaluate(SCENARIO, rulebook("r4")).verdict == "determined"


def test_an_answer_is_the_same_there_as_at_home(tmp_path: Path) -> None:
    book = made(tmp_path, "")
    there, here = evaluation.evaluate(SCENARIO, book), evaluation.evaluate(SCENARIO, rulebook("r4"))
    assert there.outcomes == here.outcomes
    assert dict(there.readings) == dict(here.readings)


def test_paths_are_those_of_the_folder_that_a_call_is_made_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        assert worker.run(os.getcwd) == str(tmp_path / name)


def test_what_goes_wrong_there_goes_wrong_here(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        worker.run(divmod, 1, 0)
    with pytest.raises(worker.Crashed, match="exit code 7"):
        worker.run(os._exit, 7)
    assert worker.run(abs, -1) == 1


def test_modules_of_python_in_the_current_folder_are_not_run(tmp_path: Path) -> None:
    for name in ("json.py", "queue.py", "clingo.py", "pyrules.py", "resource.py"):
        Path(name).write_text("open('ran', 'w').close()\n", encoding="utf-8")
    worker.run(os._exit, 0) if worker._worker is None else worker._worker.end()
    book = rulebook(write(Path(), ADD, {"mine.lp": "% Cards.\nmine(C) :- card(C).\n"}))
    assert evaluation.evaluate(SCENARIO, book).verdict == "determined"
    assert not Path("ran").exists()


# --- nothing is left running ----------------------------------------------------------------------


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A program in the middle of an endless grounding."""
    Path("s.yaml").write_text(TEXT, encoding="utf-8")
    write(Path(), ADD, {"mine.lp": ENDLESS})
    command = [sys.executable, "-m", "pyrules", "eval", "s.yaml", "-r", "my.edit.yaml", "--time-limit", "60"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    yield process
    process.kill()
    process.communicate()


def child_at_work(process: subprocess.Popen[str]) -> int:
    """The worker of a program, once it has used up half a second of processor time."""
    for _ in range(200):
        time.sleep(0.1)
        for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split():
            if int(Path(f"/proc/{child}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[11]) > 100:
                return int(child)
    raise AssertionError("no worker is at work")


@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -15), (signal.SIGKILL, -9)])
def test_the_worker_ends_with_the_program(busy: subprocess.Popen[str], how: signal.Signals, code: int) -> None:
    child = child_at_work(busy)
    busy.send_signal(how)
    assert busy.wait(10) == code
    assert wait_until_gone(child)


def test_the_worker_ends_when_the_program_is_done(tmp_path: Path) -> None:
    Path("s.yaml").write_text(TEXT, encoding="utf-8")
    write(Path(), ADD, {"mine.lp": "% Cards.\nmine(C) :- card(C).\n"})
    before = children()
    assert _pyrules("eval", "s.yaml", "-r", "my.edit.yaml").returncode == 0
    assert children() == before


# --- the command line -----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_limit_is_exit_code_3(tmp_path: Path) -> None:
    Path("s.yaml").write_text(TEXT, encoding="utf-8")
    write(Path(), ADD, {"mine.lp": ENDLESS})
    done = _pyrules("eval", "s.yaml", "-r", "my.edit.yaml", "--time-limit", "5", "--json")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        "not decided: s.yaml under my.edit.yaml: 5 s are not enough; the rule that grew is mine.lp:4: p(X+1) :- p(X).\n"
    )


# --- the output contract --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["r1", "r2", "r3", "r4"])
def test_built_in_rulebooks_keep_to_the_contract(name: str) -> None:
    book = rulebook(name)
    for file in sorted((Path(__file__).parent.parent / "examples").glob("*/*.scenario.yaml")):
        loaded = scenario.load(file)
        for atoms in evaluation.answer_sets(loaded, book):
            contract.check(loaded, timeline(loaded), book, atoms)


def _pyrules(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pyrules", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def _refuse(*_: object) -> None:
    raise AssertionError("nothing is to be asked of the worker")
