"""A rulebook to read: its clauses with their modules and references, what reaches them, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pyrules.analysis.check import NOT_QUICK, Finding, check
from pyrules.analysis.check.inspection import Inspection, Untouched
from pyrules.analysis.check.reach import reach
from pyrules.analysis.check.references import STALE
from pyrules.analysis.check.references import findings as references
from pyrules.analysis.check.selection import ALL
from pyrules.asp.module import read
from pyrules.errors import NotDecided
from pyrules.language import LANGUAGES, current, speaking, translate
from pyrules.model.scenario import Scenario
from pyrules.report.check.page import content as check_content
from pyrules.report.check.text import CheckReport
from pyrules.report.edit_changes import ModuleChange, named, of_modules
from pyrules.rulebook.book import Entry, Rulebook
from pyrules.rulebook.names import concerns
from pyrules.web import pages
from pyrules.web.forms import Fields, changing
from pyrules.web.jobs import Tell
from pyrules.web.rulebooks import stamp
from pyrules.web.site import site

SECONDS = 20.0
"""What a check may spend on one bound."""

Words = tuple[tuple[str, str], ...]
"""A redline: pieces of text, each with `+` for what comes, `-` for what goes, nothing for what stays."""


@dataclass(frozen=True, slots=True)
class ReadEntry:
    """A clause to read: its entry, the references in it that are stale, with why, and the scenarios that reach it."""

    entry: Entry
    stale: dict[str, str]
    reached_by: tuple[Scenario, ...]


@dataclass(frozen=True, slots=True)
class Redline:
    """A clause of two rulebooks beside each other: its number in each, its words, its modules."""

    before: Entry | None
    after: Entry | None
    words: Words
    modules: tuple[ModuleChange, ...]

    @property
    def changed(self) -> bool:
        """Whether anything of it is different."""
        return any(sign for sign, _text in self.words) or bool(self.modules) or None in (self.before, self.after)


async def show(request: Request) -> Response:
    """The clauses of a rulebook, or those that hold the words looked for."""
    here = site(request)
    name, wanted = _name(request), request.query_params.get("q", "").strip()
    book = await here.foreign.call(here.shelf.rulebook, name, {})
    reached = here.jobs.find(_key("reach", name))
    by = reached.answer if reached is not None and reached.answer is not None else {}
    entries = await here.reading.call(_entries, book, wanted, by)
    return pages.show(
        request,
        "rulebook.html.jinja",
        book=book,
        name=name,
        wanted=wanted,
        entries=entries,
        choices=[choice for choice in book.choices if not wanted],
        known=here.shelf.names(),
        job=reached,
        module=named,
    )


async def module(request: Request) -> Response:
    """The rules of a clause, module by module."""
    here = site(request)
    name, number = _name(request), request.query_params.get("clause", "")
    book = await here.foreign.call(here.shelf.rulebook, name, {})
    entry = book.clause(number, request.query_params.get("from") or None)
    modules = [
        (named(path), path.read_text(encoding="utf-8")) for path in (*entry.clause.modules, *entry.clause.rests_on)
    ]
    return pages.show(request, "clause.html.jinja", book=book, name=name, entry=entry, modules=modules)


@changing
async def look_for_reach(request: Request, sent: Fields) -> Response:
    """Begins to look which of the opened scenarios reach each clause."""
    here = site(request)
    name = _name(request)
    book = await here.foreign.call(here.shelf.rulebook, name, {})
    scenarios = await here.reading.call(here.library.scenarios)
    here.jobs.begin(_key("reach", name), lambda tell: _reached(book, scenarios, tell))
    return pages.follow(pages.link(request, "rulebook", rulebook=name))


@changing
async def look_for_defects(request: Request, sent: Fields) -> Response:
    """Begins a check."""
    here = site(request)
    name = _name(request)
    book = await here.foreign.call(here.shelf.rulebook, name, {})

    here.jobs.begin(_key("check", name), lambda tell: _checked(book, tell))
    return pages.follow(pages.link(request, "rulebook/defects", rulebook=name))


@changing
async def stop(request: Request, sent: Fields) -> Response:
    """Stops what is looked for."""
    name, what = _name(request), request.query_params.get("what", "")
    site(request).jobs.stop(_key(what, name))
    return pages.follow(pages.link(request, "rulebook/defects" if what == "check" else "rulebook", rulebook=name))


async def defects(request: Request) -> Response:
    """What a check found, or how far it is."""
    here = site(request)
    name = _name(request)
    job = here.jobs.find(_key("check", name))
    if job is not None and job.answer is not None:
        return pages.show(request, "check.html.jinja", **check_content(job.answer))
    return pages.show(request, "defects.html.jinja", name=name, job=job)


async def redline(request: Request) -> Response:
    """Two rulebooks, clause by clause, with what is different in words and rules."""
    here = site(request)
    left, right = request.query_params.get("left", "r3"), request.query_params.get("right", "r4")
    before = await here.foreign.call(here.shelf.rulebook, left, {})
    after = await here.foreign.call(here.shelf.rulebook, right, {})
    pairs = await here.reading.call(_redlines, before, after)
    shown: dict[str, Any] = {"left": left, "right": right, "pairs": pairs, "known": here.shelf.names()}
    return pages.show(request, "redlines.html.jinja", **shown)


def _name(request: Request) -> str:
    return request.query_params.get("rulebook", "r4")


def _key(what: str, name: str) -> tuple[object, ...]:
    return what, name, stamp(name), current()


def _checked(book: Rulebook, tell: Tell) -> CheckReport:
    """The report of a quick check."""
    untouched: list[Untouched] = []

    def told(come: object) -> None:
        if isinstance(come, Untouched):
            untouched.append(come)
        elif not isinstance(come, Finding):
            tell(come)

    found = check(book, True, told=told, seconds=SECONDS)
    return CheckReport(
        rulebook=book.name,
        rulebook_hash=book.hash,
        findings=found,
        known=frozenset(),
        file=book.manifests[-1 if book.edits else 0],
        quick=True,
        unsought=tuple(kind.id for kind in NOT_QUICK),
        untouched=tuple(untouched),
        on=book.edits[-1].on if book.edits else "",
    )


# --- clauses --------------------------------------------------------------------------------------


def _entries(book: Rulebook, wanted: str, reached: dict[Any, tuple[Scenario, ...]]) -> list[ReadEntry]:
    stale: dict[Any, dict[str, str]] = {}
    for found in references(Inspection(book, True, ALL, lambda _: None)):
        if found.kind == STALE:
            cited = found.clauses[0]
            stale.setdefault((cited.number, cited.inherited_from), {})[found.about.rpartition(" to ")[2]] = (
                found.sentence
            )
    return [
        ReadEntry(entry, stale.get(entry.key, {}), reached.get(entry.key, ()))
        for entry in in_reading_order(book)
        if _holds(entry, wanted.casefold().split())
    ]


def in_reading_order(book: Rulebook) -> list[Entry]:
    """The clauses of the text, then the decisions of this project."""
    return sorted(book, key=lambda entry: bool(entry.clause.concerns))


def _holds(entry: Entry, words: Sequence[str]) -> bool:
    """Whether all the words stand in the clause: in its number, its gist or its rules, in one language or the other."""
    return not words or any(all(word in text for word in words) for text in _texts(entry))


def _texts(entry: Entry) -> Iterator[str]:
    clause = entry.clause
    sentences = [rule.sentence for path in (*clause.modules, *clause.rests_on) for rule in read(path).rules]
    for language in LANGUAGES:
        with speaking(language):
            parts = [clause.number, *map(translate, (clause.gist, *clause.defines, *filter(None, sentences)))]
            yield " ".join((*parts, *(path.stem for path in clause.modules))).casefold()


def _reached(book: Rulebook, scenarios: Iterable[Scenario], tell: Tell) -> dict[Any, tuple[Scenario, ...]]:
    """Clause -> the scenarios whose answers rest on it."""
    about = [each for each in scenarios if concerns(each.rulebooks, book.name)]
    found: dict[Any, list[Scenario]] = {}
    for number, scenario in enumerate(about, 1):
        tell(translate("scenario {number} of {count}", number=number, count=len(about)))
        try:
            deciding = reach(scenario, book).deciding
        except NotDecided:
            continue
        for entry in book:
            if deciding & {*entry.clause.modules, *entry.clause.rests_on}:
                found.setdefault(entry.key, []).append(scenario)
    return {key: tuple(each) for key, each in found.items()}


# --- two rulebooks --------------------------------------------------------------------------------

ALIKE = 0.4
"""How much of two clauses' words must be the same for one to be taken for what became of the other."""


def _redlines(left: Rulebook, right: Rulebook) -> list[Redline]:
    """The clauses of the right one in order, each beside what it was before; then those that are gone."""
    old, new = in_reading_order(left), in_reading_order(right)
    scored = [
        (score, number, other, one, entry)
        for number, entry in enumerate(new)
        for other, one in enumerate(old)
        if (score := _likeness(one, entry)) >= ALIKE
    ]
    was: dict[int, Entry] = {}
    taken: set[int] = set()
    for _score, number, other, one, _entry in sorted(scored, key=lambda each: -each[0]):
        if number not in was and other not in taken:
            was[number] = one
            taken.add(other)
    kept = [_line(was.get(number), entry) for number, entry in enumerate(new)]
    return kept + [_line(one, None) for other, one in enumerate(old) if other not in taken]


def _likeness(before: Entry, after: Entry) -> float:
    """How much two clauses have in common: words, modules, number within a topic."""
    one, other = (set(each.clause.gist.casefold().split()) for each in (before, after))
    words = len(one & other) / len(one | other)
    same_rules = bool(set(before.clause.modules) & set(after.clause.modules))
    same_number = before.key == after.key and before.clause.topic == after.clause.topic
    return words + 0.25 * same_rules + 0.3 * same_number


def _line(before: Entry | None, after: Entry | None) -> Redline:
    gists = [translate(each.clause.gist).split() if each else [] for each in (before, after)]
    modules = [each.clause.modules if each else () for each in (before, after)]
    return Redline(before, after, tuple(_words(*gists)), tuple(of_modules(*modules)))


def _words(before: list[str], after: list[str]) -> Iterator[tuple[str, str]]:
    """What stays, goes and comes; where little stays, the whole goes and the whole comes."""
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    pieces = matcher.get_opcodes() if matcher.ratio() > ALIKE else [("replace", 0, len(before), 0, len(after))]
    for kind, a, b, c, d in pieces:
        if kind == "equal":
            yield "", " ".join(before[a:b])
            continue
        if a < b:
            yield "-", " ".join(before[a:b])
        if c < d:
            yield "+", " ".join(after[c:d])
