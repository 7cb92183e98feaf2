"""Scenarios drawn with all that a scenario may hold: each kind comes up, and all are such as a file may say."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from single_readings import changes

from pyrules.analysis.search import small_scenarios
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.wide_scenarios import drawn_wide
from pyrules.engine.evaluate import answer_sets
from pyrules.engine.instance import Instance
from pyrules.model.queries import conditions, parts
from pyrules.model.scenario import Adjust, Adjustment, Gain, Modify, PropertyAtLeast, Removal, Roll, Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario import scaffold
from pyrules.scenario.dump import dump
from pyrules.scenario.load import load_text

BOUND = Bound(cards=3, features=2, conditions=1, events=5, max_value=3, auras=2, on_features=True)
SMALL = Bound(cards=2, features=1, conditions=1, events=3, max_value=2, auras=1, on_features=True)


def kinds(scenario: Scenario) -> set[str]:
    """What a scenario holds beside what the bound of a search knows."""
    happenings = [event.happening for event in scenario.events]
    grants = [aura.grant for aura in scenario.auras]
    asked = (part for condition in conditions(scenario) for part in parts(condition))
    adjustments = [it for it in (*happenings, *grants) if isinstance(it, Adjust | Adjustment)]
    to = [(aura.source, aura.grant) for aura in scenario.auras if aura.source]
    found = {
        "adjust": any(isinstance(it, Adjust) for it in happenings),
        "aura that adjusts": any(isinstance(it, Adjustment) for it in grants),
        "aura that takes": any(isinstance(it, Removal) for it in grants),
        "aura for a group": len(to) > len({repr(each) for each in to}),
        "named": any(it.name for it in adjustments),
        "boost on gain": any(isinstance(it, Gain) and it.boosts for it in happenings),
        "boost on modify": any(isinstance(it, Modify) and it.boosts for it in happenings),
        "of": any(it.of != "any" for it in scenario.features.values()),
        "roll": any(isinstance(it, Roll) for it in happenings),
        "property asked about": any(isinstance(part, PropertyAtLeast) for part in asked),
    }
    return {kind for kind, there in found.items() if there}


def test_every_kind_comes_up_and_the_same_seed_draws_the_same() -> None:
    drawn = [drawn_wide(BOUND, seed) for seed in range(60)]
    assert drawn == [drawn_wide(BOUND, seed) for seed in range(60)]
    assert len(set.union(*map(kinds, drawn))) == 10


def test_what_is_drawn_or_listed_can_be_written_and_read() -> None:
    for scenario in chain((drawn_wide(BOUND, seed) for seed in range(20)), small_scenarios.properties()):
        again = load_text(dump(replace(scenario, title="t")), "")
        assert (again.cards, again.auras, [event.happening for event in again.events]) == (
            scenario.cards,
            scenario.auras,
            [event.happening for event in scenario.events],
        )


def shown_and_asked(scenario: Scenario, book: Rulebook) -> None:
    """In every settled state a condition on a property holds just where the number shown is enough."""
    instance = Instance(scenario, book)
    for atoms in answer_sets(instance, every_atom=True):
        values = {
            (str(card), str(named), str(step)): value.number for card, named, value, step in atoms["property_value"]
        }
        for verdict, holds in (("holds", True), ("fails", False)):
            for term, step in atoms[verdict]:
                if term.name == "at_least_of_property":
                    card, named, number = term.arguments
                    value = values.get((str(card), str(named), str(step)))
                    assert (value is not None and value >= number.number) is holds, (
                        scenario,
                        book.name,
                        book.readings,
                        step,
                    )


@pytest.mark.parametrize("name", rulebook_names())
def test_a_property_that_is_asked_about_is_as_it_is_shown_in_a_few_scenarios(name: str) -> None:
    for seed in range(2):
        shown_and_asked(drawn_wide(SMALL, seed), load_rulebook(name))


BELOW_ZERO_AND_NAMED = """
title: t
cards: {vail: {properties: {movement: 1}}}
events:
  - adjust: {card: vail, property: movement, by: 1, named: Fear}
  - gain: {card: vail, feature: A, while: {at_least: [vail, movement, 2]}}
  - adjust: {card: vail, property: movement, by: -4, named: Fear, while: {at_least: [vail, movement, 0]}}
  - adjust: {card: vail, property: movement, by: -3}
"""


@pytest.mark.parametrize("change", ["one-of-a-name", "property-below-0"])
def test_it_is_as_it_is_shown_where_an_edit_changes_what_modifies_it(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    scaffold.write(scaffold.change(Path("mine"), "r4", change).texts)
    shown_and_asked(load_text(BELOW_ZERO_AND_NAMED, ""), load_rulebook("mine.edit.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("name", rulebook_names())
def test_a_property_that_is_asked_about_is_as_it_is_shown(name: str) -> None:
    for seed in range(150):
        for readings in changes(name):
            shown_and_asked(drawn_wide(BOUND, seed), load_rulebook(name, readings))
