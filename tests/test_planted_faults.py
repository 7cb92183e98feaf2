"""The scenarios in docs/planted-faults.md show the faults that they are said to show."""

from __future__ import annotations

import re
from functools import cache

import pytest
from planted_faults import BOUND, TABLE, faults

from pyrules.analysis.mutation import Mutation, difference, mutated
from pyrules.engine.evaluate import evaluate
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.load import load_text

pytestmark = pytest.mark.xdist_group("planted faults")
ROW = re.compile(
    r"^\| (?P<rule>\w+:\d+) \| (?P<kind>[a-z ]+) \| `(?P<before>.*?)` \| (?:–|`(?P<after>.*?)`) "
    r"\| (?:–|(?:≤ )?(?P<events>\d+)) \| (?:–|`(?P<scenario>.*?)`) \| (?P<how>.*) \|$",
    re.MULTILINE,
)
ROWS = [match.groupdict() for match in ROW.finditer(TABLE.read_text(encoding="utf-8"))]
SHOWN = [row for row in ROWS if row["scenario"]]


@cache
def planted() -> tuple[Mutation, ...]:
    """The faults planted in r4."""
    return tuple(faults(load_rulebook("r4")))


def test_the_table_holds_the_faults_that_are_planted() -> None:
    right = [(f"{each.module.stem}:{each.line}", each.kind, each.before, each.after) for each in planted()]
    tried = [(row["rule"], row["kind"], row["before"], row["after"] or "") for row in ROWS]
    assert tried == right[: len(tried)]
    assert len(right) >= 100


@pytest.mark.parametrize("row", SHOWN[::15], ids=lambda row: row["rule"])
def test_a_scenario_shows_its_fault(row: dict[str, str]) -> None:
    replay(row)


@pytest.mark.slow
@pytest.mark.parametrize("row", SHOWN, ids=lambda row: row["rule"])
def test_every_scenario_shows_its_fault(row: dict[str, str]) -> None:
    replay(row)


def replay(row: dict[str, str]) -> None:
    """The scenario is within the bound, and the two rulebooks part on it as the table says."""
    scenario = load_text(f"{{title: replayed, {row['scenario'].removeprefix('{')}", "replayed")
    assert len(scenario.events) == int(row["events"]) <= BOUND.events
    (fault,) = (each for each in planted() if f"{each.module.stem}:{each.line}" == row["rule"])
    with mutated(load_rulebook("r4"), fault) as wrong:
        assert difference(scenario, evaluate(scenario, load_rulebook("r4")), wrong)
