"""The answers to one scenario from event to event: what changed, and what there is to say of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pyrules.report import notes
from pyrules.report.evaluation.columns import Column, Row, rows
from pyrules.report.notes import Note

Said = tuple[tuple[str, ...], Note]
"""A sentence, with the headings of the columns of which it is true."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One event (`after` 0, `event` None: the start), what changed with it in any column, and what is said of it."""

    after: int
    event: str | None
    rows: tuple[Row, ...]
    said: tuple[Said, ...]


def moments(beside: Sequence[Column]) -> Iterator[Moment]:
    """The start and every event, for columns that stand beside each other."""
    names = [column.heading for column in beside]
    for after, state in enumerate(beside[0].states):
        reasons = shared(names, [list(map(notes.of_reason, column.reasons[after])) for column in beside])
        said = (*reasons, *shared(names, [list(notes.of_state(column.states[after])) for column in beside]))
        yield Moment(after, state.event, tuple(rows(beside, after)), said)


def shared(names: Sequence[str], each: Sequence[Sequence[Note]]) -> Iterator[Said]:
    """Every note once, with the names of those who share it."""
    for note in dict.fromkeys(note for noted in each for note in noted):
        yield tuple(name for name, noted in zip(names, each, strict=True) if note in noted), note
