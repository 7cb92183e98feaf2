"""Scenarios drawn by chance, quickly: many thousands for the equality of the table with the single path."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Literal

from pyrules.model.queries import flags
from pyrules.model.scenario import (
    Adjacent,
    Adjust,
    Adjustment,
    AllOf,
    AnyOf,
    Approach,
    AtLeast,
    Attack,
    AttackModifier,
    Aura,
    Boost,
    Card,
    Condition,
    Declaration,
    Depart,
    Event,
    Flag,
    Flip,
    Gain,
    Grant,
    Happening,
    Has,
    InPlay,
    Lose,
    Modification,
    Modify,
    Not,
    PrintedFeature,
    PrintedModifier,
    Removal,
    Reroll,
    Roll,
    RollModifier,
    RollStep,
    Scenario,
    Start,
    Stop,
    Top,
    Withdraw,
)

CARDS = ("vail", "lier-kulat", "bokor")
FLAGS = ("hill", "night")
NUMERIC = ("Броня", "Rage")
OPERATIONS: tuple[Literal["add", "times", "at_least", "at_most", "set"], ...]
OPERATIONS = ("add", "add", "times", "at_least", "at_most", "set")
FEATURES = (*NUMERIC, "Магия крови")


def scenario(by: Random, on_features: float = 0, moments: float = 0) -> Scenario:
    """A scenario; `on_features` and `moments` say how often conditions ask for features and numbers are used."""
    return _Drawing(by, on_features, moments).scenario()


class _Drawing:
    def __init__(self, by: Random, on_features: float, moments: float) -> None:
        self.by, self.on_features, self.moments = by, on_features, moments
        self.cards = CARDS[: by.randint(2, 3)]

    def scenario(self) -> Scenario:
        by = self.by
        drawn = Scenario(
            title="drawn",
            cards={card: self.card() for card in self.cards},
            features=self.declarations() if self.moments else {},
            conditions=tuple(by.sample(FLAGS, by.randint(0, 1))),
            adjacent=(self.pair(),) if by.random() < 0.3 else (),
            auras=tuple(self.aura() for _ in range(by.choice((0, 0, 1, 1, 2)))),
            events=tuple(Event(self.happening()) for _ in range(by.randint(2, 6))),
        )
        started = {each.happening.flag for each in drawn.events if isinstance(each.happening, Start)}
        never = [flag for flag in flags(drawn) if flag not in (*started, *drawn.conditions)]
        return replace(drawn, events=(*drawn.events, *(Event(Start(flag)) for flag in never)))

    def declarations(self) -> dict[str, Declaration]:
        modified = self.by.choice(("movement", "incoming_attack", "outgoing_attack", "roll"))
        return {"Rage": Declaration(modified, "plus" if self.by.random() < 0.5 else "minus")}

    def card(self) -> Card:
        by = self.by
        things: list[PrintedFeature | PrintedModifier] = [
            PrintedFeature(name, self.number_of(name), self.perhaps())
            for name in by.sample(FEATURES, by.choice((0, 1, 1, 2)))
        ]
        if by.random() < 0.3:
            things.append(PrintedModifier(by.choice(NUMERIC), self.number(), self.perhaps()))
        return Card(
            by.choice(("white", "black")), {"movement": by.randint(0, 2)} if self.moments else {}, tuple(things)
        )

    def number(self) -> int:
        return self.by.randint(-2, 4)

    def number_of(self, name: str) -> int | None:
        return self.number() if name in NUMERIC else None

    def pair(self) -> tuple[str, str]:
        first, second = self.by.sample(self.cards, 2)
        return first, second

    def perhaps(self) -> Condition | None:
        return None if self.by.random() < 0.5 else self.condition()

    def condition(self) -> Condition:
        simple, chance = self.simple(), self.by.random()
        if chance < 0.7:
            return simple
        if chance < 0.8:
            return Not(simple)
        return (AllOf if chance < 0.9 else AnyOf)((simple, self.simple()))

    def simple(self) -> Condition:
        by = self.by
        if by.random() < self.on_features:
            card = by.choice(self.cards)
            return Has(card, by.choice(FEATURES)) if by.random() < 0.5 else AtLeast(card, NUMERIC[0], by.randint(-1, 3))
        return by.choice((Flag(by.choice(FLAGS)), Adjacent(*self.pair()), InPlay(by.choice(self.cards))))

    def aura(self) -> Aura:
        by, name = self.by, self.by.choice(FEATURES)
        to, source, when = by.choice(self.cards), by.choice((None, *self.cards)), by.random() < 0.25
        grant: Grant | Modification | Adjustment | Removal = Grant(name, self.number_of(name))
        if name in NUMERIC and by.random() < 0.4:
            grant = Modification(name, self.number())
        elif self.moments and by.random() < 0.3:
            grant = Adjustment("movement", self.number())
        elif when and by.random() < 0.3:
            grant = Removal(name)
        if when:
            return Aura(to, grant, source, when=self.condition())
        return Aura(to, grant, source, self.condition() if source is None else self.perhaps())

    def happening(self) -> Happening:
        by, card = self.by, self.by.choice(self.cards)
        if by.random() < self.moments:
            moments: tuple[Callable[[], Happening], ...] = (self.adjust, self.attack, self.roll)
            return by.choice(moments)()
        name, chance = by.choice(FEATURES), by.random()
        if chance < 0.35:
            boosts = (Boost(card, by.randint(-1, 2)),) if name in NUMERIC and by.random() < 0.2 else ()
            return Gain(card, name, self.number_of(name), self.perhaps(), None, boosts)
        if chance < 0.5:
            return Modify(card, by.choice(NUMERIC), self.number(), self.perhaps())
        if chance < 0.6:
            return Lose(card, name)
        if chance < 0.65:
            return Depart(card)
        return by.choice((Start, Stop))(by.choice(FLAGS)) if by.random() < 0.6 else self.step()

    def step(self) -> Happening:
        return self.by.choice((Approach, Withdraw))(*self.pair())

    def adjust(self) -> Happening:
        name = self.by.choice((None, None, "Fear"))
        return Adjust(self.by.choice(self.cards), "movement", self.number(), self.perhaps(), name)

    def attack(self) -> Happening:
        by, (attacker, target) = self.by, self.pair()
        others = [card for card in self.cards if card not in (attacker, target)]
        modifiers = [AttackModifier(by.choice(self.cards), self.number()) for _ in range(by.randint(0, 1))]
        defender = by.choice(others) if others and by.random() < 0.3 else None
        return Attack(by.choice(("sudden", "slow")), attacker, target, by.randint(0, 4), defender, tuple(modifiers))

    def roll(self) -> Happening:
        by = self.by
        steps = tuple(self.roll_step() for _ in range(by.randint(0, 2)))
        return Roll(by.choice(self.cards), by.randint(1, 6), by.random() < 0.2, steps)

    def roll_step(self) -> RollStep:
        by, chance = self.by, self.by.random()
        if chance < 0.6:
            return RollModifier(by.choice(self.cards), by.choice(OPERATIONS), by.randint(-1, 4))
        return Reroll(by.randint(1, 6)) if chance < 0.8 else by.choice((Flip(), Top()))
