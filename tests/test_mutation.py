"""Mutations: what is changed in a rule, what scenario files notice of it, and what a search finds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from pyrules.analysis.mutation import Mutation, by_search, clause_modules, mutated, mutations, trials
from pyrules.analysis.search.bound import Bound
from pyrules.engine.evaluate import evaluate
from pyrules.model.scenario import Scenario
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER
from pyrules.scenario.load import load_scenario

ROOT = Path(__file__).parent.parent
CLAUSES = FOLDER / "clauses" / "named_features"
SMALL = Bound(cards=1, features=1, conditions=1, events=2, max_value=2, printed=1)


@cache
def gains() -> tuple[Scenario, ...]:
    return tuple(load_scenario(file) for file in sorted((ROOT / "examples/rulings/gaining").glob("*.yaml")))


def mutation(module: str, kind: str, after: str) -> Mutation:
    """The mutation of this kind that leaves this in the rule's text."""
    (found,) = (each for each in mutations(CLAUSES / f"{module}.lp") if each.kind == kind and after in each.after)
    return found


def test_one_thing_is_changed_at_a_time(tmp_path: Path) -> None:
    module = tmp_path / "rules.lp"
    module.write_text("% What counts.\n\n% A comment.\na(X,T) :- b(X,T-1), step(T), not c(X,T), X > 2.\n")
    assert [(each.line, each.kind, each.after) for each in mutations(module)] == [
        (4, "rule deleted", ""),
        (4, "literal dropped", "a(X,T) :- b(X,(T-1)); step(T); X > 2."),
        (4, "negation removed", "a(X,T) :- b(X,(T-1)); step(T); c(X,T); X > 2."),
        (4, "literal dropped", "a(X,T) :- b(X,(T-1)); step(T); not c(X,T)."),
        (4, "comparison turned", "a(X,T) :- b(X,(T-1)); step(T); not c(X,T); X >= 2."),
        (4, "comparison turned", "a(X,T) :- b(X,(T-1)); step(T); not c(X,T); X <= 2."),
        (4, "number changed", "a(X,T) :- b(X,(T-1)); step(T); not c(X,T); X > 3."),
    ]


def test_a_negation_is_added(tmp_path: Path) -> None:
    module = tmp_path / "rules.lp"
    module.write_text("a(X) :- b(X), c(X).\n")
    assert [each.after for each in mutations(module) if each.kind == "negation added"] == [
        "a(X) :- not b(X); c(X).",
        "a(X) :- b(X); not c(X).",
    ]


def test_a_rule_goes_on_saying_what_its_step_is(tmp_path: Path) -> None:
    module = tmp_path / "rules.lp"
    module.write_text("a(X,T) :- b(X,T-1), c(T).\n")
    assert "a(X,T) :- b(X,(T-1)); step(T)." in {each.after for each in mutations(module)}


def test_aggregates_are_changed_within(tmp_path: Path) -> None:
    module = tmp_path / "rules.lp"
    module.write_text("a(X) :- b(X), #sum { Y,Z : c(Y,Z), d(Z) } >= X.\n")
    changed = {each.after for each in mutations(module)}
    assert "a(X) :- b(X); X <= #sum { Y,Z: c(Y,Z) }." in changed
    assert "a(X) :- b(X); X < #sum { Y,Z: c(Y,Z), d(Z) }." in changed


@pytest.mark.slow
def test_every_clause_of_a_rulebook_can_be_mutated() -> None:
    """Except one that says nothing but where a feature is from, which a scenario file cannot expect."""
    barren = [module.stem for module in clause_modules(load_rulebook("r4")) if not mutations(module)]
    assert barren == ["origin_of_base"]


def test_the_corpus_notices_a_larger_or_equal_gain() -> None:
    (trial,) = trials(load_rulebook("r4"), gains(), [mutation("larger_replaces", "comparison turned", "X >= V")])
    assert trial.noticed


def test_the_corpus_does_not_notice_what_changes_nothing() -> None:
    """A new acquired instance takes the place of the old one by itself."""
    deleted = mutation("acquired_is_removed", "rule deleted", "")
    (trial,) = trials(load_rulebook("r4"), gains(), [deleted])
    assert not trial.noticed


@pytest.mark.slow
def test_a_search_finds_a_planted_fault() -> None:
    """A printed feature falls asleep: one event, and the loss is not listed."""
    fault = mutation("lapse_of_base_is_a_loss", "rule deleted", "")
    (judgement,) = by_search(load_rulebook("r4"), [fault], SMALL, seconds=60.0)
    assert (judgement.verdict, judgement.proved) == ("different", True)
    assert judgement.witness is not None
    assert len(judgement.witness.events) == 1
    with mutated(load_rulebook("r4"), fault) as wrong:
        answer = evaluate(judgement.witness, wrong)
    assert [state.losses for state in answer.outcomes[0].states] == [(), ()]
