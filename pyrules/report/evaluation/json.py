"""Answers as one JSON document: keys in a fixed order, lists in a stated one, so that two runs agree byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import clingo

import pyrules
from pyrules.model.result import AttackResult, Attempt, Citation, Outcome, RollResult, State
from pyrules.report.evaluation.answer import Answer

if TYPE_CHECKING:
    from pyrules.explanation.last_changes import Reason, Reasons

FORMAT = 1


def document(answers: Iterable[Answer]) -> str:
    """All answers, in the order given, as the text of one JSON document."""
    whole = {
        "format": FORMAT,
        "engine": {"pyrules": pyrules.__version__, "clingo": clingo.__version__},
        "results": [result(answer) for answer in answers],
    }
    return json.dumps(whole, ensure_ascii=False, indent=1)


def result(answer: Answer) -> dict[str, Any]:
    """One answer as JSON data."""
    evaluation = answer.evaluation
    reasons = answer.reasons or (None,) * len(evaluation.outcomes)
    given_by = {} if answer.given_by is None else {"given_by": [dict(readings) for readings in answer.given_by]}
    depends_on = {} if answer.depends_on is None else {"depends_on": list(map(asdict, answer.depends_on))}
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
        "loop": None if evaluation.loop is None else asdict(evaluation.loop),
        "warnings": [{"line": each.line, "column": each.column, "message": each.message} for each in answer.warnings],
    }


def _outcome(outcome: Outcome, reasons: Reasons | None) -> dict[str, Any]:
    states = [_state(state) for state in outcome.states]
    for state, each in zip(states, reasons or (), strict=False):
        state["why"] = [_reason(reason) for reason in each]
    return {"states": states}


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
        "clauses": [_clause(clause) for clause in step.clauses],
    }


def _state(state: State) -> dict[str, Any]:
    return {
        "after": state.after,
        "event": state.event,
        "conditions": dict(state.conditions),
        "features": {
            card: {name: asdict(feature) for name, feature in features.items()}
            for card, features in state.features.items()
        },
        "properties": {card: dict(properties) for card, properties in state.properties.items()},
        "attempts": [_attempt(attempt) for attempt in state.attempts],
        "losses": [asdict(loss) for loss in state.losses],
        "roll": None if state.roll is None else _roll(state.roll),
        "attack": None if state.attack is None else _attack(state.attack),
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
        **_clause(attempt.clause),
        "reason": attempt.reason,
    }


def _roll(roll: RollResult) -> dict[str, Any]:
    return {
        "results": list(roll.results),
        "high": roll.high,
        "low": roll.low,
        "determined": roll.determined,
        "legal": roll.legal,
        "refused": [
            {"step": refused.step, **_clause(refused.clause), "reason": refused.reason} for refused in roll.refused
        ],
        "clauses": [_clause(clause) for clause in roll.clauses],
    }


def _attack(attack: AttackResult) -> dict[str, Any]:
    return {
        "kind": attack.kind,
        "speed": attack.speed,
        "legal": attack.legal,
        **_clause(attack.clause),
        "target_fights": attack.target_fights,
        "defender_allowed": attack.defender_allowed,
        "magnitude": attack.magnitude,
        "damage": attack.damage,
        "clauses": [_clause(clause) for clause in attack.clauses],
    }


def _clause(clause: Citation | None) -> dict[str, str | None]:
    """The number of a clause; where they apply, the revision that it is inherited from and how it is read."""
    if clause is None:
        return {"clause": None}
    more = {"inherited_from": clause.inherited_from, "reading": clause.reading}
    return {"clause": clause.number, **{key: each for key, each in more.items() if each is not None}}
