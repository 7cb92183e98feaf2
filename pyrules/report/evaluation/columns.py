"""The answers to one scenario side by side: a column for each outcome, a row for each thing that changed in any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pyrules.language import _
from pyrules.model.result import State
from pyrules.report.evaluation.answer import Answer
from pyrules.report.evaluation.cells import ABSENT, PRESENT, Standing, Thing, standings

if TYPE_CHECKING:
    from pyrules.explanation.last_changes import Reasons


@dataclass(frozen=True, slots=True)
class Cell:
    """How a thing stood before an event, and how it stands after it (at the start, twice the same)."""

    was: Standing
    now: Standing

    @property
    def changed(self) -> bool:
        return self.was != self.now

    def __str__(self) -> str:
        """What stands, led by the number from which it changed; without numbers, what it was goes without saying."""
        if self.was.number == self.now.number:
            return str(self.now)
        return f"→ {self.now}" if {self.was, self.now} == {ABSENT, PRESENT} else f"{_(self.was.number)} → {self.now}"


@dataclass(frozen=True, slots=True)
class Column:
    """One outcome under its heading (`r2`, or `r2 #1` when there are several), with reasons for each state."""

    heading: str
    states: tuple[State, ...]
    standings: tuple[dict[Thing, Standing], ...]
    reasons: Reasons
    cards: tuple[str, ...]

    def cell(self, thing: Thing, after: int) -> Cell:
        """How the event changed the thing; at the start, how it stands."""
        return Cell(*(self.standings[state].get(thing, ABSENT) for state in (max(after - 1, 0), after)))

    def texts(self, things: Iterable[Thing]) -> Iterator[str]:
        """Its heading, and what its cells for the things say."""
        yield self.heading
        yield from (str(self.cell(thing, after)) for thing in things for after in range(len(self.states)))


@dataclass(frozen=True, slots=True)
class Row:
    """A thing and its cells, one a column."""

    thing: Thing
    cells: tuple[Cell, ...]


def headings(answers: Sequence[Answer]) -> list[str]:
    """The rulebook of each answer; its second answer is `r2/2`, and so on."""
    rulebooks = names([answer.evaluation.rulebook for answer in answers])
    earlier = [rulebooks[:number].count(rulebook) for number, rulebook in enumerate(rulebooks)]
    return [f"{name}/{before + 1}" if before else name for name, before in zip(rulebooks, earlier, strict=True)]


def names(rulebooks: Sequence[str]) -> list[str]:
    """What rulebooks are called beside one another: an edit by the name of its file, where that is the only such."""
    called = {name: Path(name).name.removesuffix(".edit.yaml") for name in rulebooks}
    return [called[name] if len(set(called.values())) == len(called) else name for name in rulebooks]


def columns(answers: Sequence[Answer]) -> Iterator[Column]:
    """A column for each outcome of each answer, in order."""
    for heading, answer in zip(headings(answers), answers, strict=True):
        outcomes = answer.evaluation.outcomes
        for number, outcome in enumerate(outcomes, 1):
            numbered = heading if len(outcomes) == 1 else f"{heading} #{number}"
            given = answer.reasons[number - 1] if answer.reasons else ((),) * len(outcome.states)
            shown = tuple(map(standings, outcome.states))
            yield Column(numbered, outcome.states, shown, given, answer.evaluation.cards)


def rows(beside: Sequence[Column], after: int) -> list[Row]:
    """What an event changed in any of the columns, in the order of the cards; at the start, all that stands."""
    states = (max(after - 1, 0), after)
    things = dict.fromkeys(thing for column in beside for state in states for thing in column.standings[state])
    cards = dict.fromkeys((*(card for column in beside for card in column.cards), *(thing.card for thing in things)))
    place = {card: number for number, card in enumerate(cards)}
    by_card = sorted(things, key=lambda thing: place[thing.card])
    found = [Row(thing, tuple(column.cell(thing, after) for column in beside)) for thing in by_card]
    return [row for row in found if after == 0 or any(cell.changed for cell in row.cells)]
