"""The answers to one scenario side by side: a column for each outcome, a row for each thing that changed in any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pyrules.report.answer import Answer
from pyrules.report.standing import ABSENT, Standing, Thing, standings
from pyrules.result import State


@dataclass(frozen=True, slots=True)
class Column:
    """One outcome under its heading: `r2`, or `r2 #1` when there are several."""

    heading: str
    states: tuple[State, ...]
    standings: tuple[dict[Thing, Standing], ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """How a thing stood before an event, and how it stands after it (at the start, twice the same)."""

    was: Standing
    now: Standing

    @property
    def changed(self) -> bool:
        return self.was != self.now

    def __str__(self) -> str:
        """What stands, led by the number from which it changed."""
        return str(self.now) if self.was.number == self.now.number else f"{self.was.number} → {self.now}"


@dataclass(frozen=True, slots=True)
class Row:
    """A thing and its cells, one a column."""

    thing: Thing
    cells: tuple[Cell, ...]


def headings(answers: Sequence[Answer]) -> list[str]:
    """The rulebook of each answer; its second answer is `r2/2`, and so on."""
    rulebooks = [answer.evaluation.rulebook for answer in answers]
    earlier = [rulebooks[:number].count(rulebook) for number, rulebook in enumerate(rulebooks)]
    return [f"{name}/{before + 1}" if before else name for name, before in zip(rulebooks, earlier, strict=True)]


def columns(answers: Sequence[Answer]) -> Iterator[Column]:
    """A column for each outcome of each answer, in order."""
    for heading, answer in zip(headings(answers), answers, strict=True):
        outcomes = answer.evaluation.outcomes
        for number, outcome in enumerate(outcomes, 1):
            numbered = heading if len(outcomes) == 1 else f"{heading} #{number}"
            yield Column(numbered, outcome.states, tuple(map(standings, outcome.states)))


def rows(beside: Sequence[Column], after: int) -> list[Row]:
    """What an event changed in any of the columns, card by card; at the start, all that stands."""
    before = max(after - 1, 0)
    things = dict.fromkeys(thing for column in beside for state in (before, after) for thing in column.standings[state])
    cards = list(dict.fromkeys(thing.card for thing in things))
    by_card = sorted(things, key=lambda thing: cards.index(thing.card))
    found = [Row(thing, tuple(_cell(column, thing, before, after) for column in beside)) for thing in by_card]
    return [row for row in found if after == 0 or any(cell.changed for cell in row.cells)]


def _cell(column: Column, thing: Thing, before: int, after: int) -> Cell:
    return Cell(*(column.standings[state].get(thing, ABSENT) for state in (before, after)))
