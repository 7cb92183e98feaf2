"""Where answers are worked out: in threads that wait for workers, so many at a time, and what was worked out is kept.

Rules from elsewhere have a lane of their own: however many of them never end, the built-in rulebooks are answered.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar, TypeVarTuple, Unpack

from anyio import CapacityLimiter, to_thread

from pyrules.asp import sandbox
from pyrules.errors import NotDecided
from pyrules.language import _

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")

LIMITS = sandbox.Limits(seconds=10.0, megabytes=800)
"""What one question may take: somebody waits for the answer."""
OWN, FOREIGN, READING = 3, 2, 4
"""How many threads there are for the built-in rulebooks, for rules from elsewhere, and for what needs no solving."""
MOST_WAITING = 100
"""How many questions wait in a lane; more are refused at once."""
KEPT = 500
"""How many answers are kept."""


class Busy(NotDecided):
    """So many questions wait already that this one is not taken."""


@dataclass
class Lane:
    """Threads that work questions out, one after another each."""

    threads: int
    _limiter: CapacityLimiter | None = None
    _waiting: int = 0

    async def call(self, function: Callable[[Unpack[Arguments]], Result], *arguments: *Arguments) -> Result:
        """What the function returns or raises, called in a thread of this lane. Raises Busy when too many wait."""
        if self._waiting >= MOST_WAITING:
            raise Busy(_("too many questions wait already; ask again in a moment"))
        if self._limiter is None:
            self._limiter = CapacityLimiter(self.threads)  # not before there is a loop of events
        self._waiting += 1
        try:
            answer: Result = await to_thread.run_sync(_within_limits, function, arguments, limiter=self._limiter)
            return answer
        finally:
            self._waiting -= 1


def _within_limits(function: Callable[[Unpack[Arguments]], Result], arguments: tuple[*Arguments]) -> Result:
    with sandbox.limits(LIMITS):
        return function(*arguments)


@dataclass
class Kept:
    """What was worked out lately, by what was asked."""

    most: int = KEPT
    _answers: OrderedDict[Hashable, Any] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def get(self, asked: Hashable, work_out: Callable[[], Result]) -> Result:
        """The answer that is kept, or else what is worked out now. What is raised is not kept."""
        with self._lock:
            if asked in self._answers:
                self._answers.move_to_end(asked)
                return self._answers[asked]  # type: ignore[no-any-return]
        answer = work_out()
        with self._lock:
            self._answers[asked] = answer
            while len(self._answers) > self.most:
                self._answers.popitem(last=False)
        return answer
