"""A run over many lines: each batch of them is a share of the work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pyrules.bulk.asked import Answered, Asked, Line
from pyrules.bulk.lines import answered
from pyrules.shares.driver import Driver
from pyrules.shares.share import Share, known_by


def run(asked: Asked, batches: Iterable[Sequence[Line]], driver: Driver) -> Iterator[Answered]:
    """The answers to the lines of batches, in order, as soon as they are known."""
    shares = (Share(_key(asked, batch), answered, (asked, batch)) for batch in batches)
    for answers in driver.answers(shares, _decided):
        for text, state, rows, single in answers:
            yield Answered(text, state, tuple(rows), single)


def _key(asked: Asked, batch: Sequence[Line]) -> str:
    """A batch is known by what is asked and by what its lines hold."""
    books = [known_by(book) for book in asked.rulebooks or ()]
    how = (asked.otherwise, sorted(asked.readings.items()), asked.strict, asked.depends, asked.rows)
    return repr(("lines", books, how, [tuple(line) for line in batch]))


def _decided(answers: Sequence[Any]) -> bool:
    """Whether another try would come to the same."""
    return all(Answered(*each).state != "undecided" for each in answers)
