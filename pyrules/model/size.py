"""How large a scenario is: what makes one witness smaller than another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pyrules.model import scenario as model
from pyrules.model.queries import conditions, parts


class Size(NamedTuple):
    """Fewest events come first, then fewest printed things, auras, conditions used, and the least sum of magnitudes.

    Before that sum comes how many modifiers are printed `early`: before their feature, or without it.
    """

    events: int
    printed: int
    auras: int
    conditions: int
    early: int
    weight: int

    @property
    def shape(self) -> tuple[int, int, int]:
        """How many printed things, auras and conditions there are."""
        return self.printed, self.auras, self.conditions


def size(scenario: model.Scenario) -> Size:
    """The size of a scenario."""
    things: list[object] = [thing for card in scenario.cards.values() for thing in card.printed]
    printed = len(things)
    things += [aura.grant for aura in scenario.auras]
    things += [event.happening for event in scenario.events]
    weight = sum(number for thing in things for number in _numbers(thing))
    weight += sum(number for card in scenario.cards.values() for number in map(abs, card.properties.values()))
    early = sum(map(_early, scenario.cards.values()))
    return Size(len(scenario.events), printed, len(scenario.auras), len(_used(scenario)), early, weight)


def _early(card: model.Card) -> int:
    """How many modifiers are printed before their feature, or without it."""
    there: set[str] = set()
    count = 0
    for thing in card.printed:
        if isinstance(thing, model.PrintedFeature):
            there.add(thing.name)
        else:
            count += thing.feature not in there
    return count


def _numbers(thing: object) -> Iterator[int]:
    """How large the numbers of what is given are; of a roll those of its steps, and not the natural value."""
    parts: tuple[object, ...] = (*getattr(thing, "boosts", ()), *getattr(thing, "modifiers", ()))
    for each in (thing, *parts, *getattr(thing, "steps", ())):
        number = next(
            (n for name in ("by", "value", "number") if isinstance(n := getattr(each, name, None), int)), None
        )
        if number is not None:
            yield abs(number)


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
