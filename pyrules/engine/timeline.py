"""The micro-steps of a scenario: one for each event, and one more for each thing that is examined after it.

Every aura is examined once in every event, in the order listed; before the auras come the things printed with a
condition and the printed modifiers, card by card, since some revisions treat them as attempts (decisions D-7 and D-8).
Whether an examination changes anything is for the rules to say: the micro-steps are the same for every rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pyrules.model.scenario import PrintedModifier, Scenario


@dataclass(frozen=True, slots=True)
class Examined:
    """What is looked at in a micro-step: an aura by its number, or a printed thing by card and position (from 1)."""

    kind: Literal["aura", "printed"]
    number: int
    card: str | None = None


@dataclass(frozen=True, slots=True)
class MicroStep:
    """A micro-step: an event's own (`event` its number), an examination, or the settling of the start (neither)."""

    event: int | None = None
    examined: Examined | None = None


@dataclass(frozen=True, slots=True)
class Timeline:
    """The micro-steps in order, and for each state (0 to the number of events) its last one."""

    steps: tuple[MicroStep, ...]
    last: tuple[int, ...]

    def step_of(self, event: int) -> int:
        """The micro-step of an event's own."""
        return next(number for number, step in enumerate(self.steps) if step.event == event)

    def state_of(self, step: int) -> int:
        """The number of the state that a micro-step leads to."""
        return next(number for number, last in enumerate(self.last) if step <= last)


def timeline(scenario: Scenario) -> Timeline:
    """The micro-steps of the scenario, shared by all rulebooks."""
    examined = tuple(MicroStep(examined=each) for each in examinations(scenario))
    events = (MicroStep(), *(MicroStep(event=number) for number in range(1, len(scenario.events) + 1)))
    steps = tuple(step for event in events for step in (event, *examined))
    an_event = 1 + len(examined)
    return Timeline(steps, tuple(range(an_event - 1, len(steps), an_event)))


def examinations(scenario: Scenario) -> Iterator[Examined]:
    """What is examined in every event, in order."""
    for card_id, card in scenario.cards.items():
        for number, thing in enumerate(card.printed, start=1):
            if isinstance(thing, PrintedModifier) or thing.existence is not None:
                yield Examined("printed", number, card_id)
    yield from (Examined("aura", number) for number in range(1, len(scenario.auras) + 1))
