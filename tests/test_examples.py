"""Every scenario under examples/ holds what it expects, every folder says what it shows, and no clause is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrules.engine.evaluate import evaluate
from pyrules.engine.expectations import check_expectations, rulebooks_needed
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario

EXAMPLES = Path(__file__).parent.parent / "examples"
SCENARIOS = sorted({*EXAMPLES.glob("*/*.yaml"), *EXAMPLES.rglob("*.scenario.yaml")})
PRINTED = (
    "regeneration-replaced",
    "poisoning-raised",
    "blood-magic-of-ashelta",
    "eclipse-of-lier-kulat",
    "bokor-and-the-menhir",
)
"""The examples that the third revision prints."""
RULINGS = [path for path in SCENARIOS if path.parent.name in PRINTED or path.is_relative_to(EXAMPLES / "rulings")]
FOLDERS = sorted(path for path in EXAMPLES.iterdir() if path.is_dir())
CITED = re.compile(r"(?P<where>(?:r\d, )*r\d|decisions?|readings?) (?P<what>.+)")


def cited(source: str) -> Iterator[tuple[str, str]]:
    """What a ruling cites: ("r4", "518.3 ●1"), ("decision", "D-9"), ("reading", "strongest")."""
    for part in source.split("; "):
        match = CITED.fullmatch(part)
        assert match, f"not understood: {part}"
        for where in match["where"].split(", "):
            yield from ((where.rstrip("s"), what) for what in match["what"].split(", "))


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda path: str(path.relative_to(EXAMPLES)))
def test_a_scenario_holds_what_it_expects(file: Path) -> None:
    scenario = load_scenario(file)
    for name in scenario.rulebooks or rulebook_names():
        books = rulebooks_needed(scenario.expect, load_rulebook(name))
        checks = check_expectations(scenario.expect, *(evaluate(scenario, book) for book in books))
        assert [each for each in checks if not each.holds] == [], name


@pytest.mark.parametrize("file", RULINGS, ids=lambda path: str(path.relative_to(EXAMPLES)))
def test_a_ruling_cites_what_there_is(file: Path) -> None:
    scenario = load_scenario(file)
    books = {name: load_rulebook(name) for name in rulebook_names()}
    numbers = {name: {entry.clause.number for entry in book} for name, book in books.items()}
    known = {
        **numbers,
        "decision": set.union(*numbers.values()),
        "reading": {choice.reading.id for book in books.values() for choice in book.choices},
    }
    assert scenario.notes, "no notes"
    assert scenario.expect, "nothing is expected"
    assert [(where, what) for where, what in cited(scenario.source or "") if what not in known[where]] == []


@pytest.mark.parametrize("name", rulebook_names())
def test_every_modelled_clause_is_ruled_on(name: str) -> None:
    ruled = {citation for file in RULINGS for citation in cited(load_scenario(file).source or "")}
    missing = [
        entry.clause.number
        for entry in load_rulebook(name)
        if not entry.clause.not_modelled
        and not {(entry.inherited_from or name, entry.clause.number), ("decision", entry.clause.number)} & ruled
    ]
    assert missing == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_a_folder_says_what_it_shows(folder: Path) -> None:
    assert (folder / "README.md").read_text(encoding="utf-8").startswith("# ")
