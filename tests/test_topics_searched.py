"""Topics beside the named features: attacks, properties, boosts, auras, conditions that ask for features."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from edit_files import made

from pyrules.analysis.search.asking import asking
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.deepening import Deepening
from pyrules.analysis.search.find import find_difference
from pyrules.analysis.search.kinds import all_kinds
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.scope import not_covered
from pyrules.analysis.search.topics import BOUNDS, WITH, Sides, left_out, of_topic, with_roll
from pyrules.model.scenario import Adjust, Attack, Card, Declaration, Gain, PrintedFeature, Roll, Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER

SMALL = Bound(printed=0, conditions=0, events=1, max_value=1)


def searched(topic: str, left: Rulebook, right: Rulebook) -> Scenario | None:
    """The scenario that shows the difference in a topic; None where all agree."""
    found = of_topic(topic, Sides(left, right, SMALL), Clock(120.0))
    assert found.verdict != "undetermined", found.note
    assert found.shown is None or found.shown.proved
    return None if found.shown is None else found.shown.scenario


@pytest.mark.slow
def test_a_vulnerability_in_the_magnitude_is_shown_by_one_attack() -> None:
    """r3 counts it after the magnitude, r4 in it: by the attack on a card that has it, and by nothing smaller."""
    scenario = searched("attack", load_rulebook("r3"), load_rulebook("r4"))
    assert scenario is not None
    (event,) = scenario.events
    assert isinstance(event.happening, Attack)
    (declared,) = scenario.features.values()
    assert declared.modifies == "incoming_attack"
    assert len(scenario.cards[event.happening.on].printed) == 1


def test_a_property_below_zero_is_shown_by_one_adjustment(tmp_path: Path) -> None:
    edit = made(
        tmp_path, "clauses: [{replace: '517.2', only: [no_less_than_zero], modules: [sum.lp]}]\n", {"sum.lp": SUM}
    )
    scenario = searched("properties", load_rulebook("r4"), edit)
    assert scenario is not None
    (card,) = scenario.cards.values()
    # 1 and -2 come to -1: by an event or by what is there at the start
    assert card.properties == {"movement": 1}
    assert len(scenario.events) + len(scenario.auras) + len(card.printed) >= 1
    assert all(isinstance(event.happening, Adjust) for event in scenario.events)


SUM = """\
% A property comes to whatever the modifiers make of it.

% A property comes to its base number and all that applies to it.
property_value(C,P,N+S,T) :- property(C,P,N), in_play(C,T), S = #sum { Y,F,J : applies(property(C,P),F,J,Y,T) }.
"""


@pytest.fixture
def fights_at_any_time(tmp_path: Path) -> Rulebook:
    """The target fights wherever nothing keeps it out; that it does not is said in the attack's own micro-step."""
    said = (FOLDER / "clauses" / "attack" / "attack_in_general.lp").read_text(encoding="utf-8")
    before = "target_fights(I,T) :- happens(I,T), attack(I,A,C,D,N), not kept_out(I,T)."
    assert before in said
    after = said.replace(before, before.replace("happens(I,T)", "step(T)"))
    manifest = "clauses: [{replace: D-13, only: [attack_in_general], modules: [mine.lp]}]\n"
    return made(tmp_path, manifest, {"mine.lp": after})


def test_what_is_said_of_one_attack_at_other_times_is_nothing(fights_at_any_time: Rulebook) -> None:
    (bound,) = BOUNDS["attack"]
    program = Program((load_rulebook("r4"), fights_at_any_time), replace(bound, events=1), topic="attack")
    assert list(Deepening(program, Clock(120.0), lambda _: True).levels()) == [None, None]


@pytest.mark.slow
def test_what_is_said_of_an_attack_at_other_times_is_nothing(fights_at_any_time: Rulebook) -> None:
    found = find_difference(load_rulebook("r4"), fights_at_any_time, SMALL)
    assert (found.verdict, found.shown, found.not_covered) == ("equivalent-within-bound", None, ())
    assert [each.topic for each in found.topics] == ["attack"]


def test_boosts_are_seen_where_they_no_longer_count(tmp_path: Path) -> None:
    edit = made(
        tmp_path,
        "clauses: [{replace: '517', only: [effects_are_modified], modules: [unmodified.lp]}]\n",
        {"unmodified.lp": "% Boosts count for nothing.\n\n% A gain is as large as it says.\nidle(E) :- amount(E,X).\n"},
    )
    scenario = searched("boosts", load_rulebook("r4"), edit)
    assert scenario is not None
    (event,) = scenario.events
    assert isinstance(event.happening, Gain)
    assert len(event.happening.boosts) == 1


def test_rolls_show_how_a_feature_works() -> None:
    scenario = searched("dice", load_rulebook("r4"), load_rulebook("r4", {"negative-feature": "zero"}))
    assert scenario is not None
    assert isinstance(scenario.events[-1].happening, Roll)


def test_a_roll_is_put_to_the_end() -> None:
    scenario = Scenario(title="", cards={"one": Card(printed=(PrintedFeature("A", 1),))})
    rolled = with_roll(scenario)
    assert rolled.features == {"A": Declaration("roll")}
    assert rolled.cards["one"].player is not None


def test_what_asks_for_a_feature_is_small_and_asks() -> None:
    scenarios = asking()
    assert len(set(map(repr, scenarios))) == len(scenarios)
    assert all(len(each.events) <= 1 for each in scenarios)
    assert len(scenarios[0].events) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("left", "right"), [("r1", "r2"), ("r1", "r3"), ("r1", "r4"), ("r2", "r3"), ("r2", "r4"), ("r3", "r4")]
)
def test_nothing_in_which_two_revisions_differ_is_left_out(left: str, right: str) -> None:
    found = all_kinds(load_rulebook(left), load_rulebook(right), Bound(events=0))
    assert found.not_covered == ()


@pytest.mark.parametrize("left", ["r1", "r2", "r3"])
def test_topics_cover_what_revisions_differ_in(left: str) -> None:
    assert not_covered(load_rulebook(left), load_rulebook("r4"), Bound(), WITH) == ()


def test_a_topic_without_proper_answers_is_not_decided(tmp_path: Path) -> None:
    """Without the clause that gives a property its number it has none."""
    edit = made(tmp_path, "clauses: [{drop: '517.2'}]\n")
    sides = Sides(load_rulebook("r4"), edit, SMALL)
    found = of_topic("properties", sides, Clock(120.0))
    assert (found.verdict, found.shown) == ("undetermined", None)
    assert "properties" in left_out(sides, [found])
    assert "property_value" in found.note
