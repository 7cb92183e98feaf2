"""A comparison as one JSON document, accepted differences included."""

from __future__ import annotations

from typing import Any

from pyrules.analysis.compare.accepted_differences import Acceptances
from pyrules.analysis.compare.comparison import Comparison, Group
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.model.result import Citation
from pyrules.report import json_document
from pyrules.rulebook.book import Rulebook


def document(comparison: Comparison, acceptances: Acceptances) -> str:
    """The comparison as the text of one JSON document; see docs/comparing.md."""
    left, right = comparison.rulebooks
    gone = acceptances.gone(comparison)
    whole = {
        "engine": json_document.ENGINE,
        "left": _rulebook(left),
        "right": _rulebook(right),
        "observe": list(comparison.observe),
        "scenarios": len(comparison.files),
        "groups": [group(each, acceptances) for each in comparison.groups],
        "gone": [{"place": each.place, "difference": each.difference, "reason": each.reason} for each in gone],
    }
    return json_document.text(whole)


def _rulebook(book: Rulebook) -> dict[str, Any]:
    return {"rulebook": book.name, "rulebook_hash": book.hash, "readings": dict(book.readings)}


def group(group: Group, acceptances: Acceptances = Acceptances()) -> dict[str, Any]:  # noqa: B008 (never changed)
    """A group with its clauses and its scenarios, as JSON data."""
    left, right = group.clauses
    return {
        "clauses": {"left": [_clause(clause) for clause in left], "right": [_clause(clause) for clause in right]},
        "scenarios": [_disagreement(each, acceptances) for each in group.disagreements],
    }


def _clause(clause: Citation) -> dict[str, Any]:
    return {"clause": clause.number, "gist": clause.gist, "inherited_from": clause.inherited_from}


def _disagreement(disagreement: Disagreement, acceptances: Acceptances) -> dict[str, Any]:
    return {
        "file": disagreement.scenario.file,
        "title": disagreement.scenario.title,
        "parts_after": disagreement.cause.after,
        "differences": [
            {**json_document.data(each), "says": str(each), "accepted": acceptances.reason(disagreement, each)}
            for each in disagreement.differences
        ],
    }
