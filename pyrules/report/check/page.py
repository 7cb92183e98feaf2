"""Findings as one self-contained HTML page."""

from __future__ import annotations

from typing import Any

from pyrules.report import html
from pyrules.report.check.text import CheckReport, left, scope


def page(report: CheckReport) -> str:
    """The text of the page."""
    return html.page("check", **content(report))


def content(report: CheckReport) -> dict[str, Any]:
    """What the template of a check shows."""
    return {"report": report, "scope": scope(report), "left": f" {left(report)}"}
