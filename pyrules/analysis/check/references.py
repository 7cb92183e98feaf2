"""What clauses refer to: numbers that are not there, that mean another clause by now, or that two clauses bear."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.inspection import Inspection, called
from pyrules.analysis.check.numbers import printed_numbers
from pyrules.language import _, mark
from pyrules.rulebook.book import Entry, Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names

STALE = FindingKind(
    "stale-reference", "error", mark("A clause points to a number that says nothing, or something else, by now.")
)
OUTSIDE = FindingKind("outside-reference", "note", mark("A clause points to a section that is not among the texts."))
AMBIGUOUS = FindingKind("ambiguous-reference", "warning", mark("A clause points to a number that two clauses bear."))
SHAKEN = FindingKind(
    "shaken-clause", "note", mark("A clause rests on a module that an edit changed; its gist may no longer hold.")
)
KINDS = (STALE, OUTSIDE, AMBIGUOUS, SHAKEN)


def findings(at: Inspection) -> Iterator[Finding]:
    """What is wrong with the references, as they are printed; and the clauses that rest on what has changed."""
    for entry in at.book:
        for number in entry.clause.cites:
            yield from _reference(at, entry, number)
        if entry.shaken_by is not None:
            sentence = _(
                "It rests on a module that {name} changed; its gist may no longer hold.",
                name=Path(entry.shaken_by).name,
            )
            yield at.finding(SHAKEN, called(entry), (entry,), sentence)


def _reference(at: Inspection, entry: Entry, number: str) -> Iterator[Finding]:
    bearers = tuple(other for other in at.book if other.clause.number == number)
    moved = _moved_by_edit(at.book, entry, number)
    about = f"{called(entry)} to {number}"
    if moved is not None:
        now = _(", and is the number of another clause") if bearers else ""
        sentence = _(
            "It points to {number}, which an edit moved to {now_at}{now}.",
            number=number,
            now_at=moved.clause.number,
            now=now,
        )
        yield at.finding(STALE, about, (entry, moved, *bearers), sentence, "cites")
    elif len(bearers) > 1:
        meant = next((other for other in bearers if other.inherited_from == entry.inherited_from), bearers[0])
        sentence = _(
            "It points to {number}, a number that two clauses bear; meant is {citation}.",
            number=number,
            citation=meant.citation,
        )
        yield at.finding(AMBIGUOUS, about, (entry, *bearers), sentence, "cites")
    elif not bearers and not _known(number):
        sentence = _("It points to {number}, which is not among the texts.", number=number)
        yield at.finding(OUTSIDE, about, (entry,), sentence, "cites")
    elif not bearers:
        shifted = next(_shifted(at.book, number), None)
        hint = _("; sections have moved, {number} is meant", number=shifted.clause.number) if shifted else ""
        sentence = _("It points to {number}, and there is no such clause{hint}.", number=number, hint=hint)
        yield at.finding(STALE, about, (entry, *((shifted,) if shifted else ())), sentence, "cites")


def _known(number: str) -> bool:
    """Whether some revision has a clause in that section."""
    section = number.split(".")[0]
    return any(
        entry.clause.number.split(".")[0] == section
        for name in rulebook_names()
        for entry in load_rulebook(name)
        if not entry.inherited_from
    )


def _moved_by_edit(book: Rulebook, entry: Entry, number: str) -> Entry | None:
    """The clause that a clause means by a number, where an edit has given it another one."""
    for change in (change for edit in book.edits for change in edit.changes if change.kind == "renumber"):
        if change.before is not None and change.before.key == (number, entry.inherited_from):
            return change.after
    return None


def _shifted(book: Rulebook, number: str) -> Iterator[Entry]:
    """The clause that bears the number when sections are counted on as doubled numbers show."""
    section, dot, rest = number.partition(".")
    wanted = {f"{int(section) + by}{dot}{rest}" for by in _shifts(book)}
    yield from (entry for entry in book if entry.clause.number in wanted and not entry.inherited_from)


def _shifts(book: Rulebook) -> Iterator[int]:
    """By how many sections clauses have moved, where the text prints the new number and the old."""
    for entry in book:
        numbers = printed_numbers(entry)
        if len(numbers) == 2:
            new, old = (int(number.split(".")[0]) for number in numbers)
            yield new - old
