"""Encodings with their steps written out: what moves into names, what is repeated, what can apply at all."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest

from pyrules.asp.unroll import Template, resting, template, with_step, written_out

RULES = """\
% Comments go.
at_first(C,0) :- card(C).
static(C) :- card(C).
p(C,T) :- step(T), at_first(C,T-1), not q(C,T).
q(C,T) :- happens(I,T), strikes(I,C), static(C).
r(made(C,T),T) :- q(C,T).
s(S,T) :- step(T), S = #sum { N,C : weight(C,N), p(C,T) }.
"""


def made(tmp_path: Path, text: str = RULES) -> Template:
    path = tmp_path / "rules.lp"
    path.write_text(text, encoding="utf-8")
    return template((path,))


def symbols(text: str) -> list[clingo.Symbol]:
    control = clingo.Control()
    control.add("base", [], text)
    control.ground([("base", [])])
    return [atom.symbol for atom in control.symbolic_atoms]


GIVEN = 'card("c"). card("d"). weight("c",2). step(0..2). happens(1,2). strikes(1,"c").'


def test_what_has_no_step_or_the_first_alone_stands_once(tmp_path: Path) -> None:
    rules = made(tmp_path)
    assert rules.once.splitlines() == ["at_first_at_0(C) :- card(C).", "static(C) :- card(C)."]
    assert rules.derived_once == {("static", 1)}
    assert rules.derived_at_start == {("at_first", 1)}


def test_the_step_moves_into_the_name(tmp_path: Path) -> None:
    copied = made(tmp_path).copy(2).splitlines()
    assert copied[0] == "p_at_2(C) :- step(2); at_first_at_1(C); not q_at_2(C)."
    assert copied[1] == "q_at_2(C) :- happens(I,2); strikes(I,C); static(C)."


def test_a_step_elsewhere_becomes_its_number(tmp_path: Path) -> None:
    assert made(tmp_path).copy(2).splitlines()[2] == "r_at_2(made(C,2)) :- q_at_2(C)."


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("p_at_12(c,3)", "p(c,3,12)"),
        ("q_at_0", "q(0)"),
        ("state_after(1,2)", "state_after(1,2)"),
        ("look_at_me(1)", "look_at_me(1)"),
    ],
)
def test_an_atom_gets_its_step_back(written: str, named: str) -> None:
    assert str(with_step(clingo.parse_term(written))) == named


def test_a_rule_stands_in_the_steps_in_which_it_can_apply(tmp_path: Path) -> None:
    rules = made(tmp_path)
    lines = written_out(rules, 3, symbols(GIVEN)).splitlines()
    heads = [line.partition(" :-")[0] for line in lines[2:]]
    assert sorted(heads) == sorted(
        ["s_at_0(S)"]  # nothing was before
        + ["p_at_1(C)", "s_at_1(S)"]
        + ["s_at_2(S)", "q_at_2(C)", "r_at_2(made(C,2))"]  # at_first was at the start alone
    )


def test_the_answer_is_that_of_the_rules_as_they_stand(tmp_path: Path) -> None:
    rules = made(tmp_path)
    plain = {str(atom) for atom in symbols(RULES + GIVEN)}
    assert {str(with_step(it)) for it in symbols(GIVEN + written_out(rules, 3, symbols(GIVEN)))} == plain
    assert {'p("c",1)', "s(2,1)", "s(0,2)", 'r(made("c",2),2)'} <= plain


def test_all_that_is_certain_is_a_fact_when_written_out(tmp_path: Path) -> None:
    text = "p(0). q(T) :- step(T), p(T-1), not r(T). r(T) :- step(T), q(T-1). p(T) :- step(T), p(T-1), not r(T)."
    rules = made(tmp_path, text)
    control = clingo.Control()
    control.add("base", [], "step(0..4)." + written_out(rules, 5, symbols("step(0..4).")))
    control.ground([("base", [])])
    assert all(atom.is_fact for atom in control.symbolic_atoms)


def test_a_module_that_changes_is_read_again(tmp_path: Path) -> None:
    assert made(tmp_path, "static(C) :- card(C).").once == "static(C) :- card(C)."
    assert made(tmp_path, "others(C) :- card(C).").once == "others(C) :- card(C)."
    assert made(tmp_path, "longer_one(C) :- card(C).").once == "longer_one(C) :- card(C)."


def test_only_what_something_rests_on_is_kept(tmp_path: Path) -> None:
    """`loud` rests on what was seen before and now, and on the start; nobody asks for `idle`."""
    text = "seen(X,0) :- given(X).\nseen(X,T) :- step(T), seen(X,T-1).\nheard(X,T) :- seen(X,T-1).\n"
    text += "loud(X,T) :- heard(X,T).\nidle(X,T) :- loud(X,T).\n"
    kept = resting(made(tmp_path, text), ["loud"])
    assert {name for rule in kept.rules for name, _arity in rule.derives} == {"seen", "heard", "loud"}
