"""A verdict on an edit as one self-contained HTML page, to be sent to those who decide."""

from __future__ import annotations

from typing import Any

from pyrules.analysis.verdict.edit_verdict import EditVerdict
from pyrules.report import edit_changes, html
from pyrules.report.comparison.text import clauses_of, unseen
from pyrules.report.diff.witness import PARTS
from pyrules.report.diff.words import certificate
from pyrules.report.verdict import words


def page(verdict: EditVerdict) -> str:
    """The text of the page."""
    return html.page("verdict", **content(verdict))


def content(verdict: EditVerdict) -> dict[str, Any]:
    """What the template of a verdict shows."""
    return {
        "verdict": verdict,
        "told": words,
        "sides": (words.called(verdict.base.name), words.called(verdict.book.name)),
        "changes": edit_changes.changes(verdict.edit),
        "certificate": certificate(verdict.base, verdict.book),
        "clauses_of": clauses_of,
        "unseen": unseen,
        **PARTS,
    }
