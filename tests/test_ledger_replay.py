"""Replaying a ledger's steps with plain arithmetic gives what the state shows: under edits, readings, and at random."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from replayed import astray, wrong
from solved import CASES, EXAMPLES, FILES, scenario, solve, solved
from strategies import of_every_kind

from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario

EDITS = sorted((EXAMPLES / "edits").rglob("*.edit.yaml"))


def every(name: str) -> Iterator[Rulebook]:
    """The rulebook by default, and under each single change of a reading."""
    book = load_rulebook(name)
    yield book
    for choice in book.choices:
        changes = (option for option in choice.reading.options if option != choice.option)
        yield from (book.under({choice.reading.id: option}) for option in changes)


@pytest.mark.parametrize("file", EDITS, ids=lambda path: path.stem.removesuffix(".edit"))
def test_under_an_edit(file: Path) -> None:
    """The steps add up under each edit, in the ledgers and in what `eval --why` prints of them."""
    book = load_rulebook(str(file))
    for each in map(load_scenario, sorted(file.parent.glob("*.scenario.yaml"))):
        assert list(wrong(solve(each, book))) == []
        assert list(astray(each, book)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", rulebook_names())
def test_of_every_case_under_every_reading(name: str) -> None:
    answers = (solve(scenario(title), book) for title in CASES for book in every(name))
    assert [each for answer in answers for each in wrong(answer)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", rulebook_names())
def test_of_every_example(name: str) -> None:
    assert [each for file in FILES for each in wrong(solved(file, name))] == []


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(scenario=of_every_kind)
def test_of_random_scenarios(scenario: Scenario) -> None:
    assert [each for name in rulebook_names() for each in wrong(solve(scenario, load_rulebook(name)))] == []
