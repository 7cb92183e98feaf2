"""An explanation as a judge would write it down: the steps in order of play, then the clauses that decided them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from pyrules.engine.dependencies import Dependency
from pyrules.explanation.explanation import Explanation, Ledger, Step, Supposition
from pyrules.language import _
from pyrules.model.result import Citation
from pyrules.report.explanation import words
from pyrules.report.notes import LOST, QUIET, REFUSED
from pyrules.report.terminal import text, trimmed

INDENT, GAP = 3, 2
STYLES = {"refused": REFUSED, "illegal": REFUSED, "lost": LOST, "lapsed": LOST}


@dataclass(frozen=True, slots=True)
class JudgesNote:
    """An explanation, to be printed on a rich console; `depends_on` are the readings that its value rests on.

    A `brief` one has the steps alone: no blank lines, no title of the scenario, no texts of clauses.
    """

    explanation: Explanation
    depends_on: Sequence[Dependency] = ()
    brief: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        parts = (part for part in self._parts() if part != "" or not self.brief)
        yield from trimmed(Group(*parts), console, options)

    def _parts(self) -> Iterator[RenderableType]:
        why = self.explanation
        yield text(words.headline(why), "bold")
        if not self.brief:
            yield text(f"{why.title} ({why.file})" if why.file else why.title, "dim")
        yield from (text(line, REFUSED) for line in words.verdict(why))
        if self.depends_on:
            yield text(_("The value {rests}.", rests=words.resting(self.depends_on, _("another value"))), REFUSED)
        for ledger in why.ledgers:
            yield from _ledger(why, ledger)
        for supposed in why.loop:
            yield from _supposition(why, supposed)
        if why.clauses and not self.brief:
            yield ""
            yield _clauses(why.clauses)


def _ledger(why: Explanation, ledger: Ledger) -> Iterator[RenderableType]:
    if len(why.ledgers) > 1:
        yield ""
        yield text(_("It can come out at {value} like this:", value=ledger.value))
    if not ledger.steps:
        yield ""
        yield text(
            _("Nothing gives it: no card prints it, and no event or aura is to give it to {card}.", card=why.card)
        )
    for after, steps in words.by_event(ledger.steps):
        yield ""
        yield text(f"{after:<{INDENT - 1}} {why.events[after]}", "bold")
        yield _steps(why, steps, _width(ledger.steps))


def _supposition(why: Explanation, supposed: Supposition) -> Iterator[RenderableType]:
    yield ""
    yield text(words.supposition(supposed), "bold")
    yield _steps(why, supposed.steps, _width(supposed.steps))
    yield Padding(text(words.consequence(supposed), LOST), (0, 0, 0, INDENT))


def _width(steps: Iterable[Step]) -> int:
    return max((len(words.count(step)) for step in steps), default=0)


def _steps(why: Explanation, steps: Iterable[Step], width: int) -> RenderableType:
    return _grid((line for step in steps for line in _lines(why, step)), width)


def _lines(why: Explanation, step: Step) -> Iterator[tuple[str, RenderableType]]:
    """A step, and beneath it what it rests on."""
    yield words.count(step), text(words.sentence(step), STYLES.get(step.kind, ""))
    for depth, cause in _causes(step, 1):
        yield "", Padding(text(words.cause(why, cause), QUIET), (0, 0, 0, 2 * depth))


def _causes(step: Step, depth: int) -> Iterator[tuple[int, Step]]:
    for cause in step.because:
        yield depth, cause
        yield from _causes(cause, depth + 1)


def _clauses(clauses: Sequence[Citation]) -> RenderableType:
    width = max(len(clause.printed) for clause in clauses)
    return _grid(((clause.printed, text(words.gist(clause), QUIET)) for clause in clauses), width, indent=0)


def _grid(lines: Iterable[tuple[str, RenderableType]], width: int, indent: int = INDENT) -> RenderableType:
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_column(width=width, no_wrap=True)
    grid.add_column(overflow="fold")
    for left, right in lines:
        grid.add_row(Text(left, "green"), right)
    return Padding(grid, (0, 0, 0, indent))
