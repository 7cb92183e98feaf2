"""A scenario written back reads as the same scenario, and is as short as it can be said."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from pyrules.model import scenario as model
from pyrules.scenario.dump import dump, to_data
from pyrules.scenario.load import load_scenario, load_text
from pyrules.scenario.schema import Expectation

EVERY_KEY = Path(__file__).parent / "data" / "every_key.yaml"


def without_places(scenario: model.Scenario) -> model.Scenario:
    return replace(scenario, file="", expect=tuple(replace(each, line=0) for each in scenario.expect))


def test_every_key_survives() -> None:
    scenario = without_places(load_scenario(EVERY_KEY))
    assert without_places(load_text(dump(scenario), "")) == scenario
    assert load_scenario(to_data(scenario)) == scenario


def test_what_need_not_be_said_is_left_out() -> None:
    scenario = model.Scenario(
        title="Short",
        cards={
            "a": model.Card(
                player="white",
                properties={"life": 3},
                printed=(
                    model.PrintedFeature("Броня", 2),
                    model.PrintedFeature("Area 51"),
                    model.PrintedModifier("Броня", 1, model.Flag("hill")),
                ),
            ),
            "b": model.Card(),
        },
        features={"Rage": model.Declaration("roll"), "Fear": model.Declaration("life", "minus")},
        conditions=("hill",),
        adjacent=(("a", "b"),),
        auras=(model.Aura("a", model.Grant("Rage"), source="b"),),
        events=(
            model.Event(model.Start("dusk"), label="nightfall"),
            model.Event(model.Gain("a", "Броня", 3, model.Not(model.InPlay("b")))),
            model.Event(model.Gain("b", "Area", 51)),
            model.Event(model.Gain("b", "Area 51")),
            model.Event(model.Roll("a", 4, steps=(model.RollModifier("a", "add", -1), model.Flip()))),
        ),
        expect=(model.Expectation(after=2, cards={"a": {"Броня": 3}}),),
    )
    assert (
        dump(scenario)
        == """\
title: Short
cards:
  a:
    player: white
    properties: {life: 3}
    features: [Броня 2, {name: Area 51}, {modifier: Броня, by: 1, while: hill}]
  b: {}
features: {Rage: {modifies: roll}, Fear: {modifies: life, sign: minus}}
conditions: [hill]
adjacent: [[a, b]]
auras:
  - {from: b, to: a, gain: Rage}
events:
  - label: nightfall
    start: dusk
  - gain: {card: a, feature: Броня 3, while: {not: {in_play: b}}}
  - gain: {card: b, feature: Area 51}
  - gain: {card: b, name: Area 51}
  - roll: {by: a, natural: 4, steps: [{modifier: {from: a, add: -1}}, flip]}
expect:
  - {after: 2, a: {Броня: 3}}
"""
    )


def test_what_does_not_fit_into_a_line_takes_several() -> None:
    names = [f"A feature with quite a long name {number}" for number in "abc"]
    card = model.Card(printed=tuple(model.PrintedFeature(name, 1) for name in names))
    assert dump(model.Scenario("Long", {"c": card})) == (
        "title: Long\ncards:\n  c:\n    features:\n" + "".join(f"      - {name} 1\n" for name in names)
    )


@pytest.mark.parametrize("name", ["x" * 300, "long " * 300 + "name", "?a", "- a", "a: b", "🛡\ufe0f", "a #b"])
def test_awkward_names_survive(name: str) -> None:
    scenario = model.Scenario(
        title=name,
        cards={name: model.Card(properties={name: 1}, printed=(model.PrintedFeature(name + "!"),))},
        events=(model.Event(model.Start(name), label=name),),
    )
    assert load_text(dump(scenario), "") == scenario


@pytest.mark.parametrize(
    "notes", ["One line.", "Two\nlines.\n", "Two\nlines.", "a\n\nb", " a\nb", "\x85", "a\r\nb\t", "\n"]
)
def test_notes_survive(notes: str) -> None:
    scenario = model.Scenario("t", {}, notes=notes)
    assert load_text(dump(scenario), "") == scenario


def test_notes_of_several_lines_stay_readable() -> None:
    assert dump(model.Scenario("t", {}, notes="Two\nlines.\n")) == "title: t\nnotes: |\n  Two\n  lines.\ncards: {}\n"


# --- any scenario ---------------------------------------------------------------------------------


def is_composed(letter: str) -> bool:
    """Whether a letter is seen, and stays as it is when names are composed."""
    return unicodedata.is_normalized("NFC", letter) and letter not in "\u115f\u1160\u2800\u3164\uffa0"


LETTERS = some.characters(exclude_categories=["C", "Z", "M"]).filter(is_composed)
AWKWARD = some.sampled_from([*"'\"#*&!%@`|>?~-:", 'Armor"). card("x', "a\\b", "not", "yes", "null", "1e3", "+1", "0x1"])
SPACED = some.sampled_from(["A 2", " A", "A ", "a  b", "- a", "? a", "a: b", "a #b", "---", "1_0", ".5"])
RULEBOOKS = some.sampled_from(["r1", "r4"])
NAMES = (some.text(LETTERS, min_size=1, max_size=12) | AWKWARD | SPACED).filter(
    lambda name: bool(name.strip()) and name not in {*Expectation.written_keys(), "end"}
)
NUMBERS = some.integers(-1000, 1000)
SMALL = some.integers(-20, 20)


@some.composite
def scenarios(draw: some.DrawFn) -> model.Scenario:
    """Scenarios of two or three cards, in which everything that can be said is said now and then."""
    names = draw(some.lists(NAMES, min_size=9, max_size=9, unique=True))
    cards, numeric, plain, flags = names[:3], names[3:5], names[5:6], names[6:8]
    life = names[8]
    card, flag = some.sampled_from(cards), some.sampled_from(flags)
    feature = some.sampled_from([*numeric, *plain])
    pair = some.permutations(cards).map(lambda order: (order[0], order[1]))

    condition = some.recursive(
        some.builds(model.Flag, flag)
        | pair.map(lambda two: model.Adjacent(*two))
        | some.builds(model.InPlay, card)
        | some.builds(model.Has, card, feature)
        | some.builds(model.AtLeast, card, some.sampled_from(numeric), NUMBERS),
        lambda inner: (
            some.builds(model.Not, inner)
            | some.lists(inner, min_size=1, max_size=3).map(lambda several: model.AllOf(tuple(several)))
            | some.lists(inner, min_size=1, max_size=3).map(lambda several: model.AnyOf(tuple(several)))
        ),
        max_leaves=4,
    )
    existence = some.none() | condition
    grant = some.builds(model.Grant, some.sampled_from(numeric), NUMBERS) | some.builds(
        model.Grant, some.sampled_from(plain)
    )
    change = some.builds(model.Modification, some.sampled_from(numeric), NUMBERS)

    printed_modifier = some.builds(model.PrintedModifier, some.sampled_from(numeric), NUMBERS, existence)

    def printed_card() -> model.Card:
        features = [
            model.PrintedFeature(name, None if name in plain else draw(NUMBERS), draw(existence))
            for name in draw(some.lists(feature, max_size=2, unique=True))
        ]
        modifiers = draw(some.lists(printed_modifier, max_size=2))
        return model.Card(draw(NAMES), draw(some.just({}) | some.just({life: 7})), (*features, *modifiers))

    boosts = some.lists(some.builds(model.Boost, card, NUMBERS), max_size=2).map(tuple)

    def gain(whose: str, what: model.Grant, existence: model.Condition | None, source: str | None) -> model.Gain:
        given = () if what.value is None else draw(boosts)
        return model.Gain(whose, what.feature, what.value, existence, source, given)

    named = some.none() | NAMES
    roll_modifier = some.builds(model.RollModifier, card, some.just("add"), NUMBERS, named) | some.builds(
        model.RollModifier, card, some.sampled_from(["times", "at_least", "at_most", "set"]), SMALL
    )
    step = (
        roll_modifier
        | some.builds(model.Reroll, some.integers(1, 6))
        | some.just(model.Flip())
        | some.just(model.Top())
    )
    happening = (
        some.builds(model.Start, flag)
        | some.builds(model.Stop, flag)
        | pair.map(lambda two: model.Approach(*two))
        | pair.map(lambda two: model.Withdraw(*two))
        | some.builds(model.Depart, card)
        | some.builds(gain, card, grant, existence, some.none() | card)
        | some.builds(model.Modify, card, some.sampled_from(numeric), NUMBERS, existence, some.none() | card)
        | some.builds(model.Lose, card, feature)
        | some.builds(
            model.Attack,
            some.sampled_from(["sudden", "slow"]),
            card,
            card,
            NUMBERS,
            some.none() | card,
            some.lists(some.builds(model.AttackModifier, card, NUMBERS, named), max_size=2).map(tuple),
        ).filter(lambda attack: attack.by != attack.on and attack.defender not in (attack.by, attack.on))
        | some.builds(model.Roll, card, some.integers(1, 6), some.booleans(), some.lists(step, max_size=3).map(tuple))
    )
    source = some.none() | card
    continuous = some.builds(model.Aura, card, grant | change, source, condition)
    triggered = some.builds(model.Aura, card, grant | change, source, some.none(), condition)
    labels = iter(draw(some.lists(NAMES, min_size=5, max_size=5, unique=True)))
    return model.Scenario(
        title=draw(NAMES),
        cards={name: printed_card() for name in cards},
        notes=draw(some.none() | some.text(some.characters(exclude_categories=["Cs"]))),
        rulebooks=tuple(draw(some.lists(RULEBOOKS, max_size=2))),
        features=draw(some.dictionaries(feature, some.just(model.Declaration(life, "minus")), max_size=1)),
        conditions=tuple(draw(some.lists(flag, max_size=2))),
        adjacent=tuple(draw(some.lists(pair, max_size=2))),
        auras=tuple(draw(some.lists(continuous | triggered, max_size=2))),
        events=tuple(
            model.Event(each, next(labels) if draw(some.booleans()) else None)
            for each in draw(some.lists(happening, max_size=5))
        ),
    )


@settings(max_examples=10, deadline=None)
@given(scenarios())
def test_any_scenario_survives(scenario: model.Scenario) -> None:
    assert load_text(dump(scenario), "") == scenario
    assert load_scenario(to_data(scenario)) == scenario
