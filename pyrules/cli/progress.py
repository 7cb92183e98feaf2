"""How far long work has come: one line on standard error, where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from pyrules.language.printable import printable

if TYPE_CHECKING:
    from rich.progress import Progress

Thing = TypeVar("Thing")
LONG = 1.0
"""Seconds: shorter work shows nothing."""
SELDOM = 0.2
"""Seconds between two looks at what is done many times a second."""


class Display:
    """The line; as a context it is gone at the end. With a `total` it has a bar; with `rate` it tells the time left."""

    def __init__(self, total: int | None = None, rate: bool = False) -> None:
        self._line = _line(total, rate) if sys.stderr.isatty() else None
        self._task = self._line.add_task("", total=total) if self._line else None
        self._begun = time.monotonic()

    def show(self, doing: str, done: int = 0) -> None:
        """Shows what is being done, and how much of the total is."""
        if self._line and self._task is not None and time.monotonic() - self._begun > LONG:
            self._line.update(self._task, description=printable(doing), completed=done)
            self._line.start()
            self._line.refresh()

    def hide(self) -> None:
        """Clears the line, so that something can be printed."""
        if self._line:
            self._line.stop()

    def __enter__(self) -> Display:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.hide()


def _line(total: int | None, rate: bool) -> Progress:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    counted: list[ProgressColumn] = [] if total is None else [BarColumn(), MofNCompleteColumn()]
    return Progress(
        TextColumn("{task.description}", markup=False),
        *counted,
        TimeElapsedColumn(),
        *([TextColumn("left"), TimeRemainingColumn()] if rate and total is not None else []),
        console=console,
        auto_refresh=False,  # a thread that draws would keep workers from being forked
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=not console.is_interactive,
    )


def watched(things: Iterable[Thing], number: int, doing: str) -> Iterator[Thing]:
    """The things as they come; the display counts them while the next one is worked out."""
    with Display(number) as display:
        for done, thing in enumerate(things, 1):
            display.hide()
            yield thing
            if done < number:
                display.show(doing, done)


def counted(things: Iterable[Thing], number: int | None, doing: str) -> Iterator[Thing]:
    """The things as they come, many a second; the display tells how many, and how many a second."""
    begun = shown = time.monotonic()
    with Display(number, rate=True) as display:
        for done, thing in enumerate(things, 1):
            yield thing
            now = time.monotonic()
            if now - shown > SELDOM:
                shown = now
                display.show(f"{doing}, {done / (now - begun):.0f} a second", done)
