"""The corpus against the clauses: which of them its scenario files reach, and on which their answers rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.inspection import Inspection, called
from pyrules.analysis.check.reach import reach
from pyrules.language import _, mark
from pyrules.rulebook.book import Entry

UNREACHED = FindingKind("unreached-clause", "warning", mark("Rules of a clause apply in no scenario file."))
UNFELT = FindingKind(
    "unfelt-clause", "warning", mark("Rules of a clause apply in scenario files, and no answer rests on them.")
)
REACH = FindingKind(
    "reach", "note", mark("In how many scenario files rules of a clause apply, and answers rest on them.")
)
KINDS = (UNREACHED, UNFELT, REACH)


def findings(at: Inspection) -> Iterator[Finding]:
    """The clauses that no scenario file reaches, those on which no answer rests, and how many files do for the rest."""
    if not at.corpus:
        return
    clauses = tuple(entry for entry in at.book if not entry.clause.not_modelled)
    applying, deciding, files = _counted(at, clauses)
    felt = sum(1 for entry in clauses if deciding[entry.key])
    told = _("{felt} of {count} modelled clauses decide something in a scenario file.", felt=felt, count=len(clauses))
    yield at.finding(REACH, at.about, (), told)
    for entry in clauses:
        reached, used = applying[entry.key], deciding[entry.key]
        if not reached:
            yield at.finding(UNREACHED, called(entry), (entry,), _("Its rules apply in no scenario file."))
        elif not used:
            sentence = _(
                "Its rules apply in {reached} of {files} scenario files, and no answer rests on them.",
                reached=reached,
                files=files,
            )
            yield at.finding(UNFELT, called(entry), (entry,), sentence)
        sentence = _(
            "Its rules apply in {reached} of {files} scenario files, and the answer rests on them in {used}.",
            reached=reached,
            files=files,
            used=used,
        )
        yield at.finding(REACH, called(entry), (entry,), sentence)


def _counted(at: Inspection, clauses: tuple[Entry, ...]) -> tuple[Counter[object], Counter[object], int]:
    """In how many files each clause applies, in how many it decides, and how many were looked at.

    Where only the clauses without any are wanted, looking ends when there are none left.
    """
    every = any(at.wants((REACH,), called(entry)) for entry in clauses)
    applying: Counter[object] = Counter()
    deciding: Counter[object] = Counter()
    for number, scenario in enumerate(at.corpus):
        if not every and all(deciding[entry.key] for entry in clauses):
            return applying, deciding, number
        at.tell(_("reach of scenario file {number} of {count}", number=number + 1, count=len(at.corpus)))
        reached = reach(scenario, at.book)
        for entry in clauses:
            modules = at.modules_of(entry)
            applying[entry.key] += bool(modules & reached.applying)
            deciding[entry.key] += bool(modules & reached.deciding)
    return applying, deciding, len(at.corpus)
