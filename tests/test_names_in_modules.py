"""Names that only the rules of an edit spell out: a scenario need not mention them, and may."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest
from edit_files import made, write

from pyrules.asp.module import read
from pyrules.engine.evaluate import evaluate
from pyrules.explanation import Question, derivations
from pyrules.explanation.explain import explain
from pyrules.explanation.last_changes import reasons
from pyrules.model.result import FeatureState
from pyrules.scenario.load import load_text

ADD = 'clauses: [{add: "518.8", gist: Whoever is stripped of a feature gets a scar, modules: [scar.lp]}]\n'
SCAR = """\
% Whoever loses something explicitly gets a scar.
given(instance(C,"Шрам",acquired),T) :- loss(C,F,stripped,T), F != "Шрам".
% It is a Scar of 1.
given_number(instance(C,"Шрам",acquired),1,T) :- loss(C,F,stripped,T), F != "Шрам".
% It stays whatever happens.
given_while(instance(C,"Шрам",acquired),always,T) :- loss(C,F,stripped,T), F != "Шрам".
"""
STRIPPED = """\
title: Лишение
cards: {вайл: {features: [Броня 2]}}
events: [{lose: {card: вайл, feature: Броня}}]
"""
ASKED = STRIPPED + "auras: [{to: вайл, gain: Ярость 1, while: {has: [вайл, Шрам]}}]\n"


def test_a_feature_that_a_scenario_never_mentions_stands_on_the_card(tmp_path: Path) -> None:
    scenario, book = load_text(STRIPPED, "s.yaml"), made(tmp_path, ADD, {"scar.lp": SCAR})
    (outcome,) = evaluate(scenario, book).outcomes
    assert dict(outcome.states[1].features["вайл"]) == {"Шрам": FeatureState(1, 1, "acquired", None, 0)}
    why = explain(scenario, book, "вайл", "Шрам")
    assert why.answer == "вайл has Шрам 1"
    assert [(step.before, step.now) for step in why.ledgers[0].steps if step.counts] == [("absent", 1)]
    (told,) = reasons(scenario, book)
    assert [(reason.name, reason.step.now) for reason in told[1]] == [("Броня", "absent"), ("Шрам", 1)]


def test_a_feature_that_no_rule_spells_out_is_refused_as_before(tmp_path: Path, pyrules: Any) -> None:
    made_up = "value(C,P,1,T) :- in_play(C,T), property(C,P,N).\n"
    write(tmp_path, ADD, {"scar.lp": f"% A property becomes a feature.\n{made_up}"})
    Path("s.yaml").write_text("title: t\ncards: {вайл: {properties: {движение: 1}}}\n", encoding="utf-8")
    code, _, err = pyrules("eval", "s.yaml", "-r", "my.edit.yaml")
    assert code == 2
    assert "expected a feature of the scenario, or one that a rule names" in err


def test_a_name_that_the_rules_in_force_spell_out_is_no_mistake(pyrules: Any) -> None:
    write(Path(), ADD, {"scar.lp": SCAR})
    Path("s.yaml").write_text(ASKED, encoding="utf-8")
    code, _, err = pyrules("eval", "s.yaml", "-r", "my.edit.yaml", "--strict", "--no-depends")
    assert (code, err) == (0, "")
    code, _, err = pyrules("eval", "s.yaml", "-r", "r4", "--strict", "--no-depends")
    assert (code, err.count("nothing gives it")) == (2, 1)


@pytest.mark.parametrize(
    "call",
    [("compare", "s.yaml", "-r", "r4", "-r", "my.edit.yaml"), ("why", "s.yaml", "вайл", "Шрам", "-r", "my.edit.yaml")],
)
def test_every_command_knows_the_names_of_its_rulebooks(pyrules: Any, call: tuple[str, ...]) -> None:
    write(Path(), ADD, {"scar.lp": SCAR})
    Path("s.yaml").write_text(ASKED, encoding="utf-8")
    code, _, err = pyrules(*call, "--strict")
    assert (code, err) == (1 if call[0] == "compare" else 0, "")


def test_names_in_comments_are_no_names_and_letters_are_composed(tmp_path: Path) -> None:
    text = 'p("a\\"b"). % "c"\n%* "d" *% q("й", "e\\\\").\n'
    module = tmp_path / "names.lp"
    module.write_text(unicodedata.normalize("NFD", text), encoding="utf-8")
    assert read(module).strings == ('a"b', "й", "e\\")


@pytest.mark.parametrize(
    "own", ["row(C,F,J,1,T{})", "part(C,F,J,1,T{})", "stopped(C,F,J,T{})", "wanted_base(C,F,J,T{})"]
)
def test_a_rule_may_use_any_plain_word(tmp_path: Path, own: str) -> None:
    rules = SCAR.replace("loss(C,F,stripped,T)", f"{own.format('-1')}, happens(I,T)")
    module = f"{rules}% What stands is noted.\n{own.format('')} :- base(C,F,J,T).\n"
    book = made(tmp_path, ADD, {"scar.lp": module})
    scenario = load_text("title: t\ncards: {вайл: {features: [Броня 2]}}\nevents: [{start: n}]\n", "s.yaml")
    (step,) = (step for step in explain(scenario, book, "вайл", "Шрам").ledgers[0].steps if step.counts)
    assert (step.kind, step.before, step.now) == ("gained", "absent", 1)
    assert "Whoever loses something explicitly gets a scar." in [basis.sentence for basis in step.bases]
    assert "base" in str(derivations(scenario, book, Question("вайл", "Шрам")))


def test_a_sum_beside_a_rule_that_says_what_is_beyond_is_exact(tmp_path: Path) -> None:
    module = "% Whatever is beyond.\nbeyond(C) :- card(C), N = 1+1, N > 0.\n"
    book = made(tmp_path, ADD, {"scar.lp": module})
    assert evaluate(load_text(STRIPPED, "s.yaml"), book).verdict == "determined"


def test_a_feature_that_only_the_edit_knows_is_absent_under_the_rulebook(pyrules: Any) -> None:
    write(Path(), ADD, {"scar.lp": SCAR})
    Path("s.yaml").write_text(STRIPPED, encoding="utf-8")
    call = ("why", "s.yaml", "вайл", "Шрам", "-r", "r4", "-r", "my.edit.yaml")
    code, out, _ = pyrules(*call)
    assert (code, "вайл does not have Шрам" in out, "вайл has Шрам 1" in out) == (0, True, True)
    assert pyrules(*call, "--tree")[0] == 0
    code, _, err = pyrules("why", "s.yaml", "вайл", "Шрамм", "-r", "r4", "-r", "my.edit.yaml")
    assert (code, "did you mean 'Шрам'?" in err) == (2, True)
