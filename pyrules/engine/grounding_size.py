"""How many numbers a quantity of a scenario might come to, as far as its text alone tells.

Where the step is a variable the grounder follows every number that a feature, a property, an attack or a roll might
ever have; where those are many, a scenario is better solved with its steps written out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from pyrules.model.scenario import Gain, Grant, Modification, Modify, PrintedFeature, PrintedModifier, Roll, Scenario

MANY = 500


@dataclass
class _Numbers:
    """What a feature of a card is given, and what that may be changed by; magnitudes.

    A change with a condition may be undone, as far as the grounder sees, at any of `moments`.
    """

    moments: int
    given: list[int] = field(default_factory=list)
    changes: list[int] = field(default_factory=list)
    undone: list[int] = field(default_factory=list)

    @property
    def reach(self) -> int:
        """The greatest magnitude that the feature can come to."""
        return max(self.given, default=0) + sum(self.changes) + self.moments * sum(self.undone)

    @property
    def many(self) -> int:
        """A bound on how many numbers the feature can come to."""
        within = 1 + 2 * self.reach
        return within if self.undone else min(max(1, len(self.given)) * (1 << len(self.changes)), within)


def many_numbers(scenario: Scenario, moments: int | None = None) -> bool:
    """Whether some quantity might come to more than MANY numbers.

    `moments` is how often what is undone may come anew: at each event, where nothing is said.
    """
    features = _features(scenario, len(scenario.events) if moments is None else moments)
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


def _features(scenario: Scenario, moments: int) -> dict[tuple[str, str], _Numbers]:
    """Card and feature -> what it is given, and may be changed by."""
    features: dict[tuple[str, str], _Numbers] = defaultdict(lambda: _Numbers(moments))
    for card, feature, number, kind in _stated(scenario):
        numbers = features[card, feature]
        {"given": numbers.given, "change": numbers.changes, "undone": numbers.undone}[kind].append(abs(number))
    return features


def _stated(scenario: Scenario) -> Iterator[tuple[str, str, int, Literal["given", "change", "undone"]]]:
    """Card, feature, number, and what it is; an aura's change as often as it can come anew."""
    for id, card in scenario.cards.items():
        for thing in card.printed:
            match thing:
                case PrintedFeature(name, int(value)):
                    yield id, name, value, "given"
                case PrintedModifier(name, by, existence):
                    yield id, name, by, "undone" if existence else "change"
    for aura in scenario.auras:
        match aura.grant:
            case Grant(name, int(value)):
                yield aura.to, name, value, "given"
            case Modification(name, by):
                kind: Literal["change", "undone"] = "change" if aura.when else "undone"
                yield from [(aura.to, name, by, kind)] * (1 + len(scenario.events) // 2)
    for event in scenario.events:
        match event.happening:
            case Gain(id, name, int(value), boosts=boosts):
                yield id, name, value + sum(boost.by for boost in boosts), "given"
            case Modify(id, name, by, existence, boosts=boosts):
                total = by + sum(boost.by for boost in boosts)
                yield id, name, total, "undone" if existence else "change"
