"""The table says of every scenario what the single path says, all of it."""

from __future__ import annotations

import os
from collections import OrderedDict
from pathlib import Path
from random import Random

import drawn
import pytest

from pyrules.engine.evaluate import evaluate
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.table import evaluate_many as bulk
from pyrules.table import kept, table
from pyrules.table.evaluate_many import evaluate_many
from pyrules.table.table import Table
from pyrules.table.walks import walks

MANY = {"SCENARIOS": "1000", "SEED": "3"}
every_rulebook = pytest.mark.parametrize("name", rulebook_names())


def some(number: int, seed: int, on_features: float = 0, moments: float = 0) -> list[Scenario]:
    """Scenarios drawn by chance."""
    by = Random(seed)
    return [drawn.scenario(by, on_features, moments) for _ in range(number)]


def agree(scenarios: list[Scenario], book: Rulebook) -> int:
    """Checks that the table agrees with the single path; how many scenarios it could tell of."""
    found = dict(enumerate(walks(scenarios, Table(book))))
    assert [scenario for scenario, _ in found.values()] == scenarios
    for scenario, evaluation in found.values():
        if evaluation is not None:
            assert evaluation == evaluate(scenario, book)
    return sum(evaluation is not None for _, evaluation in found.values())


@every_rulebook
def test_the_table_agrees_with_the_single_path(name: str) -> None:
    assert agree(some(4, seed=1), load_rulebook(name)) == 4


@every_rulebook
def test_the_table_agrees_about_properties_attacks_and_rolls(name: str) -> None:
    assert agree(some(2, seed=2, moments=0.4), load_rulebook(name)) >= 1


@pytest.mark.slow
@every_rulebook
def test_the_table_agrees_about_many_scenarios(name: str) -> None:
    """PYRULES_SCENARIOS says how many, PYRULES_SEED which: a second takes some 30 of them."""
    number, seed = (int(os.environ.get(f"PYRULES_{what}", default)) for what, default in MANY.items())
    assert agree(some(number, seed, on_features=0.02, moments=0.2), load_rulebook(name)) >= number * 0.75


@pytest.mark.slow
@every_rulebook
def test_the_table_agrees_under_each_reading(name: str) -> None:
    book = load_rulebook(name)
    for choice in book.choices:
        for option in choice.reading.options:
            if option != choice.option:
                assert agree(some(60, seed=4, moments=0.2), book.under({choice.reading.id: option})) >= 50


def test_answers_come_in_order_whatever_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "FEW", 3)
    book = load_rulebook("r4")
    scenarios = some(4, seed=5, on_features=0.4)
    assert list(evaluate_many(scenarios, book)) == [evaluate(scenario, book) for scenario in scenarios]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own, and no table in this process."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(kept, "_tables", OrderedDict())
    monkeypatch.setattr(bulk, "FEW", 3)
    return tmp_path / "pyrules" / "tables"


def test_the_next_process_starts_with_what_is_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, scenarios = load_rulebook("r4"), some(4, seed=6)
    found = list(evaluate_many(scenarios, book))
    assert len(list(cache.iterdir())) == 1
    monkeypatch.setattr(kept, "_tables", OrderedDict())
    monkeypatch.setattr(table, "answers", None)  # nothing is asked of the rules any more
    assert list(evaluate_many(scenarios, book)) == found


def test_a_damaged_table_counts_as_not_there(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, scenarios = load_rulebook("r4"), some(4, seed=6)
    found = list(evaluate_many(scenarios, book))
    (file,) = cache.iterdir()
    for damaged in ("{", "[]", '{"states": [], "answers": {"feature": [[[7], [7]]]}}'):
        file.write_text(damaged, encoding="utf-8")
        monkeypatch.setattr(kept, "_tables", OrderedDict())
        assert list(evaluate_many(scenarios, book)) == found
