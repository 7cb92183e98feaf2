"""Shares done in processes of their own, one for each core."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Any

from pyrules.errors import NotDecided
from pyrules.language import _

Call = tuple[Any, ...]
"""A function and what it is called with."""

TRIES = 3
"""So often a share is begun whose process ended by itself: something else may have ended it."""
WORN = 100
"""A process is replaced after so many shares: clingo keeps every name and number that it ever read."""


class Processes:
    """So many processes; a share whose process is killed is begun again in another."""

    def __init__(self, number: int) -> None:
        self.number, self.room = number, 2 * number
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.number, context, initializer=_begin, max_tasks_per_child=WORN)

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> _Begun:
        """Begins a share."""
        return _Begun(self, (function, *arguments))

    def begin(self, call: Call) -> tuple[ProcessPoolExecutor, Future[Any]]:
        """Gives a call to the processes; a pool of which one was killed takes no more and is replaced."""
        try:
            return self._pool, self._pool.submit(*call)
        except BrokenProcessPool:
            self.replace(self._pool)
            return self._pool, self._pool.submit(*call)

    def replace(self, broken: ProcessPoolExecutor) -> None:
        """Puts another pool in the place of a broken one."""
        if self._pool is broken:
            broken.shutdown(wait=False)
            self._pool = self._new()

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()  # what it may still be at is not asked for any more


class _Begun:
    """A call under way, which is begun again when its process is killed."""

    def __init__(self, processes: Processes, call: Call) -> None:
        self._processes, self._call = processes, call
        self._pool, self._future = processes.begin(call)

    def result(self) -> Any:
        """What the call returns. Raises NotDecided when every process that was given it ended by itself."""
        for _try in range(TRIES):
            try:
                return self._future.result()
            except BrokenProcessPool:
                self._processes.replace(self._pool)
                self._pool, self._future = self._processes.begin(self._call)
        raise NotDecided(_("{tries} processes ended by themselves over the same share of the work", tries=TRIES))


def _begin() -> None:
    """In a process that begins: a Ctrl-C is for the one that gives out the shares."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
