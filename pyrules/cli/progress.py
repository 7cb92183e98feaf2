"""How far a long run has come, on standard error where that is a terminal."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress

Thing = TypeVar("Thing")
LONG = 1.0
"""The seconds after which a run is a long one."""


def watched(things: Iterable[Thing], number: int, doing: str) -> Iterator[Thing]:
    """The things as they come, with a bar beneath once it takes long; it is gone in the end."""
    console = Console(stderr=True)
    bar = Progress(console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task(doing, total=number)
    begun = time.monotonic()
    try:
        for thing in things:
            bar.advance(task)
            if not bar.live.is_started and time.monotonic() - begun > LONG:
                bar.start()
            yield thing
    finally:
        bar.stop()
