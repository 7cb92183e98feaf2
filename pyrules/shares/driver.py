"""Shares of work given to where there is room, and their answers in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from pyrules.asp.sandbox import in_force
from pyrules.language import current
from pyrules.shares.kept import Kept
from pyrules.shares.share import Share, done


class Workers(Protocol):
    """Where shares are done: `room` of them at a time."""

    @property
    def room(self) -> int:
        """So many at a time."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        """Begins a share; what it returns has a `result()`, which waits for the answer."""


class Here:
    """This process."""

    room = 1

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """The answer, worked out at once."""
        future: Future[Any] = Future()
        future.set_result(function(*arguments))
        return future


class Driver:
    """Gives shares to workers, and keeps their answers where there is a folder for them."""

    def __init__(self, workers: Workers, kept: Kept | None = None) -> None:
        self._workers, self._kept = workers, kept

    def answers(self, shares: Iterable[Share], final: Callable[[Any], bool] = lambda _: True) -> Iterator[Any]:
        """The answers to shares, in order, as soon as they are known.

        No more are under way than the workers have room for. An answer that is kept is taken from there, as JSON has
        it; one that is not `final` is not kept, as another try may give a better one.
        """
        waiting: deque[tuple[Share, Any]] = deque()
        for share in shares:
            waiting.append((share, self._begun(share)))
            while len(waiting) >= self._workers.room:
                yield self._taken(*waiting.popleft(), final)
        while waiting:
            yield self._taken(*waiting.popleft(), final)

    def _begun(self, share: Share) -> Any:
        known = self._kept.known(share) if self._kept is not None else None
        return _Known(known) if known is not None else self._workers.submit(done, current(), in_force(), share)

    def _taken(self, share: Share, begun: Any, final: Callable[[Any], bool]) -> Any:
        answer = begun.result()
        if self._kept is not None and not isinstance(begun, _Known) and final(answer):
            self._kept.keep(share, answer)
        return answer


class _Known:
    """An answer that is kept."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def result(self) -> Any:
        """The answer."""
        return self._answer


HERE = Driver(Here())
"""Does everything in this process, and keeps nothing."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def driver(jobs: int = 1, scheduler: str | None = None, checkpoint: Path | None = None) -> Iterator[Driver]:
    """A driver of a Dask cluster, of so many processes, or of this one, which keeps answers in the checkpoint.

    Raises InputError when no scheduler answers, or the folder cannot be made.
    """
    kept = Kept(checkpoint) if checkpoint is not None else None
    if scheduler is not None:
        from pyrules.shares.cluster import Cluster

        with Cluster(scheduler) as cluster:
            yield Driver(cluster, kept)
    elif jobs > 1:
        from pyrules.shares.processes import Processes

        with Processes(jobs) as processes:
            yield Driver(processes, kept)
    else:
        yield HERE if kept is None else Driver(Here(), kept)
