"""Rolls: what is declared in time, in which order it applies, and what each side can force (dice section of r1)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import permutations
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from micro import RULES, derive, left_open, only

DICE = [f"clauses/dice/{path.stem}" for path in sorted((RULES / "clauses/dice").glob("*.lp"))]
COMMON = [*DICE, "clauses/modifiers/named_features_modify", "readings/several_sets/any"]
ALL_APPLY = [*COMMON, "clauses/modifiers/all_apply"]
ONE_OF_A_NAME = [*COMMON, "clauses/modifiers/one_of_a_name"]

# White's roller and its squad mate, a card of Black's, and White's card that has left play. The roll is event 1.
TABLE = """
    step(0..1). happens(1,1).
    card(("roller";"mate";"foe";"gone")). in_play(("roller";"mate";"foe"),0..1).
    player(("roller";"mate";"gone"),"white"). player("foe","black").
"""
CARD_OF_GROUP = {"a": "mate", "b": "roller", "c": "foe"}

Modifier = tuple[str, str, int]  # group, operation, number


def roll(natural: int, steps: Iterable[str] = (), more: str = "") -> str:
    """The facts of a roll: `steps` are written with N for their number, `more` are further facts."""
    numbered = (f"roll_step(1,{n}). {step.replace('N', str(n))}." for n, step in enumerate(steps, start=1))
    return f'{TABLE} roll(1,"roller",{natural}). {" ".join(numbered)} {more}'


def declared(card: str, operation: str, number: int, name: str = "none") -> str:
    """The step in which `card` declares a modifier."""
    return f'roll_modifier(1,N,"{card}",{operation},{number},{name})'


def sorted_in(modifiers: Iterable[Modifier]) -> list[str]:
    """The steps in which a card of each group declares its modifiers."""
    return [declared(CARD_OF_GROUP[group], operation, number) for group, operation, number in modifiers]


def results(atoms: set[str]) -> list[int]:
    """What the roll can come out at."""
    return sorted(int(atom.split(",")[1]) for atom in only(atoms, "roll_result"))


def answer(facts: str, *modules: str, clamp_order: str = "in_order") -> set[str]:
    """What is said of the roll, without the number of the event and the micro-step: roll_result(4) and so on."""
    atoms = derive(facts, *(modules or ALL_APPLY), f"readings/clamp_order/{clamp_order}")
    said = only(atoms, "roll_result", "roll_high", "roll_low", "roll_undetermined", "roll_refused", "roll_illegal")
    return {re.sub(r"\(1,(?:(.*),)?1\)$", r"(\1)", atom) for atom in said}


def clauses(facts: str, *modules: str) -> set[str]:
    """The labels of the clauses that shaped the roll."""
    atoms = only(derive(facts, *(modules or ALL_APPLY), "readings/clamp_order/in_order"), "shaped")
    return {atom.removeprefix("shaped(roll(1),").removesuffix(",1)") for atom in atoms}


# --- the natural value ------------------------------------------------------------------------------------------


def test_a_roll_without_modifiers_is_its_natural_value() -> None:
    assert answer(roll(4)) == {"roll_result(4)", "roll_high(4)", "roll_low(4)"}


@pytest.mark.parametrize(
    ("steps", "result"),
    [
        (["flip(1,N)"], 5),
        (["reroll(1,N,6)"], 6),
        (["reroll(1,N,6)", "flip(1,N)"], 1),
        (["flip(1,N)", "flip(1,N)"], 2),
        (["flip(1,N)", "reroll(1,N,3)"], 3),
    ],
)
def test_the_last_reroll_and_the_flips_after_it_make_the_natural_value(steps: list[str], result: int) -> None:
    assert results(derive(roll(2, steps), *ALL_APPLY, "readings/clamp_order/in_order")) == [result]


def test_modifiers_declared_before_a_flip_and_a_reroll_stay() -> None:
    # 2 flips to 5, rerolled to 3; +1 was declared first and still counts.
    facts = roll(2, [declared("mate", "add", 1), "flip(1,N)", "reroll(1,N,3)"])
    assert answer(facts) == {"roll_result(4)", "roll_high(4)", "roll_low(4)"}
    assert clauses(facts) == {"reroll_and_flip"}


# --- the window -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [declared("mate", "add", 1), declared("mate", "set", 1), "reroll(1,N,6)", "flip(1,N)"])
def test_nothing_is_declared_once_the_roll_is_on_top(step: str) -> None:
    facts = roll(3, ["top(1,N)", step])
    assert answer(facts) == {"roll_result(3)", "roll_high(3)", "roll_low(3)", "roll_refused(2,too_late)"}


def test_what_was_declared_before_the_top_counts() -> None:
    facts = roll(3, [declared("mate", "add", 1), "top(1,N)", declared("mate", "add", 1)])
    assert answer(facts) == {"roll_result(4)", "roll_high(4)", "roll_low(4)", "roll_refused(3,too_late)"}


def test_a_departed_card_modifies_no_roll() -> None:
    facts = roll(3, [declared("gone", "add", 1), declared("gone", "set", 1), declared("gone", "times", 2)])
    refused = {f"roll_refused({n},departed_source)" for n in (1, 2, 3)}
    assert answer(facts) == {"roll_result(3)", "roll_high(3)", "roll_low(3)"} | refused


def test_of_a_departed_card_s_late_modifier_only_the_lateness_is_told() -> None:
    facts = roll(3, ["top(1,N)", declared("gone", "add", 1)])
    assert "roll_refused(2,too_late)" in answer(facts)
    assert "roll_refused(2,departed_source)" not in answer(facts)


def test_a_departed_card_does_not_roll() -> None:
    facts = f'{TABLE} roll(1,"gone",3). roll_step(1,1). roll_modifier(1,1,"mate",add,1,none).'
    assert answer(facts) == {"roll_illegal(departed_roller)"}


# --- groups and orders ------------------------------------------------------------------------------------------


def test_groups_apply_in_turn_whatever_the_order_of_declaration() -> None:
    # a: 2 + 1 = 3; b: 3 * 2 = 6; c: 6 - 2 = 4.
    facts = roll(2, sorted_in([("c", "add", -2), ("b", "times", 2), ("a", "add", 1)]))
    assert answer(facts) == {"roll_result(4)", "roll_high(4)", "roll_low(4)"}
    assert clauses(facts) == {"order_of_groups"}


def test_the_roller_orders_a_and_b() -> None:
    # (1 + 1) * 2 = 4 or 1 * 2 + 1 = 3, as the roller likes.
    facts = roll(1, sorted_in([("b", "add", 1), ("b", "times", 2)]))
    assert answer(facts) == {"roll_result(3)", "roll_result(4)", "roll_high(4)", "roll_low(3)"}
    assert clauses(facts) == {"order_within_group"}


def test_the_opponent_spoils_what_the_roller_wants() -> None:
    # 6 - 2 = 4; then 4 * 2 - 3 = 5 or (4 - 3) * 2 = 2: whoever the roller is, the opponent gives the other.
    facts = roll(6, sorted_in([("a", "add", -2), ("c", "times", 2), ("c", "add", -3)]))
    assert answer(facts) == {"roll_result(2)", "roll_result(5)", "roll_high(2)", "roll_low(5)"}


def test_the_roller_hands_over_the_least_value_where_the_opponent_reverses() -> None:
    # b: (1 + 1) * 2 = 4 or 1 * 2 + 1 = 3; c: * -1 and + 6 either way: -v + 6 or -v - 6 clamped.
    # The opponent can always come below 1; of who wants low he makes 3 or 2, so the roller hands over 4.
    facts = roll(1, sorted_in([("b", "add", 1), ("b", "times", 2), ("c", "times", -1), ("c", "add", 6)]))
    assert answer(facts) == {"roll_result(1)", "roll_result(2)", "roll_result(3)", "roll_high(1)", "roll_low(2)"}


def test_values_may_pass_outside_and_come_back() -> None:
    # a: 6 * 3 - 1 = 17 or (6 - 1) * 3 = 15; b: 17 - 13 = 4 or 15 - 13 = 2.
    facts = roll(6, sorted_in([("a", "times", 3), ("a", "add", -1), ("b", "add", -13)]))
    assert results(derive(facts, *ALL_APPLY, "readings/clamp_order/in_order")) == [2, 4]


def test_a_multiplication_of_a_negative_value() -> None:
    # a: 2 - 4 = -2; b: -2 * 3 = -6; c: -6 + 8 = 2.
    facts = roll(2, sorted_in([("a", "add", -4), ("b", "times", 3), ("c", "add", 8)]))
    assert answer(facts) == {"roll_result(2)", "roll_high(2)", "roll_low(2)"}


# --- the clamp and the setting ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "result"), [(9, 6), (-9, 1), (1, 4)])
def test_a_roll_is_clamped(number: int, result: int) -> None:
    facts = roll(3, sorted_in([("b", "add", number)]))
    assert answer(facts) == {f"roll_result({result})", f"roll_high({result})", f"roll_low({result})"}
    assert ("clamp" in clauses(facts)) is (number != 1)


@pytest.mark.parametrize(("number", "result"), [(9, 12), (-9, -6)])
def test_the_strike_table_is_read_at_any_value(number: int, result: int) -> None:
    facts = roll(3, sorted_in([("b", "add", number)]), "strike_table(1).")
    assert answer(facts) == {f"roll_result({result})", f"roll_high({result})", f"roll_low({result})"}


@pytest.mark.parametrize(("clamp_order", "result"), [("in_order", 7), ("after_all", 6)])
def test_a_setting_to_seven_escapes_the_clamp_in_order(clamp_order: str, result: int) -> None:
    facts = roll(3, sorted_in([("c", "set", 7), ("b", "add", 1)]))
    expected = {f"roll_result({result})", f"roll_high({result})", f"roll_low({result})"}
    assert answer(facts, clamp_order=clamp_order) == expected
    assert "set_comes_last" in clauses(facts)


def test_two_settings_leave_the_roll_open() -> None:
    facts = roll(3, sorted_in([("a", "set", 2), ("c", "set", 5)]))
    assert answer(facts) == {"roll_result(2)", "roll_result(5)", "roll_undetermined()"}


def test_two_settings_that_end_alike_leave_nothing_open() -> None:
    facts = roll(3, sorted_in([("a", "set", 7), ("c", "set", 8)]))
    assert answer(facts, clamp_order="after_all") == {"roll_result(6)", "roll_high(6)", "roll_low(6)"}
    assert answer(facts, clamp_order="in_order") == {"roll_result(7)", "roll_result(8)", "roll_undetermined()"}


# --- named modifiers --------------------------------------------------------------------------------------------


def test_of_modifiers_of_one_name_all_apply_in_later_revisions() -> None:
    facts = roll(1, [declared("mate", "add", 1, '"Luck"'), declared("roller", "add", 2, '"Luck"')])
    assert answer(facts, *ALL_APPLY) == {"roll_result(4)", "roll_high(4)", "roll_low(4)"}


def test_of_modifiers_of_one_name_the_largest_applies_in_the_first() -> None:
    facts = roll(1, [declared("mate", "add", 1, '"Luck"'), declared("roller", "add", 2, '"Luck"')])
    modules = [*ONE_OF_A_NAME, "readings/strongest/signed"]
    assert answer(facts, *modules) == {"roll_result(3)", "roll_high(3)", "roll_low(3)"}
    assert clauses(facts, *modules) == {"one_of_a_name"}


def test_unnamed_modifiers_do_not_exclude_one_another() -> None:
    facts = roll(1, [declared("mate", "add", 1), declared("mate", "add", 1)])
    modules = [*ONE_OF_A_NAME, "readings/strongest/signed"]
    assert answer(facts, *modules) == {"roll_result(3)", "roll_high(3)", "roll_low(3)"}


def test_of_equal_modifiers_of_one_name_the_first_declared_applies() -> None:
    # The opponent's +1 comes first, so it counts after the doubling: 2 * 2 + 1 = 5, and not (2 + 1) * 2.
    steps = [declared("foe", "add", 1, '"Luck"'), declared("mate", "add", 1, '"Luck"'), declared("roller", "times", 2)]
    modules = [*ONE_OF_A_NAME, "readings/strongest/signed"]
    assert answer(roll(2, steps), *modules) == {"roll_result(5)", "roll_high(5)", "roll_low(5)"}


@pytest.mark.parametrize(("reading", "result"), [("signed", 4), ("absolute", 2)])
def test_the_larger_by_sign_or_by_magnitude(reading: str, result: int) -> None:
    facts = roll(5, [declared("mate", "add", -1, '"Fear"'), declared("roller", "add", -3, '"Fear"')])
    modules = [*ONE_OF_A_NAME, f"readings/strongest/{reading}"]
    assert results(derive(facts, *modules, "readings/clamp_order/in_order")) == [result]


def test_of_equal_magnitudes_the_positive_one_is_larger() -> None:
    facts = roll(3, [declared("mate", "add", -2, '"Luck"'), declared("roller", "add", 2, '"Luck"')])
    assert "roll_result(5)" in answer(facts, *ONE_OF_A_NAME, "readings/strongest/absolute")


@pytest.mark.parametrize(
    ("card", "results_expected"),
    # The doubling is the rolling card's: +2 counts before it from a, either side of it from b, after it from c.
    [("mate", [6]), ("roller", [4, 6]), ("foe", [4])],
)
def test_what_a_card_has_modifies_the_roll_in_the_card_s_group(card: str, results_expected: list[int]) -> None:
    having = f'modifies("Luck",roll,1). numeric("Luck"). has("{card}","Luck",0..1). effective("{card}","Luck",2,0..1).'
    facts = roll(1, [declared("roller", "times", 2)], having)
    assert results(derive(facts, *ALL_APPLY, "readings/clamp_order/in_order")) == results_expected


@pytest.mark.parametrize(
    ("of", "own", "mates", "foes"),
    [("own", 5, 4, 4), ("squad", 5, 5, 4), ("opponents", 4, 4, 5)],
)
def test_a_feature_modifies_the_rolls_that_it_says(of: str, own: int, mates: int, foes: int) -> None:
    for card, result in (("roller", own), ("mate", mates), ("foe", foes)):
        having = f'modifies("Luck",roll,1). rolls_of("Luck",{of}). plain("Luck"). has("{card}","Luck",0..1).'
        assert f"roll_result({result})" in answer(roll(4, (), having))


def test_a_feature_without_number_modifies_by_one_with_its_sign() -> None:
    facts = roll(4, (), 'modifies("Curse",roll,-1). plain("Curse"). has("foe","Curse",0..1).')
    assert answer(facts) == {"roll_result(3)", "roll_high(3)", "roll_low(3)"}


def test_what_a_card_has_only_after_the_event_does_not_modify_the_roll() -> None:
    facts = roll(4, (), 'modifies("Luck",roll,1). plain("Luck"). has("mate","Luck",1).')
    assert answer(facts) == {"roll_result(4)", "roll_high(4)", "roll_low(4)"}


def test_of_equal_features_in_two_groups_the_earlier_group_s_applies_whatever_the_cards_are_called() -> None:
    having = 'modifies("Luck",roll,1). plain("Luck"). has(("foe";"mate"),"Luck",0).'
    facts = roll(1, [declared("roller", "times", 2)], having)
    assert "roll_result(4)" in answer(facts, *ONE_OF_A_NAME, "readings/strongest/signed")


@pytest.mark.parametrize("reading", ["signed", "absolute"])
@pytest.mark.parametrize(("cards", "result"), [({"foe": 1, "other": 3}, 2), ({"other": 3}, 2), ({"foe": 1}, 4)])
def test_what_is_compared_is_the_number_borne_before_the_sign(reading: str, cards: dict[str, int], result: int) -> None:
    # Natural 5 and the larger curse: 5 - 3, or 5 - 1 where there is no other.
    having = "".join(f'has("{card}","Curse",0..1). effective("{card}","Curse",{x},0..1).' for card, x in cards.items())
    facts = f'{having} modifies("Curse",roll,-1). numeric("Curse"). card("other"). player("other","black").'
    modules = [*ONE_OF_A_NAME, f"readings/strongest/{reading}", "readings/clamp_order/in_order"]
    assert results(derive(roll(5, (), facts), *modules)) == [result]


# --- all orders -------------------------------------------------------------------------------------------------

CASES = [json.loads(line) for line in (Path(__file__).parents[1] / "data/dice.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("clamp_order", "key"), [("in_order", "results"), ("after_all", "results_after_all")])
@pytest.mark.parametrize("case", CASES, ids=range(1, len(CASES) + 1))
def test_case(case: dict[str, object], clamp_order: str, key: str) -> None:
    given_roll = case["roll"]
    assert isinstance(given_roll, dict)
    modifiers = [(m["group"].replace("e", "a"), m["op"], m["n"]) for m in given_roll["modifiers"]]
    facts = roll(given_roll["natural"], sorted_in(modifiers), "strike_table(1)." if given_roll["table"] else "")
    assert results(derive(facts, *ALL_APPLY, f"readings/clamp_order/{clamp_order}")) == case[key]


def applied(operation: str, number: int, value: int) -> int:
    """What one modifier makes of a value."""
    match operation:
        case "add":
            return value + number
        case "times":
            return value * number
        case "at_least":
            return max(value, number)
        case _:
            return min(value, number)


def in_every_order(modifiers: list[Modifier], group: str, value: int) -> set[int]:
    """What a group can make of a value: plain enumeration."""
    ends = set()
    for order in permutations([(operation, number) for owner, operation, number in modifiers if owner == group]):
        end = value
        for operation, number in order:
            end = applied(operation, number, end)
        ends.add(end)
    return ends


def enumerated(natural: int, modifiers: list[Modifier], strike_table: bool) -> set[str]:
    """The answer to a roll without settings, by trying every order."""
    handed = {end for value in in_every_order(modifiers, "a", natural) for end in in_every_order(modifiers, "b", value)}
    answers = [
        {end if strike_table else max(1, min(6, end)) for end in in_every_order(modifiers, "c", value)}
        for value in handed
    ]
    ends = {f"roll_result({end})" for end in set().union(*answers)}
    return ends | {f"roll_high({max(map(min, answers))})", f"roll_low({min(map(max, answers))})"}


operations = st.sampled_from(["add", "add", "times", "at_least", "at_most"])
small = st.integers(-4, 7)
any_number = small | st.integers(-1000, 1000)


@settings(deadline=None, max_examples=60)
@given(
    natural=st.integers(1, 6),
    modifiers=st.lists(st.tuples(st.sampled_from("abc"), operations, small), max_size=7),
    strike_table=st.booleans(),
)
def test_every_order_is_followed(natural: int, modifiers: list[Modifier], strike_table: bool) -> None:
    facts = roll(natural, sorted_in(modifiers), "strike_table(1)." if strike_table else "")
    assert answer(facts) == enumerated(natural, modifiers, strike_table)


@settings(deadline=None, max_examples=60)
@given(
    natural=st.integers(1, 6),
    modifiers=st.lists(st.tuples(st.sampled_from("abc"), operations, any_number), min_size=3, max_size=7),
)
def test_products_too_large_to_be_counted_are_clamped_all_the_same(natural: int, modifiers: list[Modifier]) -> None:
    assert answer(roll(natural, sorted_in(modifiers))) == enumerated(natural, modifiers, False)


def test_the_strike_table_counts_far() -> None:
    facts = roll(5, sorted_in([("a", "times", 1000), ("b", "times", 1000), ("c", "times", 100)]), "strike_table(1).")
    assert answer(facts) == {"roll_result(500000000)", "roll_high(500000000)", "roll_low(500000000)"}


def test_a_product_comes_back_from_beyond_what_can_be_counted() -> None:
    # 5 * 1000^5 - 7 is a number of 16 digits, and no more than 4 of it is 4.
    far = [("a", "times", 1000)] * 5 + [("b", "add", -7)]
    facts = roll(5, sorted_in([*far, ("c", "at_most", 4)]))
    assert answer(facts) == {"roll_result(4)", "roll_high(4)", "roll_low(4)"}


def test_a_roll_leaves_nothing_to_search() -> None:
    having = 'modifies("Luck",roll,1). numeric("Luck"). has("mate","Luck",0). effective("mate","Luck",2,0).'
    steps = [*sorted_in([(group, "times", n) for group in "abc" for n in (2, -1)]), declared("foe", "set", 3)]
    for modules in (ALL_APPLY, [*ONE_OF_A_NAME, "readings/strongest/signed"]):
        assert left_open(roll(4, steps, having), *modules, "readings/clamp_order/after_all") == set()


def test_eight_modifiers_in_a_group_take_well_under_a_second() -> None:
    eight = [("a", "add", n) for n in (1, 2, 3, -4)] + [("a", "times", n) for n in (2, 3, -1, -2)]
    facts = roll(4, sorted_in(eight))
    start = process_time()
    found = answer(facts)
    assert process_time() - start < 1
    assert found == enumerated(4, eight, False)
