"""Conditions that ask about a property of a card: those that name one which is no feature."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any

from pyrules.files.source import Finding, KeyPath, shown
from pyrules.model.scenario import AtLeast, PropertyAtLeast, Scenario
from pyrules.scenario.parts import borne, declared, features_asked_about, mapping


def with_property_conditions(built: Scenario, data: object) -> Scenario:
    """The scenario in which every `at_least` that names a property asks about it."""
    asked = frozenset((card, name) for _, card, name in _asked(data))
    if not asked:
        return built
    return replace(
        built,
        cards=_resolved(built.cards, asked),
        auras=_resolved(built.auras, asked),
        events=_resolved(built.events, asked),
    )


def property_condition_findings(data: object) -> Iterator[Finding]:
    """The conditions on properties that cannot be asked."""
    properties = {card: mapping(content, "properties") for card, content in mapping(data, "cards").items()}
    for path, card, name in _asked(data):
        if name not in properties.get(card, {}):
            bearer = next(other for other, its in properties.items() if name in its)
            message = f"expected a feature, or a property of {shown(card)}, got {shown(name)}"
            yield Finding(path, f"{message}, which is a property of {shown(bearer)}")
        elif path[-2] == "has":
            message = f"{shown(name)} is a property of {shown(card)}, and `has` reads features"
            yield Finding(path, f"{message}; write at_least: [{card}, {name}, 1]")


def _asked(data: object) -> Iterator[tuple[KeyPath, str, str]]:
    """Where a condition asks about what some card has as a property and none as a feature; the card and the name."""
    cards, features = mapping(data, "cards"), borne(data) | {name for _, name, _ in declared(data)}
    properties = {name for content in cards.values() for name in mapping(content, "properties")} - features
    for path, card, name in features_asked_about(data):
        if isinstance(card, str) and card in cards and name in properties:
            yield path, card, name


def _resolved(part: Any, asked: frozenset[tuple[str, str]]) -> Any:
    match part:
        case AtLeast(card, name, number) if (card, name) in asked:
            return PropertyAtLeast(card, name, number)
        case tuple():
            return tuple(_resolved(each, asked) for each in part)
        case Mapping():
            return MappingProxyType({key: _resolved(value, asked) for key, value in part.items()})
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **{each.name: _resolved(getattr(part, each.name), asked) for each in fields(part)})
    return part
