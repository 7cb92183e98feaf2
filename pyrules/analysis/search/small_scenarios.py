"""Small scenarios, the smallest of each family first, of the kinds that the search for scenarios does not look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, product

from pyrules.model import scenario
from pyrules.model.scenario import (
    AnyOf,
    AtLeast,
    Condition,
    Event,
    Flag,
    Gain,
    Has,
    Not,
    PrintedFeature,
    PropertyAtLeast,
    Roll,
    RollModifier,
    Scenario,
)
from pyrules.rulebook.manifest import Topic

CARD, OTHER = "one", "two"
FEATURE, SECOND = "A", "B"
FLAG = "h"
NUMBERS = (1, -1, 2, -2)
BEYOND = (2, 7)
SLOW = {"movement": 2}
SLOWS = {FEATURE: scenario.Declaration("movement", "minus")}


def rolls() -> Iterator[Scenario]:
    """Rolls with one modifier, with one that is turned over or comes too late, and with two from either side."""
    single = tuple(_modifiers(CARD, (1, *BEYOND)))
    for natural, step in product((1, 6), single):
        yield _rolled(natural, step)
    for step in _modifiers(CARD, (1,)):
        yield _rolled(1, step, scenario.Flip())
        yield _rolled(1, step, scenario.Reroll(3))
        yield _rolled(1, scenario.Top(), step)
        yield _rolled(1, step, strike_table=True)
    for source, other in ((CARD, CARD), (CARD, OTHER)):
        for one, two in product(_modifiers(source, BEYOND), _modifiers(other, BEYOND)):
            yield _rolled(3, one, two)


def _modifiers(source: str, numbers: tuple[int, ...]) -> Iterator[RollModifier]:
    for number in numbers:
        yield RollModifier(source, "set", number)
        yield RollModifier(source, "add", number)
        yield RollModifier(source, "times", number)
        yield RollModifier(source, "at_least", number)
        yield RollModifier(source, "at_most", number)
        yield RollModifier(source, "add", -number)


def _rolled(natural: int, *steps: scenario.RollStep, strike_table: bool = False) -> Scenario:
    return _scenario(Roll(CARD, natural, strike_table, steps))


def gains() -> Iterator[Scenario]:
    """One or two gains of a feature, negative numbers included."""
    for number in NUMBERS:
        yield _scenario(Gain(CARD, FEATURE, number))
    for one, two in product(NUMBERS, NUMBERS):
        yield _scenario(Gain(CARD, FEATURE, one), Gain(CARD, FEATURE, two))


def attacks() -> Iterator[Scenario]:
    """Attacks of either kind: bare, with a defender, with named modifiers, on what is vulnerable."""
    vulnerable = {FEATURE: scenario.Declaration("incoming_attack")}
    strong = {FEATURE: scenario.Declaration("outgoing_attack")}
    for kind, value in product(("sudden", "slow"), (1, -1)):
        yield _scenario(_attack(kind, value))
        yield _scenario(_attack(kind, value, "three"))
        for number in NUMBERS:
            yield _scenario(_attack(kind, value, modifiers=(scenario.AttackModifier(CARD, number),)))
            yield _scenario(Gain(OTHER, FEATURE, number), _attack(kind, value), features=vulnerable)
            yield _scenario(Gain(CARD, FEATURE, number), _attack(kind, value), features=strong)
        for one, two in product(NUMBERS, NUMBERS):
            named = tuple(scenario.AttackModifier(CARD, number, FEATURE) for number in (one, two))
            yield _scenario(_attack(kind, value, modifiers=named))
        for gone in (CARD, OTHER):
            yield _scenario(scenario.Depart(gone), _attack(kind, value))


def _attack(
    kind: str, value: int, defender: str | None = None, modifiers: tuple[scenario.AttackModifier, ...] = ()
) -> scenario.Attack:
    return scenario.Attack("sudden" if kind == "sudden" else "slow", CARD, OTHER, value, defender, modifiers)


def properties() -> Iterator[Scenario]:
    """A property, adjusted, with and without a named modifier."""
    for number, existence in product(NUMBERS, (None, Flag(FLAG))):
        adjust = scenario.Adjust(CARD, "movement", number, existence)
        yield _scenario(scenario.Start(FLAG), adjust, scenario.Stop(FLAG), properties={"movement": 1})
    for number in NUMBERS:
        yield _scenario(Gain(CARD, FEATURE, number), properties={"movement": 1}, features=SLOWS)
    yield _scenario(Gain(CARD, FEATURE, None), Gain(CARD, FEATURE, None), properties={"movement": 1}, features=SLOWS)
    boosts = (scenario.Boost(OTHER, 1),)
    yield _scenario(Gain(CARD, FEATURE, 1, boosts=boosts))
    yield _scenario(Gain(CARD, FEATURE, 1), scenario.Modify(CARD, FEATURE, 1, boosts=boosts))
    for one, two in product(NUMBERS, NUMBERS):
        named = (scenario.Adjust(CARD, "movement", number, name=SECOND) for number in (one, two))
        yield _scenario(*named, properties={"movement": 3})
    for asked in _asked_of_property():
        adjust = scenario.Adjust(CARD, "movement", 1, Flag(FLAG))
        yield _scenario(
            scenario.Start(FLAG), adjust, Gain(CARD, FEATURE, 1, asked), scenario.Stop(FLAG), properties=SLOW
        )


def loops() -> Iterator[Scenario]:
    """Features that exist while features are there: printed ones, then gained ones, then such as a flag holds up."""
    asked = _asked()
    for one in asked:
        yield _printed((FEATURE, one))
    for one, two in product(asked, asked):
        yield _printed((FEATURE, one), (SECOND, two))
    for one in asked:
        yield _scenario(Gain(CARD, FEATURE, 1, one))
    for one, two in product(asked, asked):
        yield _scenario(Gain(CARD, FEATURE, 1, one), Gain(CARD, SECOND, 1, two))
    for one in _asked_of_property():
        yield _scenario(scenario.Adjust(CARD, "movement", -1, one), properties=SLOW)
        yield _scenario(Gain(CARD, FEATURE, 1, one), properties=SLOW, features=SLOWS)
    held = tuple(AnyOf((Flag(FLAG), each)) for each in asked)
    for one, two in product(held, held):
        gained = (Gain(CARD, FEATURE, 1, one), Gain(CARD, SECOND, 1, two))
        yield _scenario(*gained, scenario.Stop(FLAG), conditions=(FLAG,))


def _asked() -> tuple[Condition, ...]:
    asked: tuple[Condition, ...] = (Has(CARD, FEATURE), Has(CARD, SECOND), AtLeast(CARD, FEATURE, 2))
    return (*asked, *map(Not, asked))


def _asked_of_property() -> tuple[Condition, ...]:
    asked = PropertyAtLeast(CARD, "movement", 2)
    return (asked, Not(asked))


def _printed(*features: tuple[str, Condition]) -> Scenario:
    printed = tuple(PrintedFeature(name, 1, existence) for name, existence in features)
    return Scenario(title="", cards={CARD: scenario.Card(printed=printed)})


def _scenario(
    *happenings: scenario.Happening,
    properties: dict[str, int] | None = None,
    features: dict[str, scenario.Declaration] | None = None,
    conditions: tuple[str, ...] = (),
) -> Scenario:
    """A scenario of these events, with the cards that they name."""
    owners = {CARD: "white", OTHER: "black"}
    text = repr(happenings)
    cards = {CARD: scenario.Card(player="white" if "Roll(" in text else None, properties=properties or {})}
    for name in (OTHER, "three"):
        if repr(name) in text:
            cards[name] = scenario.Card(player=owners[name] if "Roll(" in text else None)
    return Scenario(
        title="",
        cards=cards,
        features=features or {},
        conditions=conditions,
        events=tuple(Event(happening) for happening in happenings),
    )


FAMILIES: Mapping[Topic, tuple[Callable[[], Iterator[Scenario]], ...]] = {
    "attack": (attacks,),
    "core": (gains,),
    "dice": (rolls,),
    "modifiers": (properties, attacks, gains),
    "named-features": (gains,),
}


def of_topic(topic: Topic) -> Iterator[Scenario]:
    """The scenarios that clauses of a topic have a say in."""
    return chain.from_iterable(family() for family in FAMILIES[topic])


def every() -> Iterator[Scenario]:
    """All of them."""
    return chain(rolls(), attacks(), properties(), gains(), loops())
