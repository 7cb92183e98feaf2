"""Two explanations of one value: beside each other where there is room, else one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions
from rich.segment import Segment
from rich.table import Table

from pyrules.explanation import Explanation
from pyrules.report.explanation.ledger import JudgesNote
from pyrules.report.terminal import trimmed

BESIDE_EACH_OTHER = 120
"""From so many columns they stand beside each other."""


@dataclass(frozen=True, slots=True)
class LedgerPair:
    """How the left side, and how the right side comes to a value; to be printed on a rich console.

    `brief` ones have the steps alone.
    """

    explanations: tuple[Explanation, Explanation]
    brief: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        left, right = (JudgesNote(each, brief=self.brief) for each in self.explanations)
        if options.max_width < BESIDE_EACH_OTHER:
            yield from console.render(left, options)
            yield Segment.line()
            yield from console.render(right, options)
            return
        grid = Table.grid(padding=(0, 4), expand=True)
        grid.add_column(ratio=1)
        grid.add_column(ratio=1)
        grid.add_row(left, right)
        yield from trimmed(grid, console, options)
