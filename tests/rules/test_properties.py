"""Properties: the base number, what modifies it, and the floor (516 of r1, 517 of r4)."""

from __future__ import annotations

import pytest
from micro import derive, only

PROPERTIES = [f"clauses/properties/{file}" for file in ("adjustment", "counted_when_needed", "no_less_than_zero")]
COMMON = [*PROPERTIES, "clauses/modifiers/named_features_modify"]
ALL_APPLY = [*COMMON, "clauses/modifiers/all_apply"]
ONE_OF_A_NAME = [*COMMON, "clauses/modifiers/one_of_a_name", "readings/strongest/signed"]

CARD = 'step(0..3). in_play("vail",0..3). holds(always,0..3). property("vail","movement",2).'


def adjusted(event: int, by: int, existence: str = "always") -> str:
    """The facts of an `adjust` event that is open to be made at the micro-step of the same number."""
    return f"""
        happens({event},{event}). adjusts(event({event}),"vail","movement"). amount(event({event}),{by}).
        existence(event({event}),{existence}). open(event({event}),{event}).
    """


def having(feature: str, sign: int, number: int | None = None, when: str = "0..3") -> str:
    """The facts that the card has a feature that modifies its movement."""
    modifies = f'modifies("{feature}",property("movement"),{sign}). has("vail","{feature}",{when}).'
    if number is None:
        return f'{modifies} plain("{feature}").'
    return f'{modifies} numeric("{feature}"). effective("vail","{feature}",{number},{when}).'


def movement(facts: str, *modules: str) -> list[int | None]:
    """The card's movement at each micro-step, None where it has none."""
    atoms = derive(CARD + facts, *(modules or ALL_APPLY))
    values = {int(atom[:-1].split(",")[-1]): int(atom.split(",")[-2]) for atom in only(atoms, "property_value")}
    return [values.get(step) for step in range(4)]


def test_a_property_is_its_base_number() -> None:
    assert movement("") == [2, 2, 2, 2]


def test_an_adjustment_stands_for_good() -> None:
    facts = adjusted(1, +3)
    assert movement(facts) == [2, 5, 5, 5]
    performed = only(derive(CARD + facts, *ALL_APPLY), "performed")
    assert performed == {"performed(event(1),adjustment,1)"}


def test_an_adjustment_that_is_not_open_is_not_made() -> None:
    facts = adjusted(1, +3).replace("open", "%")
    assert movement(facts) == [2, 2, 2, 2]
    assert only(derive(CARD + facts, *ALL_APPLY), "performed") == set()


def test_only_adjustments_are_made_as_adjustments() -> None:
    facts = 'happens(1,1). effect(event(1),gain,"vail","Rage"). open(event(1),1).'
    assert only(derive(CARD + facts, *ALL_APPLY), "performed", "adjustment") == set()


def test_an_adjustment_goes_when_its_condition_fails_and_does_not_return() -> None:
    facts = adjusted(1, +3, 'flag("hill")') + 'holds(flag("hill"),(0;1;3)). fails(flag("hill"),2).'
    assert movement(facts) == [2, 5, 2, 2]


def test_adjustments_add_up() -> None:
    assert movement(adjusted(1, +3) + adjusted(2, +3) + adjusted(3, -1)) == [2, 5, 8, 7]


def test_the_floor_is_on_the_sum_and_not_on_each_step() -> None:
    facts = adjusted(1, -5) + adjusted(2, +4)
    assert movement(facts) == [2, 0, 1, 1]
    shaped = only(derive(CARD + facts, *ALL_APPLY), "shaped")
    assert shaped == {'shaped(property("vail","movement"),no_less_than_zero,1)'}


def test_a_departed_card_has_no_property() -> None:
    facts = CARD.replace("0..3). holds", "0..1). holds") + adjusted(1, +3)
    values = only(derive(facts, *ALL_APPLY), "property_value", "adjustment")
    assert values == {
        'property_value("vail","movement",2,0)',
        'property_value("vail","movement",5,1)',
        'adjustment("vail","movement",event(1),1,1)',
    }


def test_an_adjustment_changes_the_property_named_alone() -> None:
    facts = CARD + 'property("vail","life",9). card("rat"). in_play("rat",0..3). property("rat","movement",1).'
    values = only(derive(facts + adjusted(1, +3), *ALL_APPLY), "property_value")
    assert {'property_value("vail","life",9,1)', 'property_value("rat","movement",1,1)'} <= values


@pytest.mark.parametrize(
    ("feature", "values"),
    [
        (having("Speed", 1, 3), [5, 5, 5, 5]),
        (having("Clumsiness", -1, 1), [1, 1, 1, 1]),
        (having("Clumsiness", -1, 9), [0, 0, 0, 0]),
        (having("Swift", 1), [3, 3, 3, 3]),
        (having("Lame", -1), [1, 1, 1, 1]),
    ],
)
def test_a_feature_that_modifies_the_property_counts(feature: str, values: list[int]) -> None:
    assert movement(feature) == values


def test_it_counts_in_the_states_in_which_the_card_has_it() -> None:
    assert movement(having("Speed", 1, 3, "(1;3)")) == [2, 5, 2, 5]


def test_features_and_adjustments_add_up() -> None:
    # 2 + 3 - 1, and - 2 from the second state on.
    assert movement(having("Speed", 1, 3) + having("Lame", -1) + adjusted(1, -2)) == [4, 2, 2, 2]


def test_a_feature_that_modifies_another_number_does_not_count() -> None:
    other = 'modifies("Rage",outgoing_attack,1). has("vail","Rage",0..3). effective("vail","Rage",3,0..3).'
    assert movement(other) == [2, 2, 2, 2]


def test_where_one_of_a_name_applies_features_of_different_names_and_adjustments_all_do() -> None:
    facts = having("Speed", 1, 3) + having("Swift", 1) + adjusted(1, +1) + adjusted(2, +1)
    assert movement(facts, *ONE_OF_A_NAME) == [6, 7, 8, 8]


def test_sums_are_exact_however_many() -> None:
    # 2 + 50 * 1000 - 1.
    many = "".join(having(f"F{n}", 1, 1000) for n in range(50))
    assert movement(many + having("Lame", -1)) == [50001] * 4


def by_aura(times: str, by: int, name: str | None = None) -> str:
    """The facts of an aura's adjustment that is open to be made at micro-steps."""
    facts = f'adjusts(aura(1),"vail","movement"). amount(aura(1),{by}). existence(aura(1),always).'
    named = "" if name is None else f'named(aura(1),"{name}").'
    return f"{facts} open(aura(1),{times}). {named}"


def test_what_an_aura_adjusts_anew_counts_anew() -> None:
    assert movement(by_aura("(1;3)", +2)) == [2, 4, 4, 6]


@pytest.mark.parametrize(
    ("by", "modules", "values"),
    [
        (+5, ALL_APPLY, [5, 10, 10, 10]),  # 2 + 3 + 5
        (+5, ONE_OF_A_NAME, [5, 7, 7, 7]),  # 5 is larger than 3
        (+1, ONE_OF_A_NAME, [5, 5, 5, 5]),  # 3 is larger than 1
        (+3, ONE_OF_A_NAME, [5, 5, 5, 5]),  # of equal ones one applies
    ],
)
def test_a_named_adjustment_is_one_of_a_name_with_a_feature(by: int, modules: list[str], values: list[int]) -> None:
    event = adjusted(1, by) + 'named(event(1),"Speed").'
    assert movement(having("Speed", 1, 3) + event, *modules) == values
    assert movement(having("Speed", 1, 3) + by_aura("1", by, "Speed"), *modules) == values
