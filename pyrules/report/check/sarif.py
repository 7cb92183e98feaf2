"""Findings as SARIF 2.1.0, so that code hosts show them beside the manifest's lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pyrules
from pyrules.analysis.check import KINDS, Finding
from pyrules.analysis.check.finding import Place
from pyrules.language import _
from pyrules.report.check.place import address
from pyrules.report.check.text import CheckReport, clauses
from pyrules.scenario.dump import dump

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "pyrules/v1"


def document(report: CheckReport) -> str:
    """The text of the document."""
    driver = {
        "name": "pyrules",
        "version": pyrules.__version__,
        "rules": [
            {
                "id": kind.id,
                "shortDescription": {"text": _(kind.says)},
                "defaultConfiguration": {"level": kind.severity},
            }
            for kind in KINDS
        ],
    }
    results = [_result(finding, report) for finding in report.findings]
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}
    return json.dumps(log, ensure_ascii=False, indent=1)


def _result(finding: Finding, report: CheckReport) -> dict[str, Any]:
    """A result; every one has a place, as code hosts refuse a file otherwise."""
    shown = "" if finding.witness is None else f"\n\n{dump(finding.witness)}"
    return {
        "ruleId": finding.kind.id,
        "level": finding.severity,
        "message": {"text": f"{clauses(finding)}{finding.sentence}{shown}"},
        "locations": [_location(finding.place or Place(report.file, 1, 1))],
        "partialFingerprints": {FINGERPRINT: finding.id},
        "baselineState": "unchanged" if finding.id in report.known else "new",
    }


def _location(place: Place) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(address(place))},
            "region": {"startLine": place.line, "startColumn": place.column},
        }
    }


def _uri(path: str) -> str:
    """A path as a reference to a file; within the current folder a relative one."""
    return Path(path).as_uri() if Path(path).is_absolute() else quote(f"./{path}" if ":" in path else path)
