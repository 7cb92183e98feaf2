"""What of the text the rulebook holds: parts torn off, not modelled, or taken over from another revision."""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.inspection import Inspection, called
from pyrules.language import _, mark
from pyrules.rulebook.book import Entry

TORN_OFF = FindingKind("torn-off", "warning", mark("The text breaks off in the middle of a clause."))
NOT_MODELLED = FindingKind("not-modelled", "note", mark("A clause, or a part of one, has no rules that encode it."))
INHERITED = FindingKind("inherited", "note", mark("A section is not printed, and taken over from another revision."))
KINDS = (TORN_OFF, NOT_MODELLED, INHERITED)


def findings(at: Inspection) -> Iterator[Finding]:
    """What the rulebook does not hold of its text, or holds of another."""
    torn = tuple(entry for entry in at.book if entry.clause.torn_off)
    if torn:
        last = torn[-1]
        sentence = _("The text breaks off after {citation}; what would follow is not known.", citation=last.citation)
        yield at.finding(TORN_OFF, called(last), (last, *torn[:-1]), sentence, "torn_off")
    for entry in at.book:
        clause = entry.clause
        if clause.not_modelled and not clause.concerns:
            yield at.finding(
                NOT_MODELLED,
                called(entry),
                (entry,),
                _("It is not modelled: {why}.", why=_(clause.not_modelled)),
                "not_modelled",
            )
        if clause.left_out:
            yield at.finding(
                NOT_MODELLED,
                called(entry),
                (entry,),
                _("A part is left out: {what}.", what=_(clause.left_out)),
                "left_out",
            )
    yield from _inherited(at)


def _inherited(at: Inspection) -> Iterator[Finding]:
    sections: dict[tuple[str, str], list[Entry]] = {}
    for entry in at.book:
        if entry.inherited_from:
            sections.setdefault((entry.clause.topic, entry.inherited_from), []).append(entry)
    for (topic, source), entries in sections.items():
        sentence = _(
            "The section on {topic} is not printed; it is taken over from {source}.", topic=_(topic), source=source
        )
        yield at.finding(INHERITED, f"{topic}@{source}", tuple(entries), sentence)
