"""One clock: what an edit lets happen in an event is seen by an evaluation and by the search alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from clingo import Control, Symbol

from pyrules.analysis.compare.differences import Observed
from pyrules.analysis.search import find
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.random_scenarios import drawn
from pyrules.asp.unroll import GIVEN_WITH_STEP
from pyrules.engine.evaluate import evaluate
from pyrules.engine.facts import facts, quoted
from pyrules.engine.timeline import timeline
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

SHOWN = "#show left__seen/2."

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


class OneScenario(Program):
    """The search's program, with the micro-steps that it always has, over one scenario in place of all."""

    def __init__(self, book: Rulebook, bound: Bound, scenario: Scenario) -> None:
        super().__init__((book,), bound)
        self.scenario = scenario

    def scenarios(self) -> str:
        """The scenario without the micro-steps that an evaluation gives it."""
        given = (
            line
            for line in facts(self.scenario, timeline(self.scenario)).splitlines()
            if line.partition("(")[0] not in GIVEN_WITH_STEP
        )
        return "\n".join((*given, *(f"observes({what})." for what in SEEN)))


def seen_by_the_search(scenario: Scenario, book: Rulebook, bound: Bound) -> set[Sight]:
    """What each answer set of the search lets one see."""
    program = OneScenario(book, bound, scenario)
    control = Control(["--warn=none", "--project=show", "--models=0"])
    control.add("\n".join((program.start, *map(program.event, range(1, len(scenario.events) + 1)), SHOWN)))
    control.ground()
    with control.solve(yield_=True) as found:
        return {frozenset(_argument_texts(each.symbols(shown=True))) for each in found}


def _argument_texts(atoms: Iterable[Symbol]) -> Iterator[str]:
    return (",".join(map(str, atom.arguments)) for atom in atoms)


def assert_agreement(book: Rulebook, bound: Bound, seeds: range) -> None:
    for seed in seeds:
        scenario = drawn(replace(bound, auras=1), seed)
        scenario = replace(scenario, auras=(*scenario.auras, SCARRED))
        assert seen_by_the_search(scenario, book, bound) == shown_by_an_evaluation(scenario, book), (seed, scenario)


@pytest.mark.parametrize("name", PATHS)
def test_the_search_sees_what_an_evaluation_says_under_an_edit(name: str) -> None:
    assert_agreement(edit(name), SHORT, range(1))


@pytest.mark.slow
@pytest.mark.parametrize("name", PATHS)
def test_the_search_sees_what_an_evaluation_says_under_an_edit_in_many_scenarios(name: str) -> None:
    assert_agreement(edit(name), LONG, range(1000, 2000))


@pytest.mark.parametrize("name", ["late", "strip"])
def test_a_micro_step_in_the_search_takes_place_only_where_there_is_something_to_examine(name: str) -> None:
    for seed in range(6):
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
