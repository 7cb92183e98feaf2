"""Readings together: what they say of each other, derived by hand from the clauses."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.engine.evaluate import evaluate
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.load import load_scenario

RETURNS, SAME = {"replaced-printed": "returns"}, {"owed-minus": "same-instance"}
OWED_WHILE_IT_WAITS: list[dict[str, Any]] = [
    {"modify": {"card": "c", "feature": "A", "by": 1, "while": "k"}},
    {"gain": {"card": "c", "feature": "A 5", "while": "h"}},
    {"stop": "k"},
    {"stop": "h"},
]


def values(name: str, readings: dict[str, str], printed: list[Any], events: list[dict[str, Any]]) -> list[int | None]:
    """The value of A on the card after each event, None where it has none; h and k hold at the start."""
    cards = {"c": {"features": printed}}
    scenario = load_scenario({"title": "readings", "cards": cards, "conditions": ["h", "k"], "events": events})
    (outcome,) = evaluate(scenario, load_rulebook(name, readings)).outcomes
    return [state.features["c"]["A"].value if "A" in state.features.get("c", {}) else None for state in outcome.states]


@pytest.mark.parametrize("name", ["r2", "r3"])
@pytest.mark.parametrize(
    ("readings", "expected"),
    [
        ({}, [1, 2, 5, 4, None]),  # the A 5 pays, and the printed one is gone
        (RETURNS, [1, 2, 5, 4, 2]),  # the A 5 pays, the printed one comes back as it was replaced
        (SAME, [1, 2, 5, 5, None]),  # what owed is gone
        ({**RETURNS, **SAME}, [1, 2, 5, 5, 1]),  # what waits pays its own debt
    ],
)
def test_what_waits_pays_its_own_debts_and_no_others(
    name: str, readings: dict[str, str], expected: list[int | None]
) -> None:
    assert values(name, readings, ["A 1"], OWED_WHILE_IT_WAITS) == expected


@pytest.mark.parametrize("name", ["r2", "r3"])
def test_debts_due_as_it_comes_back_are_paid_by_what_comes_back(name: str) -> None:
    # The +1 is put on the A 5, and falls due with the condition that takes it.
    events: list[dict[str, Any]] = [
        {"gain": {"card": "c", "feature": "A 5", "while": "h"}},
        {"modify": {"card": "c", "feature": "A", "by": 1, "while": "h"}},
        {"stop": "h"},
    ]
    assert values(name, RETURNS, ["A 2"], events) == [2, 5, 6, 1]
    assert values(name, {**RETURNS, **SAME}, ["A 2"], events) == [2, 5, 6, 2]


@pytest.mark.parametrize("name", ["r2", "r3"])
def test_a_printed_feature_that_attempts_itself_anew_takes_the_place_of_the_one_that_waits(name: str) -> None:
    # It waits at 4, then is printed anew over the A 3 that 5 has become, and goes with its condition: nothing is left.
    events: list[dict[str, Any]] = [
        {"modify": {"card": "c", "feature": "A", "by": -1}},
        {"gain": {"card": "c", "feature": "A 5"}},
        {"modify": {"card": "c", "feature": "A", "by": -2}},
        {"stop": "k"},
        {"start": "k"},
        {"stop": "k"},
    ]
    printed = [{"name": "A", "value": 5, "while": "k"}]
    assert values(name, RETURNS, printed, events) == [5, 4, 5, 3, 3, 5, None]


@pytest.mark.parametrize("name", ["r2", "r3"])
@pytest.mark.parametrize(
    ("readings", "expected"), [({}, [1, -2, 0, 2]), ({"negative-sum": "effective"}, [1, -2, 2, 4])]
)
def test_a_sum_starts_from_the_number_that_the_feature_works_with(
    name: str, readings: dict[str, str], expected: list[int | None]
) -> None:
    events: list[dict[str, Any]] = [{"modify": {"card": "c", "feature": "A", "by": by}} for by in (-3, 2, 2)]
    assert values(name, readings, ["A 1"], events) == expected


@pytest.mark.parametrize(
    ("readings", "expected"),
    [
        ({}, [3, 6]),  # +2 stands beside whatever applies: 1 + 2, then 4 + 2
        ({"printed-modifier": "unconditional"}, [3, 4]),  # the printed 1 has become 3, and 4 is larger
    ],
)
def test_a_printed_plus_without_condition_is_part_of_the_printed_number_or_stands_beside_it(
    readings: dict[str, str], expected: list[int | None]
) -> None:
    events: list[dict[str, Any]] = [{"gain": {"card": "c", "feature": "A 4"}}]
    assert values("r4", readings, ["A 1", {"modifier": "A", "by": 2}], events) == expected


@pytest.mark.parametrize("origin", ["keeps", "becomes-acquired"])
def test_the_printed_number_itself_is_changed_whatever_a_modification_does_to_the_origin(origin: str) -> None:
    readings = {"printed-modifier": "unconditional", "unconditional-origin": origin}
    events: list[dict[str, Any]] = [{"gain": {"card": "c", "feature": "A 9", "while": "h"}}, {"stop": "h"}]
    assert values("r4", readings, ["A 1", {"modifier": "A", "by": 2}], events) == [3, 9, 3]
