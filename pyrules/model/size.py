"""How large a scenario is: what makes one witness smaller than another."""

from __future__ import annotations

from typing import NamedTuple

from pyrules.model import scenario as model
from pyrules.model.queries import conditions, parts


class Size(NamedTuple):
    """Fewest events come first, then fewest printed things, auras, conditions used, and the least sum of magnitudes."""

    events: int
    printed: int
    auras: int
    conditions: int
    weight: int


def size(scenario: model.Scenario) -> Size:
    """The size of a scenario."""
    things: list[object] = [thing for card in scenario.cards.values() for thing in card.printed]
    printed = len(things)
    things += [aura.grant for aura in scenario.auras]
    things += [event.happening for event in scenario.events]
    weight = sum(abs(number) for thing in things if (number := _number(thing)) is not None)
    return Size(len(scenario.events), printed, len(scenario.auras), len(_used(scenario)), weight)


def _number(thing: object) -> int | None:
    number = getattr(thing, "by", None) if hasattr(thing, "by") else getattr(thing, "value", None)
    return number if isinstance(number, int) else None


def _used(scenario: model.Scenario) -> set[model.Condition]:
    """The flags and adjacencies that are mentioned, or that change or hold at the start."""
    stated = (part for whole in conditions(scenario) for part in parts(whole))
    used: set[model.Condition] = {part for part in stated if isinstance(part, model.Flag | model.Adjacent)}
    used |= {model.Flag(flag) for flag in scenario.conditions}
    used |= {model.Adjacent(*sorted(pair)) for pair in scenario.adjacent}
    for event in scenario.events:
        match event.happening:
            case model.Start(flag) | model.Stop(flag):
                used.add(model.Flag(flag))
            case model.Approach(first, second) | model.Withdraw(first, second):
                used.add(model.Adjacent(*sorted((first, second))))
    return used
