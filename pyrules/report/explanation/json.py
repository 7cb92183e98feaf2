"""Explanations as one JSON document, described in docs/explanations.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyrules.engine.dependencies import Dependency
from pyrules.explanation.derivation import Derivation
from pyrules.explanation.explanation import Basis, Explanation, Step, Supposition
from pyrules.model.result import Broken
from pyrules.report import json_document


def document(
    explanations: Sequence[Explanation],
    trees: Sequence[Sequence[Derivation]] | None = None,
    depends_on: Sequence[Sequence[Dependency]] | None = None,
) -> str:
    """The explanations in order, as the text of one document.

    Each has its derivations where `trees` has them, and the readings that its value rests on where `depends_on` does.
    """
    whole = [explanation(each) for each in explanations]
    for each, tree in zip(whole, trees or (), strict=False):
        each["tree"] = [_derivation(root) for root in tree]
    for each, others in zip(whole, depends_on or (), strict=False):
        each["depends_on"] = json_document.data(others)
    return json_document.text({"engine": json_document.ENGINE, "explanations": whole})


def explanation(why: Explanation) -> dict[str, Any]:
    """One explanation as JSON data."""
    return {
        "file": why.file,
        "title": why.title,
        "rulebook": why.rulebook,
        "readings": dict(why.readings),
        "card": why.card,
        "name": why.name,
        "subject": why.subject,
        "after": why.after,
        "event": why.events[why.after],
        "verdict": why.verdict,
        "outcome": why.outcome + 1 if why.outcomes else None,
        "outcomes": why.outcomes,
        "answer": why.answer,
        "ledgers": [
            {
                "value": ledger.value,
                "effective": ledger.effective,
                "steps": [_step(why, step) for step in ledger.steps],
            }
            for ledger in why.ledgers
        ],
        "partings": json_document.data(why.partings),
        "loop": [_supposition(why, supposed) for supposed in why.loop],
        "advice": why.advice,
        "broken": [] if why.unsettled is None else [_basis(each) for each in why.unsettled.broken],
        "clauses": [json_document.told(clause) for clause in why.clauses],
    }


def _step(why: Explanation, step: Step) -> dict[str, Any]:
    return {
        "after": step.after,
        "event": why.events[step.after],
        "kind": step.kind,
        "change": step.change,
        "amount": step.amount,
        "before": step.before,
        "now": step.now,
        "text": step.text,
        "reason": step.reason,
        "source": step.source,
        "clauses": [_basis(basis) for basis in step.bases],
        "because": [_step(why, cause) for cause in step.because],
    }


def _supposition(why: Explanation, supposed: Supposition) -> dict[str, Any]:
    return {
        "condition": supposed.condition,
        "after": supposed.after,
        "card": supposed.card,
        "name": supposed.name,
        "value": supposed.value,
        "steps": [_step(why, step) for step in supposed.steps],
    }


def _basis(basis: Basis | Broken) -> dict[str, Any]:
    return {**json_document.told(basis.clause), "sentence": basis.sentence or None, "place": basis.place or None}


def _derivation(node: Derivation) -> dict[str, Any]:
    return {
        "atom": node.atom,
        "since": node.since,
        "given": node.given,
        "sentence": node.sentence or None,
        "place": node.place or None,
        **({} if node.clause is None else json_document.told(node.clause)),
        "absent": json_document.data(node.absent),
        "repeated": node.repeated,
        "from": [_derivation(child) for child in node.children],
    }
