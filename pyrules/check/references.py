"""What clauses refer to: numbers that are not there, that mean another clause by now, or that two clauses bear."""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.check.finding import Finding, Kind
from pyrules.check.inspection import Inspection, called
from pyrules.check.numbers import printed_numbers
from pyrules.rulebook import Entry, Rulebook, names, rulebook

STALE = Kind("stale-reference", "error", "A clause points to a number that says nothing, or something else, by now.")
OUTSIDE = Kind("outside-reference", "note", "A clause points to a section that is not among the texts.")
AMBIGUOUS = Kind("ambiguous-reference", "warning", "A clause points to a number that two clauses bear.")
KINDS = (STALE, OUTSIDE, AMBIGUOUS)


def findings(at: Inspection) -> Iterator[Finding]:
    """What is wrong with the references, as they are printed."""
    for entry in at.book:
        for number in entry.clause.cites:
            yield from _reference(at, entry, number)


def _reference(at: Inspection, entry: Entry, number: str) -> Iterator[Finding]:
    bearers = tuple(other for other in at.book if other.clause.number == number)
    about = f"{called(entry)} to {number}"
    before = _before_edits(at.book, number)
    if len(bearers) > 1:
        meant = next((other for other in bearers if other.inherited_from == entry.inherited_from), bearers[0])
        sentence = f"It points to {number}, a number that two clauses bear; meant is {meant.citation}."
        yield at.finding(AMBIGUOUS, about, (entry, *bearers), sentence, "cites")
    elif not bearers and not _known(number):
        sentence = f"It points to {number}, which is not among the texts."
        yield at.finding(OUTSIDE, about, (entry,), sentence, "cites")
    elif not bearers:
        moved = _moved(at.book, number)
        hint = f"; {moved.clause.number} is where that stands now" if moved else ""
        sentence = f"It points to {number}, and there is no such clause{hint}."
        yield at.finding(STALE, about, (entry, *((moved,) if moved else ())), sentence, "cites")
    elif before is not None and before.clause.gist != bearers[0].clause.gist and before.key in _renumbered(at.book):
        sentence = f"It points to {number}, which is another clause since the edit."
        yield at.finding(STALE, about, (entry, *bearers), sentence, "cites")


def _known(number: str) -> bool:
    """Whether some revision has a clause in that section."""
    section = number.split(".")[0]
    return any(
        entry.clause.number.split(".")[0] == section
        for name in names()
        for entry in rulebook(name)
        if not entry.inherited_from
    )


def _moved(book: Rulebook, number: str) -> Entry | None:
    """The clause that bears the number by now: moved by an edit, or by as many sections as a doubled number shows."""
    for edit in book.edits:
        for change in edit.changes:
            if change.before and change.after and change.before.clause.number == number != change.after.clause.number:
                return change.after
    section, dot, rest = number.partition(".")
    for by in _shifts(book):
        wanted = f"{int(section) + by}{dot}{rest}"
        found = next((entry for entry in book if entry.clause.number == wanted and not entry.inherited_from), None)
        if found is not None:
            return found
    return None


def _shifts(book: Rulebook) -> Iterator[int]:
    """By how many sections clauses have moved, where the text prints the new number and the old."""
    for entry in book:
        numbers = printed_numbers(entry)
        if len(numbers) == 2:
            new, old = (int(number.split(".")[0]) for number in numbers)
            yield new - old


def _before_edits(book: Rulebook, number: str) -> Entry | None:
    """The clause that an edit moved away from this number, if one did."""
    befores = (change.before for edit in book.edits for change in edit.changes if change.kind == "renumber")
    return next((before for before in befores if before is not None and before.clause.number == number), None)


def _renumbered(book: Rulebook) -> set[tuple[str, str | None]]:
    return {
        change.before.key
        for edit in book.edits
        for change in edit.changes
        if change.kind == "renumber" and change.before
    }
