"""A run over many lines: batches of them are answered where there is room, and come out in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Protocol

from pyrules.bulk.asked import Answered, Asked, Line
from pyrules.bulk.checkpoint import Checkpoint
from pyrules.bulk.lines import answered


class Workers(Protocol):
    """Where batches are answered: `room` of them at a time."""

    @property
    def room(self) -> int:
        """So many at a time."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        """Begins to answer; what it returns has a `result()`, which waits for it."""


class Here:
    """This process."""

    room = 1

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """The answer, worked out at once."""
        future: Future[Any] = Future()
        future.set_result(function(*arguments))
        return future


def run(
    asked: Asked, batches: Iterable[Sequence[Line]], workers: Workers, checkpoint: Path | None = None
) -> Iterator[Answered]:
    """The answers to the lines of batches, in order, as soon as they are known.

    No more batches are under way than the workers have room for. What a checkpoint, a folder, holds of an earlier run
    is taken from there.
    """
    kept = Checkpoint(checkpoint, asked) if checkpoint is not None else None
    waiting: deque[tuple[Sequence[Line], Any]] = deque()
    for batch in batches:
        known = kept.known(batch) if kept is not None else None
        waiting.append((batch, known if known is not None else workers.submit(answered, asked, batch)))
        while len(waiting) >= workers.room:
            yield from _taken(waiting, kept)
    while waiting:
        yield from _taken(waiting, kept)


def _taken(waiting: deque[tuple[Sequence[Line], Any]], kept: Checkpoint | None) -> list[Answered]:
    batch, found = waiting.popleft()
    if isinstance(found, list):
        return found
    answers: list[Answered] = found.result()
    if kept is not None:
        kept.keep(batch, answers)
    return answers


def workers_for(jobs: int, scheduler: str | None) -> AbstractContextManager[Workers]:
    """Where to answer: a Dask cluster, so many processes, or this one."""
    if scheduler is not None:
        from pyrules.bulk.cluster import Cluster

        return Cluster(scheduler)
    if jobs > 1:
        from pyrules.bulk.processes import Processes

        return Processes(jobs)
    return nullcontext(Here())
