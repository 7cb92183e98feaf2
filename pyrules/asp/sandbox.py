"""What others wrote is solved in processes of their own, within limits of time and memory.

A process serves one call after another, each thread that calls has one for
itself meanwhile, and all of them end with the process that started them, however that ends.
"""

from __future__ import annotations

import atexit
import copyreg
import os
import pickle
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar, cast

from pyrules import language
from pyrules.asp import serving
from pyrules.asp.worker_process import SECONDS_TO_STOP, Crashed, WorkerProcess
from pyrules.errors import InputError, LimitReached
from pyrules.language import _

__all__ = ["Crashed", "Limits", "in_force", "lasting", "limits", "run", "run_briefly", "search"]

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")

MOST_SECONDS, MOST_MEGABYTES = 1e6, 10**6
MOST_IDLE = 4
"""So many processes are kept for later calls."""


def _read_only(items: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(items)


copyreg.pickle(MappingProxyType, lambda mapping: (_read_only, (dict(mapping),)))


@dataclass(frozen=True, slots=True)
class Limits:
    """How long one call may take, in seconds, and how much memory the process may use, in megabytes.

    A part of the time is kept for finding out which rule grew. Raises InputError for what is no limit.
    """

    seconds: float = 30.0
    megabytes: int = 1000

    def __post_init__(self) -> None:
        if not 0 < self.seconds <= MOST_SECONDS:
            message = _(
                "the time limit: expected a number of seconds above 0, {most:.0f} at the most, got {seconds:g}",
                most=MOST_SECONDS,
                seconds=self.seconds,
            )
            raise InputError.at("", message)
        if not 0 < self.megabytes <= MOST_MEGABYTES:
            message = _(
                "the memory limit: expected a number of megabytes above 0, {most} at the most, got {megabytes}",
                most=MOST_MEGABYTES,
                megabytes=self.megabytes,
            )
            raise InputError.at("", message)

    @property
    def for_the_call(self) -> float:
        """The seconds for the call itself."""
        return self.seconds - self.for_the_blame

    @property
    def for_the_blame(self) -> float:
        """The seconds for finding out which rule grew."""
        return min(max(2.0, self.seconds / 20), self.seconds / 3)


_limits: ContextVar[Limits] = ContextVar("limits", default=Limits())  # noqa: B039 (frozen)


@contextmanager
def limits(limits: Limits) -> Iterator[None]:
    """Within this, calls have these limits."""
    before = _limits.set(limits)
    try:
        yield
    finally:
        _limits.reset(before)


def lasting(seconds: float) -> Limits:
    """The limits in force, but for the time."""
    return replace(in_force(), seconds=seconds)


def in_force() -> Limits:
    """The limits that calls have now."""
    return _limits.get()


def run(function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
    """What the function returns or raises, called in a worker, within the limits in force.

    Raises LimitReached when it takes too long or too much memory, Crashed when the process ends by itself. A Ctrl-C
    ends the process.
    """
    return _run(_limits.get().for_the_call, function, *arguments, **named)


def run_briefly(function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
    """As `run`, in the time that is kept for finding out which rule grew."""
    return _run(_limits.get().for_the_blame, function, *arguments, **named)


def search(
    tell: Callable[[Any], None] | None, function: Callable[..., Result], *arguments: Any, **named: Any
) -> Result:
    """As `run`, for a function that watches the time itself, says how far it is, and stops when it is asked to.

    What the function gives to `serving.report` is given to `tell`. A Ctrl-C is raised in it as KeyboardInterrupt; it
    is ended when it does not answer within SECONDS_TO_STOP, and KeyboardInterrupt is raised here. It is ended, too,
    when it does not answer so long after the limit of time.
    """
    if serving.at_work():
        return function(*arguments, **named)
    request, seconds = _request(function, arguments, named), _limits.get().seconds
    return cast(Result, _answer_to(request, seconds + SECONDS_TO_STOP, tell, stoppable=True))


def _run(
    seconds: float, function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Result:
    if serving.at_work():
        return function(*arguments, **named)
    return cast(Result, _answer_to(_request(function, arguments, named), seconds))


def _request(function: Callable[..., object], arguments: tuple[object, ...], named: dict[str, Any]) -> bytes:
    request: serving.Request = (Path.cwd(), language.current(), function, arguments, named)  # paths may be relative
    return pickle.dumps(request)


def _answer_to(
    request: bytes, seconds: float, tell: Callable[[Any], None] | None = None, stoppable: bool = False
) -> Any:
    within = _limits.get()
    with _pool.lent(within.megabytes) as worker:
        used, laden = worker.used, worker.laden
        try:
            return worker.answer(request, seconds, tell, stoppable)
        except TimeoutError:
            raise LimitReached(_("{seconds:g} s are not enough", seconds=within.seconds)) from None
        except MemoryError:
            if not laden:
                raise LimitReached(_("{megabytes} MB of memory are not enough", megabytes=within.megabytes)) from None
        except Crashed:
            if not used:
                raise
        worker.end()  # what earlier calls left behind may be to blame
    return _answer_to(request, seconds, tell, stoppable)


# --- the workers ----------------------------------------------------------------------------------


class _Pool:
    """The workers of this process: those that wait for a call, the last used last, and all that there are."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.idle: list[WorkerProcess] = []
        self.every: set[WorkerProcess] = set()

    @contextmanager
    def lent(self, megabytes: int) -> Iterator[WorkerProcess]:
        """A worker for one call. It is kept for another unless it is worn."""
        worker = self._taken(megabytes) or self._begun(megabytes)
        try:
            yield worker
        finally:
            for left in self._given_back(worker):
                left.end()

    def _taken(self, megabytes: int) -> WorkerProcess | None:
        with self.lock:
            fit = next((worker for worker in reversed(self.idle) if worker.megabytes == megabytes), None)
            if fit is not None:
                self.idle.remove(fit)
            return fit

    def _begun(self, megabytes: int) -> WorkerProcess:
        worker = WorkerProcess(megabytes)
        with self.lock:
            self.every.add(worker)
        return worker

    def _given_back(self, worker: WorkerProcess) -> list[WorkerProcess]:
        """The workers that are no longer needed, now that one waits again."""
        with self.lock:
            waiting = [*self.idle, *([] if worker.worn else [worker])]
            self.idle = waiting[-MOST_IDLE:]
            left = [*waiting[:-MOST_IDLE], *([worker] if worker.worn else [])]
            self.every.difference_update(left)
            return left


_pool = _Pool()


@atexit.register
def _end_all() -> None:
    """Nothing is left running."""
    for worker in tuple(_pool.every):
        worker.end()


def _forget_all() -> None:
    """In a process forked from one with workers: they are not its own."""
    global _pool
    before, _pool = _pool, _Pool()
    for worker in tuple(before.every):
        worker.forget()


os.register_at_fork(after_in_child=_forget_all)
