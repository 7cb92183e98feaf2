"""What holds of every scenario, whatever the rulebook: random ones are searched for one that breaks it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shown_atoms import by_the_engine
from strategies import FLAGS, of_every_kind, with_conditions_on_features, without_conditions_on_features

from pyrules.asp.control import Atoms
from pyrules.engine import output_contract
from pyrules.engine.evaluate import answer_sets, evaluate
from pyrules.engine.grounding_size import many_numbers
from pyrules.engine.instance import Instance
from pyrules.engine.readback import condition
from pyrules.engine.timeline import timeline
from pyrules.model.scenario import Event, Flag, Scenario, Start, Stop
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.dump import dump
from pyrules.scenario.load import load_text

FEW = settings(max_examples=15)
EXAMPLES = Path(__file__).parent.parent / "examples"

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", rulebook_names())
@FEW
@given(scenario=of_every_kind.filter(lambda scenario: not many_numbers(scenario)))
def test_with_steps_written_out_all_is_the_same(name: str, scenario: Scenario) -> None:
    plain, written_out = (by_the_engine(Instance(scenario, load_rulebook(name)), way) for way in (False, True))
    assert plain == written_out


@pytest.mark.parametrize("name", rulebook_names())
@FEW
@given(scenario=of_every_kind)
def test_every_attempt_has_one_verdict_and_every_feature_its_numbers(name: str, scenario: Scenario) -> None:
    for atoms in answer_sets(Instance(scenario, load_rulebook(name))):
        verdicts = Counter(
            (str(it[0]), it[-1].number) for kind in ("performed", "refused") for it in atoms.get(kind, ())
        )
        assert verdicts == Counter((str(effect), step.number) for effect, step in atoms.get("attempted", ()))
        numeric = {card_and_feature(it) for it in atoms.get("value", ())}
        had = {card_and_feature(it) for it in atoms.get("has", ())}
        assert numeric <= had
        assert had == {card_and_feature(it) for it in atoms.get("origin", ())}
        for predicate in ("value", "effective", "origin"):
            assert no_two_of_a_kind(atoms, predicate)
        assert {card_and_feature(it) for it in atoms.get("effective", ())} == numeric
        assert "violation" not in atoms


@pytest.mark.parametrize("name", rulebook_names())
@FEW
@given(scenario=of_every_kind)
def test_what_is_demanded_of_an_edit_holds_of_the_built_in_rules(name: str, scenario: Scenario) -> None:
    for atoms in answer_sets(Instance(scenario, load_rulebook(name))):
        output_contract.check(Instance(scenario, load_rulebook(name)), atoms)


def card_and_feature(arguments: Any) -> tuple[str, str, int]:
    return arguments[0].string, arguments[1].string, arguments[-1].number


def no_two_of_a_kind(atoms: Atoms, predicate: str) -> bool:
    return max(Counter(card_and_feature(it) for it in atoms.get(predicate, ())).values(), default=1) == 1


@pytest.mark.parametrize("name", rulebook_names())
@FEW
@given(scenario=with_conditions_on_features)
def test_in_every_outcome_conditions_are_what_the_states_show(name: str, scenario: Scenario) -> None:
    """What stands in a state has its condition there; conditions on features read what is shown."""
    for atoms in answer_sets(Instance(scenario, load_rulebook(name)), every_atom=True):
        has = {card_and_feature(it) for it in atoms.get("has", ())}
        effective = {(it[0].string, it[1].string, it[3].number): it[2].number for it in atoms.get("effective", ())}
        for kind, expected in (("holds", True), ("fails", False)):
            for term, step in atoms.get(kind, ()):
                if term.name == "has":
                    assert ((term.arguments[0].string, term.arguments[1].string, step.number) in has) is expected
                elif term.name == "at_least":
                    asked = condition(term)
                    number = effective.get((asked.card, asked.feature, step.number))  # type: ignore[union-attr]
                    assert (number is not None and number >= asked.number) is expected  # type: ignore[union-attr]
        failing = {(str(term), step.number) for term, step in atoms.get("fails", ())}
        held = {(str(thing), str(term), step.number) for thing, term, step in atoms.get("exists_while", ())}
        standing = {(str(thing), step.number) for thing, step in atoms.get("stands", ())}
        assert not [it for it in held if (it[0], it[2]) in standing and (it[1], it[2]) in failing]


@pytest.mark.parametrize("name", rulebook_names())
@FEW
@given(scenario=without_conditions_on_features, data=st.data())
def test_an_event_that_touches_nothing_changes_nothing(name: str, scenario: Scenario, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(scenario.events)))
    states = evaluate(scenario, load_rulebook(name)).outcomes[0].states
    flag = data.draw(st.sampled_from(FLAGS))
    idle = Event(Start(flag) if states[place].conditions.get(flag, False) else Stop(flag))
    events = (*scenario.events[:place], idle, *scenario.events[place:])
    with_it = evaluate(replace(scenario, events=events), load_rulebook(name)).outcomes[0].states
    assert (with_it[place + 1].attempts, with_it[place + 1].losses) == ((), ())
    assert with_it[place + 1].features == states[place].features
    assert [it.features for it in (*with_it[: place + 1], *with_it[place + 2 :])] == [it.features for it in states]


@FEW
@given(scenario=of_every_kind)
def test_a_scenario_written_and_read_again_has_the_same_answers(scenario: Scenario) -> None:
    again = load_text(dump(scenario), "")
    assert again == replace(scenario, file=again.file, expect=again.expect)
    assert evaluate(again, load_rulebook("r4")).outcomes == evaluate(scenario, load_rulebook("r4")).outcomes


def test_every_flag_that_a_condition_names_is_shown() -> None:
    scenario = load_text("title: flags\ncards: {c: {features: [{name: A, while: {not: dusk}}]}}\n", "")
    assert scenario.cards["c"].printed[0].existence is not None
    (outcome,) = evaluate(scenario, load_rulebook("r4")).outcomes
    assert dict(outcome.states[0].conditions) == {Flag("dusk").name: False}
    assert timeline(scenario).last == (1,)  # the start, and the printed feature looked at


def test_two_processes_print_the_same_bytes() -> None:
    files = sorted(map(str, EXAMPLES.glob("*/*.scenario.yaml")))[::3]
    books = [part for name in rulebook_names() for part in ("-r", name)]
    printed = []
    for seed in ("1", "2"):
        command = [sys.executable, "-m", "pyrules", "eval", "--json", *books, *files]
        finished = subprocess.run(command, capture_output=True, check=False, env={**os.environ, "PYTHONHASHSEED": seed})
        assert finished.stdout
        printed.append(finished.stdout)
    assert printed[0] == printed[1]
