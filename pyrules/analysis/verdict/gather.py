"""An edit looked at from all sides, the most telling first, within one limit of time."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import FrameType

from pyrules.analysis.check import Finding, Looking, Untouched, check
from pyrules.analysis.check.run import worst_first
from pyrules.analysis.check.selection import Selection
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.search.bound import USUAL
from pyrules.analysis.search.clock import Clock, Progress
from pyrules.analysis.search.find import find_difference
from pyrules.analysis.search.kinds import all_kinds
from pyrules.analysis.search.property import judge
from pyrules.analysis.verdict.edit_verdict import (
    Defects,
    EditVerdict,
    JudgedProperty,
    OnReadings,
    Part,
    ReadingRole,
    Unfinished,
)
from pyrules.analysis.verdict.on_corpus import Corpus
from pyrules.analysis.verdict.on_readings import joined, roles
from pyrules.errors import InputError, NotDecided
from pyrules.language import _, mark
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook

SECONDS = 60.0
"""How long it takes at the most, a few seconds for the last answers aside."""
SMALLEST, ANOTHER = mark("the smallest difference"), mark("another difference")
STOPPED = mark("stopped")
TIME_IS_UP = mark("the time limit was reached")
SHARES: dict[Part, float] = {"properties": 0.4, "search": 0.4, "corpus": 0.5, "kinds": 0.5, "defects": 0.8}
"""The part of the time that is left of which each may take: the later ones have what the earlier ones leave."""
EVENTS_OF_KINDS, NUMBERS_OF_KINDS = 3, 2
"""Kinds of difference are searched among scenarios with so many events, or as many as the smallest has."""
BOUND_OF_PROPERTIES = replace(USUAL, events=3, max_value=2)
ELSEWHERE = Selection(ignored=frozenset({"reading", "idle-reading", "shaken-clause"}))
"""Findings that a verdict has a part of its own for are left to that."""


def base_of(book: Rulebook) -> str:
    """What the rulebook is called that an edit stands on. Raises InputError for a rulebook without edits."""
    if not book.edits:
        raise InputError.at(
            "", _("expected the path of an edit, got {rulebook}, which stands on nothing", rulebook=book.name)
        )
    return book.edits[-1].on


def verdict_on(
    base: Rulebook,
    book: Rulebook,
    scenarios: Sequence[Scenario] = (),
    seconds: float = SECONDS,
    tell: Callable[[str], None] = lambda _: None,
    properties: Sequence[Path] = (),
) -> EditVerdict:
    """All that can be learnt of an edit within so many seconds.

    `book` is the rulebook that the edit makes, `base` the one that it stands on. `tell` is told what is being looked
    at. `properties` are files that state what a designer expects, see docs/diff.md. Where the time is up, or a Ctrl-C
    comes, what is known so far is returned, and what was not finished is named.
    """
    return _Gathering(base, book, scenarios, Clock(seconds), tell, properties).run()


class _Gathering:
    def __init__(
        self,
        base: Rulebook,
        book: Rulebook,
        scenarios: Sequence[Scenario],
        clock: Clock,
        tell: Callable[[str], None],
        properties: Sequence[Path],
    ) -> None:
        self.properties = properties
        self.known = EditVerdict(base, book)
        self.base, self.book, self.scenarios, self.clock, self.tell = base, book, scenarios, clock, tell
        self.unfinished: dict[Part, str] = {}

    def run(self) -> EditVerdict:
        """Part by part; after a Ctrl-C none is begun any more."""
        parts: dict[Part, Callable[[], None]] = {
            "properties": self._properties,
            "search": self._search,
            "corpus": self._corpus,
            "kinds": self._kinds,
            "defects": self._defects,
            "readings": self._readings,
        }
        with _interrupts() as interrupts:
            self._look_at(parts, interrupts)
        unfinished = tuple(Unfinished(part, why) for part, why in self.unfinished.items())
        return replace(self.known, unfinished=unfinished, seconds=self.clock.seconds)

    def _look_at(self, parts: Mapping[Part, Callable[[], None]], interrupts: Sequence[int]) -> None:
        for part, look in parts.items():
            if interrupts or STOPPED in self.unfinished.values():
                self.unfinished[part] = STOPPED
            elif not self.clock.left():
                self.unfinished[part] = TIME_IS_UP
            else:
                self._look(part, look)

    def _look(self, part: Part, look: Callable[[], None]) -> None:
        until = self.clock.seconds + self._seconds(part)
        try:
            look()
        except NotDecided as limit:
            self.unfinished[part] = str(limit)
        except KeyboardInterrupt:
            self.unfinished[part] = STOPPED
        if self.clock.seconds >= until:
            late = (each for each, why in self.unfinished.items() if why != STOPPED)
            self.unfinished |= dict.fromkeys(late, TIME_IS_UP)

    def _seconds(self, part: Part) -> float:
        return self.clock.left() * SHARES.get(part, 1.0)

    def _progress(self, part: str) -> Callable[[Progress], None]:
        return lambda come: self.tell(f"{part}: {come.stage}")

    def _properties(self) -> None:
        """Each property, of the base and of the edit."""
        tell, seconds = self._progress(_("properties")), self._seconds("properties")
        for path in self.properties:
            each = seconds / len(self.properties) / 2
            of_base, of_edit = (judge(side, path, BOUND_OF_PROPERTIES, each, tell) for side in (self.base, self.book))
            judged = JudgedProperty(of_base, of_edit)
            self.known = replace(self.known, properties=(*self.known.properties, judged))
            if judged.became == "undetermined":
                self.unfinished["properties"] = of_edit.note or of_base.note or TIME_IS_UP
                if STOPPED in (of_edit.note, of_base.note):
                    self.unfinished["properties"] = STOPPED
                    return

    def _search(self, seconds: float | None = None) -> None:
        tell = self._progress(_("the smallest difference"))
        found = find_difference(self.base, self.book, USUAL, seconds or self._seconds("search"), tell)
        self.known = replace(self.known, search=found)
        if found.note == STOPPED:
            self.unfinished["search"] = STOPPED
        elif found.shown is None and not found.exhausted:
            self.unfinished["search"] = found.note or TIME_IS_UP

    def _search_on(self) -> None:
        """The search for the smallest difference again, with all the time that is left."""
        before, why = self.known.search, self.unfinished.pop("search")
        self._search(self.clock.left())
        now = self.known.search
        if before and now and not now.shown and now.none_up_to < before.none_up_to:
            self.known = replace(self.known, search=before)
            self.unfinished.setdefault("search", why)

    def _kinds(self) -> None:
        """Every kind of difference, where there is one."""
        shown = self.known.search.shown if self.known.search else None
        if shown is None:
            if "search" in self.unfinished:
                self._search_on()
            return
        events = max(EVENTS_OF_KINDS, len(shown.scenario.events))
        bound = replace(USUAL, events=events, max_value=NUMBERS_OF_KINDS)
        tell = self._progress(_("kinds of difference"))
        found = all_kinds(self.base, self.book, bound, self._seconds("kinds"), tell)
        self.known = replace(self.known, kinds=found)
        if found.note:
            self.unfinished["kinds"] = found.note

    def _corpus(self) -> None:
        if not self.scenarios:
            return
        corpus = Corpus(self.base, self.book, self.scenarios)
        try:
            if not corpus.look(self.clock, self._seconds("corpus"), self.tell):
                self.unfinished["corpus"] = TIME_IS_UP
        finally:
            self.known = replace(self.known, corpus=corpus.come_to())

    def _defects(self) -> None:
        """The findings of a quick check on either side, where the edit touches what they are about."""
        watch = _Watch(self.tell, _("check of the edit"))
        try:
            of_edit = check(self.book, True, ELSEWHERE, watch, most_seconds=self._seconds("defects"))
            left = Selection(ignored=ELSEWHERE.ignored | watch.untouched)
            of_base = check(
                self.base,
                True,
                left,
                _Watch(self.tell, _("check of its base")),
                most_seconds=self._seconds("defects"),
            )
        except (NotDecided, KeyboardInterrupt):
            found = worst_first(each for each in watch.found if each.is_defect)
            self.known = replace(self.known, defects=Defects(found, (), compared=False))
            raise
        after, before = ({each.id: each for each in found if each.is_defect} for found in (of_edit, of_base))
        new = tuple(each for id, each in after.items() if id not in before)
        gone = tuple(each for id, each in before.items() if id not in after)
        self.known = replace(self.known, defects=Defects(new, gone))

    def _readings(self) -> None:
        witnesses = (_titled(each, each is self.known.witnesses[0]) for each in self.known.witnesses)
        shown = (*witnesses, *self._of_corpus())
        found: list[ReadingRole] = []
        try:
            found.extend(roles(shown, self.clock, self.tell))
        finally:
            self.known = replace(self.known, readings=OnReadings(len(shown), joined(found)))

    def _of_corpus(self) -> tuple[Disagreement, ...]:
        """The smallest scenario file of each group that comes out differently."""
        groups = self.known.corpus.comparison.groups if self.known.corpus else ()
        return tuple(chain.from_iterable(group.disagreements[:1] for group in groups))


@contextmanager
def _interrupts() -> Iterator[list[int]]:
    """Within this, every Ctrl-C is noted, for a search answers it with what it knows; threads are sent none."""
    noted: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield noted
        return

    def note(number: int, frame: FrameType | None) -> None:
        noted.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


def _titled(witness: Disagreement, smallest: bool) -> Disagreement:
    """A witness by a title that tells it among the others."""
    title = SMALLEST if smallest else ANOTHER
    return replace(witness, scenario=replace(witness.scenario, title=title))


class _Watch:
    """Tells what a check is at, and keeps its findings, and the ids of what the edit leaves as it is."""

    def __init__(self, tell: Callable[[str], None], part: str) -> None:
        self.tell, self.part = tell, part
        self.untouched: frozenset[str] = frozenset()
        self.found: list[Finding] = []

    def __call__(self, told: Looking | Finding | Untouched) -> None:
        if isinstance(told, Looking):
            self.tell(f"{self.part}: {told}")
        elif isinstance(told, Finding):
            self.found.append(told)
        elif isinstance(told, Untouched):
            self.untouched |= set(told.ids)
