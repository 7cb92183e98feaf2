"""In the worker: requests are answered one after another, until the process that makes them is gone."""

from __future__ import annotations

import faulthandler
import os
import pickle
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from pyrules import language
from pyrules.asp.channel import Channel
from pyrules.errors import NotDecided
from pyrules.language import mark

OUT_OF_MEMORY = 112
"""How a worker ends that has no memory left."""

ATOMS_PER_MEGABYTE = 500
"""A grounding this large can still be read back within the memory allowed."""

MOST_CALLS = 1000
"""After so many calls a worker is worn: clingo keeps every name and number that it ever read."""

TOO_DEEP = mark("the rules lead to terms that are nested too deep to be read")

Request = tuple[Path, str, Callable[..., object], tuple[object, ...], dict[str, object]]
"""The folder in which to call, the language to speak, and what to call with what."""


class State(NamedTuple):
    """What calls have made of a worker: whether it should not be asked again, and whether they left much behind."""

    worn: bool
    laden: bool


class _Work:
    """This process, when it is a worker."""

    channel: Channel | None = None
    megabytes = 0


def at_work() -> bool:
    """Whether this process is a worker."""
    return _Work.channel is not None


def most_atoms() -> int | None:
    """How many atoms a grounding may have: in a worker as many as its memory is for, elsewhere any number."""
    return _Work.megabytes * ATOMS_PER_MEGABYTE if at_work() else None


def report(message: object) -> None:
    """Tells the caller of a search how far it is; where there is no caller, nobody."""
    if _Work.channel is not None:
        _Work.channel.send(pickle.dumps(("told", message)))


def megabytes_used() -> float:
    """The address space of this process, where the system tells; otherwise 0."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 2**20


def serve(end: socket.socket, megabytes: int) -> None:
    """Answers what is asked through a socket, with so much memory."""
    _Work.channel, _Work.megabytes = Channel(end), megabytes
    faulthandler.disable()  # how it ends is for the caller to tell
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1) if os.environ.get("PYRULES_DEBUG") else (0, 1, 2):
        if end.fileno() != standard:
            os.dup2(nothing, standard)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches it too; the caller decides what becomes of it
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # how the caller asks it to stop
    _limit_memory(megabytes)
    if megabytes_used() > megabytes:
        os._exit(OUT_OF_MEMORY)
    requests = _requests(_Work.channel)
    _Work.channel.send(pickle.dumps("ready"))
    at_first = megabytes_used()
    for calls in count(1):
        kind, value = _answer(requests.get())
        used = megabytes_used()
        state = State(calls >= MOST_CALLS or used > megabytes / 2, used - at_first > megabytes / 10)
        _Work.channel.send(_pickled(kind, value, state))


def _requests(channel: Channel) -> SimpleQueue[bytes]:
    """The requests as they come, pickled.

    A thread reads them, so that their end is noticed, and is the end, at any time.
    """
    inbox: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        try:
            while True:
                inbox.put(channel.receive())
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        except BaseException:
            os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    return inbox


def _answer(message: bytes) -> tuple[str, object]:
    """What comes of a request. One that cannot be read here, as it names a module that is not found, fails too."""
    try:
        request: Request = pickle.loads(message)
        folder, spoken, function, arguments, named = request
        os.chdir(folder)
        with language.speaking(spoken):
            return "done", function(*arguments, **named)
    except RecursionError:
        return "failed", NotDecided(language.translate(TOO_DEEP))
    except (Exception, KeyboardInterrupt) as error:
        return "failed", error


def _pickled(kind: str, value: object, state: State) -> bytes:
    worn = state._replace(worn=True)
    try:
        return pickle.dumps((kind, (value, state)))
    except MemoryError as error:
        return pickle.dumps(("failed", (error, worn)))
    except RecursionError:
        return pickle.dumps(("failed", (NotDecided(language.translate(TOO_DEEP)), worn)))


def _limit_memory(megabytes: int) -> None:
    """Where the system has such a limit."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))


def serve_alone() -> None:
    """Serves in a process begun for that: the socket is its standard input, the megabytes its argument."""
    import sys

    serve(socket.socket(fileno=os.dup(0)), int(sys.argv[1]))
