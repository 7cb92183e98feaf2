"""What a scenario mentions: its conditions, its features, what a condition reads."""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.model.scenario import (
    Adjacent,
    AllOf,
    AnyOf,
    AtLeast,
    Condition,
    Flag,
    Gain,
    Grant,
    Has,
    InPlay,
    Lose,
    Modification,
    Modify,
    Not,
    PrintedFeature,
    PrintedModifier,
    PropertyAtLeast,
    Removal,
    Scenario,
    Start,
    Stop,
)

Key = tuple[str, ...]
"""What a condition depends on: its kind, then the names that tell which one."""


def reads_features(scenario: Scenario) -> bool:
    """Whether any condition of the scenario asks for a feature or a property (`has`, `at_least`)."""
    asked = (part for condition in conditions(scenario) for part in parts(condition))
    return any(isinstance(part, Has | AtLeast | PropertyAtLeast) for part in asked)


def properties_asked_about(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """The cards and properties that conditions of the scenario ask about, each pair once, in order."""
    asked = (part for condition in conditions(scenario) for part in parts(condition))
    return tuple(sorted({(part.card, part.property) for part in asked if isinstance(part, PropertyAtLeast)}))


def conditions(scenario: Scenario) -> Iterator[Condition]:
    """Every condition that the scenario states, in order."""
    for card in scenario.cards.values():
        yield from (thing.existence for thing in card.printed if thing.existence is not None)
    for aura in scenario.auras:
        yield from (condition for condition in (aura.existence, aura.when) if condition is not None)
    for event in scenario.events:
        existence = getattr(event.happening, "existence", None)
        if existence is not None:
            yield existence


def parts(condition: Condition) -> Iterator[Condition]:
    """The condition and all that it is made of."""
    yield condition
    match condition:
        case Not(inner):
            yield from parts(inner)
        case AllOf(inners) | AnyOf(inners):
            for inner in inners:
                yield from parts(inner)


def flags(scenario: Scenario) -> tuple[str, ...]:
    """Every flag of the scenario, in order of appearance: those that hold at the start come first."""
    stated = (part for whole in conditions(scenario) for part in parts(whole))
    flags = dict.fromkeys(scenario.conditions)
    flags |= dict.fromkeys(part.name for part in stated if isinstance(part, Flag))
    happenings = (event.happening for event in scenario.events)
    flags |= dict.fromkeys(happening.flag for happening in happenings if isinstance(happening, Start | Stop))
    return tuple(flags)


def feature_names(scenario: Scenario) -> tuple[str, ...]:
    """Every named feature of the scenario, in order of appearance."""
    return tuple(dict.fromkeys(feature for feature, _ in _mentions(scenario)))


def numeric_features(scenario: Scenario) -> dict[str, bool]:
    """Every named feature of the scenario, in order of appearance, and whether it bears a number."""
    kinds: dict[str, bool] = {}
    for feature, numeric in _mentions(scenario):
        kinds[feature] = kinds.get(feature, False) or numeric
    return kinds


def feature_kinds(scenario: Scenario) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The features that bear a number in the scenario, and those that do not, each in order of appearance."""
    kinds = numeric_features(scenario)
    numbered = tuple(feature for feature, numeric in kinds.items() if numeric)
    return numbered, tuple(feature for feature in kinds if feature not in numbered)


def _mentions(scenario: Scenario) -> Iterator[tuple[str, bool]]:
    """Every mention of a named feature, and whether it bears a number there."""
    things: list[object] = [thing for card in scenario.cards.values() for thing in card.printed]
    things += [aura.grant for aura in scenario.auras]
    things += [event.happening for event in scenario.events]
    things += [part for condition in conditions(scenario) for part in parts(condition)]
    for thing in things:
        match thing:
            case PrintedFeature(feature, value) | Grant(feature, value) | Gain(_, feature, value):
                yield feature, value is not None
            case PrintedModifier(feature) | Modification(feature) | Modify(_, feature) | AtLeast(_, feature):
                yield feature, True
            case Lose(_, feature) | Has(_, feature) | Removal(feature):
                yield feature, False


def adjacency(first: str, second: str) -> tuple[str, str]:
    """The two cards of an adjacency in the order in which facts name them."""
    return (first, second) if first <= second else (second, first)


def reads(condition: Condition | None) -> Iterator[Key]:
    """What the condition depends on: flags, adjacencies, cards in play, features of cards."""
    match condition:
        case Flag(name):
            yield ("flag", name)
        case Adjacent(first, second):
            yield ("adjacent", *adjacency(first, second))
        case InPlay(card):
            yield ("in_play", card)
        case Has(card, feature) | AtLeast(card, feature, _):
            yield ("feature", card, feature)
        case PropertyAtLeast(card, named, _):
            yield ("property", card, named)
        case Not(inner):
            yield from reads(inner)
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from reads(part)
