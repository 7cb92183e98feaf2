"""A verdict on an edit as one JSON document."""

from __future__ import annotations

from typing import Any

from pyrules.analysis.check import Finding
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.verdict.edit_verdict import Defects, EditVerdict, JudgedProperty, OnCorpus, TurnedExpectation
from pyrules.model.size import size
from pyrules.report import edit_changes, json_document
from pyrules.report.comparison import json as comparison_json
from pyrules.report.evaluation import json as answers_json
from pyrules.report.evaluation.answer import Answer
from pyrules.report.explanation import json as explanation_json
from pyrules.report.verdict import words
from pyrules.rulebook.book import Rulebook
from pyrules.scenario.dump import to_data


def document(verdict: EditVerdict) -> str:
    """The verdict as the text of one JSON document; see docs/edits.md."""
    whole = {
        "engine": json_document.ENGINE,
        "edit": {**_side(verdict.book), "title": verdict.edit.title, "notes": verdict.edit.notes},
        "base": _side(verdict.base),
        "verdict": verdict.conclusion,
        "changes": json_document.data(edit_changes.changes(verdict.edit)),
        "shaken": [json_document.told(entry.citation) for entry in verdict.shaken],
        "differences": [_witness(each) for each in verdict.witnesses],
        "corpus": None if verdict.corpus is None else _on_corpus(verdict.corpus),
        "properties": [_property(each) for each in verdict.properties],
        "defects": None if verdict.defects is None else _defects(verdict.defects),
        "readings": None if verdict.readings is None else json_document.data(verdict.readings),
        "unfinished": json_document.data(verdict.unfinished),
        "not_covered": [] if verdict.search is None else list(verdict.search.not_covered),
        "not_looked_at": list(words.not_looked_at(verdict)),
        "bound": {
            "smallest": None if verdict.search is None else json_document.data(verdict.search.bound),
            "kinds": None if verdict.kinds is None else json_document.data(verdict.kinds.bound),
        },
        "seconds": round(verdict.seconds, 1),
    }
    return json_document.text(whole)


def _side(book: Rulebook) -> dict[str, Any]:
    return {"rulebook": book.name, "rulebook_hash": book.hash, "readings": dict(book.readings)}


def _witness(witness: Disagreement) -> dict[str, Any]:
    left, right = witness.cause.clauses
    return {
        "clauses": {"base": list(dict.fromkeys(map(str, left))), "edit": list(dict.fromkeys(map(str, right)))},
        "parts_after": witness.cause.after,
        "minimal": {**size(witness.scenario)._asdict(), "proved": witness.proved},
        "witness": to_data(witness.scenario),
        "base_result": answers_json.result(Answer(witness.evaluations[0])),
        "edit_result": answers_json.result(Answer(witness.evaluations[1])),
        "differences": json_document.data(witness.differences),
        "explanations": [explanation_json.explanation(each) for each in witness.explanations or ()],
    }


def _on_corpus(corpus: OnCorpus) -> dict[str, Any]:
    return {
        "given": corpus.given,
        "looked_at": corpus.looked_at,
        "groups": [comparison_json.group(each) for each in corpus.comparison.groups],
        "checks": corpus.checks,
        "broken": [_expectation(each) for each in corpus.broken],
        "mended": [_expectation(each) for each in corpus.mended],
        "unanswered": [{"file": each.scenario.file, "why": each.why} for each in corpus.unanswered],
    }


def _expectation(turned: TurnedExpectation) -> dict[str, Any]:
    check = turned.check
    told = {"line": check.line, "subject": check.subject, "expected": check.expected, "got": check.got}
    return {"file": turned.scenario.file, **told}


def _property(judged: JudgedProperty) -> dict[str, Any]:
    return {
        "property": str(judged.edit.property),
        "says": judged.edit.says,
        "became": judged.became,
        "base": judged.base.verdict,
        "edit": judged.edit.verdict,
        "bound": json_document.data(judged.edit.bound),
        "witness": None if judged.witness is None else to_data(judged.witness),
    }


def _defects(defects: Defects) -> dict[str, Any]:
    return {"new": [_finding(each) for each in defects.new], "gone": [_finding(each) for each in defects.gone]}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "id": finding.id,
        "severity": finding.severity,
        "clauses": json_document.data(finding.clauses),
        "sentence": finding.sentence,
        "witness": None if finding.witness is None else to_data(finding.witness),
    }
