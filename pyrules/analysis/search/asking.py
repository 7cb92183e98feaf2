"""Scenarios whose conditions ask what a card has: a small bound, gone through to its end.

What such conditions settle to can be several outcomes or none, and sets of outcomes are compared: a search among answer
sets would compare them one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from pyrules.model.queries import conditions, parts
from pyrules.model.scenario import (
    Adjust,
    AtLeast,
    Card,
    Condition,
    Declaration,
    Event,
    Gain,
    Happening,
    Has,
    Lose,
    Modify,
    Not,
    PrintedFeature,
    PropertyAtLeast,
    Scenario,
)
from pyrules.model.size import size

CARD, ONE, OTHER = "one", "A", "B"
PROPERTY = "movement"
ASKED: tuple[Condition, ...] = (Has(CARD, ONE), Has(CARD, OTHER), AtLeast(CARD, ONE, 2))
WHILE: tuple[Condition | None, ...] = (None, *ASKED, *map(Not, ASKED))
"""How long a printed feature exists."""


def asking() -> tuple[Scenario, ...]:
    """One card with two features, each printed or not, and one event at the most; some condition asks for a feature.

    Or it asks for a property, which a feature may modify and an event may adjust, perhaps by the name of that feature.
    """
    made = [_scenario(printed, happening) for printed, happening in product(_printings(), (None, *_happenings()))]
    return tuple(sorted((*filter(_asks, made), *_of_properties()), key=size))


def _of_properties() -> Iterator[Scenario]:
    asked: list[Condition] = [PropertyAtLeast(CARD, PROPERTY, number) for number in (2, 3)]
    bearing = ((), (PrintedFeature(ONE, 1),), (PrintedFeature(ONE, 2),))
    adjusted = [Adjust(CARD, PROPERTY, by, None, name) for by in (1, -1, 2) for name in (None, ONE)]
    happenings = (None, *adjusted, Gain(CARD, ONE, 2), Lose(CARD, ONE))
    for printed, existence, happening in product(bearing, (*asked, *map(Not, asked)), happenings):
        for sign in ("plus", "minus"):
            scenario = _scenario((*printed, PrintedFeature(OTHER, 1, existence)), happening)
            card = replace(scenario.cards[CARD], properties={PROPERTY: 2})
            declared = {ONE: Declaration(PROPERTY, "plus" if sign == "plus" else "minus")}
            yield replace(scenario, cards={CARD: card}, features=declared)


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
