"""What a file expects against what came out; every answer here is written by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pyrules.engine.expectations import check_expectations
from pyrules.model.result import (
    AttackResult,
    Attempt,
    Citation,
    Evaluation,
    FeatureState,
    Loss,
    Outcome,
    RefusedStep,
    RollResult,
    State,
)
from pyrules.model.scenario import Expectation

GAIN = Citation("517.1", "a larger number replaces a smaller one")


def attempt(performed: bool, by: Any = "event") -> Attempt:
    return Attempt(
        kind="gain", card="vail", feature="Броня", value=2, by=by, performed=performed, clause=GAIN, reason="a reason"
    )


def state(after: int = 0, features: Mapping[str, FeatureState] | None = None, **others: Any) -> State:
    return State(after, None, {}, {"vail": features or {}}, {"vail": {"movement": 1}}, **others)


def evaluation(*outcomes: tuple[State, ...], rulebook: str = "r2") -> Evaluation:
    verdict: Any = {0: "paradox", 1: "determined"}.get(len(outcomes), "undetermined")
    return Evaluation("vail.yaml", "Vail", rulebook, "", {}, verdict, tuple(map(Outcome, outcomes)))


ARMOUR = {"Броня": FeatureState(-2, 0, "printed"), "Магия крови": FeatureState(None, None, "acquired")}


def answers(expectation: Expectation, answer: Evaluation) -> list[tuple[str, str, str, bool]]:
    return [(each.subject, each.expected, each.got, each.holds) for each in check_expectations([expectation], answer)]


@pytest.mark.parametrize(
    ("name", "wanted", "got", "holds"),
    [
        ("Броня", -2, "-2", True),
        ("Броня", 0, "-2", False),
        ("Броня", "present", "-2", True),
        ("Броня", "absent", "-2", False),
        ("Магия крови", "present", "present", True),
        ("Магия крови", 1, "present", False),
        ("Стойкость", "absent", "absent", True),
        ("Стойкость", "present", "absent", False),
        ("movement", 1, "1", True),
        ("movement", 2, "1", False),
    ],
)
def test_what_a_card_has(name: str, wanted: int | str, got: str, holds: bool) -> None:
    expectation = Expectation(after=0, cards={"vail": {name: wanted}})
    assert answers(expectation, evaluation((state(features=ARMOUR),))) == [
        (f"after 0, {name} of vail", str(wanted), got, holds)
    ]


@pytest.mark.parametrize(
    ("name", "wanted", "expected", "got", "holds"),
    [
        ("Броня", {"value": -2, "effective": 0}, "value -2, effective 0", "value -2, effective 0", True),
        ("Броня", {"origin": "acquired"}, "origin acquired", "origin printed", False),
        ("Броня", {"suppressed": "none"}, "suppressed none", "suppressed none", True),
        (
            "Броня",
            {"suppressed": 1, "modifiers": 0},
            "suppressed 1, modifiers 0",
            "suppressed none, modifiers 0",
            False,
        ),
        ("Магия крови", {"value": "none", "origin": "acquired"}, *["value none, origin acquired"] * 2, True),
        ("Стойкость", {"value": 1}, "value 1", "absent", False),
    ],
)
def test_parts_of_a_feature(name: str, wanted: dict[str, object], expected: str, got: str, holds: bool) -> None:
    expectation = Expectation(after=0, cards={"vail": {name: wanted}})
    assert answers(expectation, evaluation((state(features=ARMOUR),))) == [
        (f"after 0, {name} of vail", expected, got, holds)
    ]


def test_a_card_that_has_nothing_has_no_feature() -> None:
    expectation = Expectation(after=0, cards={"bokor": {"Броня": "absent", "life": "absent"}})
    assert [each.holds for each in check_expectations([expectation], evaluation((state(),)))] == [True, True]


@pytest.mark.parametrize(
    ("attempts", "got", "holds"),
    [
        ((attempt(False), attempt(True, "aura")), "not performed", True),
        ((attempt(True), attempt(False, "aura")), "performed", False),
        ((attempt(False, "aura"),), "no action", False),
    ],
)
def test_performed_speaks_of_the_event_and_not_of_auras(attempts: tuple[Attempt, ...], got: str, holds: bool) -> None:
    answer = evaluation((state(), state(1, attempts=attempts)))
    assert answers(Expectation(after=1, performed=False), answer) == [("after 1, action", "not performed", got, holds)]


def test_attempts_of_any_origin_are_compared_in_any_order_and_in_full() -> None:
    tried = (attempt(False), attempt(True, "aura"), attempt(False, "printed"))
    answer = evaluation((state(), state(1, attempts=tried)))
    refused, performed = ("vail", "Броня", "refused"), ("vail", "Броня", "performed")
    words = "Броня on vail performed, Броня on vail refused, Броня on vail refused"
    assert answers(Expectation(after=1, attempts=(refused, performed, refused)), answer) == [
        ("after 1, attempts", words, words, True)
    ]
    assert answers(Expectation(after=1, attempts=(refused, performed)), answer)[0][2:] == (words, False)
    assert answers(Expectation(after=0, attempts=()), answer) == [("after 0, attempts", "none", "none", True)]


def test_a_change_of_a_property_is_an_attempt() -> None:
    adjusted = replace(attempt(True), kind="adjust", card="vail", feature=None, property="movement", value=-1)
    expectation = Expectation(after=0, attempts=(("vail", "movement", "performed"),))
    assert answers(expectation, evaluation((state(attempts=(adjusted,)),)))[0][3]


def test_what_is_expected_under_readings_is_held_against_the_answer_under_these() -> None:
    as_it_is, other = evaluation((state(features=ARMOUR),)), evaluation((state(),))
    as_it_is, other = replace(as_it_is, readings={"a": "x", "b": "y"}), replace(other, readings={"a": "z", "b": "y"})
    plain = Expectation(after=0, cards={"vail": {"Броня": -2}})
    absent = Expectation(after=0, cards={"vail": {"Броня": "absent"}}, under={"a": "z"})
    both = [(each.subject, each.holds) for each in check_expectations([absent, plain], as_it_is, other)]
    assert both == [("after 0, Броня of vail with a=z", True), ("after 0, Броня of vail", True)]
    assert [each.under for each in check_expectations([absent, plain], other)] == [("a=z",), ()]
    assert [each.under for each in check_expectations([absent, plain], as_it_is)] == [()]


def test_losses_are_compared_as_a_set_and_in_full() -> None:
    lost = (Loss("vail", "Броня", "lapsed"), Loss("bokor", "Броня", "stripped"))
    answer = evaluation((state(losses=lost),))
    both = (("vail", "Броня", "lapsed"), ("bokor", "Броня", "stripped"))
    words = "Броня of bokor stripped, Броня of vail lapsed"
    assert answers(Expectation(after=0, losses=both), answer) == [("after 0, losses", words, words, True)]
    assert answers(Expectation(after=0, losses=both[:1]), answer) == [
        ("after 0, losses", "Броня of vail lapsed", words, False)
    ]
    assert answers(Expectation(after=0, losses=()), answer) == [("after 0, losses", "none", words, False)]


def test_results_of_a_roll_are_compared_as_a_set() -> None:
    answer = evaluation((state(roll=RollResult((2, 5), 2, 5, True, True)),))
    assert answers(Expectation(after=0, roll={"results": (5, 2)}), answer) == [
        ("after 0, results of the roll", "2 or 5", "2 or 5", True)
    ]
    assert answers(Expectation(after=0, roll={"results": (2,)}), answer)[0][2:] == ("2 or 5", False)
    assert answers(Expectation(after=0, roll={"results": (2,)}), evaluation((state(),)))[0][2:] == ("no roll", False)


def test_each_key_of_a_roll_is_a_check() -> None:
    refused = RefusedStep(3, Citation("518.1", "too late"), "nothing may be declared")
    answer = evaluation((state(roll=RollResult((2, 5), None, 2, False, True, (refused,))),))
    wanted = {"results": (5, 2), "high": 5, "low": 2, "determined": False, "legal": False, "refused": ()}
    assert answers(Expectation(after=0, roll=wanted), answer) == [
        ("after 0, results of the roll", "2 or 5", "2 or 5", True),
        ("after 0, high of the roll", "5", "none", False),
        ("after 0, low of the roll", "2", "2", True),
        ("after 0, determined of the roll", "false", "false", True),
        ("after 0, legal of the roll", "false", "true", False),
        ("after 0, refused steps of the roll", "none", "3", False),
    ]
    assert answers(Expectation(after=0, roll={"refused": ()}), evaluation((state(),)))[0][2:] == ("no roll", False)


def test_each_key_of_an_attack_is_a_check() -> None:
    attack = AttackResult("sudden", "fast", False, Citation("515.1", "no defender"), False, False, 3, 4)
    wanted = {"damage": 4, "legal": True, "clause": "515.1"}
    assert answers(Expectation(after=0, attack=wanted), evaluation((state(attack=attack),))) == [
        ("after 0, damage of the attack", "4", "4", True),
        ("after 0, legal of the attack", "true", "false", False),
        ("after 0, clause of the attack", "515.1", "515.1", True),
    ]
    assert answers(Expectation(after=0, attack={"damage": 4}), evaluation((state(),)))[0][2:] == ("no attack", False)


@pytest.mark.parametrize(("number", "holds"), [(0, False), (1, False), (2, True), (3, False)])
def test_outcomes_are_counted(number: int, holds: bool) -> None:
    answer = evaluation((state(),), (state(),))
    assert answers(Expectation(outcomes=number), answer) == [("outcomes", str(number), "2", holds)]


def test_what_is_said_of_a_state_holds_in_every_outcome() -> None:
    expectation = Expectation(after=0, cards={"vail": {"Броня": -2}})
    bare, armoured = (state(),), (state(features=ARMOUR),)
    assert answers(expectation, evaluation(armoured, armoured))[0][2:] == ("-2", True)
    assert answers(expectation, evaluation(armoured, bare))[0][2:] == ("-2 in outcome 1, absent in outcome 2", False)


def test_nothing_holds_of_a_state_in_a_paradox() -> None:
    expectation = Expectation(after=0, cards={"vail": {"Броня": "absent"}}, outcomes=0)
    assert answers(expectation, evaluation()) == [
        ("outcomes", "0", "0", True),
        ("after 0, Броня of vail", "absent", "no outcome (paradox)", False),
    ]


def test_an_expectation_concerns_the_rulebooks_that_it_names() -> None:
    expectation = Expectation(after=0, cards={"vail": {"Броня": "absent"}}, rulebooks=("r2", "r3"), line=7)
    assert [each.line for each in check_expectations([expectation], evaluation((state(),), rulebook="r3"))] == [7]
    assert check_expectations([expectation], evaluation((state(),), rulebook="r4")) == ()
