"""The search for the smallest difference: its scenarios, their sizes, its levels, what it says when it is stopped."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from edit_files import made

from pyrules.analysis.compare.differences import differences
from pyrules.analysis.search import in_worker
from pyrules.analysis.search.bound import CARDS, Bound
from pyrules.analysis.search.clock import Clock, Progress
from pyrules.analysis.search.deepening import Deepening
from pyrules.analysis.search.find import find_difference
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.random_scenarios import drawn, shrunk
from pyrules.analysis.search.single_outcome import settles_once
from pyrules.analysis.search.witness import scenario as chosen
from pyrules.analysis.search.witness_as_scenario import as_test
from pyrules.asp.control import Incremental
from pyrules.engine.evaluate import evaluate
from pyrules.engine.facts import quoted, term
from pyrules.errors import NotDecided
from pyrules.model import scenario as model
from pyrules.model.result import Evaluation
from pyrules.model.scenario import (
    Adjacent,
    AtLeast,
    Aura,
    Card,
    Depart,
    Event,
    Flag,
    Gain,
    Grant,
    Has,
    Lose,
    Modification,
    Modify,
    Not,
    PrintedFeature,
    PrintedModifier,
    Scenario,
    Start,
    Stop,
    Withdraw,
)
from pyrules.model.size import Size, size
from pyrules.rulebook.open import load_rulebook

R2_LOSS = load_rulebook("r2", {"replacement-loss": "loss"})
NOTHING_PRINTED = Bound(printed=0, conditions=0, events=3)
ENDLESS = Bound(conditions=0, printed=0, events=100)
"""Without conditions and printed things r4 agrees with what RETURNS makes of it, which is no matter of induction."""
RETURNS = str(Path(__file__).parent.parent / "examples/edits/replaced-returns/returns.edit.yaml")
MY_RULE = 'clauses: [{add: "518.8", gist: mine, modules: [my_rule.lp]}]\n'


# --- the bound ------------------------------------------------------------------------------------


def test_one_card_cannot_approach_another() -> None:
    assert "approach" not in Bound(cards=1).deeds
    assert {"approach", "withdraw"} <= set(Bound(cards=2).deeds)


def test_what_is_drawn_lies_within_the_bound() -> None:
    bound = Bound(cards=2, features=2, conditions=1, events=5, max_value=2, auras=1, on_features=True)
    for seed in range(30):
        scenario = drawn(bound, seed)
        assert scenario == drawn(bound, seed)
        assert set(scenario.cards) <= set(CARDS[:2])
        assert all(len(card.printed) <= bound.printed for card in scenario.cards.values())
        assert len(scenario.auras) <= bound.auras
        assert len(scenario.events) <= bound.events
        numbers = [thing for card in scenario.cards.values() for thing in card.printed]
        given = [getattr(thing, "by", getattr(thing, "value", None)) for thing in numbers]
        assert all(abs(number) <= 2 for number in given if number is not None)


def test_without_features_only_flags_and_cards_change() -> None:
    bound = Bound(features=0, events=6)
    happenings = {type(event.happening) for seed in range(20) for event in drawn(bound, seed).events}
    assert happenings == {Start, Stop, Depart}


def test_shrinking_leaves_what_is_needed() -> None:
    large = Scenario(
        title="large",
        cards={"one": Card(printed=(PrintedFeature("A", 1), PrintedModifier("A", 1)))},
        conditions=("h",),
        events=(Event(Start("h")), Event(Gain("one", "A", 2)), Event(Stop("h"))),
    )
    small = shrunk(large, lambda each: any(isinstance(event.happening, Gain) for event in each.events))
    assert small == replace(large, cards={"one": Card()}, conditions=(), events=(Event(Gain("one", "A", 2)),))


# --- size -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "expected"),
    [
        (Scenario(title="", cards={"one": Card()}), Size(0, 0, 0, 0, 0, 0)),
        (
            Scenario(
                title="",
                cards={"one": Card(printed=(PrintedFeature("A", 3, Flag("h")), PrintedModifier("A", -2)))},
                events=(Event(Gain("one", "A", 2, Not(Flag("h")))), Event(Lose("one", "A"))),
            ),
            Size(2, 2, 0, 1, 0, 7),
        ),
        (
            Scenario(
                title="",
                cards={"one": Card(printed=(PrintedFeature("B"),)), "two": Card()},
                conditions=("k",),
                adjacent=(("two", "one"),),
                auras=(Aura("one", Modification("A", -3), existence=Adjacent("one", "two")),),
                events=(Event(Withdraw("one", "two")), Event(Start("h"))),
            ),
            Size(2, 1, 1, 3, 0, 3),
        ),
    ],
)
def test_the_size_of_a_scenario(scenario: Scenario, expected: Size) -> None:
    assert size(scenario) == expected


def test_fewer_events_are_smaller_whatever_else() -> None:
    assert Size(1, 9, 9, 9, 9, 99) < Size(2, 0, 0, 0, 0, 0)
    assert Size(1, 1, 0, 0, 0, 9) < Size(1, 2, 0, 0, 0, 0)


# --- scenarios as the search sees them ----------------------------------------------------------------

HOLDS_MUCH = Scenario(
    title="pinned",
    cards={
        "one": Card(printed=(PrintedFeature("A", 2, Not(Flag("h"))), PrintedModifier("A", -1, Adjacent("one", "two")))),
        "two": Card(printed=(PrintedFeature("A", 1),)),
    },
    conditions=("h",),
    adjacent=(("one", "two"),),
    auras=(
        Aura("one", Grant("A", 2), when=Has("two", "A")),
        Aura("two", Modification("A", -2), existence=Not(AtLeast("one", "A", 2))),
    ),
    events=(Event(Modify("one", "A", 2, Flag("h"))), Event(Withdraw("one", "two"))),
)


def test_a_scenario_comes_back_as_it_was_chosen() -> None:
    bound = Bound(cards=2, events=2, max_value=2, auras=2, on_features=True)
    program = Program((load_rulebook("r1"),), bound)
    control = Incremental()
    control.extend("\n".join((program.givens(), *_pinned(HOLDS_MUCH))))
    for number in (1, 2):
        control.ask("played", number, True)
    atoms = control.solve()
    assert atoms is not None
    assert chosen(atoms, 2) == replace(HOLDS_MUCH, title="")


@pytest.mark.slow
@pytest.mark.parametrize("books", [("r1", "r4"), ("r2", "r3")])
@pytest.mark.parametrize("seed", range(100, 102))
def test_the_search_sees_what_an_evaluation_says(books: tuple[str, str], seed: int) -> None:
    bound = Bound(events=2, max_value=2, auras=1, observe=("value", "effective", "losses"))
    scenario = drawn(bound, seed)
    sides = tuple(map(load_rulebook, books))
    program = Program(sides, bound)
    control = Incremental()
    control.extend("\n".join((program.start, *_pinned(scenario))))
    for number in range(1, len(scenario.events) + 1):
        control.ask("played", number, True)
        control.extend(program.event(number))
    atoms = control.solve()
    assert atoms is not None
    for side, book in zip(("left", "right"), sides, strict=True):
        seen = {(number.number, str(thing)) for thing, number in atoms.get(f"{side}__seen", ())}
        assert seen == _seen(evaluate(scenario, book))


def _pinned(scenario: Scenario) -> Iterator[str]:
    """Constraints that leave the search this scenario only."""
    for id in CARDS[:2]:
        printed = scenario.cards[id].printed if id in scenario.cards else ()
        for place, thing in enumerate(printed, start=1):
            yield f":- not {_printed(id, place, thing)}."
        yield f":- taken_place({quoted(id)},N), N > {len(printed)}."
    holding: list[model.Condition] = [
        *map(Flag, scenario.conditions),
        *(Adjacent(*sorted(pair)) for pair in scenario.adjacent),
    ]
    yield from (f":- not initially({term(each)})." for each in holding)
    yield f":- initially(K){''.join(f', K != {term(each)}' for each in holding)}."
    for number, aura in enumerate(scenario.auras, start=1):
        assert isinstance(aura.grant, Grant | Modification)
        kind = "gain" if isinstance(aura.grant, Grant) else "modify"
        yield f":- not effect(aura({number}),{kind},{quoted(aura.to)},{quoted(aura.grant.feature)})."
        amount = aura.grant.value if isinstance(aura.grant, Grant) else aura.grant.by
        if amount is not None:
            yield f":- not amount(aura({number}),{amount})."
        how, stated = ("when", aura.when) if aura.when is not None else ("while", aura.existence)
        yield f":- not aura_{how}(aura({number}),{term(stated)})."
    yield f":- used_aura(N), N > {len(scenario.auras)}."
    for number, event in enumerate(scenario.events, start=1):
        yield f":- played({number}), not deed({number},{_deed(event.happening)})."


def _printed(id: str, place: int, thing: PrintedFeature | PrintedModifier) -> str:
    if isinstance(thing, PrintedFeature):
        number = "none" if thing.value is None else thing.value
        return f"printed_feature({quoted(id)},{place},{quoted(thing.name)},{number},{term(thing.existence)})"
    return f"printed_modifier({quoted(id)},{place},{quoted(thing.feature)},{thing.by},{term(thing.existence)})"


def _deed(happening: model.Happening) -> str:
    match happening:
        case Gain(card, feature, value, existence):
            number = "none" if value is None else value
            return f"gain({quoted(card)},{quoted(feature)},{number},{term(existence)})"
        case Modify(card, feature, by, existence):
            return f"modify({quoted(card)},{quoted(feature)},{by},{term(existence)})"
        case Lose(card, feature):
            return f"lose({quoted(card)},{quoted(feature)})"
        case model.Approach(first, second) | Withdraw(first, second):
            one, other = sorted((first, second))
            return f"{type(happening).__name__.lower()}({quoted(one)},{quoted(other)})"
        case Start(word) | Stop(word) | Depart(word):
            return f"{type(happening).__name__.lower()}({quoted(word)})"
    raise AssertionError(happening)


def _seen(evaluation: Evaluation) -> set[tuple[int, str]]:
    (outcome,) = evaluation.outcomes
    seen: set[tuple[int, str]] = set()
    for state in outcome.states:
        for card, features in state.features.items():
            for name, feature in features.items():
                about = f"{quoted(card)},{quoted(name)}"
                seen.add((state.after, f"has({about})"))
                if feature.value is not None:
                    seen.add((state.after, f"value({about},{feature.value})"))
                    seen.add((state.after, f"effective({about},{feature.effective})"))
        seen |= {
            (state.after, f"loss({quoted(each.card)},{quoted(each.feature)},{each.cause})") for each in state.losses
        }
    return seen


# --- the levels -----------------------------------------------------------------------------------


def _apart(scenario: Scenario) -> bool:
    return bool(differences(evaluate(scenario, R2_LOSS), evaluate(scenario, load_rulebook("r3")), ("value", "losses")))


def test_levels_come_one_after_another() -> None:
    deepening = Deepening(Program((R2_LOSS, load_rulebook("r3")), NOTHING_PRINTED), Clock(60.0), _apart)
    assert deepening.none_up_to == -1
    assert deepening.level(0) is None
    assert deepening.level(1) is None
    assert deepening.none_up_to == 1
    found = deepening.level(2)
    assert found is not None
    assert found.proved
    # replaced is the smallest number by the one that is next larger
    assert found.scenario == Scenario(
        title="",
        cards={"one": Card()},
        events=(Event(Gain("one", "A", 1)), Event(Gain("one", "A", 2))),
    )
    assert deepening.none_up_to == 1


def test_what_does_not_bear_out_is_not_found() -> None:
    bound = replace(NOTHING_PRINTED, max_value=2, events=2)
    met: list[model.Scenario] = []

    def refuse(scenario: model.Scenario) -> bool:
        met.append(scenario)
        return False

    deepening = Deepening(Program((R2_LOSS, load_rulebook("r3")), bound), Clock(60.0), refuse)
    assert [deepening.level(number) for number in range(3)] == [None, None, None]
    assert len(met) > 0
    deepening.confirm_none()


def test_no_time_is_no_answer() -> None:
    deepening = Deepening(Program((load_rulebook("r2"), load_rulebook("r4")), ENDLESS), Clock(0.0), _apart)
    with pytest.raises(NotDecided):
        deepening.smallest()
    assert deepening.none_up_to < ENDLESS.events


# --- the whole search -----------------------------------------------------------------------------


def test_the_smallest_difference_is_found_and_proved_smallest() -> None:
    told: list[Progress] = []
    found = find_difference(R2_LOSS, load_rulebook("r3"), Bound(printed=1, events=3), tell=told.append)
    assert (found.verdict, found.method, found.none_up_to) == ("different", "search", 0)
    assert told
    assert all(earlier.seconds <= later.seconds for earlier, later in pairwise(told))
    witness = found.shown
    assert witness is not None
    assert witness.proved
    # a printed 1 is replaced by 2: a loss by the reading, none by 517.4
    assert size(witness.scenario) == Size(events=1, printed=1, auras=0, conditions=0, early=0, weight=3)
    assert [(each.what, each.left, each.right) for each in witness.differences] == [("losses", "replaced", "none")]
    assert witness.evaluations == (
        evaluate(witness.scenario, R2_LOSS),
        evaluate(witness.scenario, load_rulebook("r3")),
    )


@pytest.mark.slow
def test_a_witness_as_a_test_says_what_each_rulebook_answers() -> None:
    witness = find_difference(load_rulebook("r1"), load_rulebook("r2"), Bound(printed=0, events=2)).shown
    assert witness is not None
    test = as_test(witness)
    assert test.rulebooks == ("r1", "r2")
    assert {expected.rulebooks for expected in test.expect} == {("r1",), ("r2",)}
    (difference,) = witness.differences
    assert (difference.after, difference.left, difference.right) == (2, "2", "1")  # r1 keeps a modifier without feature
    assert {(each.after, *each.cards["Vail"].values()) for each in test.expect} == {(2, 2), (2, 1)}


def test_a_rulebook_agrees_with_itself_at_any_length() -> None:
    found = find_difference(load_rulebook("r4"), load_rulebook("r4"), Bound())
    assert (found.verdict, found.method, found.any_length) == ("equivalent-within-bound", "same rules", True)


def test_two_revisions_with_the_same_rules_agree() -> None:
    assert find_difference(load_rulebook("r2"), load_rulebook("r3"), Bound()).method == "same rules"


@pytest.mark.slow
def test_without_events_only_the_starts_are_compared() -> None:
    found = find_difference(R2_LOSS, load_rulebook("r3"), Bound(events=0))
    assert (found.verdict, found.none_up_to, found.shown) == ("equivalent-within-bound", 0, None)


@pytest.mark.slow
def test_without_features_there_is_nothing_to_differ() -> None:
    found = find_difference(load_rulebook("r1"), load_rulebook("r4"), Bound(features=0, events=2))
    assert (found.verdict, found.none_up_to) == ("different", 1)
    assert found.topics[-1].verdict == "different"  # the two have other rules for rolls
    assert not found.any_length  # r4 remembers what r1 does not


def test_a_contradictory_edit_is_not_equivalent(tmp_path: Path) -> None:
    contradictory = made(tmp_path, MY_RULE, {"my_rule.lp": "% Nothing can be.\n:- step(T).\n"})
    found = find_difference(load_rulebook("r4"), contradictory, Bound(events=1))
    assert found.verdict == "different"
    assert found.shown is not None
    assert [(each.what, each.left, each.right) for each in found.shown.differences] == [
        ("verdict", "determined", "paradox")
    ]
    assert not found.shown.proved


def test_what_an_answer_set_cannot_show_is_not_proved(tmp_path: Path) -> None:
    rule = "% The number one thousand makes a paradox.\n:- value(C,F,1000,T).\n"
    with_constraint = made(tmp_path, MY_RULE, {"my_rule.lp": rule})
    bound = Bound(events=0, max_value=1, observe=("value", "verdict"))
    found = find_difference(load_rulebook("r4"), with_constraint, bound)
    assert found.verdict == "undetermined"
    assert "no outcome" in found.note


@pytest.mark.parametrize("name", ["r1", "r2", "r3", "r4"])
def test_rulebooks_settle_in_one_way_as_long_as_no_condition_asks_for_a_feature(name: str) -> None:
    (sheet,) = Program((load_rulebook(name),), Bound()).templates
    assert settles_once(sheet)
    (sheet,) = Program((load_rulebook(name),), Bound(on_features=True)).templates
    assert not settles_once(sheet)


@pytest.mark.parametrize(
    "rule",
    [
        ":- value(C,F,3,T).",
        "{ odd(C,F,T) } :- has(C,F,T).",
        "odd(C,F,T) :- has(C,F,T), not odd(C,F,T).",
        "odd(C,F,T) :- has(C,F,T), not even(C,F,T). even(C,F,T) :- has(C,F,T), not odd(C,F,T).",
        "odd(C,F,T) ; even(C,F,T) :- has(C,F,T).",
        "odd(C,F,T) :- has(C,F,T), 0 = #count { X : odd(C,X,T) }.",
    ],
)
def test_rules_that_may_not_settle_are_told_by_their_form(tmp_path: Path, rule: str) -> None:
    (sheet,) = Program((made(tmp_path, MY_RULE, {"my_rule.lp": f"% A rule.\n{rule}\n"}),), Bound()).templates
    assert not settles_once(sheet)


# --- stopped before the end -----------------------------------------------------------------------


@pytest.mark.slow
def test_when_time_is_up_it_is_told_how_far_the_search_came() -> None:
    found = find_difference(load_rulebook("r4"), load_rulebook(RETURNS), ENDLESS, seconds=20.0)
    assert (found.verdict, found.shown) == ("undetermined", None)
    assert 1 <= found.none_up_to < ENDLESS.events
    assert "time limit" in found.note


@pytest.mark.slow
def test_an_interruption_answers_with_what_is_known() -> None:
    def interrupt(come: Progress) -> None:
        if come.stage == "induction":  # which is tried when no scenario with up to one event differs
            signal.raise_signal(signal.SIGINT)

    found = find_difference(load_rulebook("r4"), load_rulebook(RETURNS), replace(ENDLESS, events=3), tell=interrupt)
    assert (found.verdict, found.none_up_to, found.note) == ("undetermined", 1, "stopped")


def test_a_difference_that_was_drawn_is_kept_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_worker, "LEAST_SECONDS", 60.0)  # a busy machine may look at few scenarios in the usual time
    found = find_difference(load_rulebook("r1"), load_rulebook("r4"), Bound(), seconds=0.0)
    assert found.verdict == "different"
    assert found.shown is not None
    assert not found.shown.proved


def test_small_parts_of_a_bound_come_first() -> None:
    """First what has fewer printed things, then fewer conditions, then smaller numbers; the whole is the last."""
    parts = Bound(printed=1, conditions=1, max_value=2).parts()
    assert [(each.printed, each.conditions, each.max_value) for each in parts] == [
        (printed, conditions, number) for printed in (0, 1) for conditions in (0, 1) for number in (1, 2)
    ]
    assert Bound(cards=2, max_value=2).parts() == (Bound(cards=2, max_value=1), Bound(cards=2, max_value=2))
