"""Findings as one JSON document, in the order in which they are told; what a baseline is read from."""

from __future__ import annotations

from typing import Any

from pyrules.analysis.check import Finding
from pyrules.analysis.check.finding import Place
from pyrules.report import json_document
from pyrules.report.check.place import address
from pyrules.report.check.text import CheckReport, scope
from pyrules.scenario.dump import to_data


def document(report: CheckReport) -> str:
    """The text of the document."""
    whole = {
        "engine": json_document.ENGINE,
        "rulebook": report.rulebook,
        "rulebook_hash": report.rulebook_hash,
        "findings": [_finding(finding, finding.id in report.known) for finding in report.findings],
        "gone": list(report.gone),
        "scope": scope(report),
        "not_looked_for": list(report.unsought),
        "untouched": [id for each in report.untouched for id in each.ids],
        "cut_off": report.cut_off or None,
        "new_defects": report.new_defects,
    }
    return json_document.text(whole)


def _finding(finding: Finding, known: bool) -> dict[str, Any]:
    return {
        "id": finding.id,
        "kind": finding.kind.id,
        "severity": finding.severity,
        "known": known,
        "clauses": json_document.data(finding.clauses),
        "sentence": finding.sentence,
        "place": None if finding.place is None else _place(finding.place),
        "witness": None if finding.witness is None else to_data(finding.witness),
    }


def _place(place: Place) -> dict[str, str | int]:
    return {"file": address(place), "line": place.line, "column": place.column}
