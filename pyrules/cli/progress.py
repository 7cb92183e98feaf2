"""How far a long run has come, on standard error where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Thing = TypeVar("Thing")
LONG = 1.0
"""The seconds after which a run is a long one."""
WIDTH = 30


def watched(things: Iterable[Thing], number: int, doing: str) -> Iterator[Thing]:
    """The things as they come; once it takes long, with a bar while the next one is worked out."""
    if not sys.stderr.isatty():
        yield from things
        return
    begun = time.monotonic()
    for done, thing in enumerate(things, 1):
        _draw("")
        yield thing
        if done < number and time.monotonic() - begun > LONG:
            bar = "█" * (WIDTH * done // number)
            _draw(f"{doing} {bar:·<{WIDTH}} {done} of {number}")
    _draw("")


def _draw(line: str) -> None:
    print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)
