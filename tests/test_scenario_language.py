"""What scenarios can say of groups, of auras, of whose rolls, and of attacks; and what makes no sense there."""

from __future__ import annotations

import pytest

from pyrules.errors import InputError
from pyrules.model.scenario import (
    Adjacent,
    Adjust,
    Adjustment,
    AllOf,
    Aura,
    Boost,
    Declaration,
    Flag,
    Grant,
    Modify,
    Removal,
    Scenario,
)
from pyrules.scenario.dump import dump
from pyrules.scenario.load import load_text

HEAD = """\
title: t
cards:
  a: {player: white, properties: {movement: 1}}
  b: {player: white, features: [Rage 1]}
  c: {player: black, properties: {movement: 2}}
  d: {}
"""


def loaded(rest: str) -> Scenario:
    """The scenario, which is the same when it is written and read again."""
    scenario = load_text(HEAD + rest, "")
    assert load_text(dump(scenario), "") == scenario
    return scenario


@pytest.mark.parametrize(
    ("group", "cards"), [("squad", "ab"), ("opponents", "c"), ("others", "bcd"), ("b", "b"), ("neighbours", "bcd")]
)
def test_an_aura_for_a_group_is_one_for_each_card(group: str, cards: str) -> None:
    auras = loaded(f"auras: [{{from: a, to: {group}, gain: Rage 2}}, {{from: a, to: b, gain: Rage 1}}]\n").auras
    assert "".join(aura.to for aura in auras) == cards + "b"
    assert all(aura.grant == Grant("Rage", 2) and aura.source == "a" for aura in auras[:-1])


def test_neighbours_are_adjacent() -> None:
    scenario = loaded("auras:\n  - {from: d, to: neighbours, gain: Rage 2, while: hill}\nconditions: [hill]\n")
    assert scenario.auras[0].existence == AllOf((Adjacent("d", "a"), Flag("hill")))
    assert loaded("auras: [{from: d, to: neighbours, gain: Rage 2}]\n").auras[0].existence == Adjacent("d", "a")
    triggered = loaded("auras: [{from: d, to: neighbours, gain: Rage 2, when: hill}]\nconditions: [hill]\n").auras[0]
    assert (triggered.when, triggered.existence) == (AllOf((Adjacent("d", "a"), Flag("hill"))), None)


def test_auras_adjust_and_take() -> None:
    scenario = loaded(
        "conditions: [hill]\n"
        "auras:\n"
        "  - {from: d, to: others, adjust: {property: movement, by: -1, named: Fear}}\n"
        "  - {to: b, lose: Rage, when: hill}\n"
        "  - {to: b, lose: {feature: Rage}, when: hill}\n"
    )
    taken = Aura("b", Removal("Rage"), when=Flag("hill"))
    slowed = [Aura(card, Adjustment("movement", -1, "Fear"), "d") for card in "ac"]  # the others have no movement
    assert scenario.auras == (*slowed, taken, taken)


def test_names_boosts_and_whose_rolls() -> None:
    scenario = loaded(
        "features: {Luck: {modifies: roll, of: own}, Rage: {modifies: roll, of: any}}\n"
        "events:\n"
        "  - adjust: {card: a, property: movement, by: 1, named: Luck}\n"
        "  - modify: {card: b, feature: Rage, by: 1, boosts: [{from: a, by: 2}]}\n"
    )
    assert scenario.features == {"Luck": Declaration("roll", of="own"), "Rage": Declaration("roll")}
    assert [event.happening for event in scenario.events] == [
        Adjust("a", "movement", 1, name="Luck"),
        Modify("b", "Rage", 1, boosts=(Boost("a", 2),)),
    ]


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("auras: [{to: squad, gain: Rage 1, when: h}]", 14, "expected `from`, the card whose squad are meant"),
        (
            "auras: [{from: d, to: squad, gain: Rage 1}]",
            23,
            "'d' has no player; expected one, as its squad are meant",
        ),
        (
            "auras: [{from: d, to: neighbors, gain: Rage 1}]",
            23,
            "unknown card 'neighbors'; did you mean 'neighbours'?",
        ),
        (
            "auras: [{to: b, lose: Rage, while: h}]",
            17,
            "a loss is not undone: expected `when`, the condition at which the feature is lost",
        ),
        (
            "auras: [{to: a, adjust: {property: movment, by: 1}, when: h}]",
            36,
            "'a' has no property 'movment'; did you mean 'movement'?",
        ),
        (
            "auras: [{from: a, to: squad, adjust: {property: movment, by: 1}}]",
            49,
            "no card has a property 'movment'; did you mean 'movement'?",
        ),
        (
            "features: {Rage: {modifies: movement, of: own}}",
            39,
            "`of` says whose rolls are modified; 'movement' is no roll",
        ),
        (
            "events: [{attack: {kind: slow, by: a, on: a, value: 1}}]",
            43,
            "'a' cannot attack itself; expected another card",
        ),
        (
            "events: [{attack: {kind: slow, by: a, on: c, value: 1, defender: c}}]",
            66,
            "'c' is the target; expected another card as the defender",
        ),
        (
            "events: [{attack: {kind: slow, by: a, on: c, value: 1, defender: a}}]",
            66,
            "'a' is the attacker; expected another card as the defender",
        ),
    ],
)
def test_what_makes_no_sense(line: str, column: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load_text(f"{HEAD}{line}\n", "")
    assert [(each.line, each.column, each.message) for each in caught.value.problems] == [(7, column, message)]


def test_a_card_is_not_called_as_a_group_that_is_meant() -> None:
    with pytest.raises(InputError, match="'squad' is a group of cards and the name of one; rename the card"):
        load_text("title: t\ncards: {squad: {player: x}}\nauras: [{from: squad, to: squad, gain: A}]\n", "")
