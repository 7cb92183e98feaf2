"""Numbers of rules from elsewhere: none becomes another one in silence."""

from __future__ import annotations

from pathlib import Path

import pytest
from edit_files import made, problems

from pyrules.analysis.search.property import violated_after
from pyrules.engine.evaluate import evaluate
from pyrules.errors import InputError
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.load import load_text

ADDED = 'clauses: [{add: "518.8", gist: mine, modules: [my_rule.lp]}]\n'
GAINS = """\
title: Three gains
cards: {c: {features: [A 900]}}
events: [{gain: {card: c, feature: A 1000}}, {modify: {card: c, feature: A, by: 10}}]
"""


def under(folder: Path, rules: str) -> list[str]:
    """What is said against a rule's arithmetic on the scenario."""
    book = made(folder, ADDED, {"my_rule.lp": rules})
    with pytest.raises(InputError) as caught:
        evaluate(load_text(GAINS, "s.yaml"), book)
    return [str(problem).replace(f"{folder}/", "").splitlines()[0] for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("numeral", "column"),
    [("4294967297", 6), ("100000001", 6), ("0x100000001", 6), ("0b" + "1" * 40, 6), ("9" * 5000, 6)],
)
def test_a_number_that_clingo_would_read_as_another_is_refused(tmp_path: Path, numeral: str, column: int) -> None:
    (said,) = problems(tmp_path, ADDED, {"my_rule.lp": f"mine({numeral})."})
    assert said.splitlines()[0] == (
        f"my_rule.lp:1:{column}: expected a number of 100000000 at most, got {numeral[:30]}"
    )


def test_a_number_in_a_comment_a_string_or_a_name_is_none(tmp_path: Path) -> None:
    text = '% 4294967297 or so.\nmine("4294967297") :- card(C), X4294967297 = C.\nmine(100000000).\n'
    made(tmp_path, ADDED, {"my_rule.lp": text})


@pytest.mark.parametrize(
    ("rule", "place"),
    [
        ("mine(X*100000) :- value(C,F,X,T).", "1:6"),
        ("mine(X) :- value(C,F,X,T), X*X*X > 5.", "1:28"),
        ("mine(Y) :- value(C,F,X,T), Y = X**3.", "1:32"),
        ("mine(Y) :- value(C,F,X,T), Y = 2**X.", "1:32"),
        ("mine(S) :- step(T), S = #sum { X*200000,C : value(C,F,X,T) }.", "1:32"),
        ("mine(C) :- card(C), X*200000 > 5 : value(C,F,X,0).", "1:21"),
        ("mine(100000000). mine(X+X) :- mine(X), X > 99.", "1:23"),
        ("mine(0-X-100000000) :- value(C,F,X,T).", "1:6"),
        ("mine(60000*60000).", "1:6"),
        ("mine(|X*-200000|) :- value(C,F,X,T).", "1:6"),
        ("mine(S) :- step(T), S = #sum { 100000000,N : N = 1..43 }.", "1:21"),
        ("mine(T) :- step(T), #sum { 100000000,N : N = 1..43 } > 5.", "1:21"),
        ("mine(T) :- step(T), not #sum+ { 100000000,N : N = 1..43 } < 5.", "1:25"),
        ("{ mine(X*200000) : value(C,F,X,0) }.", "1:8"),
    ],
)
def test_arithmetic_that_leaves_the_exact_numbers_is_refused(tmp_path: Path, rule: str, place: str) -> None:
    expected = f"my_rule.lp:{place}: expected numbers from -100000000 to 100000000, got one beyond them from "
    assert any(said.startswith(expected) for said in under(tmp_path, rule))


def test_what_a_rule_would_come_to_if_it_applied_is_no_error(tmp_path: Path) -> None:
    rules = "mine(X*200000) :- value(C,F,X,T), X < 500.\nmine(Y) :- value(C,F,X,T), Y = X*X, X = 5000.\n"
    book = made(tmp_path, ADDED, {"my_rule.lp": rules})
    assert evaluate(load_text(GAINS, "s.yaml"), book).verdict == "determined"


def test_built_in_rules_fed_with_great_numbers(tmp_path: Path) -> None:
    rule = """\
given(modifier(C,F,acquired(great,T)),T) :- performed(E,L,T), effect(E,gain,C,F).
given_number(modifier(C,F,acquired(great,T)),100000000,T) :- performed(E,L,T), effect(E,gain,C,F).
given_while(modifier(C,F,acquired(great,T)),always,T) :- performed(E,L,T), effect(E,gain,C,F).
"""
    said = under(tmp_path, rule)
    assert any('"A",100001000,1)' in each and "a number from -100000000 to 100000000" in each for each in said)


def test_built_in_rulebooks_calculate_exactly() -> None:
    (outcome,) = evaluate(load_text(GAINS, "s.yaml"), load_rulebook("r4")).outcomes
    assert outcome.states[2].features["c"]["A"].value == 1010


def test_a_property_calculates_exactly_too(tmp_path: Path) -> None:
    property = tmp_path / "great.lp"
    property.write_text("violated(C,F,T) :- value(C,F,X,T), X*2000000 < 5.\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        violated_after(load_text(GAINS, "s.yaml"), load_rulebook("r4"), (property,), 3)
    assert "great.lp:1:36: expected numbers from -100000000 to 100000000" in str(caught.value)
