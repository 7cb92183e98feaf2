"""Random scenarios: the encodings and the reference in plain Python agree on states, attempts, losses and outcomes."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from reference import play
from reference_table import Played
from single_readings import Readings, came_later, changes
from strategies import asking_about_properties, with_conditions_on_features, without_conditions_on_features

from pyrules.engine.evaluate import evaluate
from pyrules.model.queries import conditions, parts
from pyrules.model.result import Outcome
from pyrules.model.scenario import AtLeast, Has, PropertyAtLeast, Scenario
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names


def played(outcome: Outcome) -> Played:
    """The outcome in the form of the reference."""
    return Played(
        states=[{card: dict(features) for card, features in state.features.items()} for state in outcome.states],
        attempts=[
            (state.after, it.kind, it.card, it.feature, it.value, it.by, it.performed)
            for state in outcome.states
            for it in state.attempts
        ],
        losses={(state.after, it.card, it.feature, it.cause) for state in outcome.states for it in state.losses},
    )


def few_are_asked(scenario: Scenario) -> bool:
    """Whether few enough conditions read features to try them every way."""
    asked = {
        part
        for whole in conditions(scenario)
        for part in parts(whole)
        if isinstance(part, Has | AtLeast | PropertyAtLeast)
    }
    return len(asked) <= 4


def later(name: str) -> list[Readings]:
    """The readings that `readings.jsonl` is about, each alone."""
    return [readings for readings in changes(name) if came_later(name, readings)]


def agree(scenario: Scenario, name: str, among: Iterable[Readings]) -> None:
    for readings in among:
        ours = [played(outcome) for outcome in evaluate(scenario, load_rulebook(name, readings)).outcomes]
        theirs = play(scenario, name, readings)
        assert all(outcome in theirs for outcome in ours), readings
        assert all(outcome in ours for outcome in theirs), readings


@pytest.mark.slow
@pytest.mark.parametrize("name", rulebook_names())
@settings(max_examples=40)
@given(scenario=without_conditions_on_features)
def test_the_engine_agrees_with_the_reference(name: str, scenario: Scenario) -> None:
    agree(scenario, name, changes(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", rulebook_names())
@settings(max_examples=40)
@given(scenario=with_conditions_on_features.filter(few_are_asked))
def test_the_engine_agrees_with_the_reference_where_conditions_read_features(name: str, scenario: Scenario) -> None:
    agree(scenario, name, changes(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", rulebook_names())
@settings(max_examples=100)
@given(scenario=asking_about_properties().filter(few_are_asked))
def test_the_engine_agrees_with_the_reference_where_conditions_ask_about_properties(
    name: str, scenario: Scenario
) -> None:
    agree(scenario, name, changes(name))


@pytest.mark.parametrize("name", rulebook_names())
@settings(max_examples=2)
@given(scenario=asking_about_properties().filter(few_are_asked))
def test_it_agrees_in_a_few_scenarios_that_ask_about_properties(name: str, scenario: Scenario) -> None:
    agree(scenario, name, [{}])


@pytest.mark.slow
@pytest.mark.parametrize("name", rulebook_names())
@settings(max_examples=1000)
@given(scenario=without_conditions_on_features)
def test_each_later_reading_alone_agrees_with_the_reference(name: str, scenario: Scenario) -> None:
    agree(scenario, name, later(name))


@pytest.mark.parametrize("name", ["r3", "r4"])
@settings(max_examples=3)
@given(scenario=without_conditions_on_features)
def test_each_later_reading_agrees_in_a_few_scenarios(name: str, scenario: Scenario) -> None:
    agree(scenario, name, later(name))
