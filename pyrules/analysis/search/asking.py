"""Scenarios whose conditions ask what a card has: a small bound, gone through one by one, the smallest first.

What such conditions settle to can be several outcomes or none, and sets of outcomes are compared: a search among answer
sets would compare them one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from pyrules.model.queries import conditions, parts
from pyrules.model.scenario import (
    AtLeast,
    Card,
    Condition,
    Event,
    Gain,
    Happening,
    Has,
    Lose,
    Modify,
    Not,
    PrintedFeature,
    Scenario,
)
from pyrules.model.size import size

CARD, ONE, OTHER = "one", "A", "B"
ASKED: tuple[Condition, ...] = (Has(CARD, ONE), Has(CARD, OTHER), AtLeast(CARD, ONE, 2))
WHILE: tuple[Condition | None, ...] = (None, *ASKED, *map(Not, ASKED))
"""How long a printed feature exists."""


def asking() -> tuple[Scenario, ...]:
    """One card with two features, each printed or not, and one event at the most; some condition asks for a feature."""
    made = (_scenario(printed, happening) for printed, happening in product(_printings(), (None, *_happenings())))
    return tuple(sorted(filter(_asks, made), key=size))


def _printings() -> Iterator[tuple[PrintedFeature, ...]]:
    menus = ((None, *(PrintedFeature(name, 1, existence) for existence in WHILE)) for name in (ONE, OTHER))
    return (tuple(filter(None, choice)) for choice in product(*menus))


def _happenings() -> Iterator[Happening]:
    yield from (Gain(CARD, ONE, 2, existence) for existence in (None, Has(CARD, OTHER), Not(Has(CARD, OTHER))))
    yield from (Gain(CARD, OTHER, 1, existence) for existence in (None, Has(CARD, ONE), Not(Has(CARD, ONE))))
    yield from (Lose(CARD, ONE), Lose(CARD, OTHER), Modify(CARD, ONE, 1), Modify(CARD, ONE, -1))


def _scenario(printed: tuple[PrintedFeature, ...], happening: Happening | None) -> Scenario:
    events = () if happening is None else (Event(happening),)
    return Scenario(title="", cards={CARD: Card(printed=printed)}, events=events)


def _asks(scenario: Scenario) -> bool:
    return any(isinstance(part, Has | AtLeast) for stated in conditions(scenario) for part in parts(stated))
