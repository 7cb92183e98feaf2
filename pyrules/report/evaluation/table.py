"""The answers to one scenario as a table that shows what changes from event to event.

Beneath what changed stands what was refused and what was lost, with the rulebooks concerned where they differ.
Columns that do not fit beside each other come one table after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from pyrules.language import _
from pyrules.report import notes
from pyrules.report.evaluation.answer import Answer
from pyrules.report.evaluation.columns import Column, Row, columns, headings
from pyrules.report.evaluation.moments import moments, shared
from pyrules.report.terminal import text, trimmed

INDENT, GAP, BEARABLE = 3, 2, 10


@dataclass(frozen=True, slots=True)
class EvaluationTable:
    """The answers to one scenario, to be printed on a rich console; `titled` by its title and file."""

    answers: Sequence[Answer]
    titled: bool = True

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        yield from trimmed(Group(*self._parts(options.max_width)), console, options)

    def _parts(self, width: int) -> Iterator[RenderableType]:
        first = self.answers[0].evaluation
        if self.titled:
            yield text(first.title, "bold")
            yield text(first.file, "dim")
        yield from _sheets(list(columns(self.answers)), width)
        yield ""
        verdicts = [[notes.of_verdict(answer, self.answers)] for answer in self.answers]
        for who, note in shared(headings(self.answers), verdicts):
            yield text(f"{', '.join(who)}: {note.text}", note.style)


@dataclass(frozen=True, slots=True)
class Widths:
    """How many cells of a terminal the parts of a row have."""

    card: int
    name: int
    columns: tuple[int, ...]


def _sheets(every: Sequence[Column], width: int) -> Iterator[RenderableType]:
    """The columns, as many beside each other as fit in `width`."""
    things = {thing for column in every for standing in column.standings for thing in standing}
    card = _widest((thing.card for thing in things), width // 5)
    name = _widest((thing.name for thing in things), width // 4)
    left = width - INDENT - card - name - 2 * GAP
    wanted = [_widest(column.texts(things), width) for column in every]
    for part in _parts_that_fit(wanted, left):
        beside = every[part]
        yield ""
        yield from _sheet(beside, Widths(card, name, _shares(wanted[part], left - GAP * len(beside))))


def _parts_that_fit(wanted: Sequence[int], left: int) -> Iterator[slice]:
    """Which columns stand beside each other, when each has the width that it wants, or at least a bearable one."""
    first = taken = 0
    for number, width in enumerate(wanted):
        needed = min(width, BEARABLE) + GAP
        if taken + needed > left and number > first:
            yield slice(first, number)
            first, taken = number, 0
        taken += needed
    if wanted:
        yield slice(first, len(wanted))


def _shares(wanted: Sequence[int], left: int) -> tuple[int, ...]:
    """The width of each column: what it wants, and where that is too much in all, the wide ones share the rest."""
    shares = dict.fromkeys(range(len(wanted)), 1)
    for more, number in enumerate(sorted(shares, key=wanted.__getitem__)):
        shares[number] = max(min(wanted[number], left // (len(wanted) - more)), 1)
        left -= shares[number]
    return tuple(shares.values())


def _sheet(beside: Sequence[Column], widths: Widths) -> Iterator[RenderableType]:
    names = [column.heading for column in beside]
    yield _grid(widths, [[Text(), Text(), *(text(name, "bold") for name in names)]])
    for moment in moments(beside):
        yield text(f"{moment.after:<{INDENT - 1}} {moment.event or _('start')}", "bold")
        if moment.rows:
            yield _grid(widths, _lines(moment.rows))
        for who, note in moment.said:
            about = "" if len(who) == len(names) else f"[{', '.join(who)}] "
            yield _indented(text(about + note.text, note.style))
        if not moment.rows and not moment.said:
            yield _indented(text(_("nothing changes") if moment.after else _("nothing stands"), "dim"))


def _lines(changed: Sequence[Row]) -> Iterator[list[Text]]:
    """The rows of one event; a card is named once."""
    above = None
    for row in changed:
        card = "" if row.thing.card == above else row.thing.card
        above = row.thing.card
        cells = [text(str(cell), "green" if cell.changed else "") for cell in row.cells]
        yield [text(card), text(row.thing.name), *cells]


def _grid(widths: Widths, lines: Iterable[Sequence[Text]]) -> RenderableType:
    grid = Table.grid(padding=(0, GAP, 0, 0))
    for width in (widths.card, widths.name, *widths.columns):
        grid.add_column(width=width, overflow="fold")
    for line in lines:
        grid.add_row(*line)
    return _indented(grid)


def _indented(what: RenderableType) -> RenderableType:
    return Padding(what, (0, 0, 0, INDENT))


def _widest(texts: Iterable[str], most: int) -> int:
    return min(max(map(cell_len, texts), default=0), most)
