"""How many numbers a quantity of a scenario might come to, as far as its text alone tells.

Where the step is a variable the grounder follows every number that a feature, a property, an attack or a roll might
ever have; where those are many, a scenario is better solved with its steps written out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from pyrules.model import Change, Gain, Grant, Modify, PrintedFeature, PrintedModifier, Roll, Scenario

MANY = 1000


@dataclass
class _Numbers:
    """What a feature of a card is given, and what that may be changed by; magnitudes."""

    given: list[int] = field(default_factory=list)
    changes: list[int] = field(default_factory=list)

    @property
    def reach(self) -> int:
        """The greatest magnitude that the feature can come to."""
        return max(self.given, default=0) + sum(self.changes)

    @property
    def many(self) -> int:
        """A bound on how many numbers the feature can come to."""
        return min(max(1, len(self.given)) * (1 << len(self.changes)), 1 + 2 * self.reach)


def many_numbers(scenario: Scenario) -> bool:
    """Whether some quantity might come to more than MANY numbers."""
    features = _features(scenario)
    if any(numbers.many > MANY for numbers in features.values()):
        return True
    totals: dict[tuple[str, str], int] = defaultdict(int)
    for (card, feature), numbers in features.items():
        if feature in scenario.features:
            totals[card, scenario.features[feature].modifies] += numbers.many * numbers.reach
    return any(total > MANY for total in totals.values()) or _modified_roll(scenario)


def _modified_roll(scenario: Scenario) -> bool:
    """Whether a roll may be modified by what cards have: then every order is followed for every number."""
    declared = any(declaration.modifies == "roll" for declaration in scenario.features.values())
    return declared and any(isinstance(event.happening, Roll) for event in scenario.events)


def _features(scenario: Scenario) -> dict[tuple[str, str], _Numbers]:
    """Card and feature -> what it is given, and may be changed by."""
    features: dict[tuple[str, str], _Numbers] = defaultdict(_Numbers)
    for card, feature, number, change in _stated(scenario):
        numbers = features[card, feature]
        (numbers.changes if change else numbers.given).append(abs(number))
    return features


def _stated(scenario: Scenario) -> Iterator[tuple[str, str, int, bool]]:
    """Card, feature, number, and whether that is a change; an aura's change as often as it can come anew."""
    for id, card in scenario.cards.items():
        for thing in card.printed:
            match thing:
                case PrintedFeature(name, int(value)):
                    yield id, name, value, False
                case PrintedModifier(name, by):
                    yield id, name, by, True
    for aura in scenario.auras:
        match aura.grant:
            case Grant(name, int(value)):
                yield aura.to, name, value, False
            case Change(name, by):
                yield from [(aura.to, name, by, True)] * (1 + len(scenario.events) // 2)
    for event in scenario.events:
        match event.happening:
            case Gain(id, name, int(value), boosts=boosts):
                yield id, name, value + sum(boost.by for boost in boosts), False
            case Modify(id, name, by):
                yield id, name, by, True
