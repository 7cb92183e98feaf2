"""One clock: what an edit lets happen in an event is seen by an evaluation and by the search alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from clingo import Control

from pyrules.analysis.compare.differences import Observed
from pyrules.analysis.search import find
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.random_scenarios import drawn
from pyrules.asp import sandbox
from pyrules.asp.unroll import GIVEN_WITH_STEP
from pyrules.asp.worlds import BROKEN, WORLD, in_worlds
from pyrules.engine.evaluate import evaluate
from pyrules.engine.facts import facts, quoted
from pyrules.engine.timeline import timeline
from pyrules.errors import InputError
from pyrules.model.result import Outcome
from pyrules.model.scenario import Aura, Grant, Has, Scenario
from pyrules.model.size import size
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.load import load_text

EDITS = Path(__file__).parent / "data" / "edits"
SEEN: tuple[Observed, ...] = ("value", "effective", "losses")
SHORT = Bound(features=2, events=2, max_value=2, printed=1, auras=2, on_features=True, observe=SEEN)
"""One card and two features: the less room there is, the more collides."""
LONG = replace(SHORT, events=3, printed=2)
SCARRED = Aura("one", Grant("Rage", 1), existence=Has("one", "Scar"))
"""Sees what an edit gives and no event mentions."""
AT_ONCE = 100
"""So many scenarios stand in one program: with more the solver takes more than its share."""

SHOWN, SHOWN_IN_WORLDS = "#show left__seen/2.", "#show left__seen/3."

Sight = frozenset[str]
"""What one outcome shows, in the words of `rules_lp/search/observation/`."""


PATHS = {path.stem.removesuffix(".edit"): path for path in sorted(EDITS.glob("*/*.edit.yaml"))}


def edit(name: str) -> Rulebook:
    return load_rulebook(str(PATHS[name]))


# --- edits that change what an event can change -------------------------------------------------------


def values(text: str, name: str) -> list[dict[str, int | None]]:
    """The features of the one card that has any, after each event; the search must see the same."""
    scenario = load_text(text, "")
    assert seen_by_the_search(scenario, edit(name), SHORT) == shown_by_an_evaluation(scenario, edit(name))
    (outcome,) = evaluate(scenario, edit(name)).outcomes
    found = [{card: features for card, features in state.features.items() if features} for state in outcome.states]
    return [
        {feature: state.value for features in each.values() for feature, state in features.items()} for each in found
    ]


def test_an_aura_sees_what_a_rule_that_reads_an_event_takes() -> None:
    text = """\
title: A flag strips the card
cards: {b: {features: [Armour 2]}}
auras: [{to: b, gain: Rage 1, when: {not: {has: [b, Armour]}}}]
events: [{start: night}, {start: hill}]
"""
    assert values(text, "strip") == [{"Armour": 2}, {"Rage": 1}, {}]  # the second flag takes Rage as well


def test_an_aura_sees_what_a_rule_that_reads_a_loss_gives() -> None:
    text = """\
title: A loss leaves a scar
cards: {c: {features: [Armour 2]}}
auras: [{to: c, gain: Rage 1, while: {has: [c, Scar]}}]
events: [{lose: {card: c, feature: Armour}}]
"""
    assert values(text, "scar") == [{"Armour": 2}, {"Rage": 1, "Scar": 1}]


def test_an_aura_that_retries_does_so_whatever_its_condition_mentions() -> None:
    text = """\
title: The hill gives way
cards: {c: {}}
conditions: [near, hill]
auras: [{to: c, gain: Armour 2, while: near}]
events: [{gain: {card: c, feature: Armour 3, while: hill}}, {stop: near}, {start: near}, {stop: hill}]
"""
    assert values(text, "retries") == [{"Armour": 2}, {"Armour": 3}, {"Armour": 3}, {"Armour": 3}, {"Armour": 2}]


# --- evaluation and search ----------------------------------------------------------------------------


def shown_by_an_evaluation(scenario: Scenario, book: Rulebook) -> set[Sight]:
    """What each outcome of an evaluation shows."""
    return {frozenset(_shown(outcome)) for outcome in evaluate(scenario, book).outcomes}


def _shown(outcome: Outcome) -> Iterator[str]:
    for state in outcome.states:
        for card, features in state.features.items():
            for name, feature in features.items():
                about = f"{quoted(card)},{quoted(name)}"
                yield f"has({about}),{state.after}"
                if feature.value is not None:
                    yield f"value({about},{feature.value}),{state.after}"
                    yield f"effective({about},{feature.effective}),{state.after}"
        for loss in state.losses:
            yield f"loss({quoted(loss.card)},{quoted(loss.feature)},{loss.cause}),{state.after}"


class Given(Program):
    """The search's program, with the micro-steps that it always has, over what is given in place of all scenarios."""

    def __init__(self, book: Rulebook, bound: Bound, *given: str) -> None:
        super().__init__((book,), bound)
        self.given = given

    def scenarios(self) -> str:
        return "\n".join((*self.given, *(f"observes({what})." for what in SEEN)))

    def parts(self) -> Iterator[str]:
        yield self.start
        yield from map(self.event, range(1, self.bound.events + 1))


def given(scenario: Scenario) -> Iterator[str]:
    """The facts of a scenario without the micro-steps that an evaluation gives it."""
    for line in facts(scenario, timeline(scenario)).splitlines():
        if "(" in line and line.partition("(")[0] not in GIVEN_WITH_STEP:
            yield line


def seen_by_the_search(scenario: Scenario, book: Rulebook, bound: Bound) -> set[Sight]:
    """What each answer set of the search lets one see."""
    program = Given(book, replace(bound, events=len(scenario.events)), *given(scenario))
    return {frozenset(seen) for seen in sights("\n".join((*program.parts(), SHOWN)))}


def seen_in_worlds(scenarios: Sequence[Scenario], rules: str) -> list[Sight]:
    """What the search lets one see of each scenario, all in one program, each in a world of its own.

    None may be a paradox or undetermined: there has to be one answer set, and no other that shows something else.
    """
    facts_in_worlds = (
        fact.replace("(", f"({world},", 1) for world, scenario in enumerate(scenarios) for fact in given(scenario)
    )
    worlds = f"{WORLD}(0..{len(scenarios) - 1}). :- {BROKEN}(W)."
    (seen,) = sights("\n".join((rules, worlds, *facts_in_worlds, SHOWN_IN_WORLDS)))
    found: list[set[str]] = [set() for _ in scenarios]
    for each in seen:
        world, _, thing = each.partition(",")
        found[int(world)].add(thing)
    return list(map(frozenset, found))


def sights(program: str) -> Iterator[list[str]]:
    """What each answer set shows, as the arguments of atoms."""
    control = Control(["--warn=none", "--project=show", "--models=0"])
    control.add(program)
    control.ground()
    with control.solve(yield_=True) as found:
        for each in found:
            yield [",".join(map(str, atom.arguments)) for atom in each.symbols(shown=True)]


def two_numbers_of_one(seen: Sight) -> bool:
    """Whether a feature has two numbers after an event: an answer that an evaluation refuses."""
    numbered = [re.sub(r",-?\d+\)", ")", each) for each in seen if each.startswith("value(")]
    return len(numbered) > len(set(numbered))


def assert_agreement(book: Rulebook, bound: Bound, seeds: range) -> None:
    """Scenarios with one outcome are searched together, the others each by itself.

    Where an evaluation refuses what the edit's rules say, the search sees why.
    """
    scenarios = {seed: scarred(bound, seed) for seed in seeds}
    shown = {}
    with sandbox.limits(sandbox.Limits(seconds=600.0)):
        for seed, scenario in scenarios.items():
            try:
                shown[seed] = shown_by_an_evaluation(scenario, book)
            except InputError:
                assert any(map(two_numbers_of_one, seen_by_the_search(scenario, book, bound))), (seed, scenario)
    settled = [seed for seed in shown if len(shown[seed]) == 1]
    rules = in_worlds("\n".join(Given(book, bound).parts())).text
    for first in range(0, len(settled), AT_ONCE):
        some = settled[first : first + AT_ONCE]
        seen = seen_in_worlds([scenarios[seed] for seed in some], rules)
        for seed, each in zip(some, seen, strict=True):
            assert shown[seed] == {each}, (seed, scenarios[seed])
    for seed in sorted(set(shown).difference(settled)):
        assert shown[seed] == seen_by_the_search(scenarios[seed], book, bound), (seed, scenarios[seed])


def scarred(bound: Bound, seed: int) -> Scenario:
    scenario = drawn(replace(bound, auras=1), seed)
    return replace(scenario, auras=(*scenario.auras, SCARRED))


@pytest.mark.parametrize("name", list(PATHS)[::4])
def test_the_search_sees_what_an_evaluation_says_under_an_edit(name: str) -> None:
    scenario = scarred(SHORT, 0)
    assert seen_by_the_search(scenario, edit(name), SHORT) == shown_by_an_evaluation(scenario, edit(name))


def test_the_search_sees_what_an_evaluation_says_of_many_scenarios_at_once() -> None:
    assert_agreement(edit("strip"), SHORT, range(20))


@pytest.mark.slow
@pytest.mark.parametrize("name", PATHS)
def test_the_search_sees_what_an_evaluation_says_under_an_edit_in_many_scenarios(name: str) -> None:
    assert_agreement(edit(name), LONG, range(1000, 2000))


@pytest.mark.parametrize("name", ["late", "strip"])
def test_a_micro_step_in_the_search_takes_place_only_where_there_is_something_to_examine(name: str) -> None:
    for seed in range(1, 3):
        scenario = drawn(replace(SHORT, auras=seed % 2), seed)
        searched = seen_by_the_search(scenario, edit(name), replace(SHORT, printed=2, auras=2))
        assert searched == shown_by_an_evaluation(scenario, edit(name)), seed


@pytest.mark.slow
def test_the_smallest_difference_is_the_smallest_where_a_rule_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes a micro-step late comes in the same event if something is examined after it."""
    monkeypatch.setattr(find, "DRAWN", 0)
    bound = Bound(events=2, max_value=1, printed=1, conditions=0)
    found = find.find_difference(load_rulebook("r4"), edit("late"), bound, 60.0)
    assert found.witness is not None
    assert size(found.witness)[:3] == (1, 1, 0)
    none = find.find_difference(load_rulebook("r4"), edit("late"), replace(bound, events=1, printed=0), 60.0)
    assert (none.verdict, none.witness) == ("equivalent-within-bound", None)


def test_a_dozen_edits_are_looked_at() -> None:
    assert len(PATHS) >= 12
