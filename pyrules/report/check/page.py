"""Findings as one self-contained HTML page."""

from __future__ import annotations

from pyrules.report import html
from pyrules.report.check.text import CheckReport, left, scope


def page(report: CheckReport) -> str:
    """The text of the page."""
    return html.page("check", report=report, scope=scope(report), left=f" {left(report)}")
