"""The cases: states, attempts in order, losses and details, under every single reading of every revision.

They were worked out by a reference of its own, written from the texts. A reading that has no row of its own in a case
gives there what the default gives (in `readings.jsonl` in random cases alone; the others are each about the readings
that they have rows of). Of r3 the cases have no rows for `negative-comparison`, though 517.3 stands in its
text as in r2's: there it is held against r2's rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import pytest
from case_form import case_answer
from single_readings import Readings, came_later, changes
from solved import CASES, cases, for_each, in_turn, scenario, solve, solved

from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario

Case = dict[str, Any]
CASES_OF_READINGS = cases("readings.jsonl")


def own_row(case: Case, name: str, readings: Readings) -> Case | None:
    """The row of the readings, if they have one."""
    rows = (row for row in case["expected"] if (row["rulebook"], row["readings"]) == (name, readings))
    if name == "r3" and "negative-comparison" in readings:
        return own_row(case, "r2", readings) or default_row(case, "r2")
    return next(rows, None)


def default_row(case: Case, name: str) -> Case:
    row = own_row(case, name, {})
    assert row is not None
    return row


def agrees(answer: Evaluation, row: Case) -> bool:
    """Whether an answer is as the row says."""
    expected = {key: row[key] for key in row if key not in ("rulebook", "readings")}
    got: Case = {**case_answer(answer)}
    return in_any_order_of_losses({key: got[key] for key in expected}) == in_any_order_of_losses(expected)


def in_any_order_of_losses(answer: Case) -> Case:
    """Losses within an event have no order."""
    return {**answer, "losses": sorted(answer["losses"])}


def answer(scenario: Scenario, name: str, readings: Readings) -> Evaluation:
    return solve(scenario, load_rulebook(name, readings)).evaluation


def disagreeing(case: Case, scenario: Scenario, name: str, among: Iterable[Readings]) -> Iterator[Readings]:
    """The readings under which the case does not come out as it should.

    Those that should change nothing are tried several at a time, and alone only when that changes something.
    """
    idle = []
    for readings in among:
        row = own_row(case, name, readings)
        if row is None:
            idle.append(readings)
        elif not agrees(answer(scenario, name, readings), row):
            yield readings
    row = default_row(case, name) if idle else {}
    for several in combined(idle):
        if not agrees(answer(scenario, name, {key: it for one in several for key, it in one.items()}), row):
            yield from (one for one in several if not agrees(answer(scenario, name, one), row))


def combined(changes: Iterable[Readings]) -> list[list[Readings]]:
    """The changes in as few groups as can be, no two options of a reading in one."""
    groups: list[list[Readings]] = []
    for change in changes:
        free = (group for group in groups if all(change.keys().isdisjoint(other) for other in group))
        group = next(free, None)
        if group is None:
            groups.append([change])
        else:
            group.append(change)
    return groups


def test_all_rows_are_here() -> None:
    def rows(cases: dict[str, Case]) -> int:
        return sum(len(case["expected"]) for case in cases.values())

    assert (len(CASES), rows(CASES)) == (87, 503)
    assert (len(CASES_OF_READINGS), rows(CASES_OF_READINGS)) == (38, 227)


def test_every_row_is_of_a_known_reading() -> None:
    known = [(name, readings) for name in rulebook_names() for readings in changes(name)]
    every = [*CASES.values(), *CASES_OF_READINGS.values()]
    assert all((row["rulebook"], row["readings"]) in known for case in every for row in case["expected"])


@for_each(CASES)
def test_a_case_comes_out_as_expected(name: str) -> None:
    """Under one rulebook; the slow tests look under all."""
    assert agrees(solved(name, in_turn(name)).evaluation, default_row(CASES[name], in_turn(name)))


@for_each(list(CASES)[::7])
def test_a_case_comes_out_as_expected_under_each_reading(name: str) -> None:
    assert list(disagreeing_under_single_readings(name, in_turn(name))) == []


@pytest.mark.slow
@for_each(CASES)
def test_a_case_comes_out_as_expected_under_every_rulebook_and_reading(name: str) -> None:
    for rulebook in rulebook_names():
        assert agrees(solved(name, rulebook).evaluation, default_row(CASES[name], rulebook)), rulebook
        assert list(disagreeing_under_single_readings(name, rulebook)) == [], rulebook


def disagreeing_under_single_readings(name: str, rulebook: str) -> Iterator[Readings]:
    among = [readings for readings in changes(rulebook) if readings and not came_later(rulebook, readings)]
    return disagreeing(CASES[name], scenario(name), rulebook, among)


@pytest.mark.parametrize(("title", "rulebook"), list(product(CASES_OF_READINGS, rulebook_names()))[::9])
def test_a_case_of_the_readings_comes_out_as_expected(title: str, rulebook: str) -> None:
    assert list(disagreeing_of_readings(title, rulebook)) == []


@pytest.mark.slow
@pytest.mark.parametrize("title", CASES_OF_READINGS)
def test_a_case_of_the_readings_comes_out_as_expected_under_every_rulebook(title: str) -> None:
    for rulebook in rulebook_names():
        assert list(disagreeing_of_readings(title, rulebook)) == [], rulebook


def disagreeing_of_readings(title: str, rulebook: str) -> Iterator[Readings]:
    case = CASES_OF_READINGS[title]
    rows = [row["readings"] for row in case["expected"] if row["rulebook"] == rulebook]
    if title.startswith("random"):
        rows += [readings for readings in changes(rulebook) if rows and came_later(rulebook, readings)]
    return disagreeing(case, load_scenario(case["scenario"]), rulebook, rows)
