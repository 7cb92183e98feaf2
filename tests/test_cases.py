"""The cases: states, attempts in order, losses and details, under every single reading of every revision.

They were worked out by a reference of its own, written from the texts. A reading that has no row of its own in a case
gives there what the default gives (in `readings.jsonl` in random cases alone; the others are each about the readings
that they have rows of). Of r3 the cases have no rows for `negative-comparison`, though 517.3 stands in its
text as in r2's: there it is held against r2's rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from case_form import case_answer

from pyrules.engine.evaluate import evaluate
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario

DATA = Path(__file__).parent / "data"
OF_ROLLS = {"clamp-order", "several-sets"}
Readings = dict[str, str]


def read(name: str) -> list[dict[str, Any]]:
    """The cases of a file, one a line."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


CASES, CASES_OF_READINGS = read("features.jsonl"), read("readings.jsonl")


def changes(name: str) -> Iterator[Readings]:
    """No reading changed, then each single change of a reading that concerns features."""
    yield {}
    for choice in load_rulebook(name).choices:
        if choice.reading.id not in OF_ROLLS:
            yield from ({choice.reading.id: option} for option in choice.reading.options if option != choice.option)


def came_later(name: str, readings: Readings) -> bool:
    """Whether the readings are among those that `readings.jsonl` is about."""
    later = {"aura-attempts", "negative-sum", "owed-minus", "printed-modifier", "replaced-printed"}
    return not readings.keys().isdisjoint(later | {"negative-comparison"} if name == "r4" else later)


def row_of(case: dict[str, Any], name: str, readings: Readings) -> dict[str, Any]:
    """The row of the readings, else that of the default."""
    rows = [row for row in case["expected"] if row["rulebook"] == name and row["readings"] in (readings, {})]
    return max(rows, key=lambda row: len(row["readings"]))


def in_any_order_of_losses(answer: Any) -> Any:
    """Losses within an event have no order."""
    return {**answer, "losses": sorted(answer["losses"])}


def test_all_rows_are_here() -> None:
    def rows(cases: list[dict[str, Any]]) -> int:
        return sum(len(case["expected"]) for case in cases)

    assert (len(CASES), rows(CASES)) == (87, 503)
    assert (len(CASES_OF_READINGS), rows(CASES_OF_READINGS)) == (38, 227)


def test_every_row_is_of_a_known_reading() -> None:
    known = [(name, readings) for name in rulebook_names() for readings in changes(name)]
    cases = [*CASES, *CASES_OF_READINGS]
    assert all((row["rulebook"], row["readings"]) in known for case in cases for row in case["expected"])


def agrees(case: dict[str, Any], name: str, readings: Readings, row: dict[str, Any]) -> None:
    """Whether the case comes out as the row says."""
    expected = {key: row[key] for key in ("states", "attempts", "losses", "details") if key in row}
    got = case_answer(evaluate(load_scenario(case["scenario"]), load_rulebook(name, readings)))
    assert in_any_order_of_losses({key: got[key] for key in expected}) == in_any_order_of_losses(expected), readings


@pytest.mark.parametrize("name", rulebook_names())
@pytest.mark.parametrize("case", CASES, ids=[case["scenario"]["title"] for case in CASES])
def test_a_case_comes_out_as_expected(case: dict[str, Any], name: str) -> None:
    for readings in changes(name):
        if not came_later(name, readings):
            row = row_of(case, "r2" if name == "r3" and "negative-comparison" in readings else name, readings)
            agrees(case, name, readings, row)


@pytest.mark.parametrize("name", rulebook_names())
@pytest.mark.parametrize("case", CASES_OF_READINGS, ids=[case["scenario"]["title"] for case in CASES_OF_READINGS])
def test_a_case_of_the_readings_comes_out_as_expected(case: dict[str, Any], name: str) -> None:
    rows = [row["readings"] for row in case["expected"] if row["rulebook"] == name]
    if case["scenario"]["title"].startswith("random"):
        rows += [readings for readings in changes(name) if rows and came_later(name, readings)]
    for readings in rows:
        agrees(case, name, readings, row_of(case, name, readings))
