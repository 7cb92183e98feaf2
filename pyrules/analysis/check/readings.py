"""Clauses that can be read two ways: where it makes a difference, and where another revision settles it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.inspection import Inspection, Look
from pyrules.analysis.check.touched import Touched
from pyrules.analysis.check.witness_search import WitnessResult, apart, parted
from pyrules.language import _, mark, said
from pyrules.rulebook.book import Choice, Entry, Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names

DEPENDS = FindingKind("reading", "warning", mark("A clause can be read two ways, and it makes a difference."))
NO_DIFFERENCE = FindingKind("idle-reading", "note", mark("A clause can be read two ways, and no difference was found."))
SETTLED = FindingKind("settled", "note", mark("A clause settles what another revision leaves open."))
KINDS = (DEPENDS, NO_DIFFERENCE, SETTLED)


def looks(at: Inspection) -> Iterator[Look]:
    """Every option that is not in force, and every reading that the rulebook settles."""
    for choice, option in _options(at):
        yield Look(_("reading {id}", id=choice.reading.id), partial(_of_option, at, choice, option))
    for entry, reading in _settling(at):
        what = _("reading {reading}, which {citation} settles", reading=reading, citation=entry.citation)
        yield Look(what, partial(_of_settled, at, entry, reading))


def _options(at: Inspection) -> tuple[tuple[Choice, str], ...]:
    """The options that are not in force."""
    wanted = (choice for choice in at.book.choices if at.wants((DEPENDS, NO_DIFFERENCE), choice.reading.id))
    return tuple((choice, option) for choice in wanted for option in choice.reading.options if option != choice.option)


def _settling(at: Inspection) -> tuple[tuple[Entry, str], ...]:
    """The clauses that settle readings of other revisions, each with one."""
    settled = ((entry, reading) for entry in at.book for reading in entry.clause.settles)
    return () if at.quick else tuple(each for each in settled if at.wants((SETTLED,), each[1]))


def _of_option(at: Inspection, choice: Choice, option: str) -> Iterator[Finding]:
    """The smallest scenario on which an option and the one in force differ."""
    modules = [path for each in choice.reading.options.values() for path in each.modules]
    if not at.leaves((DEPENDS, NO_DIFFERENCE), choice.reading.id, partial(Touched.directly, modules=modules)):
        yield _difference(at, choice, option)


def _of_settled(at: Inspection, entry: Entry, reading: str) -> Iterator[Finding]:
    """What a clause settles."""
    if not at.leaves((SETTLED,), reading, partial(Touched.directly, modules=at.modules_of(entry))):
        yield from _settled(at, entry, reading)


def _difference(at: Inspection, choice: Choice, option: str) -> Finding:
    reading = choice.reading
    sought = _apart(at, at.book, choice, option)
    if sought.scenario is None:
        sentence = _("{why} {extent} it makes no difference.", why=_(reading.why), extent=sought.extent)
        return at.finding(NO_DIFFERENCE, reading.id, (choice.entry,), sentence)
    settlers = [
        _(" {name} settles it in its {number}.", name=name, number=entry.clause.number)
        for name, entry in _settlers(reading.id)
    ]
    first = parted(sought.scenario, at.book, at.book.under({reading.id: option}))[0]
    read = _(
        "Read as {option} or as {other}, in this order: {first}.{reservation}",
        option=choice.option,
        other=option,
        first=said(first.line),
        reservation=sought.reservation,
    )
    sentence = f"{_(reading.why)} {read}{''.join(settlers)}"
    return at.finding(DEPENDS, reading.id, (choice.entry,), sentence, witness=sought.scenario)


def _apart(at: Inspection, book: Rulebook, choice: Choice, option: str) -> WitnessResult:
    """The smallest scenario on which an option of a reading and the one in force differ."""
    return apart(at, book, book.under({choice.reading.id: option}), choice.entry.clause.topic)


def _settlers(reading: str) -> Iterator[tuple[str, Entry]]:
    """The revisions that settle a reading, with the clause that does."""
    for name in rulebook_names():
        yield from ((name, entry) for entry in load_rulebook(name) if reading in entry.clause.settles)


def _settled(at: Inspection, entry: Entry, reading: str) -> Iterator[Finding]:
    """How the rulebook answers where another revision, on the scenario on which its options differ, has two answers."""
    for name in rulebook_names():
        other = load_rulebook(name)
        for choice in (choice for choice in other.choices if choice.reading.id == reading):
            others = (each for each in choice.reading.options if each != choice.option)
            searches = (_apart(at, other, choice, each).scenario for each in others)
            shown = next(filter(None, searches), None)
            agreeing = [
                each
                for each in choice.reading.options
                if shown and not parted(shown, at.book, other.under({reading: each}))
            ]
            if shown is not None and len(agreeing) == 1:
                gist = choice.reading.options[agreeing[0]].gist
                sentence = _(
                    "It settles what {name} leaves open in its {number}: {gist}",
                    name=name,
                    number=choice.entry.clause.number,
                    gist=_(gist),
                )
                yield at.finding(SETTLED, reading, (entry,), sentence, witness=shown)
