"""An evaluation in the terse form in which the cases in `data/features.jsonl` write their answers."""

from __future__ import annotations

from typing import TypedDict

from pyrules.model.result import Evaluation, State


class CaseAnswer(TypedDict):
    """The keys of a row of expectations; details are of one revision only, and compared when the row has them."""

    states: list[dict[str, dict[str, list[int | None]]]]
    attempts: list[list[object]]
    losses: list[list[object]]
    details: list[dict[str, list[object]]]


def case_answer(evaluation: Evaluation) -> CaseAnswer:
    """The one outcome of a determined evaluation."""
    assert evaluation.verdict == "determined"
    states = evaluation.outcomes[0].states
    return CaseAnswer(
        states=[shown(state) for state in states],
        attempts=[
            [state.after, attempt.kind, attempt.card, attempt.feature, attempt.performed]
            for state in states
            for attempt in state.attempts
        ],
        losses=[[state.after, loss.card, loss.feature, loss.cause] for state in states for loss in state.losses],
        details=[details(state) for state in states],
    )


def shown(state: State) -> dict[str, dict[str, list[int | None]]]:
    """Card -> feature -> value and effective value."""
    return {
        card: {name: [feature.value, feature.effective] for name, feature in features.items()}
        for card, features in state.features.items()
    }


def details(state: State) -> dict[str, list[object]]:
    """Card and feature -> origin, number suppressed beneath, modifiers in force."""
    return {
        f"{card}/{name}": [feature.origin, feature.suppressed, feature.modifiers]
        for card, features in state.features.items()
        for name, feature in features.items()
    }
