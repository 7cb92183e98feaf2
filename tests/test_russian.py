"""Whoever asks for Russian reads no English: names, ids, numbers of clauses, keys of files and options aside."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from documents import printed

from pyrules.analysis.check import KINDS
from pyrules.cli import run
from pyrules.cli.app import COMMANDS
from pyrules.model.queries import feature_names
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted(ROOT.glob("examples/**/*.scenario.yaml"))
SOME = EXAMPLES[::200]
WORD = re.compile(r"[A-Za-z][A-Za-z']+")
ASIDE = re.compile(
    r"`[^`]*`|'[a-z]+'"  # what is to be typed
    r"|\S*\.(?:yaml|lp|md|html|ru)\b\S*"  # files
    r"|(?<!\w)--?[a-z][a-z-]*"  # options
    r"|(?:undefined-term|late-definition):.*"  # ids with a term in them
    r"|\b[0-9a-f]{16}\b"  # hashes
    r"|[a-z]+(?:[-_:][a-z0-9]+)+"  # ids
)
NO_WORDS = frozenset(
    (
        "pyrules",
        "clingo",
        "sha",
        "yaml",
        "json",
        "csv",
        "html",
        "svg",
        "sarif",
        "junit",
        "xml",
        "utf",
        "nul",
        "lp",
        "pip",
    )
    + ("ru", "en", "id", "lang", "tab", "ctrl", "dask", "local", "parquet", "host", "port", "tcp")
)
"""What is called so in Russian as well."""


@cache
def ids() -> frozenset[str]:
    """Words that are ids by themselves: in rulebooks, keys of files, findings and what can be observed."""
    books = [load_rulebook(name) for name in rulebook_names()]
    known = {each.id for each in KINDS} | set(COMMANDS) | {"value", "effective", "losses", "attempts", "properties"}
    for book in books:
        for entry in book:
            known |= {entry.clause.number, *(path.stem for path in (*entry.clause.modules, *entry.clause.rests_on))}
        for choice in book.choices:
            known |= {
                choice.reading.id,
                *choice.reading.options,
                *(p.stem for o in choice.reading.options.values() for p in o.modules),
            }
    for schema in ("scenario", "edit"):
        known |= set(keys(json.loads((ROOT / f"docs/{schema}.schema.json").read_text(encoding="utf-8"))))
    return frozenset(word for each in known for word in WORD.findall(ASIDE.sub(" ", each)))


def keys(schema: Any) -> Iterator[str]:
    """The keys, and the words to choose from, that a JSON Schema knows."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        yield from (str(each) for each in (*schema.get("enum", ()), schema.get("const", "")))
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from keys(part)


def english(text: str, *named: str) -> list[str]:
    """The lines with words that nobody who reads Russian need know; `named` is text whose words are names."""
    names = {word for each in named for word in WORD.findall(each)} | ids()
    return [
        line
        for line in text.splitlines()
        if any(word not in names and word.lower() not in NO_WORDS for word in WORD.findall(ASIDE.sub(" ", line)))
    ]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """What the program says in Russian, run in the project's folder."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "200")

    def call(*arguments: str) -> str:
        run([*arguments, "--lang", "ru"])
        printed = capsys.readouterr()
        return printed.out + printed.err

    return call


def asks(path: Path) -> Iterator[tuple[str, ...]]:
    """Commands about a scenario file."""
    yield "eval", str(path), "--why"
    yield "test", str(path), "--depends"
    game = load_scenario(path)
    for card in list(game.cards)[:2]:
        for name in [*feature_names(game)[:2], *list(game.cards[card].properties)[:1], "roll", "attack"]:
            for rulebook in ("r1", "r4"):
                yield "why", str(path), card, name, "-r", rulebook


def check_scenario(path: Path, said: Any) -> None:
    text = path.read_text(encoding="utf-8")
    assert [line for ask in asks(path) for line in english(said(*ask), text, str(path))] == []


@pytest.mark.parametrize("path", SOME, ids=lambda path: path.stem)
def test_of_some_examples(path: Path, said: Any) -> None:
    check_scenario(path, said)


@pytest.mark.slow
@pytest.mark.parametrize("folder", sorted({path.parent for path in EXAMPLES}), ids=lambda path: path.name)
def test_of_all_examples(folder: Path, said: Any) -> None:
    for path in sorted(folder.glob("*.scenario.yaml")):
        check_scenario(path, said)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_in_the_help(command: str, said: Any) -> None:
    assert english(said(*filter(None, [command]), "--help"), "A B x N scenario edit") == []


def test_in_rulebooks(said: Any) -> None:
    assert [line for rulebook in rulebook_names() for line in english(said("show", rulebook), "X Y Z F U A B")] == []


@pytest.mark.slow
def test_of_two_rulebooks(said: Any) -> None:
    files = [ROOT / "examples/rulings/replacement", ROOT / "examples/rulings/dice"]
    named = [path.read_text(encoding="utf-8") for folder in files for path in folder.glob("*.yaml")]
    ask = ("compare", *map(str, files), "-r", "r1", "-r", "r4", "--observe", "value,losses,attempts,verdict")
    assert english(said(*ask), *named) == []


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", rulebook_names())
def test_of_its_defects(rulebook: str, said: Any) -> None:
    assert english(said("check", rulebook, "--quick"), "one two white black A B a b hill") == []


@pytest.mark.slow
def test_of_the_smallest_difference(said: Any) -> None:
    assert english(said("diff", "r2", "r4"), "a b A B f") == []


BROKEN = {
    "not a mapping": "- a\n",
    "a colon too few": "title x\ncards: {}\n",
    "not closed": "title: x\ncards: {vail: {features: [Armour 2}\n",
    "a tab": "title: x\ncards:\n\tvail: {}\n",
    "unknown names": "title: x\ncards: {vail: {featurs: [Armour 2]}}\nevents: [{gain: {card: vial, feature: Rage}}]\n",
    "numbers": "title: x\ncards: {vail: {features: [{name: Armour, value: 5000}, Armour +1, Armour]}}\n",
    "kinds": "title: [x]\ncards: vail\nevents: {start: 3}\nexpect: [{after: 9}, {}]\n",
    "auras": "title: x\ncards: {vail: {}}\nauras: [{to: vail, gain: Rage}, {to: squad, lose: Rage, while: fog}]\n",
    "rolls": "title: x\ncards: {vail: {}}\nevents: [{roll: {by: vail, natural: 9, steps: [turn]}}]\n",
    "warnings": "title: x\ncards: {vail: {features: [Armour 2]}, vial: {features: [armour 3]}}\n",
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_about_broken_files(text: str, tmp_path: Path, said: Any) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text(text, encoding="utf-8")
    assert english(said("eval", str(file)), text, "NAME", str(file)) == []


@pytest.mark.parametrize(
    "call",
    [
        "eval",
        "evel",
        "eval nothing.yaml",
        "eval README.md",
        "eval --foo x",
        "eval . --time-limit soon",
        "show r9",
        "show r4 999",
        "show r4 --reading x",
        "diff r2",
        "diff r2 r4 --cards 99",
        "diff r2 r4 one more",
        "check r4 --select nonsense",
        "new scenario",
        "new edit x --on r4 --change nonsense",
        "compare examples -r r1",
        "verdict r4",
    ],
)
def test_about_wrong_calls(call: str, said: Any) -> None:
    assert english(said(*call.split()), call, "A B") == []


PAGES = [
    *("ruling", "ruling?view=form", "examples", "edit?on=r4", "edit?on=r1", "diff", "verdict", "rulebook?rulebook=r4"),
    *("rulebook?rulebook=r1", "rulebook/redline?left=r3&right=r4", "rulebook/defects?rulebook=r2"),
    *("rulebook/clause?rulebook=r4&clause=518.3", "rulebook?rulebook=r9", "ruling?s=x", "edit?on=r9", "edit/file"),
    *("example?file=x", "diff?events=99", "nowhere"),
]


@pytest.mark.parametrize("page", PAGES)
def test_on_the_page(page: str) -> None:
    pytest.importorskip("starlette", reason="the extra `web` is not installed")
    from web_page import client, text_of

    answer = re.sub(
        r"(?s)<(textarea|pre|code|select|datalist)\b.*?</\1>|<head>.*?</head>", " ", client().get(f"/ru/{page}").text
    )
    shown = [text_of(f"<{part}") for part in answer.split("<")]
    labels = re.findall(r'(?:aria-label|title|placeholder|data-done)="([^"]*)"', answer)
    assert english("\n".join([*shown, *labels]), page, "English X Y Z F U A B vail hill Armour") == []


def test_what_is_wrong_with_a_module_is_said_in_the_language_asked_for() -> None:
    """A module is read once; what is wrong with it was said in the language that was spoken then."""
    edit = "tests/data/edits/broken.edit.yaml"
    for language, words in (
        ("en", "what is shown is fixed by"),
        ("ru", "что показывать, определяет"),
        ("en", "what is"),
    ):
        assert words in printed(f"show {edit} --lang {language}")
