"""A look of a check as a share of the work: what it finds as plain data, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, astuple
from importlib import import_module
from pathlib import Path
from typing import Any

from pyrules.analysis.check.finding import Finding, FindingKind, Place
from pyrules.analysis.check.inspection import Inspection, Look, Untouched
from pyrules.analysis.check.selection import Selection
from pyrules.analysis.search.in_worker import in_worker
from pyrules.model.result import Citation
from pyrules.rulebook.book import Rulebook
from pyrules.scenario.dump import to_data
from pyrules.scenario.load import read_back
from pyrules.shares.share import Share, known_by

Data = dict[str, Any]


def share(at: Inspection, check: str, number: int, seconds: float) -> Share:
    """A look, which is that number of those of a module; it is ended after so many seconds."""
    selection = at.selection
    asked = at.quick, sorted(selection.selected), sorted(selection.ignored), at.seconds, check, number
    about = (at.book, at.quick, selection, at.seconds, check, number)
    return Share(repr(("look", known_by(at.book), asked)), looked, (*about, seconds))


def looked(
    book: Rulebook, quick: bool, selection: Selection, searched: float, check: str, number: int, seconds: float
) -> Data:
    """What a look finds, and what it leaves, within the limits in force."""
    return in_worker(_looked, (book, quick, selection, searched, check, number), seconds, None)


def _looked(
    book: Rulebook,
    quick: bool,
    selection: Selection,
    searched: float,
    check: str,
    number: int,
    seconds: float,
    tell: object,
) -> Data:
    untouched: list[Untouched] = []
    at = _inspection(book, quick, selection, searched)
    at.told = lambda told: untouched.append(told) if isinstance(told, Untouched) else None
    findings = [_data(finding) for finding in _looks(at, check)[number].findings()]
    return {"findings": findings, "untouched": [astuple(each) for each in untouched]}


_latest: dict[str, tuple[Inspection, dict[str, list[Look]]]] = {}
"""The inspection of the latest look, and the looks of its checks: what one works out is there for the next."""


def _inspection(book: Rulebook, quick: bool, selection: Selection, searched: float) -> Inspection:
    key = repr((known_by(book), quick, sorted(selection.selected), sorted(selection.ignored), searched))
    if key not in _latest:
        _latest.clear()
        _latest[key] = Inspection(book, quick, selection, lambda _: None, (), searched), {}
    return _latest[key][0]


def _looks(at: Inspection, check: str) -> list[Look]:
    ((_, known),) = _latest.values()
    if check not in known:
        known[check] = list(import_module(check).looks(at))
    return known[check]


def _data(finding: Finding) -> Data:
    return {
        "kind": finding.kind.id,
        "about": finding.about,
        "clauses": [asdict(each) for each in finding.clauses],
        "sentence": finding.sentence,
        "place": finding.place and [str(finding.place.file), finding.place.line, finding.place.column],
        "witness": finding.witness and to_data(finding.witness),
    }


def read(data: Data, kinds: Iterable[FindingKind]) -> Iterator[Finding | Untouched]:
    """What a look left, and what it found."""
    by_id = {kind.id: kind for kind in kinds}
    yield from (Untouched(tuple(kinds), about) for kinds, about in data["untouched"])
    for each in data["findings"]:
        place = each["place"] and Place(Path(each["place"][0]), *each["place"][1:])
        clauses = tuple(Citation(**clause) for clause in each["clauses"])
        witness = each["witness"] and read_back(each["witness"])
        yield Finding(by_id[each["kind"]], each["about"], clauses, each["sentence"], place, witness)
