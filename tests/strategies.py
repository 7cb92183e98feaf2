"""Random scenarios: small worlds in which much collides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from pyrules.model.scenario import (
    Adjacent,
    Adjust,
    Adjustment,
    AllOf,
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
    PropertyAtLeast,
    Removal,
    Reroll,
    Roll,
    RollModifier,
    Scenario,
    Start,
    Stop,
    Top,
    Withdraw,
)
from pyrules.model.scenario import AnyOf as AnyOf

CARDS = ("vail", "lier-kulat", "bokor")
FLAGS = ("hill", "night")
NUMERIC = ("Броня", "Rage")
PLAIN = ("Магия крови",)

cards = st.sampled_from(CARDS[:1] * 3 + CARDS)  # things collide most on the first
flags = st.sampled_from(FLAGS)
numeric = st.sampled_from(NUMERIC[:1] * 2 + NUMERIC)
features = st.sampled_from(NUMERIC[:1] * 2 + NUMERIC + PLAIN)
numbers = st.integers(-3, 4)
names = st.none() | numeric
signs = st.sampled_from(["plus", "minus"])
pairs = st.permutations(CARDS).map(lambda order: (order[0], order[1]))

circumstances: st.SearchStrategy[Condition] = st.one_of(
    flags.map(Flag), flags.map(Flag), pairs.map(lambda pair: Adjacent(*pair)), cards.map(InPlay)
)
on_features: st.SearchStrategy[Condition] = st.one_of(
    st.builds(Has, cards, features), st.builds(AtLeast, cards, numeric, st.integers(-2, 3))
)


def composed(simple: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    """Conditions made of simple ones by not, all and any."""
    several = st.lists(simple, min_size=1, max_size=2).map(tuple)
    return st.one_of(simple, simple, simple.map(Not), several.map(AllOf), several.map(AnyOf))


def number_of(feature: str) -> st.SearchStrategy[int | None]:
    """A number, for a feature that bears one."""
    return numbers if feature in NUMERIC else st.none()


@st.composite
def printed_cards(draw: Any, conditions: st.SearchStrategy[Condition]) -> Card:
    """A card with a few things printed on it, no feature twice."""
    things: list[PrintedFeature | PrintedModifier] = []
    for feature in draw(st.lists(features, unique=True, max_size=2)):
        things.append(PrintedFeature(feature, draw(number_of(feature)), draw(st.none() | conditions)))
    for feature in draw(st.lists(numeric, max_size=1)):
        things.append(PrintedModifier(feature, draw(numbers), draw(st.none() | conditions)))
    return Card(
        draw(st.sampled_from(["white", "black"])),
        {"movement": draw(st.integers(0, 2))},
        tuple(draw(st.permutations(things))),
    )


@st.composite
def auras(draw: Any, conditions: st.SearchStrategy[Condition]) -> Aura:
    """A continuous or a triggered aura."""
    feature = draw(features)
    grant = (
        Modification(feature, draw(numbers))
        if feature in NUMERIC and draw(st.booleans())
        else Grant(feature, draw(number_of(feature)))
    )
    source = draw(st.none() | cards)
    if draw(st.integers(0, 3)) == 0:
        return Aura(draw(cards), grant, source, when=draw(conditions))
    return Aura(draw(cards), grant, source, draw(conditions if source is None else st.none() | conditions))


@st.composite
def auras_of_every_kind(draw: Any, conditions: st.SearchStrategy[Condition]) -> Aura:
    """An aura, perhaps one that adjusts or takes."""
    aura: Aura = draw(auras(conditions))
    if draw(st.booleans()):
        return aura
    if aura.when is not None:
        return replace(aura, grant=Removal(draw(features)))
    return replace(aura, grant=draw(st.builds(Adjustment, st.just("movement"), numbers, names)))


boosts = st.lists(st.builds(Boost, cards, st.integers(-1, 2)), max_size=1).map(tuple)


@st.composite
def gains(draw: Any, conditions: st.SearchStrategy[Condition]) -> Gain:
    """A gain, perhaps boosted."""
    feature = draw(features)
    return Gain(
        draw(cards),
        feature,
        draw(number_of(feature)),
        draw(st.none() | conditions),
        draw(st.none() | cards),
        draw(boosts) if feature in NUMERIC else (),
    )


def deeds(conditions: st.SearchStrategy[Condition]) -> st.SearchStrategy[Happening]:
    """Gains, modifications and losses of named features."""
    return st.one_of(
        gains(conditions),
        st.builds(Modify, cards, numeric, numbers, st.none() | conditions, st.none() | cards, boosts),
        st.builds(Lose, cards, features),
    )


changes: st.SearchStrategy[Happening] = st.one_of(
    flags.map(Start),
    flags.map(Stop),
    pairs.map(lambda pair: Approach(*pair)),
    pairs.map(lambda pair: Withdraw(*pair)),
    cards.map(Depart),
)
attacks = st.builds(
    lambda kind, parties, value, defended, modifiers: Attack(
        kind, parties[0], parties[1], value, parties[2] if defended else None, modifiers
    ),
    st.sampled_from(["sudden", "slow"]),
    st.permutations(CARDS),
    st.integers(0, 5),
    st.booleans(),
    st.lists(st.builds(AttackModifier, cards, numbers, names), max_size=2).map(tuple),
)
roll_modifiers = st.builds(
    RollModifier, cards, st.sampled_from(["add", "times", "at_least", "at_most", "set"]), st.integers(-2, 6)
)
rolls = st.builds(
    Roll,
    cards,
    st.integers(1, 6),
    st.booleans(),
    st.lists(
        st.one_of(roll_modifiers, roll_modifiers, st.integers(1, 6).map(Reroll), st.just(Flip()), st.just(Top())),
        max_size=3,
    ).map(tuple),
)


@st.composite
def scenarios(
    draw: Any,
    conditions: st.SearchStrategy[Condition],
    others: st.SearchStrategy[Happening] | None = None,
    most_events: int = 7,
) -> Scenario:
    """A scenario with conditions from `conditions`; `others` are happenings beside those that concern features.

    With others, auras are of every kind, too.
    """
    happenings = st.one_of(deeds(conditions), deeds(conditions), changes, *([] if others is None else [others]))
    return Scenario(
        title="random",
        cards={card: draw(printed_cards(conditions)) for card in CARDS},
        features={
            "Rage": draw(
                st.builds(Declaration, st.sampled_from(["movement", "incoming_attack", "outgoing_attack"]), signs)
                | st.builds(Declaration, st.just("roll"), signs, st.sampled_from(["own", "squad", "opponents", "any"]))
            )
        },
        conditions=tuple(draw(st.lists(flags, unique=True))),
        adjacent=tuple(draw(st.lists(pairs, max_size=1))),
        auras=tuple(
            draw(st.lists(auras_of_every_kind(conditions) if others is not None else auras(conditions), max_size=3))
        ),
        events=tuple(Event(happening) for happening in draw(st.lists(happenings, max_size=most_events))),
    )


def adjustments(conditions: st.SearchStrategy[Condition]) -> st.SearchStrategy[Happening]:
    """Changes of a property."""
    return st.builds(Adjust, cards, st.just("movement"), numbers, st.none() | conditions, names)


@st.composite
def asking_about_properties(draw: Any) -> Scenario:
    """A scenario in which conditions may ask about a property, which features modify."""
    asked = st.builds(PropertyAtLeast, cards, st.just("movement"), st.integers(0, 4))
    conditions = composed(st.one_of(circumstances, asked, asked, on_features))
    scenario: Scenario = draw(scenarios(conditions, adjustments(conditions), most_events=5))
    features = {
        name: Declaration("movement", draw(signs))
        for name in draw(st.lists(st.sampled_from(NUMERIC + PLAIN), unique=True))
    }
    return replace(scenario, features=features)


on_circumstances = composed(circumstances)
on_anything = composed(st.one_of(circumstances, on_features))
without_conditions_on_features = scenarios(on_circumstances)
with_conditions_on_features = scenarios(on_anything, most_events=5)
of_every_kind = scenarios(on_anything, st.one_of(adjustments(on_anything), attacks, rolls), most_events=5)
