"""A verdict on an edit in sentences, the same ones on a terminal and on a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.verdict.edit_verdict import EditVerdict, OnCorpus, OnReadings, OptionOn, Part, ReadingRole
from pyrules.model.wording import counted
from pyrules.report import diff as of_search
from pyrules.report.check.text import QUICKLY
from pyrules.report.comparison.text import clauses_of, headline

__all__ = ["clauses_of", "headline"]

PARTS: dict[Part, str] = {
    "search": "the search for the smallest difference",
    "corpus": "the scenario files",
    "kinds": "the search for every kind of difference",
    "defects": "the check of the edit and of its base",
    "readings": "the readings",
}


def called(name: str) -> str:
    """A rulebook by its id, an edit by its file's name."""
    return Path(name).name.removesuffix(".edit.yaml")


def conclusion(verdict: EditVerdict) -> str:
    """The answer in a sentence."""
    match verdict.conclusion:
        case "changes":
            return "It makes a difference."
        case "nothing-changes":
            return "Nothing comes out differently."
    return "Whether it makes a difference is not decided."


def cut_off(verdict: EditVerdict) -> str:
    """That it was ended before everything was looked at; empty when it was not."""
    return "Cut off: some things were not looked at to their end, see below." if verdict.unfinished else ""


def glance(verdict: EditVerdict) -> Iterator[str]:
    """What was found, a line for each part."""
    yield _changed(verdict)
    if verdict.search is not None:
        yield smallest(verdict)
    if verdict.kinds is not None:
        yield f"{counted(len(verdict.witnesses), 'kind')} of difference {_among(verdict)}."
    if verdict.corpus is not None:
        yield on_corpus(verdict.corpus)
    if verdict.defects is not None:
        yield on_defects(verdict)
    if verdict.readings is not None and verdict.readings.roles:
        readings = dict.fromkeys(role.reading for role in verdict.readings.roles)
        yield f"It has to do with {'the reading' if len(readings) == 1 else 'the readings'} {', '.join(readings)}."


def _changed(verdict: EditVerdict) -> str:
    numbers = ((len(verdict.edit.changes), "clause"), (len(verdict.edit.readings), "reading"))
    changed = " and ".join(counted(number, noun) for number, noun in numbers if number) or "no clause"
    shaken = f"; {counted(len(verdict.shaken), 'clause')} left standing may no longer hold" if verdict.shaken else ""
    return f"It changes {changed}{shaken}."


def _among(verdict: EditVerdict) -> str:
    finished = all(each.part != "kinds" for each in verdict.unfinished)
    return "in all" if finished else "so far"


def smallest(verdict: EditVerdict) -> str:
    """What the search came to."""
    assert verdict.search is not None
    return of_search.headline(verdict.search, called(verdict.base.name), called(verdict.book.name))


def on_corpus(corpus: OnCorpus) -> str:
    """How many scenario files come out differently, and what they expect that does not hold any more."""
    differ = len(tuple(corpus.comparison.disagreements))
    files = f"{differ} of {counted(corpus.looked_at, 'scenario file')} {_comes(differ)} out differently"
    turned = [
        f"{counted(len(corpus.broken), 'expectation')} no longer {_holds(len(corpus.broken))}" if corpus.broken else "",
        f"{len(corpus.mended)} {_holds(len(corpus.mended))} only now" if corpus.mended else "",
        f"{counted(len(corpus.unanswered), 'file')} without a usable answer" if corpus.unanswered else "",
    ]
    return "; ".join(filter(None, [files, *turned])) + "."


def _comes(number: int) -> str:
    return "comes" if number == 1 else "come"


def _holds(number: int) -> str:
    return "holds" if number == 1 else "hold"


def on_defects(verdict: EditVerdict) -> str:
    """How many properties and other findings are new, and how many are gone."""
    defects = verdict.defects
    assert defects is not None
    if not defects.new and not defects.gone:
        return f"A quick check finds the same defects as of {called(verdict.base.name)}."
    broken, mended = len(defects.broken_properties), len(defects.mended_properties)
    parts = [
        f"{counted(broken, 'expected property')} broken".replace("propertys", "properties") if broken else "",
        f"{counted(mended, 'expected property')} mended".replace("propertys", "properties") if mended else "",
        f"{counted(len(defects.new) - broken, 'other defect')} new" if len(defects.new) > broken else "",
        f"{counted(len(defects.gone) - mended, 'other defect')} gone" if len(defects.gone) > mended else "",
    ]
    return f"A quick check: {', '.join(filter(None, parts))}."


def heading(witness: Disagreement) -> str:
    """What a kind of difference is told by: the clauses of either side that cause it."""
    sides = (", ".join(dict.fromkeys(map(str, clauses))) or "nothing" for clauses in witness.cause.clauses)
    names = (called(book.name) for book in witness.rulebooks)
    return " / ".join(f"{name} by {clauses}" for name, clauses in zip(names, sides, strict=True))


def events(witness: Disagreement) -> str:
    """How long a witness is, and whether a smaller one is ruled out."""
    return f"{counted(len(witness.scenario.events), 'event')}{', the smallest there is' if witness.proved else ''}"


def role(of: ReadingRole, base: str, book: str) -> Iterator[str]:
    """What a reading has to do with the edit, in sentences."""
    for option, titles in _by_option(of.agree):
        yield f"With {of.reading}={option} {base} and {book} agree on {_titles(titles)}."
    for option, titles in _by_option(of.same):
        yield f"{base} with {of.reading}={option} says what {book} says on {_titles(titles)}."
    if of.settled:
        yield f"The edit settles {of.reading} on {_titles(of.settled)}: {book} gives one answer, {base} rests on it."
    if of.opened:
        yield f"The edit opens {of.reading} on {_titles(of.opened)}: {book} rests on it, {base} gives one answer."


def _by_option(among: Iterable[OptionOn]) -> Iterator[tuple[str, tuple[str, ...]]]:
    found: dict[str, list[str]] = {}
    for each in among:
        found.setdefault(each.option, []).append(each.scenario)
    yield from ((option, tuple(titles)) for option, titles in found.items())


def _titles(titles: tuple[str, ...]) -> str:
    quoted = [f'"{title}"' for title in dict.fromkeys(titles)]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def not_looked_at(verdict: EditVerdict) -> Iterator[str]:
    """What the verdict says nothing of: what was not finished, and what lies outside what is looked at."""
    for each in verdict.unfinished:
        yield f"Not finished: {PARTS[each.part]} ({each.why}){_how_far(verdict, each.part)}."
    if verdict.search is not None:
        yield of_search.searched(verdict.search.bound, verdict.search.not_covered)
    if verdict.kinds is not None:
        yield f"Kinds of difference: {of_search.scope(verdict.kinds.bound)}."
    if verdict.corpus is None:
        yield "No scenario files: none lies beside the edit, and --corpus names none."
    if verdict.defects is not None:
        yield f"Check of both sides: {QUICKLY[0].lower()}{QUICKLY[1:]}; clauses that are not missed are not looked for."
    if verdict.readings is not None:
        yield on_readings(verdict.readings)


def _how_far(verdict: EditVerdict, part: Part) -> str:
    if part == "corpus" and verdict.corpus is not None:
        return f", {verdict.corpus.looked_at} of {verdict.corpus.given} looked at"
    return ""


def on_readings(readings: OnReadings) -> str:
    """On what the readings were tried."""
    return f"Readings were tried one at a time, on {counted(readings.tried, 'scenario')} that differ, no others."
