"""Settling (decision D-6): the worked table, what holds itself up, what has no cause but itself, and how it is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pyrules.engine.evaluate import evaluate
from pyrules.model.result import Evaluation
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario, load_text

Numbers = dict[str, dict[str, int | None]]


def answer(name: str, readings: dict[str, str] | None = None, **data: Any) -> Evaluation:
    return evaluate(load_scenario({"title": "settling", **data}), load_rulebook(name, readings))


def outcomes(evaluation: Evaluation) -> list[list[Numbers]]:
    """For each outcome the states as card -> feature -> value."""
    return [
        [
            {card: {name: it.value for name, it in features.items()} for card, features in state.features.items()}
            for state in outcome.states
        ]
        for outcome in evaluation.outcomes
    ]


def printing(*features: dict[str, Any]) -> dict[str, Any]:
    return {"c": {"features": list(features)}}


def has(feature: str, card: str = "c") -> dict[str, Any]:
    return {"has": [card, feature]}


def at_least(number: int, feature: str = "A", card: str = "c") -> dict[str, Any]:
    return {"at_least": [card, feature, number]}


def gain(feature: str, condition: Any = None) -> dict[str, Any]:
    return {"gain": {"card": "c", "feature": feature, **({} if condition is None else {"while": condition})}}


def modify(by: int, condition: Any = None) -> dict[str, Any]:
    return {"modify": {"card": "c", "feature": "A", "by": by, **({} if condition is None else {"while": condition})}}


def lose(feature: str) -> dict[str, Any]:
    return {"lose": {"card": "c", "feature": feature}}


# --- the table --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", rulebook_names())
def test_what_only_itself_would_wake_stays_away(name: str) -> None:
    given = answer(name, cards=printing({"name": "A", "value": 1, "while": has("A")}))
    assert (given.verdict, outcomes(given)) == ("determined", [[{}]])


@pytest.mark.parametrize("name", rulebook_names())
@pytest.mark.parametrize("value", [{"value": 1}, {}])
def test_what_goes_because_it_is_there_is_a_paradox(name: str, value: dict[str, int]) -> None:
    given = answer(name, cards=printing({"name": "A", **value, "while": {"not": has("A")}}))
    assert (given.verdict, given.outcomes) == ("paradox", ())
    assert given.loop is not None
    assert (given.loop.after, given.loop.conditions) == (0, ("c has A",))


EACH_WHILE_THE_OTHER_HAS_NONE: dict[str, Any] = {
    "cards": {
        "c": {"features": [{"name": "A", "value": 1, "while": {"not": has("A", "d")}}]},
        "d": {"features": [{"name": "A", "value": 1, "while": {"not": has("A", "c")}}]},
    },
    "events": [{"start": "hill"}, {"stop": "hill"}, gain("B 1")],
}


@pytest.mark.parametrize("name", ["r1", "r4"])
def test_what_excludes_each_other_is_undetermined_and_stays_as_it_fell(name: str) -> None:
    given = answer(name, **EACH_WHILE_THE_OTHER_HAS_NONE)
    assert given.verdict == "undetermined"
    assert sorted(outcomes(given), key=repr) == [
        [{"c": {"A": 1}}] * 3 + [{"c": {"A": 1, "B": 1}}],
        [{"d": {"A": 1}}] * 3 + [{"d": {"A": 1}, "c": {"B": 1}}],
    ]


@pytest.mark.parametrize("reading", ["raw", "zero"])
def test_at_least_0_excludes_as_having_does_and_what_never_settled_is_not_lost(reading: str) -> None:
    cards = {
        "c": {"features": [{"name": "A", "value": 1, "while": {"not": at_least(0, "A", "d")}}]},
        "d": {"features": [{"name": "A", "value": 1, "while": {"not": at_least(0, "A", "c")}}]},
    }
    given = answer("r4", {"negative-feature": reading}, cards=cards)
    assert sorted(outcomes(given), key=repr) == [[{"c": {"A": 1}}], [{"d": {"A": 1}}]]
    assert [state.losses for outcome in given.outcomes for state in outcome.states] == [(), ()]


@pytest.mark.parametrize("name", ["r2", "r3"])
def test_attempts_come_one_after_another_so_the_first_card_has_it(name: str) -> None:
    given = answer(name, **EACH_WHILE_THE_OTHER_HAS_NONE)
    assert outcomes(given) == [[{"c": {"A": 1}}] * 3 + [{"c": {"A": 1, "B": 1}}]]


EACH_HOLDS_THE_OTHER_UP = [gain("A 1"), gain("B 1", has("A")), gain("A 2", has("B"))]


@pytest.mark.parametrize("name", rulebook_names())
def test_what_stands_together_goes_on_standing(name: str) -> None:
    given = answer(name, cards={"c": {}}, events=[*EACH_HOLDS_THE_OTHER_UP, {"start": "hill"}])
    assert outcomes(given) == [[{}, {"c": {"A": 1}}, {"c": {"A": 1, "B": 1}}, *[{"c": {"A": 2, "B": 1}}] * 2]]


@pytest.mark.parametrize(("name", "left"), [("r1", {"c": {"A": 1}}), ("r2", {}), ("r3", {}), ("r4", {})])
def test_what_stood_together_falls_together(name: str, left: Numbers) -> None:
    given = answer(name, cards={"c": {}}, events=[*EACH_HOLDS_THE_OTHER_UP, lose("B")])
    assert [states[-1] for states in outcomes(given)] == [left]


WEAK_WHILE_NOT_STRONG: dict[str, Any] = {
    "cards": printing({"name": "A", "value": 2, "while": {"not": at_least(3)}}),
    "conditions": ["h"],
    "events": [gain("A 3"), modify(1, "h"), lose("A")],
}


def test_a_modifier_that_lingers_lifts_what_wakes_to_what_puts_it_to_sleep() -> None:
    given = answer("r1", **WEAK_WHILE_NOT_STRONG)
    assert given.verdict == "paradox"
    assert given.loop is not None
    assert (given.loop.after, given.loop.conditions) == (3, ("A of c at least 3",))


def test_before_it_is_lost_all_is_well() -> None:
    given = answer("r1", **{**WEAK_WHILE_NOT_STRONG, "events": WEAK_WHILE_NOT_STRONG["events"][:2]})
    assert outcomes(given) == [[{"c": {"A": 2}}, {"c": {"A": 3}}, {"c": {"A": 4}}]]


@pytest.mark.parametrize(("name", "left"), [("r2", {"c": {"A": 2}}), ("r3", {"c": {"A": 2}}), ("r4", {})])
def test_a_new_attempt_brings_it_back_a_suppressed_one_is_lost(name: str, left: Numbers) -> None:
    given = answer(name, **WEAK_WHILE_NOT_STRONG)
    assert outcomes(given) == [[{"c": {"A": 2}}, {"c": {"A": 3}}, {"c": {"A": 4}}, left]]


def test_what_brings_it_back_is_the_printed_condition_turning_true_anew() -> None:
    state = answer("r2", **WEAK_WHILE_NOT_STRONG).outcomes[0].states[3]
    assert [(it.kind, it.by, it.performed) for it in state.attempts] == [
        ("lose", "event", True),
        ("gain", "printed", True),
    ]


THE_SUPPRESSOR_GOES: dict[str, Any] = {
    "cards": printing({"name": "A", "value": 1, "while": has("B")}),
    "conditions": ["s"],
    "events": [gain("A 2", "s"), gain("B", has("A")), {"stop": "s"}],
}


@pytest.mark.parametrize(
    ("name", "left"),
    [("r1", {"c": {"A": 1, "B": None}}), ("r2", {}), ("r3", {}), ("r4", {"c": {"A": 1, "B": None}})],
)
def test_what_was_suppressed_goes_on_and_does_not_wake_by_itself(name: str, left: Numbers) -> None:
    given = answer(name, **THE_SUPPRESSOR_GOES)
    assert outcomes(given) == [[{}, {"c": {"A": 2}}, {"c": {"A": 2, "B": None}}, left]]


@pytest.mark.parametrize(
    ("asked", "left"),
    [(at_least(1), {"c": {"A": 1, "B": None}}), (at_least(2), {})],
)
def test_it_upholds_what_the_number_of_its_suppressor_upheld_if_its_own_is_enough(asked: Any, left: Numbers) -> None:
    events = [gain("A 2", "s"), gain("B", asked), {"stop": "s"}]
    assert [states[-1] for states in outcomes(answer("r4", **{**THE_SUPPRESSOR_GOES, "events": events}))] == [left]


def test_it_does_not_go_on_when_its_own_condition_fails_for_another_reason() -> None:
    # B goes with what suppressed A: nothing is left for A to stand on.
    events = [gain("A 2", "s"), gain("B", "s"), {"stop": "s"}]
    assert outcomes(answer("r4", **{**THE_SUPPRESSOR_GOES, "events": events}))[0][-1] == {}


# --- no change rests on itself ----------------------------------------------------------------------------------


def test_a_suppressed_feature_does_not_return_by_its_own_return() -> None:
    # The acquired A would go if A were 5, and A would be 5 if it went.
    given = answer(
        "r4",
        cards=printing({"name": "A", "value": 5}),
        events=[gain("A 6", {"not": {"all": ["k", at_least(5)]}}), modify(-4), {"start": "k"}],
    )
    assert outcomes(given) == [[{"c": {"A": 5}}, {"c": {"A": 6}}, {"c": {"A": 2}}, {"c": {"A": 2}}]]


def test_a_printed_feature_does_not_wake_by_what_its_waking_takes_away() -> None:
    # The printed 3 would outgrow the acquired 2 without the modifier, which would go if A were 3.
    given = answer(
        "r4",
        cards=printing({"name": "A", "value": 3, "while": "h"}),
        conditions=["k"],
        events=[gain("A 2"), modify(2, "k"), modify(2, at_least(4)), {"stop": "k"}, {"start": "h"}],
    )
    assert [states[-2:] for states in outcomes(given)] == [[{"c": {"A": 4}}, {"c": {"A": 4}}]]


def test_a_feature_of_larger_magnitude_does_not_go_by_what_its_going_uncovers() -> None:
    condition = {"any": [{"not": "h"}, {"not": at_least(1)}]}
    given = answer(
        "r1",
        {"strongest": "absolute"},
        cards={"c": {}},
        events=[gain("A 3"), gain("A -5", condition), {"start": "h"}],
    )
    assert outcomes(given) == [[{}, {"c": {"A": 3}}, {"c": {"A": -5}}, {"c": {"A": -5}}]]


@pytest.mark.parametrize("name", rulebook_names())
def test_what_was_never_in_a_settled_state_is_not_lost(name: str) -> None:
    # Gained at A 1 "while A is less than 2", the larger one makes its own condition fail.
    given = answer(name, cards={"c": {}}, events=[gain("A 1"), gain("A 2", {"not": at_least(2)})])
    if given.verdict == "determined":
        assert given.outcomes[0].states[-1].losses == ()


# --- how it is told ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", rulebook_names())
def test_the_loop_names_every_condition_in_it_and_no_other(name: str) -> None:
    # B is there while A is; A while B is not. C stands apart.
    given = answer(
        name,
        cards={"c": {}},
        auras=[
            {"to": "c", "gain": "C 1", "while": {"any": [has("D"), "hill"]}},
            {"to": "c", "gain": "B 1", "while": has("A")},
            {"to": "c", "gain": "A 1", "while": {"not": has("B")}},
        ],
        events=[{"start": "hill"}, {"start": "night"}],
    )
    assert given.verdict == "paradox"
    assert given.loop is not None
    assert given.loop.conditions == ("c has A", "c has B")
    assert given.loop.after == 1  # A came at the start, when B had been examined already


@pytest.mark.parametrize("name", rulebook_names())
def test_a_condition_that_the_loop_needs_but_that_is_certain_is_not_in_it(name: str) -> None:
    against_itself = {"all": [has("B"), {"not": has("A")}]}
    given = answer(
        name, cards=printing({"name": "B"}, {"name": "A", "value": 1, "while": against_itself}), events=[lose("B")]
    )
    assert given.loop is not None
    assert (given.loop.after, given.loop.conditions) == (0, ("c has A",))


@pytest.mark.parametrize("name", rulebook_names())
def test_two_loops_at_once_are_both_told(name: str) -> None:
    cards = {card: {"features": [{"name": "A", "value": 1, "while": {"not": has("A", card)}}]} for card in "cd"}
    given = answer(name, cards=cards)
    assert given.loop is not None
    told = ("c has A", "d has A") if name in ("r1", "r4") else ("c has A",)  # attempts come one after another
    assert given.loop.conditions == told


@pytest.mark.parametrize("name", rulebook_names())
def test_an_aura_against_itself_is_told_of_when(name: str) -> None:
    aura = {"to": "c", "gain": "A 1"}
    given = answer(name, cards={"c": {}}, auras=[{**aura, "while": {"not": has("A")}}])
    assert given.verdict == "paradox"
    assert given.loop is not None
    assert given.loop.advice is not None
    assert "`when` instead of `while`" in given.loop.advice
    meant = answer(name, cards={"c": {}}, auras=[{**aura, "when": {"not": has("A")}}])
    assert outcomes(meant) == [[{"c": {"A": 1}}]]


@pytest.mark.parametrize("name", rulebook_names())
def test_an_aura_outside_the_loop_is_told_nothing(name: str) -> None:
    given = answer(
        name,
        cards=printing({"name": "A", "value": 1, "while": {"not": has("A")}}),
        auras=[{"to": "c", "gain": "B 1", "while": {"any": ["hill", has("B")]}}],
        conditions=["hill"],
    )
    assert given.loop is not None
    assert given.loop.advice is None


def test_what_is_suppressed_goes_on_under_an_edit_that_words_suppression_anew() -> None:
    """Nothing but its own condition's failing stops what waits, and that does not fail by itself (D-6)."""
    text = """\
title: Пламя
cards: {duo: {features: [{name: Ember, value: 1, while: {has: [duo, Glow]}}]}}
conditions: [spark]
events:
  - gain: {card: duo, feature: Ember 2, while: spark}
  - gain: {card: duo, feature: Glow, while: {has: [duo, Ember]}}
  - stop: spark
"""
    edit = Path(__file__).parent.parent / "examples" / "edits" / "replaced-returns" / "returns.edit.yaml"
    (outcome,) = evaluate(load_text(text, ""), load_rulebook(str(edit))).outcomes
    assert {name: state.value for name, state in outcome.states[3].features["duo"].items()} == {
        "Ember": 1,
        "Glow": None,
    }
