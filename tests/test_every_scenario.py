"""What holds of every example and every case, each solved once: what is looked at differs, not what is solved.

Examples are looked at under all rulebooks that they are about, otherwise each scenario under one of them in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from justified import unjustified
from replayed import wrong, wrong_of_events
from shown_atoms import by_clingo_itself, by_the_engine, shown
from solved import CASES, FILES, GIVEN, Solved, for_each, in_turn, scenario, solved

from pyrules.asp.control import program
from pyrules.cli.inputs import Task, evaluations
from pyrules.engine import output_contract
from pyrules.engine.expectations import check_expectations, rulebooks_needed
from pyrules.engine.grounding_size import many_numbers
from pyrules.model.result import Attempt
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names

ROLLS = [name for name in FILES if name.startswith("dice-")]
LOOPS = [name for name in FILES if name.startswith("rulings/conditions-on-features/")]


@cache
def exported(rulebook: str) -> str:
    """The whole rulebook, as `export` prints it."""
    return program(load_rulebook(rulebook).modules)


@pytest.mark.xdist_group("every example")
@pytest.mark.parametrize("rulebook", rulebook_names())
def test_every_example_holds_what_it_expects(rulebook: str) -> None:
    about = [each for each in map(scenario, FILES) if rulebook in (each.rulebooks or rulebook_names())]
    book = load_rulebook(rulebook)
    for each, answers in evaluations([Task(each, rulebooks_needed(each.expect, book)) for each in about]):
        checks = check_expectations(each.expect, *answers)
        assert [check for check in checks if not check.holds] == [], each.file


def assert_it_adds_up(answer: Solved) -> None:
    """Of one answer: its atoms keep to the contract, its attacks and rolls add up, and so do its ledgers."""
    for atoms in answer.sets:
        output_contract.check(answer.instance, atoms)
    assert list(wrong_of_events(answer)) == []
    assert list(wrong(answer)) == []
    assert list(not_told(answer)) == []


def not_told(answer: Solved) -> Iterator[Attempt]:
    """The attempts whose refusal no ledger tells of, with its reason and its clause."""
    for outcome, ledgers in zip(answer.evaluation.outcomes, answer.ledgers, strict=True):
        for state in outcome.states:
            for attempt in state.attempts:
                if attempt.feature is not None and not attempt.performed:
                    steps = [each.step for each in ledgers.of_feature(attempt.card, attempt.feature)]
                    refused = [step for step in steps if step.kind == "refused" and step.after == state.after]
                    if (attempt.reason, attempt.clause) not in [(step.reason, step.clauses[0]) for step in refused]:
                        yield attempt


def assert_clingo_agrees(answer: Solved, rulebook: str) -> None:
    """On the exported rulebook and the facts; and so does the engine in the other of its two ways."""
    expected = by_clingo_itself(exported(rulebook), answer.instance.facts)
    assert set(map(shown, answer.sets)) == expected
    assert by_the_engine(answer.instance, written_out=not many_numbers(answer.instance.scenario)) == expected


# Of each kind some are looked at by the fast tests, each under one rulebook, and all by the slow one.


@for_each(list(GIVEN)[::7])
def test_an_answer_adds_up(name: str) -> None:
    assert_it_adds_up(solved(name, in_turn(name)))


@for_each(list(GIVEN)[::21])
def test_clingo_itself_agrees(name: str) -> None:
    assert_clingo_agrees(solved(name, in_turn(name)), in_turn(name))


@for_each([*list(CASES)[::33], *[*ROLLS, *LOOPS][::7]])
def test_every_atom_is_justified(name: str) -> None:
    assert list(unjustified(solved(name, in_turn(name)))) == []


@pytest.mark.slow
@for_each(GIVEN)
def test_all_of_it_holds_of_every_answer(name: str) -> None:
    for rulebook in scenario(name).rulebooks or rulebook_names():
        answer = solved(name, rulebook)
        assert_it_adds_up(answer)
        if rulebook == in_turn(name):
            assert_clingo_agrees(answer, rulebook)
            assert name not in CASES or list(unjustified(answer)) == []
    if name in (*ROLLS, *LOOPS):
        assert list(unjustified(solved(name, "r4"))) == []
