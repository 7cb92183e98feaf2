"""The numbers of the clauses: printed double, missing, or borne by two clauses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.inspection import Inspection, called
from pyrules.language import _, mark
from pyrules.rulebook.book import Entry

DOUBLED = FindingKind("doubled-number", "warning", mark("A clause is printed with two numbers."))
SHARED = FindingKind("shared-number", "note", mark("Two clauses of the rulebook bear one number."))
UNNUMBERED = FindingKind(
    "unnumbered", "note", mark("A paragraph is printed without a number, so that nothing can refer to it.")
)
KINDS = (DOUBLED, SHARED, UNNUMBERED)


def findings(at: Inspection) -> Iterator[Finding]:
    """What is wrong with the numbers as they are printed."""
    bearers: dict[str, list[Entry]] = defaultdict(list)
    for entry in at.book:
        bearers[entry.clause.number].append(entry)
        yield from _as_printed(at, entry)
    for number, entries in bearers.items():
        if len(entries) > 1:
            owners = _(" and ").join(
                _("one inherited from {inherited_from}", inherited_from=e.inherited_from)
                if e.inherited_from
                else _("its own")
                for e in entries
            )
            yield at.finding(
                SHARED, number, tuple(entries), _("{number} is the number of {owners}.", number=number, owners=owners)
            )


def _as_printed(at: Inspection, entry: Entry) -> Iterator[Finding]:
    clause = entry.clause
    numbers = printed_numbers(entry)
    if len(numbers) > 1:
        sentence = _(
            'The text prints "{printed}": {numbers} before one clause.',
            printed=clause.printed,
            numbers=_(" and ").join(numbers),
        )
        yield at.finding(DOUBLED, called(entry), (entry,), sentence, "printed")
    if clause.as_printed is None and not clause.number[0].isdigit():
        yield at.finding(UNNUMBERED, called(entry), (entry,), _("The text prints no number here."), "printed")


def printed_numbers(entry: Entry) -> tuple[str, ...]:
    """The numbers that the text prints before a clause: `516.1` and `515.1` of "516.1. 515.1."."""
    return tuple(word.rstrip(".") for word in (entry.clause.as_printed or "").split() if word[0].isdigit())
