"""The course of time in the reference: conditions, events, auras; what happens to features is left to the revisions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pyrules import model
from pyrules.model import Condition, Scenario
from pyrules.result import FeatureState

Attempted = tuple[int, str, str, str, int | None, str, bool]
"""After which event, kind, card, feature, number, by, performed."""


Key = tuple[str, str]
"""Card and feature."""


@dataclass
class Played:
    """What came of a scenario: the features after every event, the attempts in order, the losses."""

    states: list[dict[str, dict[str, FeatureState]]] = field(default_factory=list)
    attempts: list[Attempted] = field(default_factory=list)
    losses: set[tuple[int, str, str, str]] = field(default_factory=set)


@dataclass(eq=False)
class Thing:
    """An instance of a feature, or a modifier, on a card."""

    number: int | None
    existence: Condition | None
    origin: Literal["printed", "acquired"]
    awake: bool = True


class Table(ABC):
    """The course of time; what happens to features is left to the revisions."""

    printed_attempt = False

    def __init__(self, scenario: Scenario, readings: Mapping[str, str]) -> None:
        self.scenario, self.readings = scenario, readings
        self.flags, self.in_play = set(scenario.conditions), set(scenario.cards)
        self.adjacent = {frozenset(pair) for pair in scenario.adjacent}
        self.instances: dict[Key, list[Thing]] = defaultdict(list)
        self.modifiers: dict[Key, list[Thing]] = defaultdict(list)
        self.met: set[int] = set()
        self.played, self.number = Played(), 0

    def play(self) -> Played:
        self.put_printed()
        self.settle()
        self.examine_auras()
        self.record()
        for event in self.scenario.events:
            self.number += 1
            self.happen(event.happening)
            self.settle()
            self.examine_auras()
            self.record()
        return self.played

    def holds(self, condition: Condition | None) -> bool:
        match condition:
            case None:
                return True
            case model.Flag(name):
                return name in self.flags
            case model.Adjacent(first, second):
                return frozenset((first, second)) in self.adjacent and {first, second} <= self.in_play
            case model.InPlay(card):
                return card in self.in_play
            case model.Not(inner):
                return not self.holds(inner)
            case model.All(inners):
                return all(map(self.holds, inners))
            case model.Any(inners):
                return any(map(self.holds, inners))
        raise NotImplementedError(condition)

    def happen(self, happening: model.Happening) -> None:
        match happening:
            case model.Start(flag):
                self.flags.add(flag)
            case model.Stop(flag):
                self.flags.discard(flag)
            case model.Approach(first, second):
                self.adjacent.add(frozenset((first, second)))
            case model.Withdraw(first, second):
                self.adjacent.discard(frozenset((first, second)))
            case model.Depart(card):
                self.in_play.discard(card)
                for things in (self.instances, self.modifiers):
                    for key in [key for key in things if key[0] == card]:
                        del things[key]
            case model.Gain(card, feature, value, existence, _, boosts):
                number = None if value is None else value + sum(boost.by for boost in boosts)
                self.attempt("gain", card, feature, number, existence, "event")
            case model.Modify(card, feature, by, existence):
                self.attempt("modify", card, feature, by, existence, "event")
            case model.Lose(card, feature):
                self.attempt("lose", card, feature, None, None, "event")

    def attempt(
        self, kind: str, card: str, feature: str, number: int | None, existence: Condition | None, by: str
    ) -> None:
        performed = False
        if card in self.in_play and self.holds(existence):
            origin: Literal["printed", "acquired"] = "printed" if by == "printed" else "acquired"
            deed = {"gain": self.gain, "modify": self.modify, "lose": self.lose}[kind]
            performed = deed((card, feature), Thing(number, existence, origin))
        self.played.attempts.append((self.number, kind, card, feature, number, by, performed))

    def granted(self) -> Iterator[tuple[Condition | None, tuple[str, str, str, int | None, Condition | None, str]]]:
        """What examines itself: when, and what it attempts."""
        for id, card in self.scenario.cards.items() if self.printed_attempt else ():
            for thing in card.printed:
                if isinstance(thing, model.PrintedModifier):
                    yield thing.existence, ("modify", id, thing.feature, thing.by, thing.existence, "printed")
                elif thing.existence is not None:
                    yield thing.existence, ("gain", id, thing.name, thing.value, thing.existence, "printed")
        for aura in self.scenario.auras:
            asked = [condition for condition in (aura.existence, aura.when) if condition is not None]
            if aura.source is not None:
                asked.append(model.InPlay(aura.source))
            condition = model.All(tuple(asked))
            existence = condition if aura.when is None else None
            if isinstance(aura.grant, model.Grant):
                yield condition, ("gain", aura.to, aura.grant.feature, aura.grant.value, existence, "aura")
            else:
                yield condition, ("modify", aura.to, aura.grant.feature, aura.grant.by, existence, "aura")

    def examine_auras(self) -> None:
        for place, (condition, attempt) in enumerate(self.granted()):
            if not self.holds(condition):
                self.met.discard(place)
            elif place not in self.met:
                self.met.add(place)
                if attempt[1] in self.in_play:
                    self.attempt(*attempt)
                    self.settle()

    def record(self) -> None:
        state: dict[str, dict[str, FeatureState]] = {}
        for card, feature in self.instances:
            shown = self.shown((card, feature))
            if shown is not None:
                state.setdefault(card, {})[feature] = shown
        self.played.states.append(state)

    def lost(self, key: Key, cause: str) -> None:
        self.played.losses.add((self.number, *key, cause))

    def put_printed(self) -> None:
        """Printed things lie on the cards asleep until the first settling wakes them."""
        for id, card in self.scenario.cards.items():
            for thing in card.printed:
                if isinstance(thing, model.PrintedFeature):
                    printed = Thing(thing.value, thing.existence, "printed", awake=False)
                    self.instances[id, thing.name].append(printed)
                else:
                    printed = Thing(thing.by, thing.existence, "printed", awake=False)
                    self.modifiers[id, thing.feature].append(printed)

    def in_force(self, key: Key) -> int:
        return sum(m.number for m in self.modifiers[key] if m.number is not None and self.holds(m.existence))

    @abstractmethod
    def gain(self, key: Key, new: Thing) -> bool: ...

    @abstractmethod
    def modify(self, key: Key, new: Thing) -> bool: ...

    @abstractmethod
    def lose(self, key: Key, _: Thing) -> bool: ...

    @abstractmethod
    def settle(self) -> None: ...

    @abstractmethod
    def shown(self, key: Key) -> FeatureState | None: ...
