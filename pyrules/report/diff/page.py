"""What a search came to as one self-contained HTML page, with both ledgers of every scenario that it shows."""

from __future__ import annotations

from dataclasses import dataclass

from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.language import _
from pyrules.report import html
from pyrules.report.diff import words
from pyrules.report.diff.heading import heading
from pyrules.report.diff.text import DiffReport, KindsReport
from pyrules.report.diff.witness import PARTS
from pyrules.rulebook.book import Rulebook


@dataclass(frozen=True, slots=True)
class Shown:
    """A scenario that shows a difference: what it shows, in words, and the clauses of either side."""

    witness: Disagreement
    heading: str = ""
    by: str = ""


def page(report: DiffReport) -> str:
    """The smallest difference, or that there is none, as the text of an HTML page."""
    found = report.found
    return _page(
        report.left,
        report.right,
        headline=words.headline(found, report.left.name, report.right.name),
        note=_(found.note) if found.note else "",
        witnesses=() if found.shown is None else (Shown(found.shown),),
        searched=words.searched(found.bound, words.left_out(found.not_covered)),
        certificate=words.certificate(report.left, report.right, method=found.method),
    )


def kinds_page(report: KindsReport) -> str:
    """All kinds of difference as the text of an HTML page."""
    return _page(
        report.left,
        report.right,
        headline=report.headline,
        note="",
        witnesses=[Shown(kind.witness, heading(kind.witness), report.by(kind)) for kind in report.found.kinds],
        searched=report.left_over,
        certificate=words.certificate(report.left, report.right),
    )


def _page(left: Rulebook, right: Rulebook, **content: object) -> str:
    return html.page("difference", sides=(left.name, right.name), **PARTS, **content)
