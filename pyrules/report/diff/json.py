"""What a search came to, as one JSON document; see docs/diff.md."""

from __future__ import annotations

from typing import Any

from pyrules.analysis.search.topic import TopicResult
from pyrules.analysis.search.witness_as_scenario import as_test
from pyrules.model.scenario import Scenario
from pyrules.model.size import size
from pyrules.report import json_document
from pyrules.report.diff import words
from pyrules.report.diff.heading import heading
from pyrules.report.diff.text import DiffReport, KindsReport, PropertyReport
from pyrules.report.evaluation import json as answers_json
from pyrules.report.evaluation.answer import Answer
from pyrules.scenario.dump import to_data


def document(report: DiffReport) -> str:
    """The answer as the text of one JSON document; see docs/diff.md."""
    found = report.found
    witness = found.shown
    whole = {
        **_compared(report),
        "minimal": None if witness is None else _minimal(witness.scenario, witness.proved),
        "witness": None if witness is None else to_data(as_test(witness)),
        "left_result": None if witness is None else answers_json.result(Answer(witness.evaluations[0])),
        "right_result": None if witness is None else answers_json.result(Answer(witness.evaluations[1])),
        "differences": [] if witness is None else json_document.data(witness.differences),
        "clauses": {
            side: list(dict.fromkeys(map(str, clauses)))
            for side, clauses in zip(("left", "right"), ((), ()) if witness is None else witness.clauses, strict=True)
        },
        "topics": [_topic(result) for result in found.topics],
        "not_covered": list(found.not_covered),
        "searched": {
            "exhausted": found.exhausted,
            "any_length": found.any_length,
            "method": found.method,
            "none_up_to": _up_to(found.none_up_to),
            "seconds": round(found.seconds, 1),
            "note": found.note or None,
        },
        **_certified(report),
    }
    return json_document.text(whole)


def _compared(report: DiffReport | KindsReport) -> dict[str, Any]:
    """The two sides, what came of their comparison, and the bound."""
    return {
        "left": report.left.name,
        "right": report.right.name,
        "readings": {"left": words.chosen(report.left), "right": words.chosen(report.right)},
        "verdict": report.found.verdict,
        "bound": json_document.data(report.found.bound),
    }


def _certified(report: DiffReport | KindsReport) -> dict[str, Any]:
    """What was compared with what, exactly."""
    return {
        "hashes": {"left": report.left.hash, "right": report.right.hash},
        "engine": json_document.ENGINE,
    }


def _up_to(events: int) -> int | None:
    """The number of events up to which there is nothing; None where it is unknown."""
    return events if events >= 0 else None


def _topic(result: TopicResult) -> dict[str, Any]:
    shown = result.shown
    return {
        "topic": result.topic,
        "verdict": result.verdict,
        "method": result.method,
        "looked_at": result.looked_at,
        "minimal": None if shown is None else _minimal(shown.scenario, shown.proved),
        "witness": None if shown is None else to_data(as_test(shown)),
        "differences": [] if shown is None else json_document.data(shown.differences),
        "note": result.note or None,
    }


def _minimal(scenario: Scenario, proved: bool) -> dict[str, Any]:
    """How small a scenario is, and whether it is proved that none is smaller."""
    return {**size(scenario)._asdict(), "proved": proved}


def property_document(report: PropertyReport) -> str:
    """The answer to a property as the text of one JSON document; see docs/diff.md."""
    judged, violation = report.judged, report.judged.violation
    whole = {
        "rulebook": report.book.name,
        "property": str(judged.property),
        "says": judged.says,
        "verdict": judged.verdict,
        "bound": json_document.data(judged.bound),
        "after": None if violation is None else violation.after,
        "minimal": None if violation is None else _minimal(violation.scenario, violation.proved),
        "witness": None if violation is None else to_data(violation.scenario),
        "result": None if violation is None else answers_json.result(Answer(violation.evaluation)),
        "not_covered": list(judged.not_covered),
        "searched": {
            "exhausted": judged.exhausted,
            "none_up_to": _up_to(judged.none_up_to),
            "seconds": round(judged.seconds, 1),
            "note": judged.note or None,
        },
        "hash": report.book.hash,
        "engine": json_document.ENGINE,
    }
    return json_document.text(whole)


def kinds_document(report: KindsReport) -> str:
    """All kinds of difference as the text of one JSON document; see docs/diff.md."""
    found = report.found
    whole = {
        **_compared(report),
        "topics": [_topic(result) for result in found.topics],
        "not_covered": list(found.not_covered),
        "kinds": [
            {
                "heading": heading(kind.witness),
                "topic": kind.topic or None,
                "clauses": {"left": list(kind.left), "right": list(kind.right)},
                "minimal": _minimal(kind.witness.scenario, kind.witness.proved),
                "witness": to_data(as_test(kind.witness)),
                "differences": json_document.data(kind.witness.differences),
            }
            for kind in found.kinds
        ],
        "searched": {
            "exhausted": not found.note,
            "none_left_up_to": _up_to(found.none_left_up_to),
            "seconds": round(found.seconds, 1),
            "note": found.note or None,
        },
        **_certified(report),
    }
    return json_document.text(whole)
