"""A verdict on an edit in sentences, the same ones on a terminal and on a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pyrules.analysis.check import Finding
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.verdict.edit_verdict import (
    Defects,
    EditVerdict,
    JudgedProperty,
    OnCorpus,
    OnReadings,
    OptionOn,
    Part,
    ReadingRole,
)
from pyrules.language import _, mark, plural
from pyrules.model import wording
from pyrules.report.check.text import QUICKLY
from pyrules.report.comparison.text import clauses_of, headline
from pyrules.report.diff import heading as of_difference
from pyrules.report.diff import words as of_search

__all__ = ["clauses_of", "headline"]

PARTS: dict[Part, str] = {
    "properties": mark("the properties"),
    "search": mark("the search for the smallest difference"),
    "corpus": mark("the scenario files"),
    "kinds": mark("the search for every kind of difference"),
    "defects": mark("the check of the edit and of its base"),
    "readings": mark("the readings"),
}


def called(name: str) -> str:
    """A rulebook by its id, an edit by its file's name."""
    return Path(name).name.removesuffix(".edit.yaml")


def conclusion(verdict: EditVerdict) -> str:
    """The answer in a sentence."""
    match verdict.conclusion:
        case "changes":
            return _("It makes a difference.")
        case "nothing-changes":
            return _("Nothing comes out differently.")
    return _("Whether it makes a difference is not decided.")


def cut_off(verdict: EditVerdict) -> str:
    """That it was ended before everything was looked at; empty when it was not."""
    return _("Cut off: some things were not looked at to their end, see below.") if verdict.unfinished else ""


def glance(verdict: EditVerdict) -> Iterator[str]:
    """What was found, a line for each part."""
    yield _changed(verdict)
    if verdict.search is not None:
        yield smallest(verdict)
    if verdict.kinds is not None:
        yield _("{kinds} of difference {among}.", kinds=_kinds(len(verdict.witnesses)), among=_among(verdict))
    for judged in verdict.properties:
        yield on_property(judged, called(verdict.base.name), called(verdict.book.name))
    if verdict.corpus is not None:
        yield on_corpus(verdict.corpus)
    if verdict.defects is not None:
        yield on_defects(verdict)
    if verdict.readings is not None and verdict.readings.roles:
        readings = dict.fromkeys(role.reading for role in verdict.readings.roles)
        yield plural(
            "It has to do with the reading {readings}.",
            "It has to do with the readings {readings}.",
            len(readings),
            readings=", ".join(readings),
        )


def _changed(verdict: EditVerdict) -> str:
    clauses, readings, shaken = len(verdict.edit.changes), len(verdict.edit.readings), len(verdict.shaken)
    changed = [plural("{count} clause", "{count} clauses", clauses)] if clauses else []
    changed += [plural("{count} reading", "{count} readings", readings)] if readings else []
    it_changes = _("It changes {what}", what=_(" and ").join(changed)) if changed else _("It changes no clause")
    doubtful = plural(
        "; {count} clause left standing may no longer hold",
        "; {count} clauses left standing may no longer hold",
        shaken,
    )
    return f"{it_changes}{doubtful if shaken else ''}."


def _among(verdict: EditVerdict) -> str:
    finished = all(each.part != "kinds" for each in verdict.unfinished)
    return _("in all") if finished else _("so far")


def smallest(verdict: EditVerdict) -> str:
    """What the search came to."""
    assert verdict.search is not None
    return of_search.headline(verdict.search, called(verdict.base.name), called(verdict.book.name))


def on_corpus(corpus: OnCorpus) -> str:
    """How many scenario files come out differently, and what they expect that does not hold any more."""
    differ = len(tuple(corpus.comparison.disagreements))
    among = plural("{count} scenario file", "{count} scenario files", corpus.looked_at)
    broken, mended, unanswered = len(corpus.broken), len(corpus.mended), len(corpus.unanswered)
    said = [
        plural(
            "{count} of {files} comes out differently", "{count} of {files} come out differently", differ, files=among
        ),
        plural("{count} expectation no longer holds", "{count} expectations no longer hold", broken) if broken else "",
        plural("{count} holds only now", "{count} hold only now", mended) if mended else "",
        plural("{count} file without a usable answer", "{count} files without a usable answer", unanswered)
        if unanswered
        else "",
    ]
    return "; ".join(filter(None, said)) + "."


def _kinds(number: int) -> str:
    return plural("{count} kind", "{count} kinds", number)


def on_defects(verdict: EditVerdict) -> str:
    """How many properties and other findings are new, and how many are gone."""
    defects = verdict.defects
    assert defects is not None
    if not defects.compared:
        found = plural("{count} defect", "{count} defects", len(defects.new))
        return _("A quick check of the edit found {defects}; it was not compared with its base.", defects=found)
    if not defects.new and not defects.gone:
        return _("A quick check finds the same defects as of {rulebook}.", rulebook=called(verdict.base.name))
    broken, mended = len(defects.broken_properties), len(defects.mended_properties)
    new, gone = len(defects.new) - broken, len(defects.gone) - mended
    parts = [
        plural("{count} expected property broken", "{count} expected properties broken", broken) if broken else "",
        plural("{count} expected property mended", "{count} expected properties mended", mended) if mended else "",
        plural("{count} other defect new", "{count} other defects new", new) if new > 0 else "",
        plural("{count} other defect gone", "{count} other defects gone", gone) if gone > 0 else "",
    ]
    return _("A quick check: {found}.", found=", ".join(filter(None, parts)))


def of_defects(defects: Defects) -> tuple[tuple[str, tuple[Finding, ...]], ...]:
    """What is told of the check, by title; what there is none of is left out."""
    new = _("New defects") if defects.compared else _("Defects of the edit, not compared with its base")
    return tuple((title, found) for title, found in ((new, defects.new), (_("Mended"), defects.gone)) if found)


def on_property(judged: JudgedProperty, base: str, book: str) -> str:
    """What becomes of a property, in a sentence."""
    says = judged.edit.says.rstrip(".")
    match judged.became:
        case "broken":
            return _('{book} breaks "{says}", which {base} keeps.', book=book, base=base, says=says)
        case "mended":
            return _('{book} keeps "{says}", which {base} violates.', book=book, base=base, says=says)
        case "kept":
            return _('Both keep "{says}".', says=says)
        case "violated":
            return _('Both violate "{says}".', says=says)
    return _('Whether both keep "{says}" is not decided.', says=says)


def heading(witness: Disagreement) -> str:
    """What a kind of difference is told by, in words, with the clauses of either side that cause it."""
    sides = (", ".join(dict.fromkeys(map(str, clauses))) or _("nothing") for clauses in witness.cause.clauses)
    names = (called(book.name) for book in witness.rulebooks)
    by = (_("{rulebook} by {clauses}", rulebook=name, clauses=each) for name, each in zip(names, sides, strict=True))
    return f"{of_difference.heading(witness)} {' / '.join(by)}"


def gist(witness: Disagreement) -> str:
    """What a witness shows, in a line: the event, and the first thing that differs after it."""
    shown = next((each for each in witness.differences if each.after is not None), witness.differences[0])
    if not shown.after:
        return str(shown)
    event = wording.happening(witness.scenario.events[shown.after - 1].happening)
    told = str(shown).partition(": ")[2]
    return f"{event}: {told}"


def events(witness: Disagreement) -> str:
    """How long a witness is, and whether a smaller one is ruled out."""
    length = plural("{count} event", "{count} events", len(witness.scenario.events))
    return length + (_(", the smallest there is") if witness.proved else "")


def role(of: ReadingRole, base: str, book: str) -> Iterator[str]:
    """What a reading has to do with the edit, in sentences."""
    agree = mark("With {reading} {base} and {book} agree on {titles}.")
    same = mark("{base} with {reading} says what {book} says on {titles}.")
    settled = mark("The edit settles {reading} on {titles}: {book} gives one answer, {base} rests on it.")
    opened = mark("The edit opens {reading} on {titles}: {book} rests on it, {base} gives one answer.")
    told = [
        *((agree, f"{of.reading}={option}", titles) for option, titles in _by_option(of.agree)),
        *((same, f"{of.reading}={option}", titles) for option, titles in _by_option(of.same)),
        (settled, of.reading, of.settled),
        (opened, of.reading, of.opened),
    ]
    for message, reading, titles in told:
        if titles:
            yield _(message, reading=reading, titles=_titles(titles), base=base, book=book)


def _by_option(among: Iterable[OptionOn]) -> Iterator[tuple[str, tuple[str, ...]]]:
    found: dict[str, list[str]] = {}
    for each in among:
        found.setdefault(each.option, []).append(each.scenario)
    yield from ((option, tuple(titles)) for option, titles in found.items())


def _titles(titles: tuple[str, ...]) -> str:
    quoted = [_('"{title}"', title=title) for title in dict.fromkeys(titles)]
    return quoted[0] if len(quoted) == 1 else _(" and ").join((", ".join(quoted[:-1]), quoted[-1]))


def not_looked_at(verdict: EditVerdict) -> Iterator[str]:
    """What the verdict says nothing of: what was not finished, and what lies outside what is looked at."""
    for each in verdict.unfinished:
        yield _(
            "Not finished: {part} ({why}){how_far}.",
            part=_(PARTS[each.part]),
            why=_(each.why),
            how_far=_how_far(verdict, each.part),
        )
    if verdict.search is not None:
        yield of_search.searched(verdict.search.bound, of_search.not_looked_at(_not_covered(verdict)))
    if verdict.kinds is not None:
        yield _("Kinds of difference: {scope}.", scope=of_search.scope(verdict.kinds.bound))
    if verdict.corpus is None:
        yield _("No scenario files: none lies beside the edit, and --corpus names none.")
    if verdict.defects is not None:
        searched = _(QUICKLY)
        searched = searched[0].lower() + searched[1:]
        yield _("Check of both sides: {searched}; clauses that are not missed are not looked for.", searched=searched)
    if verdict.readings is not None:
        yield on_readings(verdict.readings)


def _not_covered(verdict: EditVerdict) -> tuple[str, ...]:
    """The topics that neither search looked at to its end."""
    searches = (verdict.search, verdict.kinds)
    outside = [each.not_covered for each in searches if each is not None]
    return tuple(topic for topic in outside[0] if all(topic in each for each in outside))


def _how_far(verdict: EditVerdict, part: Part) -> str:
    if part == "corpus" and verdict.corpus is not None:
        return _(", {number} of {count} looked at", number=verdict.corpus.looked_at, count=verdict.corpus.given)
    return ""


def on_readings(readings: OnReadings) -> str:
    """On what the readings were tried."""
    return plural(
        "Readings were tried one at a time, on {count} scenario that differs, no others.",
        "Readings were tried one at a time, on {count} scenarios that differ, no others.",
        readings.tried,
    )
