"""Attacks: who may take part, and the numbers (515 and 516 of r1, the unnumbered sections of r2, 516 and 517 of r4)."""

from __future__ import annotations

import pytest
from micro import RULES, derive, only

VULNERABILITY = {"vulnerability_before_effect", "vulnerability_in_magnitude"}
FILES = {path.stem for path in (RULES / "clauses/attack").glob("*.lp")} - VULNERABILITY
COMMON = [f"clauses/attack/{file}" for file in sorted(FILES)] + ["clauses/modifiers/named_features_modify"]
BEFORE_EFFECT = [*COMMON, "clauses/attack/vulnerability_before_effect", "clauses/modifiers/all_apply"]
IN_MAGNITUDE = [*COMMON, "clauses/attack/vulnerability_in_magnitude", "clauses/modifiers/all_apply"]
ONE_OF_A_NAME = [*COMMON, "clauses/attack/vulnerability_before_effect", "clauses/modifiers/one_of_a_name"]

SUDDEN_CLAUSES = {"target_does_not_fight", "no_defender", "sudden_is_fast"}

# Two that fight, one beside the target, and one that has left play. The attack is event 1.
TABLE = """
    step(0..3). happens(1,1).
    card(("attacker";"target";"friend";"gone")). in_play(("attacker";"target";"friend"),0..3).
"""
SLOW = f'{TABLE} attack(1,slow,"attacker","target",3).'
SUDDEN = f'{TABLE} attack(1,sudden,"attacker","target",3).'
# A feature that makes its bearer vulnerable, one that makes its bearer's attacks stronger, and one without number.
DECLARED = """
    modifies("Weak",incoming_attack,1). modifies("Armour",incoming_attack,-1). modifies("Rage",outgoing_attack,1).
    numeric(("Weak";"Armour";"Rage")). modifies("Tired",outgoing_attack,-1). plain("Tired").
"""


def having(card: str, feature: str, number: int | None = None, when: str = "0..3") -> str:
    """The facts that a card has a feature, at the micro-steps `when`."""
    has = f'has("{card}","{feature}",{when}).'
    return has if number is None else f'{has} effective("{card}","{feature}",{number},{when}).'


def said(facts: str, *modules: str) -> set[str]:
    """Legality, speed and parties."""
    atoms = derive(DECLARED + facts, *(modules or BEFORE_EFFECT))
    return only(atoms, "speed", "target_fights", "defender_allowed", "illegal")


def numbers(facts: str, *modules: str) -> set[str]:
    """Magnitude and damage."""
    return only(derive(DECLARED + facts, *modules), "magnitude", "damage")


def clauses(facts: str, *modules: str) -> set[str]:
    """The labels of the clauses that shaped the attack."""
    atoms = only(derive(DECLARED + facts, *modules), "shaped")
    return {atom.removeprefix("shaped(attack(1),").removesuffix(",1)") for atom in atoms}


# --- who takes part ---------------------------------------------------------------------------------------------


def test_in_a_slow_attack_the_target_fights_and_may_be_defended() -> None:
    assert said(SLOW) == {"speed(1,slow,1)", "target_fights(1,1)", "defender_allowed(1,1)"}


def test_an_event_that_is_no_attack_says_nothing_of_one() -> None:
    facts = TABLE + having("target", "Weak", 2) + 'happens(2,2). attack(3,slow,"attacker","target",3).'
    assert said(facts) | numbers(facts, *BEFORE_EFFECT) == set()


def test_a_slow_attack_with_a_defender_is_legal() -> None:
    assert only(said(SLOW + 'defender(1,"friend").'), "illegal") == set()


def test_a_sudden_attack_is_fast_and_its_target_neither_fights_nor_is_defended() -> None:
    assert said(SUDDEN) == {"speed(1,fast,1)"}
    assert clauses(SUDDEN, *BEFORE_EFFECT) == SUDDEN_CLAUSES


def test_a_defender_against_a_sudden_attack_is_not_legal() -> None:
    assert said(SUDDEN + 'defender(1,"friend").') == {"speed(1,fast,1)", "illegal(1,no_defender,1)"}


@pytest.mark.parametrize("kind", ["slow", "sudden"])
@pytest.mark.parametrize(("attacker", "target"), [("gone", "target"), ("attacker", "gone"), ("gone", "gone")])
def test_a_departed_card_neither_attacks_nor_is_attacked(kind: str, attacker: str, target: str) -> None:
    facts = f'{TABLE} attack(1,{kind},"{attacker}","{target}",3).'
    assert only(said(facts), "illegal") == {"illegal(1,departed_party,1)"}


def test_a_departed_card_does_not_defend() -> None:
    assert only(said(SLOW + 'defender(1,"gone").'), "illegal") == {"illegal(1,departed_party,1)"}


def test_both_reasons_are_told() -> None:
    illegal = only(said(SUDDEN + 'defender(1,"gone").'), "illegal")
    assert illegal == {"illegal(1,no_defender,1)", "illegal(1,departed_party,1)"}


# --- magnitude and damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("attack", [SLOW, SUDDEN])
@pytest.mark.parametrize("modules", [BEFORE_EFFECT, IN_MAGNITUDE])
def test_without_modifiers_an_attack_has_its_value(attack: str, modules: list[str]) -> None:
    assert numbers(attack, *modules) == {"magnitude(1,3,1)", "damage(1,3,1)"}


@pytest.mark.parametrize("attack", [SLOW, SUDDEN])
@pytest.mark.parametrize(("modules", "magnitude"), [(BEFORE_EFFECT, 6), (IN_MAGNITUDE, 8)])
def test_vulnerability_counts_in_the_damage_or_in_the_magnitude(
    attack: str, modules: list[str], magnitude: int
) -> None:
    # 3, +1 of the attack, +2 of the attacker's rage; the target's +2.
    facts = (
        attack + 'attack_modifier(1,1,"friend",1,none).' + having("attacker", "Rage", 2) + having("target", "Weak", 2)
    )
    assert numbers(facts, *modules) == {f"magnitude(1,{magnitude},1)", "damage(1,8,1)"}
    in_force = {"vulnerability_before_effect" if modules is BEFORE_EFFECT else "vulnerability_in_magnitude"}
    assert clauses(facts, *modules) - SUDDEN_CLAUSES == in_force


@pytest.mark.parametrize(
    ("modules", "magnitude", "damage"),
    # The magnitude is no less than 0 before vulnerability is counted, or with it.
    [(BEFORE_EFFECT, 0, 2), (IN_MAGNITUDE, 0, 0)],
)
def test_where_the_floor_is_makes_a_difference(modules: list[str], magnitude: int, damage: int) -> None:
    facts = SLOW + 'attack_modifier(1,1,"friend",-6,none).' + having("target", "Weak", 2)
    assert numbers(facts, *modules) == {f"magnitude(1,{magnitude},1)", f"damage(1,{damage},1)"}


@pytest.mark.parametrize(("modules", "magnitude"), [(BEFORE_EFFECT, 3), (IN_MAGNITUDE, 0)])
def test_armour_brings_damage_no_lower_than_zero(modules: list[str], magnitude: int) -> None:
    assert numbers(SLOW + having("target", "Armour", 5), *modules) == {f"magnitude(1,{magnitude},1)", "damage(1,0,1)"}


def test_a_feature_without_number_counts_as_one() -> None:
    assert "magnitude(1,2,1)" in numbers(SLOW + having("attacker", "Tired"), *BEFORE_EFFECT)


def test_only_the_attacker_s_rage_and_the_target_s_weakness_count() -> None:
    others = having("target", "Rage", 9) + having("friend", "Rage", 9) + having("attacker", "Weak", 9)
    assert numbers(SLOW + others, *BEFORE_EFFECT) == {"magnitude(1,3,1)", "damage(1,3,1)"}


def test_features_are_read_in_the_state_before_the_attack() -> None:
    changing = having("attacker", "Rage", 1, "0") + having("attacker", "Rage", 5, "1")
    assert "magnitude(1,4,1)" in numbers(SLOW + changing, *BEFORE_EFFECT)


def test_a_modifier_from_a_departed_card_does_not_count() -> None:
    facts = SLOW + 'attack_modifier(1,1,"gone",4,none). attack_modifier(1,2,"friend",1,none).'
    assert numbers(facts, *BEFORE_EFFECT) == {"magnitude(1,4,1)", "damage(1,4,1)"}
    assert clauses(facts, *BEFORE_EFFECT) == {"departed_party"}
    assert only(said(facts), "illegal") == set()


# --- modifiers of one name --------------------------------------------------------------------------------------

TWO_OF_A_NAME = SLOW + 'attack_modifier(1,1,"friend",1,"Rage").' + having("attacker", "Rage", 2)


def test_modifiers_of_one_name_all_apply_in_later_revisions() -> None:
    assert "magnitude(1,6,1)" in numbers(TWO_OF_A_NAME, *BEFORE_EFFECT)


def test_the_largest_of_one_name_applies_in_the_first() -> None:
    modules = [*ONE_OF_A_NAME, "readings/strongest/signed"]
    assert "magnitude(1,5,1)" in numbers(TWO_OF_A_NAME, *modules)
    assert clauses(TWO_OF_A_NAME, *modules) == {"one_of_a_name"}


def test_the_attack_is_one_moment_for_both_sides() -> None:
    # The attack's own "Weak" of 5 passes over the target's 2: the magnitude has it, the damage adds nothing.
    facts = SLOW + 'attack_modifier(1,1,"friend",5,"Weak").' + having("target", "Weak", 2)
    modules = [*ONE_OF_A_NAME, "readings/strongest/signed"]
    assert numbers(facts, *modules) == {"magnitude(1,8,1)", "damage(1,8,1)"}


@pytest.mark.parametrize(("reading", "magnitude"), [("signed", 2), ("absolute", 0)])
def test_the_larger_by_sign_or_by_magnitude(reading: str, magnitude: int) -> None:
    facts = SLOW + 'attack_modifier(1,1,"friend",-1,"Fear"). attack_modifier(1,2,"friend",-3,"Fear").'
    assert f"magnitude(1,{magnitude},1)" in numbers(facts, *ONE_OF_A_NAME, f"readings/strongest/{reading}")


@pytest.mark.parametrize("reading", ["signed", "absolute"])
def test_a_feature_that_takes_away_outdoes_a_smaller_modifier_of_its_name(reading: str) -> None:
    # Weakness 3 of the attacker bears 3, the Weakness laid on the attack -1: 3 - 3.
    weak = 'modifies("Weakness",outgoing_attack,-1). numeric("Weakness"). has("attacker","Weakness",0..1).'
    facts = SLOW + weak + 'effective("attacker","Weakness",3,0..1). attack_modifier(1,1,"friend",-1,"Weakness").'
    assert "magnitude(1,0,1)" in numbers(facts, *ONE_OF_A_NAME, f"readings/strongest/{reading}")


def test_different_names_do_not_exclude_one_another() -> None:
    facts = SLOW + 'attack_modifier(1,1,"friend",1,"Rage"). attack_modifier(1,2,"friend",1,"Zeal").'
    assert "magnitude(1,5,1)" in numbers(facts, *ONE_OF_A_NAME, "readings/strongest/signed")
