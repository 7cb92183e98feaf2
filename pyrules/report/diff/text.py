"""What a search came to, on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.search.find import SearchResult
from pyrules.analysis.search.kinds import DifferenceKind, DifferenceKinds
from pyrules.analysis.search.property import PropertyResult
from pyrules.language import _, mark, said
from pyrules.model.scenario import Scenario
from pyrules.report import notes
from pyrules.report.diff import words
from pyrules.report.diff.heading import heading
from pyrules.report.evaluation import table
from pyrules.report.evaluation.answer import Answer
from pyrules.report.explanation.pair import LedgerPair
from pyrules.report.terminal import text
from pyrules.rulebook.book import Rulebook
from pyrules.scenario.dump import dump


@dataclass(frozen=True, slots=True)
class DiffReport:
    """What a search for a difference came to, to be printed on a rich console.

    `ledgers` says how each side comes to what differs; `brief` leaves out the title, the table, blank lines, and what
    the answer rests on.
    """

    found: SearchResult
    left: Rulebook
    right: Rulebook
    ledgers: bool = False
    brief: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for part in self._parts():
            if part != "" or not self.brief:
                yield from console.render(part, options)

    def _parts(self) -> Iterator[RenderableType]:
        witness = self.found.shown
        yield text(words.headline(self.found, self.left.name, self.right.name), "bold")
        if self.found.note:
            yield text(_(self.found.note), notes.QUIET)
        if witness is not None:
            yield ""
            yield from list(_file(witness.scenario))[self.brief :]
            if not self.brief:
                yield table.EvaluationTable([*map(Answer, witness.evaluations)], titled=False)
            yield ""
            yield from (text(said(each.line)) for each in witness.differences)
            yield from self._by_clauses(witness)
            if self.ledgers and witness.explanations is not None:
                yield ""
                yield LedgerPair(witness.explanations)
            yield ""
            yield text(words.searched(self.found.bound, words.left_out(self.found.not_covered)))
        yield from self._topics()
        if not self.brief:
            yield from ([] if witness else [""])
            yield text(words.certificate(self.left, self.right, method=self.found.method), "dim")

    def _topics(self) -> Iterator[RenderableType]:
        """What came of each topic beside the named features, with the scenario that shows it."""
        for result in self.found.topics:
            yield ""
            yield text(words.in_topic(result))
            if result.shown is not None and result.shown is not self.found.shown:
                yield from list(_file(result.shown.scenario))[1:]
                yield from (text(f"{each}") for each in result.shown.differences)
                yield from self._by_clauses(result.shown)

    def _by_clauses(self, witness: Disagreement) -> Iterator[RenderableType]:
        """One line: the clauses of each side."""
        sides = zip((self.left.name, self.right.name), witness.clauses, strict=True)
        by = [
            _("{rulebook} by {clauses}", rulebook=side, clauses=", ".join(dict.fromkeys(map(str, clauses))))
            for side, clauses in sides
            if clauses
        ]
        if by:
            yield text("; ".join(by))


def _file(scenario: Scenario) -> Iterator[RenderableType]:
    """The scenario as its file has it, line by line, never broken: it is there to be copied."""
    for line in dump(scenario).rstrip().splitlines():
        shown = text(line)
        shown.no_wrap, shown.overflow = True, "ignore"
        yield shown


@dataclass(frozen=True, slots=True)
class PropertyReport:
    """What a search for a violation of a property came to."""

    judged: PropertyResult
    book: Rulebook

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for part in self._parts():
            yield from console.render(part, options)

    def _parts(self) -> Iterator[RenderableType]:
        violation = self.judged.violation
        yield text(words.verdict_on(self.judged, self.book.name), "bold")
        if self.judged.note:
            yield text(_(self.judged.note), notes.QUIET)
        if violation is not None:
            yield ""
            yield from _file(violation.scenario)
            yield table.EvaluationTable([Answer(violation.evaluation)], titled=False)
            yield ""
            yield text(_("violated after {after}", after=violation.after))
            yield text(
                _(
                    "Searched: {what}{outside}.",
                    what=words.within(self.judged.bound),
                    outside=words.unseen(self.judged.not_covered),
                )
            )
        yield ""
        yield text(words.certificate(self.book), "dim")


@dataclass(frozen=True, slots=True)
class KindsReport:
    """Every kind of difference between two rulebooks."""

    found: DifferenceKinds
    left: Rulebook
    right: Rulebook

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for part in self._parts():
            yield from console.render(part, options)

    def _parts(self) -> Iterator[RenderableType]:
        yield text(self.headline, "bold")
        yield text(self.left_over, notes.QUIET)
        for number, kind in enumerate(self.found.kinds, start=1):
            yield ""
            topic = f" ({_(kind.topic)})" if kind.topic else ""
            yield text(f"{number}. {heading(kind.witness)}{topic}", "bold")
            yield text(self.by(kind), "dim")
            yield from list(_file(kind.witness.scenario))[1:]
            yield from (text(said(each.line)) for each in kind.witness.differences)
        yield ""
        yield from (text(words.in_topic(each)) for each in self.found.topics if each.shown is None)
        yield text(words.certificate(self.left, self.right), "dim")

    @property
    def headline(self) -> str:
        """How many kinds there are."""
        count = words.count(len(self.found.kinds), "kind")
        return _(
            "{kinds} of difference between {left} and {right}", kinds=count, left=self.left.name, right=self.right.name
        )

    def by(self, kind: DifferenceKind) -> str:
        """The clauses of each side."""
        sides = ((self.left.name, kind.left), (self.right.name, kind.right))
        by = (_("{rulebook} by {clauses}", rulebook=name, clauses=", ".join(those)) for name, those in sides if those)
        return "; ".join(by)

    @property
    def left_over(self) -> str:
        """How far it was searched, and what was not looked at."""
        events = words.up_to(self.found.bound.events)
        about = f"{words.scope(self.found.bound)}, {events}{words.not_looked_at(self.found.not_covered)}"
        if self.found.note:
            reached = words.reached(mark("no other kind {up_to}, {next} not finished"), self.found.none_left_up_to)
            return f"{reached} ({_(self.found.note)}), {about}"
        return _("no other {about}; scenarios that are alike but for their numbers count as one", about=about)
