"""The course of time in the reference: conditions, events, auras, settling; features are left to the revisions.

A table is one world. Where settling can end in several ways it becomes several tables, and none where it cannot end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count, product
from typing import Literal, Self

from pyrules.model import queries
from pyrules.model import scenario as model
from pyrules.model.result import FeatureState
from pyrules.model.scenario import Condition, Scenario

Key = tuple[str, str]
"""Card and feature."""
Granted = (
    tuple[str, str, str, int | None, Condition | None, str]
    | tuple[str, str, str, int | None, Condition | None, str, str | None]
)
"""Kind, card, feature or property, number, existence condition, by, and perhaps a name."""
Asked = model.Has | model.AtLeast | model.PropertyAtLeast
Attempted = tuple[int, str, str, str | None, int | None, str, bool]
"""After which event, kind, card, feature, number, by, performed."""


@dataclass
class Played:
    """What came of a scenario: the features after every event, the attempts in order, the losses."""

    states: list[dict[str, dict[str, FeatureState]]] = field(default_factory=list)
    attempts: list[Attempted] = field(default_factory=list)
    losses: set[tuple[int, str, str, str]] = field(default_factory=set)


@dataclass
class Thing:
    """An instance of a feature, or a modifier, on a card. `settled`: it has stood in a settled state.

    `mark` tells things apart, and is the same for one thing in all worlds; `bearer` marks what a modifier was put on.
    """

    number: int | None
    existence: Condition | None
    origin: Literal["printed", "acquired"]
    awake: bool = True
    settled: bool = False
    mark: int = field(default_factory=count().__next__)
    bearer: int | None = None
    name: str | None = None


class Table(ABC):
    """One world of a scenario under one revision."""

    printed_attempt = False

    def __init__(self, scenario: Scenario, readings: Mapping[str, str]) -> None:
        self.scenario, self.readings = scenario, readings
        self.flags, self.in_play = set(scenario.conditions), set(scenario.cards)
        self.adjacent = {frozenset(pair) for pair in scenario.adjacent}
        self.instances: dict[Key, list[Thing]] = defaultdict(list)
        self.modifiers: dict[Key, list[Thing]] = defaultdict(list)
        self.adjustments: dict[Key, list[Thing]] = defaultdict(list)
        self.met: set[int] = set()
        self.played, self.number = Played(), 0
        self.known: dict[Asked, bool] | None = None  # while settling: what is taken to be the case
        self.final: set[int] | None = None  # while looking for causes: the things that stand in the end
        self.asked = {
            part
            for condition in queries.conditions(scenario)
            for part in queries.parts(condition)
            if isinstance(part, Asked)
        }

    def outcomes(self) -> list[Played]:
        """Every way in which the scenario can go."""
        self.put_printed()
        worlds = self.after_examination(self.started())
        for event in self.scenario.events:
            for world in worlds:
                world.number += 1
                world.happen(event.happening)
            worlds = self.after_examination([settled for world in worlds for settled in world.settlings()])
        return [world.played for world in worlds]

    def started(self) -> list[Self]:
        """Every way in which what is printed can settle at the start."""
        return list(self.settlings())

    def after_examination(self, worlds: list[Self]) -> list[Self]:
        for place, (condition, attempt) in enumerate(self.granted()):
            worlds = [after for world in worlds for after in world.examined(place, condition, attempt)]
        for world in worlds:
            world.record()
        return worlds

    def copy(self) -> Self:
        table = object.__new__(type(self))
        table.__dict__ = dict(self.__dict__)
        for name in ("flags", "in_play", "adjacent", "met"):
            setattr(table, name, set(getattr(self, name)))
        for name in ("instances", "modifiers", "adjustments"):
            things = getattr(self, name)
            setattr(table, name, defaultdict(list, {key: [replace(it) for it in its] for key, its in things.items()}))
        table.played = Played(list(self.played.states), list(self.played.attempts), set(self.played.losses))
        return table

    # --- settling -------------------------------------------------------------------------------------------------

    def settlings(self) -> Iterator[Self]:
        """Every settled state in which all that is asked is as it was taken to be, and every change has a cause."""
        for values in product([False, True], repeat=len(self.asked)):
            taken = dict(zip(self.asked, values, strict=True))
            world = self.settled(taken, None)
            if all(world.is_so(asked) == value for asked, value in taken.items()) and self.has_causes(world, taken):
                yield world

    def settled(self, known: dict[Asked, bool], final: set[int] | None) -> Self:
        world = self.copy()
        world.known, world.final = known, final
        world.settle()
        for key, things in world.adjustments.items():
            world.adjustments[key] = [thing for thing in things if not world.goes(thing)]
        world.known, world.final = None, None
        for thing in world.things():
            thing.settled |= thing.awake
        return world

    def has_causes(self, world: Self, taken: dict[Asked, bool]) -> bool:
        """Whether what has changed follows step by step from what has not."""
        final = {thing.mark for thing in world.things() if thing.awake}
        known = {asked: value for asked, value in taken.items() if self.is_so(asked) == value}
        while len(known) < len(taken):
            reached = self.settled(known, final)
            more = {it: value for it, value in taken.items() if it not in known and reached.is_so(it) == value}
            if not more:
                return False
            known |= more
        return True

    def things(self) -> Iterator[Thing]:
        for things in (*self.instances.values(), *self.modifiers.values(), *self.adjustments.values()):
            yield from things

    def is_so(self, asked: Asked) -> bool:
        """Whether the card has the feature, with the number asked for, or so much of a property, as things stand."""
        if isinstance(asked, model.PropertyAtLeast):
            return asked.card in self.in_play and self.property(asked.card, asked.property) >= asked.number
        shown = self.shown((asked.card, asked.feature))
        if shown is None or isinstance(asked, model.Has):
            return shown is not None
        return shown.effective is not None and shown.effective >= asked.number

    def property(self, card: str, name: str) -> int:
        """The number of a property: what is printed, what it is adjusted by, and what features add or take away."""
        modifiers: list[tuple[str | None, int, int]] = []
        for feature, declaration in self.scenario.features.items():
            shown = self.shown((card, feature)) if declaration.modifies == name else None
            if shown is not None:
                by = 1 if shown.effective is None else shown.effective
                modifiers.append((feature, by, by if declaration.sign == "plus" else -by))
        standing = (thing for thing in self.adjustments[card, name] if thing.awake)
        modifiers += [(thing.name, thing.number or 0, thing.number or 0) for thing in standing]
        return max(0, self.scenario.cards[card].properties[name] + self.together(modifiers))

    def together(self, modifiers: list[tuple[str | None, int, int]]) -> int:
        """What modifiers come to; each has its name, the number that it bears, and what it adds."""
        return sum(adds for _, _, adds in modifiers)

    def goes(self, thing: Thing) -> bool:
        """Whether a thing that stands goes because its condition fails."""
        return self.holds(thing.existence) is False and (self.final is None or thing.mark not in self.final)

    def comes(self, thing: Thing) -> bool:
        """Whether a thing that sleeps has its condition again."""
        return self.holds(thing.existence) is True and (self.final is None or thing.mark in self.final)

    def holds(self, condition: Condition | None) -> bool | None:
        """Whether a condition holds; None while that is not known."""
        match condition:
            case None:
                return True
            case model.Flag(name):
                return name in self.flags
            case model.Adjacent(first, second):
                return frozenset((first, second)) in self.adjacent and {first, second} <= self.in_play
            case model.InPlay(card):
                return card in self.in_play
            case model.Has() | model.AtLeast() | model.PropertyAtLeast():
                return self.is_so(condition) if self.known is None else self.known.get(condition)
            case model.Not(inner):
                inside = self.holds(inner)
                return None if inside is None else not inside
            case model.AllOf(inners):
                return _least([self.holds(inner) for inner in inners], default=True)
            case model.AnyOf(inners):
                inverted = _least([self.holds(model.Not(inner)) for inner in inners], default=True)
                return None if inverted is None else not inverted
        raise NotImplementedError(condition)

    # --- what happens ---------------------------------------------------------------------------------------------

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
                for things in (self.instances, self.modifiers, self.adjustments):
                    for key in [key for key in things if key[0] == card]:
                        del things[key]
            case model.Gain(card, feature, value, existence, _, boosts):
                number = None if value is None else value + sum(boost.by for boost in boosts)
                self.attempt("gain", card, feature, number, existence, "event")
            case model.Modify(card, feature, by, existence, _, boosts):
                total = by + sum(boost.by for boost in boosts)
                self.attempt("modify", card, feature, total, existence, "event")
            case model.Adjust(card, changed, by, existence, name):
                self.attempt("adjust", card, changed, by, existence, "event", name)
            case model.Lose(card, feature):
                self.attempt("lose", card, feature, None, None, "event")

    def attempt(
        self,
        kind: str,
        card: str,
        feature: str,
        number: int | None,
        existence: Condition | None,
        by: str,
        name: str | None = None,
    ) -> bool:
        performed = False
        if card in self.in_play and self.holds(existence):
            origin: Literal["printed", "acquired"] = "printed" if by == "printed" else "acquired"
            deed = {"gain": self.gain, "modify": self.modify, "lose": self.lose, "adjust": self.adjust}[kind]
            performed = deed((card, feature), Thing(number, existence, origin, name=name))
        named = None if kind == "adjust" else feature
        self.played.attempts.append((self.number, kind, card, named, number, by, performed))
        return performed

    def adjust(self, key: Key, new: Thing) -> bool:
        self.adjustments[key].append(new)
        return True

    def granted(self) -> Iterator[tuple[Condition | None, Granted]]:
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
            condition = model.AllOf(tuple(asked))
            existence = condition if aura.when is None else None
            if isinstance(aura.grant, model.Grant):
                yield condition, ("gain", aura.to, aura.grant.feature, aura.grant.value, existence, "aura")
            elif isinstance(aura.grant, model.Modification):
                yield condition, ("modify", aura.to, aura.grant.feature, aura.grant.by, existence, "aura")
            elif isinstance(aura.grant, model.Adjustment):
                granted = ("adjust", aura.to, aura.grant.property, aura.grant.by, existence, "aura", aura.grant.name)
                yield condition, granted
            else:
                yield condition, ("lose", aura.to, aura.grant.feature, None, None, "aura")

    def examined(self, place: int, condition: Condition | None, attempt: Granted) -> list[Self]:
        if not self.holds(condition):
            self.met.discard(place)
            return [self]
        if place in self.met:
            return [self]
        if attempt[1] not in self.in_play:
            self.met.add(place)
            return [self]
        if self.attempt(*attempt) or self.readings.get("aura-attempts") != "until-performed":
            self.met.add(place)
        return list(self.settlings())

    def record(self) -> None:
        state: dict[str, dict[str, FeatureState]] = {}
        for card, feature in list(self.instances):
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
                    self.instances[id, thing.name].append(Thing(thing.value, thing.existence, "printed", awake=False))
                else:
                    self.modifiers[id, thing.feature].append(Thing(thing.by, thing.existence, "printed", awake=False))

    def in_force(self, key: Key) -> int:
        return sum(thing.number or 0 for thing in self.modifiers[key] if thing.awake)

    def settle_modifiers(self, key: Key, sleeping: tuple[str, ...] = ("printed",)) -> None:
        """Modifiers of one of the `sleeping` origins fall asleep when their condition fails; others are removed."""
        for thing in self.modifiers[key]:
            thing.awake = not self.goes(thing) if thing.awake else self.comes(thing)
        self.modifiers[key] = [thing for thing in self.modifiers[key] if thing.awake or thing.origin in sleeping]

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


def _least(values: list[bool | None], default: bool) -> bool | None:
    """False if any is, else None if any is, else True."""
    return min(values, key=[False, None, True].index, default=default)
