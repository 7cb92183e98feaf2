"""Explanations as one JSON document, described in docs/explanations.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import clingo

import pyrules
from pyrules.engine.dependencies import Dependency
from pyrules.explanation.derivation import Derivation
from pyrules.explanation.explanation import Basis, Explanation, Step, Supposition
from pyrules.model.result import Broken, Citation

FORMAT = 1


def document(
    explanations: Sequence[Explanation],
    trees: Sequence[Sequence[Derivation]] | None = None,
    depends_on: Sequence[Sequence[Dependency]] | None = None,
) -> str:
    """The explanations in order, as the text of one document.

    Each has its derivations where `trees` has them, and the readings that its value rests on where `depends_on` does.
    """
    whole = {
        "format": FORMAT,
        "engine": {"pyrules": pyrules.__version__, "clingo": clingo.__version__},
        "explanations": [_explanation(each) for each in explanations],
    }
    for each, tree in zip(whole["explanations"], trees or (), strict=False):  # type: ignore[call-overload]
        each["tree"] = [_derivation(root) for root in tree]
    for each, others in zip(whole["explanations"], depends_on or (), strict=False):  # type: ignore[call-overload]
        each["depends_on"] = list(map(asdict, others))
    return json.dumps(whole, ensure_ascii=False, indent=1)


def _explanation(why: Explanation) -> dict[str, Any]:
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
        "partings": [asdict(parting) for parting in why.partings],
        "loop": [_supposition(why, supposed) for supposed in why.loop],
        "advice": why.advice,
        "broken": [] if why.unsettled is None else [_broken(each) for each in why.unsettled.broken],
        "clauses": [_clause(clause) for clause in why.clauses],
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


def _broken(broken: Broken) -> dict[str, Any]:
    return {**_clause(broken.clause), "sentence": broken.sentence or None, "place": broken.place}


def _basis(basis: Basis) -> dict[str, Any]:
    return {**_clause(basis.clause), "sentence": basis.sentence or None, "place": basis.place or None}


def _clause(clause: Citation) -> dict[str, Any]:
    return {
        "clause": clause.number,
        "gist": clause.gist,
        "inherited_from": clause.inherited_from,
        "reading": clause.reading,
        "decision": clause.decided,
        "shaken_by": clause.shaken_by,
    }


def _derivation(node: Derivation) -> dict[str, Any]:
    return {
        "atom": node.atom,
        "since": node.since,
        "given": node.given,
        "sentence": node.sentence or None,
        "place": node.place or None,
        **({} if node.clause is None else _clause(node.clause)),
        "absent": list(node.absent),
        "repeated": node.repeated,
        "from": [_derivation(child) for child in node.children],
    }
