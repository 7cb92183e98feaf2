"""Where lines come from: files, and standard input as it arrives."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from queue import Empty, Queue
from typing import BinaryIO

from pyrules.bulk.asked import Line
from pyrules.errors import InputError
from pyrules.files.yaml import SIZE_LIMIT
from pyrules.language import _

BATCH = 500
"""So many lines are answered side by side."""
STANDARD_INPUT = Path("-")


def batches(files: Sequence[Path], whole: bool = False) -> Iterator[list[Line]]:
    """The lines of all files, in batches; those of standard input as they arrive, unless batches are to be `whole`.

    Blank lines are passed over. Raises InputError for a file that cannot be read.
    """
    if whole or STANDARD_INPUT not in files:
        yield from _filled(line for file in files for line in _lines(file))
        return
    for file in files:
        yield from _arriving(_lines(file)) if file == STANDARD_INPUT else _filled(_lines(file))


def number_of(files: Sequence[Path]) -> int | None:
    """How many lines there are, blank ones aside; None where nobody can tell before they have come."""
    if not all(map(os.path.isfile, files)):
        return None
    return sum(1 for file in files for _ in _lines(file))


def _lines(file: Path) -> Iterator[Line]:
    try:
        stream = sys.stdin.buffer if file == STANDARD_INPUT else file.open("rb")
    except OSError as error:
        raise InputError.at(str(file), _("the file cannot be read: {strerror}", strerror=error.strerror)) from None
    with stream:
        for number, content in enumerate(_read(stream), start=1):
            if content.strip():
                yield Line(str(file), number, content.rstrip(b"\r\n"))


def _read(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that is far too long only so much as shows that it is."""
    while content := stream.readline(SIZE_LIMIT + 2):
        rest = content
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(SIZE_LIMIT)
        yield content


def _filled(lines: Iterable[Line]) -> Iterator[list[Line]]:
    rest = iter(lines)
    while batch := list(islice(rest, BATCH)):
        yield batch


def _arriving(lines: Iterator[Line]) -> Iterator[list[Line]]:
    """As many lines as are there whenever there are any. A thread waits for them."""
    arrived: Queue[Line | None] = Queue(2 * BATCH)

    def read() -> None:
        for line in lines:
            arrived.put(line)
        arrived.put(None)

    threading.Thread(target=read, daemon=True).start()
    while (line := arrived.get()) is not None:
        batch, ended = [line], False
        with suppress(Empty):
            while len(batch) < BATCH and not ended:
                following = arrived.get_nowait()
                if following is None:
                    ended = True
                else:
                    batch.append(following)
        yield batch
        if ended:
            return
