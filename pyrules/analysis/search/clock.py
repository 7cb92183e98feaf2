"""The time that a search has, and who is told how far it has come."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come: what it is at, the seconds since its start, and the solver's conflicts so far.

    `known` is the answer as it would be if the search ended here, whenever that has changed.
    """

    stage: str
    seconds: float
    conflicts: int
    known: Any = None


@dataclass(slots=True)
class Clock:
    """Counts the seconds of a search. `limit` is how many there are, `tell` is told about four times a second."""

    limit: float
    tell: Callable[[Progress], None] | None = None
    started: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """The seconds since the start."""
        return time.monotonic() - self.started

    def left(self, most: float | None = None) -> float:
        """The seconds left, `most` at the most; 0 when time is up."""
        remaining = max(0.0, self.limit - self.seconds)
        return remaining if most is None else min(most, remaining)

    def part(self, share: float) -> Clock:
        """A clock that has a part of the time that is left."""
        return Clock(self.seconds + self.left() * share, self.tell, self.started)

    def watch(self, stage: str, conflicts: Callable[[], int] = lambda: 0) -> Callable[[], None] | None:
        """A function that tells how far a stage has come."""
        if self.tell is None:
            return None
        tell = self.tell
        return lambda: tell(Progress(stage, self.seconds, conflicts()))

    def keep(self, stage: str, known: Any) -> None:
        """Tell the answer as it is now: it is what is left of a search that is ended from outside."""
        if self.tell is not None:
            self.tell(Progress(stage, self.seconds, 0, known))
