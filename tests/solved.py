"""Every example and every case, each read once and solved once a rulebook, in this process."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

import pytest

from pyrules.asp.control import Atoms
from pyrules.engine.evaluate import answer_sets, read
from pyrules.engine.instance import Instance
from pyrules.explanation.answer_set import record_of
from pyrules.explanation.ledgers import Ledgers
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"


def cases(file: str) -> dict[str, dict[str, Any]]:
    """The cases of a file in `data/`, by title."""
    lines = (HERE / "data" / file).read_text(encoding="utf-8").splitlines()
    return {case["scenario"]["title"]: case for case in map(json.loads, lines)}


CASES = cases("features.jsonl")
FILES = {
    path.relative_to(EXAMPLES).as_posix().removesuffix(".scenario.yaml"): path
    for path in sorted(EXAMPLES.rglob("*.scenario.yaml"))
}
GIVEN: dict[str, Path | Mapping[str, object]] = {**FILES, **{title: case["scenario"] for title, case in CASES.items()}}
"""Examples by their path, cases by their title."""
PLACES = {name: place for place, name in enumerate(GIVEN)}


@dataclass(frozen=True)
class Solved:
    """A scenario under a rulebook, every atom of every answer set, and the answer."""

    instance: Instance
    sets: tuple[Atoms, ...]
    evaluation: Evaluation

    @cached_property
    def ledgers(self) -> tuple[Ledgers, ...]:
        """The ledgers of each outcome."""
        numbers = range(len(self.evaluation.outcomes))
        records = (record_of(self.instance, self.sets, self.evaluation, number) for number in numbers)
        return tuple(map(Ledgers.of_everything, records))


def solve(scenario: Scenario, book: Rulebook) -> Solved:
    """The scenario solved anew."""
    instance = Instance(scenario, book)
    sets = answer_sets(instance, every_atom=True)
    return Solved(instance, sets, read(instance, sets))


@cache
def scenario(name: str) -> Scenario:
    """An example or a case."""
    return load_scenario(GIVEN[name])


@lru_cache(maxsize=4)
def solved(name: str, rulebook: str) -> Solved:
    """An example or a case under a rulebook. The last few are kept: what looks at the same one runs in succession."""
    return solve(scenario(name), load_rulebook(rulebook))


def in_turn(name: str) -> str:
    """One of the rulebooks, so that neighbours are tried under different ones."""
    return rulebook_names()[PLACES[name] % len(rulebook_names())]


def for_each(names: Iterable[str]) -> pytest.MarkDecorator:
    """Parametrizes `name`; all tests of one scenario run in succession, in one process."""
    parameters = [
        pytest.param(name, id=name, marks=pytest.mark.xdist_group(f"scenario {PLACES[name]}")) for name in names
    ]
    return pytest.mark.parametrize("name", parameters, scope="module")
