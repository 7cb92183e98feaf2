"""Findings as one JSON document, in the order in which they are told; what a baseline is read from."""

from __future__ import annotations

import json
from typing import Any

import clingo

import pyrules
from pyrules.analysis.check import Finding
from pyrules.analysis.check.finding import Place
from pyrules.model.result import Citation
from pyrules.report.check.place import address
from pyrules.report.check.text import CheckReport, scope
from pyrules.scenario.dump import to_data

FORMAT = 1


def document(report: CheckReport) -> str:
    """The text of the document."""
    whole = {
        "format": FORMAT,
        "engine": {"pyrules": pyrules.__version__, "clingo": clingo.__version__},
        "rulebook": report.rulebook,
        "rulebook_hash": report.rulebook_hash,
        "findings": [_finding(finding, finding.id in report.known) for finding in report.findings],
        "gone": list(report.gone),
        "scope": scope(report),
        "not_looked_for": list(report.unsought),
        "new_defects": report.new_defects,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1)


def _finding(finding: Finding, known: bool) -> dict[str, Any]:
    return {
        "id": finding.id,
        "kind": finding.kind.id,
        "severity": finding.severity,
        "known": known,
        "clauses": [_clause(clause) for clause in finding.clauses],
        "sentence": finding.sentence,
        "place": None if finding.place is None else _place(finding.place),
        "witness": None if finding.witness is None else to_data(finding.witness),
    }


def _clause(clause: Citation) -> dict[str, str]:
    return {"clause": clause.number} | ({"inherited_from": clause.inherited_from} if clause.inherited_from else {})


def _place(place: Place) -> dict[str, str | int]:
    return {"file": address(place), "line": place.line, "column": place.column}
