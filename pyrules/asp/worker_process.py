"""A process that answers requests: begun, asked and ended by the process that needs the answers."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pyrules.asp import serving
from pyrules.asp.channel import Channel
from pyrules.errors import LimitReached, NotDecided
from pyrules.language import _

START = "from pyrules.asp.serving import serve_alone; serve_alone()"
SECONDS_TO_BEGIN = 60.0
SECONDS_TO_STOP = 2.0
"""So long a search that is asked to stop may take to answer with what it knows."""
OUT_OF_MEMORY = (serving.OUT_OF_MEMORY, -signal.SIGABRT, 127)
"""How a worker ends that has no memory left: by itself, aborted by the C++ library, or by the C library, which could
not give a new thread its variables."""
MEMORY_TO_FORK = 4
"""This process is forked when a worker may take so many times its memory."""


class Crashed(NotDecided):
    """The process ended in the middle of a call."""


class WorkerProcess:
    """A process with a limit of memory, in megabytes.

    Raises LimitReached when that is too little to begin with.
    """

    def __init__(self, megabytes: int) -> None:
        self.megabytes = megabytes
        self.used = self.worn = self.laden = False
        """Whether it has answered before, should not be asked again, or still keeps much of what it was asked."""
        ours, theirs = socket.socketpair()
        self._channel = Channel(ours)
        self._code: int | None = None
        self._gone = False
        try:
            self._process = _fork(ours, theirs, megabytes) if _may_fork(megabytes) else _spawn(theirs, megabytes)
        except OSError as error:
            ours.close()
            raise Crashed(_("no process could be started to solve it: {strerror}", strerror=error.strerror)) from None
        finally:
            theirs.close()
        self._await_begin()

    def answer(
        self, request: bytes, seconds: float, tell: Callable[[Any], None] | None = None, stoppable: bool = False
    ) -> Any:
        """What the function asked for returns, or raises; what it reports meanwhile goes to `tell`.

        A Ctrl-C ends the process, or, when it is `stoppable`, becomes a KeyboardInterrupt in the function, which has
        SECONDS_TO_STOP to answer. Raises TimeoutError after the seconds, MemoryError or Crashed when the process ends.
        """
        until = time.monotonic() + seconds
        finished = False
        try:
            self._channel.send(request, seconds)
            try:
                kind, value = self._final(until, tell)
            except KeyboardInterrupt:
                if not stoppable:
                    raise
                kind, value = self._stopped(tell)
            finished = True
        except (EOFError, ConnectionError, pickle.UnpicklingError):
            raise self._ended() from None
        finally:
            if not finished:
                self.end()
        result, (self.worn, self.laden) = value
        self.used = True
        if kind == "failed":
            raise result
        return result

    def end(self) -> None:
        """Ends the process, whatever it is doing."""
        self.worn = True
        self._channel.close()
        if not self._gone:
            with suppress(ProcessLookupError):
                os.kill(self._process, signal.SIGKILL)
            self._exit_code()

    def forget(self) -> None:
        """Lets go of a process that another one has begun: this one was forked from it."""
        self._channel.close()

    def _await_begin(self) -> None:
        try:
            self._channel.receive(time.monotonic() + SECONDS_TO_BEGIN)
        except (EOFError, ConnectionError, TimeoutError):
            self.end()
            raise LimitReached(
                _("{megabytes} MB of memory are not enough to begin with", megabytes=self.megabytes)
            ) from None
        except BaseException:
            self.end()
            raise

    def _final(self, until: float, tell: Callable[[Any], None] | None) -> tuple[str, Any]:
        """The last message of an answer."""
        while True:
            kind, value = pickle.loads(self._channel.receive(until))
            if kind != "told":
                return kind, value
            if tell is not None:
                tell(value)

    def _stopped(self, tell: Callable[[Any], None] | None) -> tuple[str, Any]:
        os.kill(self._process, signal.SIGTERM)
        try:
            return self._final(time.monotonic() + SECONDS_TO_STOP, tell)
        except (TimeoutError, EOFError, ConnectionError, pickle.UnpicklingError):
            raise KeyboardInterrupt from None

    def _ended(self) -> Exception:
        """What it means that the process is gone."""
        code = self._exit_code()
        if code in OUT_OF_MEMORY:
            return MemoryError()
        return Crashed(_("the process that solves it ended by itself (exit code {code})", code=code))

    def _exit_code(self) -> int | None:
        """How the process ended, once it has; None when somebody else has asked for that."""
        if not self._gone:
            with suppress(ChildProcessError):
                self._code = os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])
            self._gone = True
        return self._code


def _may_fork(megabytes: int) -> bool:
    """Whether a fork, which is quickest, is safe: no other thread is there to hold a lock, and there is memory left."""
    try:
        alone = len(list(Path("/proc/self/task").iterdir())) == 1
    except OSError:
        return False
    return alone and serving.megabytes_used() * MEMORY_TO_FORK < megabytes


def _fork(ours: socket.socket, theirs: socket.socket, megabytes: int) -> int:
    process = os.fork()
    if process:
        return process
    try:
        gc.freeze()  # what was thrown away before the fork is not this process's to finish
        ours.close()
        serving.serve(theirs, megabytes)
    finally:
        os._exit(1)


def _spawn(theirs: socket.socket, megabytes: int) -> int:
    # -P: nothing that lies in the current folder may pass for a module of Python.
    command = [sys.executable, "-P", "-c", START, str(megabytes)]
    home = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "PYTHONPATH": path, "MALLOC_ARENA_MAX": "1"}  # else threads set memory aside
    return os.posix_spawn(
        sys.executable, command, environment, file_actions=[(os.POSIX_SPAWN_DUP2, theirs.fileno(), 0)]
    )
