"""Every kind of difference: natural names, headings in words, many scenarios in one program. Worked out by hand."""

from __future__ import annotations

import pytest

from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.kinds import all_kinds
from pyrules.analysis.search.natural_names import natural
from pyrules.analysis.search.random_scenarios import simpler
from pyrules.analysis.search.together import unlike
from pyrules.analysis.search.topics import Sides
from pyrules.language import speaking
from pyrules.model.scenario import (
    Attack,
    Card,
    Declaration,
    Event,
    Flag,
    Gain,
    Has,
    Lose,
    Not,
    PrintedFeature,
    PrintedModifier,
    Scenario,
    Stop,
)
from pyrules.report.diff.heading import heading
from pyrules.rulebook.open import load_rulebook

COVERED = Scenario(
    title="",
    cards={"one": Card(printed=(PrintedFeature("A", 1),))},
    conditions=("h",),
    events=(Event(Gain("one", "A", 2, Flag("h"))), Event(Stop("h"))),
)
"""A printed 1 is covered by a 2, which lapses: the 1 was suppressed in r4, and returns; in r2 it was replaced."""


def witness(scenario: Scenario, left: str, right: str) -> Disagreement:
    found = Sides(load_rulebook(left), load_rulebook(right), Bound()).witness(scenario, ("value", "losses"))
    assert found is not None
    return found


@pytest.mark.parametrize(("language", "card", "feature"), [("en", "Vail", "Armour"), ("ru", "Вайл", "Броня")])
def test_a_witness_speaks_as_the_rulebook_does(language: str, card: str, feature: str) -> None:
    with speaking(language):
        named = natural(COVERED)
    assert named.cards == {card: Card(printed=(PrintedFeature(feature, 1),))}
    assert natural(named) == named


def test_a_feature_is_called_after_what_it_does() -> None:
    scenario = Scenario(
        title="",
        cards={"one": Card(printed=(PrintedFeature("A", 1), PrintedFeature("B"))), "two": Card()},
        features={"A": Declaration("incoming_attack")},
        events=(Event(Attack("slow", "two", "one", 1)),),
    )
    printed = natural(scenario).cards["Vail"].printed
    assert printed == (PrintedFeature("Vulnerability", 1), PrintedFeature("Blood magic"))


def test_a_heading_says_what_differs() -> None:
    said = "When a condition no longer holds, the feature is there in r4 alone"
    assert heading(witness(COVERED, "r2", "r4")) == f"{said}: a printed feature returns (r4)."


def test_a_heading_is_said_in_russian() -> None:
    with speaking("ru"):
        said = heading(witness(COVERED, "r2", "r4"))
    assert said.startswith("Когда условие перестаёт быть верным, особенность есть только в r4")


def test_simpler_is_unconditional_nearer_to_0_or_behind_its_feature() -> None:
    modifier, feature = PrintedModifier("A", -2, Flag("h")), PrintedFeature("A", 1)
    scenario = Scenario(title="", cards={"one": Card(printed=(modifier, feature))}, events=(Event(Lose("one", "A")),))
    assert [each.cards["one"].printed for each in simpler(scenario)] == [
        (PrintedModifier("A", -2), feature),
        (PrintedModifier("A", -1, Flag("h")), feature),
        (feature, modifier),
    ]


def test_many_scenarios_are_compared_in_one_program() -> None:
    """A rests on B, and B on there being no A: r3 lets printed ones stay that were got, r4 settles on nothing."""
    loop = (PrintedFeature("A", 1, Has("one", "B")), PrintedFeature("B", 1, Not(Has("one", "A"))))
    plain = (PrintedFeature("A", 1), PrintedFeature("B", 1, Has("one", "A")))
    scenarios = [Scenario(title="", cards={"one": Card(printed=printed)}) for printed in (plain, loop)]
    assert unlike(scenarios, load_rulebook("r3"), load_rulebook("r4")) == (scenarios[1],)


def test_the_kinds_of_two_readings_tell_of_their_topics() -> None:
    """What replaces is a loss under one reading alone; no roll, attack or property comes of it."""
    left, right = load_rulebook("r2"), load_rulebook("r2", {"replacement-loss": "loss"})
    found = all_kinds(left, right, Bound(events=1, max_value=2, printed=1, conditions=0))
    assert (found.verdict, found.not_covered, found.none_left_up_to) == ("different", (), 1)
    assert {each.what for kind in found.kinds for each in kind.witness.differences} == {"losses"}
