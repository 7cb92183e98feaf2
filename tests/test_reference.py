"""Random scenarios without conditions on features: the encodings and the reference in plain Python agree in all."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from reference import play
from reference_table import Played
from strategies import without_conditions_on_features
from test_cases import changes

from pyrules.evaluation import evaluate
from pyrules.model import Scenario
from pyrules.result import Evaluation
from pyrules.rulebook import names, rulebook


def played(evaluation: Evaluation) -> Played:
    """The evaluation in the form of the reference."""
    assert evaluation.verdict == "determined"
    states = evaluation.outcomes[0].states
    return Played(
        states=[{card: dict(features) for card, features in state.features.items()} for state in states],
        attempts=[
            (state.after, it.kind, it.card, it.feature, it.value, it.by, it.performed)
            for state in states
            for it in state.attempts
        ],
        losses={(state.after, it.card, it.feature, it.cause) for state in states for it in state.losses},
    )


@pytest.mark.parametrize("name", names())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(scenario=without_conditions_on_features)
def test_the_engine_agrees_with_the_reference(name: str, scenario: Scenario) -> None:
    for readings in changes(name):
        assert played(evaluate(scenario, rulebook(name, readings))) == play(scenario, name, readings), readings
