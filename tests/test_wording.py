"""Conditions and events in words."""

from __future__ import annotations

import pytest

from pyrules.model import wording
from pyrules.model.scenario import (
    Adjacent,
    Adjust,
    AllOf,
    AnyOf,
    Approach,
    AtLeast,
    Attack,
    AttackModifier,
    Boost,
    Condition,
    Depart,
    Flag,
    Flip,
    Gain,
    Happening,
    Has,
    InPlay,
    Lose,
    Modify,
    Not,
    Reroll,
    Roll,
    RollModifier,
    Start,
    Stop,
    Top,
    Withdraw,
)

HILL, NIGHT, RAIN = Flag("hill"), Flag("night"), Flag("rain")


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (HILL, "hill"),
        (Adjacent("vail", "bokor"), "vail adjacent to bokor"),
        (InPlay("vail"), "vail in play"),
        (Has("vail", "Броня"), "vail has Броня"),
        (AtLeast("vail", "Броня", 2), "Броня of vail at least 2"),
        (Not(HILL), "not hill"),
        (Not(Adjacent("vail", "bokor")), "vail not adjacent to bokor"),
        (Not(InPlay("vail")), "vail not in play"),
        (Not(Has("vail", "Броня")), "vail has no Броня"),
        (Not(AtLeast("vail", "Броня", 2)), "Броня of vail not at least 2"),
        (Not(Not(HILL)), "not not hill"),
        (Not(AllOf((HILL, NIGHT))), "not (hill and night)"),
        (AllOf((HILL, Not(NIGHT))), "hill and not night"),
        (AnyOf((AllOf((HILL, NIGHT)), RAIN)), "(hill and night) or rain"),
        (AllOf((AnyOf((HILL,)), RAIN)), "hill and rain"),
        (AllOf(()), "always"),
        (AnyOf(()), "never"),
    ],
)
def test_a_condition_in_words(condition: Condition, words: str) -> None:
    assert wording.condition(condition) == words


@pytest.mark.parametrize(
    ("happening", "words"),
    [
        (Start("hill"), "start hill"),
        (Stop("hill"), "stop hill"),
        (Approach("vail", "bokor"), "approach vail and bokor"),
        (Withdraw("vail", "bokor"), "withdraw vail and bokor"),
        (Depart("vail"), "depart vail"),
        (Gain("vail", "Магия крови"), "gain Магия крови on vail"),
        (
            Gain("vail", "Отравление", 2, existence=HILL, source="bokor", boosts=(Boost("menhir", 1),)),
            "gain Отравление 2 on vail while hill from bokor, +1 by menhir",
        ),
        (Modify("vail", "Броня", -1, existence=HILL, source="bokor"), "modify Броня -1 on vail while hill from bokor"),
        (Lose("vail", "Броня"), "lose Броня on vail"),
        (Adjust("vail", "movement", 1, existence=HILL), "adjust movement +1 on vail while hill"),
        (
            Attack("sudden", "bokor", "vail", 3, defender="menhir", modifiers=(AttackModifier("bokor", 1, "Ярость"),)),
            "sudden attack 3 by bokor on vail, defender menhir, +1 by bokor (Ярость)",
        ),
        (
            Roll(
                "vail",
                4,
                strike_table=True,
                steps=(RollModifier("menhir", "add", 1), RollModifier("vail", "at_least", 3), Reroll(2), Flip(), Top()),
            ),
            "roll 4 by vail on the strike table, +1 by menhir, at least 3 by vail, reroll 2, flip, top",
        ),
    ],
)
def test_an_event_in_words(happening: Happening, words: str) -> None:
    assert wording.happening(happening) == words
