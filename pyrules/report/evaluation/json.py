"""Answers as one JSON document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pyrules.model.result import Attempt, FeatureState, Outcome, State
from pyrules.report import json_document
from pyrules.report.evaluation.answer import Answer

if TYPE_CHECKING:
    from pyrules.explanation.last_changes import Reason, Reasons


def document(answers: Iterable[Answer]) -> str:
    """All answers, in the order given, as the text of one JSON document."""
    return json_document.text({"engine": json_document.ENGINE, "results": [result(answer) for answer in answers]})


def result(answer: Answer) -> dict[str, Any]:
    """One answer as JSON data."""
    evaluation = answer.evaluation
    reasons = answer.reasons or (None,) * len(evaluation.outcomes)
    given_by = {} if answer.given_by is None else {"given_by": json_document.data(answer.given_by)}
    depends_on = {} if answer.depends_on is None else {"depends_on": json_document.data(answer.depends_on)}
    return {
        "file": evaluation.file,
        "title": evaluation.title,
        "rulebook": evaluation.rulebook,
        "rulebook_hash": evaluation.rulebook_hash,
        "readings": dict(evaluation.readings),
        **given_by,
        "verdict": evaluation.verdict,
        **depends_on,
        "outcomes": [_outcome(outcome, each) for outcome, each in zip(evaluation.outcomes, reasons, strict=True)],
        "loop": json_document.data(evaluation.loop),
        "warnings": [{"line": each.line, "column": each.column, "message": each.message} for each in answer.warnings],
    }


def _outcome(outcome: Outcome, reasons: Reasons | None) -> dict[str, Any]:
    states = [_state(state) for state in outcome.states]
    for state, each in zip(states, reasons or (), strict=False):
        state["why"] = [_reason(reason) for reason in each]
    return {"states": states}


def _state(state: State) -> dict[str, Any]:
    """As `json_document.data` says it, quicker: most of what is written many times a second is states."""
    return {
        "after": state.after,
        "event": state.event,
        "conditions": dict(state.conditions),
        "features": {
            card: {name: _feature(feature) for name, feature in features.items()}
            for card, features in state.features.items()
        },
        "properties": {card: dict(values) for card, values in state.properties.items()},
        "attempts": [_attempt(attempt) for attempt in state.attempts],
        "losses": [{"card": loss.card, "feature": loss.feature, "cause": loss.cause} for loss in state.losses],
        "roll": state.roll and json_document.data(state.roll),
        "attack": state.attack and json_document.data(state.attack),
    }


def _feature(feature: FeatureState) -> dict[str, Any]:
    return {
        "value": feature.value,
        "effective": feature.effective,
        "origin": feature.origin,
        "suppressed": feature.suppressed,
        "modifiers": feature.modifiers,
    }


def _attempt(attempt: Attempt) -> dict[str, Any]:
    return {
        "kind": attempt.kind,
        "card": attempt.card,
        "feature": attempt.feature,
        "property": attempt.property,
        "value": attempt.value,
        "by": attempt.by,
        "source": attempt.source,
        "performed": attempt.performed,
        **json_document.cited(attempt.clause),
        "reason": attempt.reason,
    }


def _reason(reason: Reason) -> dict[str, Any]:
    step = reason.step
    return {
        "card": reason.card,
        "name": reason.name,
        "change": step.change,
        "amount": step.amount,
        "before": step.before,
        "now": step.now,
        "text": step.text,
        "reason": step.reason,
        "clauses": json_document.data(step.clauses),
    }
