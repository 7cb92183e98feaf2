"""The words of the rulebook: used before they are defined, or without."""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.inspection import Inspection
from pyrules.language import _, mark
from pyrules.rulebook.book import Entry

UNDEFINED = FindingKind("undefined-term", "note", mark("A term is used and nowhere defined."))
LATE = FindingKind("late-definition", "note", mark("A term is used before it is defined."))
KINDS = (UNDEFINED, LATE)


def findings(at: Inspection) -> Iterator[Finding]:
    """Terms without a definition, and those whose definition comes after their use."""
    entries = tuple(at.book)
    for term in dict.fromkeys(term for entry in entries for term in entry.clause.uses):
        users = tuple(entry for entry in entries if term in entry.clause.uses)
        definition = next((entry for entry in entries if term in entry.clause.defines), None)
        if definition is None:
            numbers = ", ".join(str(user.citation) for user in users)
            yield at.finding(
                UNDEFINED,
                term,
                users,
                _('"{term}" is used in {numbers} and defined nowhere.', term=_(term), numbers=numbers),
                "uses",
            )
        elif early := tuple(user for user in users if _precedes(user, definition, entries)):
            numbers = ", ".join(str(user.citation) for user in early)
            sentence = _(
                '"{term}" is used in {numbers}, before {citation} defines it.',
                term=_(term),
                numbers=numbers,
                citation=definition.citation,
            )
            yield at.finding(LATE, term, (*early, definition), sentence, "uses")


def _precedes(user: Entry, definition: Entry, entries: tuple[Entry, ...]) -> bool:
    """Whether both stand in one text, the user first."""
    return user.inherited_from == definition.inherited_from and entries.index(user) < entries.index(definition)
