"""All rolls within a bound: what they are, what is found among them, and when nothing can be said."""

from __future__ import annotations

from pathlib import Path

import pytest
from edit_files import made

from pyrules.analysis.search.apart import are_apart
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.find import find_difference
from pyrules.analysis.search.rolls import GIVEN, Rolls
from pyrules.analysis.search.topics import Sides, rolls_of_every_sort
from pyrules.errors import NotDecided
from pyrules.model.scenario import Roll, RollModifier
from pyrules.rulebook.open import load_rulebook

ADD = 'clauses: [{add: "518.9", gist: mine, modules: [mine.lp]}]\n'


def test_a_clamp_after_all_is_shown_by_a_roll_that_is_set() -> None:
    left, right = load_rulebook("r4"), load_rulebook("r4", {"clamp-order": "after-all"})
    found = find_difference(left, right, Bound())
    assert (found.verdict, found.method, found.not_covered) == ("different", "enumeration", ())
    assert found.shown is not None
    assert found.shown.proved
    (event,) = found.shown.scenario.events
    # 0 is the least number that a clamp changes: under one reading the roll is 0, under the other 1
    assert isinstance(event.happening, Roll)
    assert event.happening.steps == (RollModifier("Vail", "set", 0),)
    assert [each.what for each in found.shown.differences] == ["roll"]


def test_the_rules_of_named_features_are_not_searched_where_they_are_the_same() -> None:
    left, right = load_rulebook("r4"), load_rulebook("r4", {"clamp-order": "after-all"})
    found = find_difference(left, right, Bound(observe=("losses", "attack")))
    assert (found.method, found.any_length, found.topics) == ("same rules", True, ())


@pytest.mark.parametrize("book", ["r1", "r4"])
def test_rules_of_dice_speak_of_one_roll_each(book: str) -> None:
    rulebook = load_rulebook(book)
    assert are_apart(Rolls(rulebook, rulebook, Bound()).rules, GIVEN)


@pytest.mark.parametrize(
    "rule",
    [
        "roll_refused(I,1,mine,T) :- on_stack(I,T), on_stack(I',T), I < I'.",
        "roll_refused(I,1,mine,T) :- on_stack(I,T), 2 = #count { I' : roll(I',C,X) }.",
        "{ roll_refused(I,1,mine,T) } :- on_stack(I,T).",
        ":- on_stack(I,T), strike_table(I).",
        "odd(T) :- on_stack(I,T). roll_refused(I,1,mine,T) :- on_stack(I,T), odd(T).",
    ],
)
def test_where_rolls_have_a_say_in_one_another_nothing_is_said(tmp_path: Path, rule: str) -> None:
    other = made(tmp_path, ADD, {"mine.lp": f"% A rule.\n{rule}\n"})
    with pytest.raises(NotDecided, match="relates several rolls"):
        Rolls(load_rulebook("r4"), other, Bound()).smallest(Clock(60.0), lambda _: True)


def test_a_departed_card_has_its_departure(tmp_path: Path) -> None:
    edit = made(tmp_path, "clauses: [{drop: D-16, only: [departed_roller]}]\n")
    assert edit.edits
    scenario = Rolls(load_rulebook("r4"), edit, Bound()).smallest(Clock(60.0), lambda _: True)
    assert scenario is not None
    assert [type(event.happening).__name__ for event in scenario.events] == ["Depart", "Roll"]


@pytest.mark.slow
def test_every_kind_of_difference_in_dice_is_told() -> None:
    """Of two additions by one name r1 counts the stronger one, r4 both; that is no matter of what features add."""
    sides = Sides(load_rulebook("r1"), load_rulebook("r4"), Bound())
    rolls = [shown.scenario.events[-1].happening for shown in rolls_of_every_sort(sides, Clock(300.0))]
    steps = [roll.steps for roll in rolls if isinstance(roll, Roll)]
    assert any(
        len(each) == 2 and all(isinstance(step, RollModifier) and step.operation == "add" for step in each)
        for each in steps
    )
    assert len({len(each) for each in steps}) > 1
