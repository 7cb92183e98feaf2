"""Rules from elsewhere are checked and solved in a process of their own, within limits of time and memory.

A function marked `guarded` runs there whenever it is given a rulebook with rules from elsewhere, and at home otherwise.
One process serves many calls; it ends with the one that started it, however that ends.
"""

from __future__ import annotations

import atexit
import copyreg
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, ParamSpec, TypeVar, cast

from pyrules.errors import LimitReached, NotDecided

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")

START = "from pyrules.worker import _serve; _serve()"
OUT_OF_MEMORY = (112, -6)
"""How a worker ends that has no memory left: by itself, or aborted by the C++ library."""

ATOMS_PER_MEGABYTE = 500
"""A grounding this large can still be read back within the memory allowed."""


def _read_only(items: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(items)


copyreg.pickle(MappingProxyType, lambda mapping: (_read_only, (dict(mapping),)))


@dataclass(frozen=True, slots=True)
class Limits:
    """How long one call may take, in seconds, and how much memory the process may use, in megabytes.

    A part of the time is kept for finding out which rule grew.
    """

    seconds: float = 10.0
    megabytes: int = 1000

    @property
    def for_the_call(self) -> float:
        """The seconds for the call itself."""
        return self.seconds - self.for_the_blame

    @property
    def for_the_blame(self) -> float:
        """The seconds for finding out which rule grew."""
        return min(2.0, self.seconds / 3)


class Crashed(NotDecided):
    """The process ended in the middle of a call."""


_limits: ContextVar[Limits] = ContextVar("limits", default=Limits())  # noqa: B039 (frozen)
_at_work = False  # whether this is such a process
_lock = threading.Lock()
_worker: _Worker | None = None


def most_atoms() -> int | None:
    """How many atoms a grounding may come to: in the worker as many as its memory is for, at home any number."""
    return int(sys.argv[1]) * ATOMS_PER_MEGABYTE if _at_work else None


@contextmanager
def limits(limits: Limits) -> Iterator[None]:
    """Within this, calls have these limits."""
    before = _limits.set(limits)
    try:
        yield
    finally:
        _limits.reset(before)


def guarded(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Makes a function run in the worker when a rulebook among its arguments holds rules from elsewhere.

    The function must stand at the top of a module; what it takes and returns must be picklable. It may then raise
    NotDecided, which names the rule that grew if one did.
    """

    @wraps(function)
    def call(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        from pyrules.rulebook import Rulebook

        given = [*arguments, *named.values()]
        books = [each for each in given if isinstance(each, Rulebook) and each.foreign]
        if _at_work or not books:
            return function(*arguments, **named)
        try:
            return run(call, *arguments, **named)
        except LimitReached as limit:
            from pyrules.growth import blame

            raise NotDecided(blame(limit, books, given)) from None

    return call


def run(function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
    """What the function returns or raises, called in the worker, within the limits in force.

    Raises LimitReached when it takes too long or too much memory, Crashed when the process ends by itself.
    """
    return _run(_limits.get().for_the_call, function, *arguments, **named)


def run_briefly(function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
    """As `run`, in the time that is kept for finding out which rule grew."""
    return _run(_limits.get().for_the_blame, function, *arguments, **named)


def _run(
    seconds: float, function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Result:
    if _at_work:
        return function(*arguments, **named)
    request = pickle.dumps((Path.cwd(), function, arguments, named))  # paths may be relative
    with _lock:
        return cast(Result, _answer_to(request, seconds))


def _answer_to(request: bytes, seconds: float) -> Any:
    within = _limits.get()
    worker, used = _running(within)
    try:
        return worker.answer(request, seconds)
    except (MemoryError, Crashed) as error:
        worker.end()
        if used:  # what earlier calls left behind may be to blame
            return _answer_to(request, seconds)
        if isinstance(error, Crashed):
            raise
        raise LimitReached(f"{within.megabytes} MB of memory are not enough") from None


def _running(within: Limits) -> tuple[_Worker, bool]:
    """A worker with this limit of memory, and whether it has served before."""
    global _worker
    if _worker is not None and _worker.serves(within.megabytes):
        return _worker, True
    if _worker is not None:
        _worker.end()
    _worker = _Worker(within.megabytes)
    return _worker, False


class _Worker:
    """A process that answers requests, one after another."""

    def __init__(self, megabytes: int) -> None:
        self.megabytes, self.owner = megabytes, os.getpid()
        # -P: nothing that lies in the current folder may pass for a module of Python.
        home = str(Path(__file__).parent.parent)
        path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", START, str(megabytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("PYRULES_DEBUG") else subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path, "MALLOC_ARENA_MAX": "1"},  # else threads set memory aside
        )
        atexit.register(self.end)
        self.expired = False
        try:
            self._read()
        except (EOFError, pickle.UnpicklingError):
            self.end()
            raise LimitReached(f"{megabytes} MB of memory are not enough to begin with") from None

    def serves(self, megabytes: int) -> bool:
        """Whether it can be asked on."""
        same = (self.megabytes, self.owner) == (megabytes, os.getpid())
        return same and not self.expired and self.process.poll() is None

    def answer(self, request: bytes, seconds: float) -> Any:
        """What the function asked for returns, or raises."""
        timer = threading.Timer(seconds, self._expire)
        timer.start()
        finished = False
        try:
            self._stream(self.process.stdin).write(request)
            self._stream(self.process.stdin).flush()
            succeeded, value = self._read()
            finished = True
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            if self.expired:
                raise LimitReached(f"{_limits.get().seconds:g} s are not enough") from None
            code = self.process.wait()
            if code in OUT_OF_MEMORY:
                raise MemoryError from None
            raise Crashed(f"the process that solves it ended by itself (exit code {code})") from None
        finally:
            timer.cancel()
            if not finished:
                self.end()
        if not succeeded:
            raise value
        return value

    def end(self) -> None:
        """Ends the process, whatever it is doing."""
        atexit.unregister(self.end)
        if self.owner == os.getpid():
            self.process.kill()
            self.process.wait()
            self._stream(self.process.stdout).close()
            with suppress(OSError):
                self._stream(self.process.stdin).close()

    def _expire(self) -> None:
        self.expired = True
        self.process.kill()

    def _read(self) -> Any:
        return pickle.load(self._stream(self.process.stdout))

    @staticmethod
    def _stream(stream: IO[bytes] | None) -> IO[bytes]:
        assert stream is not None
        return stream


# --- in the worker --------------------------------------------------------------------------------


def _serve() -> None:
    """Answers requests until they end. Standard output carries the answers, so nothing else may write there."""
    global _at_work
    _at_work = True
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    _limit_memory(int(sys.argv[1]))
    _ignore_interrupts()
    _send(answers, "ready")
    for request in _requests(requests):
        _send(answers, _answer(*request))


def _requests(stream: IO[bytes]) -> Iterator[Any]:
    """The requests as they come. A thread reads them, so that their end is noticed, and is the end, at any time."""
    from queue import SimpleQueue

    inbox: SimpleQueue[Any] = SimpleQueue()

    def read() -> None:
        try:
            while True:
                inbox.put(pickle.load(stream))
        except MemoryError:
            os._exit(OUT_OF_MEMORY[0])
        except BaseException:
            os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield inbox.get()


def _answer(
    folder: Path, function: Callable[..., object], arguments: tuple[object, ...], named: dict[str, object]
) -> object:
    try:
        os.chdir(folder)
        return True, function(*arguments, **named)
    except Exception as error:
        return False, error


def _send(stream: IO[bytes], answer: object) -> None:
    stream.write(pickle.dumps(answer))
    stream.flush()


def _limit_memory(megabytes: int) -> None:
    """Where the system has such a limit."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))


def _ignore_interrupts() -> None:
    """Ctrl-C reaches the worker too; the process that started it decides what becomes of it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
