"""Proofs for scenarios of any length: what is proved, what is refuted, and when induction says nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from edit_files import made

from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.find import find_difference
from pyrules.analysis.search.induction import KIND, Induction, InductionStep, exceptions, prove
from pyrules.analysis.search.program import INVARIANTS, Program, text_of
from pyrules.model.size import Size, size
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER

REWORDED = Path(__file__).parent.parent / "examples/edits/reworded/reworded.edit.yaml"
CLAUSES = FOLDER / "clauses" / "named_features"
SECONDS = 300.0


def induction(left: Rulebook, right: Rulebook, bound: Bound = Bound(max_value=2)) -> Induction:  # noqa: B008 (frozen)
    return prove(Program((left, right), bound), SECONDS)


def changed(folder: Path, clause: str, module: str, words: dict[str, str]) -> Rulebook:
    """r4 with other words in one module of a clause."""
    text = (CLAUSES / f"{module}.lp").read_text(encoding="utf-8")
    for before, after in words.items():
        assert before in text
        text = text.replace(before, after)
    manifest = f'clauses: [{{replace: "{clause}", only: [{module}], modules: [{module}.lp]}}]\n'
    return made(folder, manifest, {f"{module}.lp": text})


@pytest.mark.parametrize("printed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_other_words_are_proved_to_say_the_same(printed: int) -> None:
    bound = Bound(printed=printed, max_value=2, observe=("value", "effective", "losses", "attempts"))
    assert induction(load_rulebook("r4"), load_rulebook(str(REWORDED)), bound) == Induction(True)


@pytest.mark.slow
def test_the_search_answers_by_induction() -> None:
    found = find_difference(load_rulebook("r4"), load_rulebook(str(REWORDED)), Bound())
    assert (found.verdict, found.method, found.any_length) == ("equivalent-within-bound", "induction", True)


OR_EQUAL = {"X > V": "X >= V", "X <= V": "X < V"}
FAULTS = [
    ("518.3", "larger_replaces", OR_EQUAL),
    ("518.3", "larger_replaces", {"X > V": "X > V+1", "X <= V": "X <= V+1"}),
    ("518.7.2", "modifiers_add_up", {"X+S": "X-S"}),
    ("518.7.2", "compared_with_value", {"compared(C,F,V,T)": "compared(C,F,V+1,T)"}),
]


@pytest.mark.parametrize(
    ("clause", "module", "words"), [FAULTS[0], *(pytest.param(*each, marks=pytest.mark.slow) for each in FAULTS[1:])]
)
def test_a_planted_fault_is_not_proved(tmp_path: Path, clause: str, module: str, words: dict[str, str]) -> None:
    came_to = induction(load_rulebook("r4"), changed(tmp_path, clause, module, words))
    assert not came_to.proved
    assert came_to.reason


@pytest.mark.slow
def test_a_greater_or_equal_number_is_told_from_a_greater_one_by_search(tmp_path: Path) -> None:
    fault = changed(tmp_path, "518.3", "larger_replaces", OR_EQUAL)
    found = find_difference(load_rulebook("r4"), fault, Bound(max_value=1, observe=("attempts",)))
    assert found.verdict == "different"
    assert found.shown is not None
    # a printed 1, and a gain of 1: refused, or performed
    assert size(found.shown.scenario) == Size(events=1, printed=1, auras=0, conditions=0, early=0, weight=2)


@pytest.mark.parametrize(("left", "right", "memory"), [("r2", "r4", "suppressed"), ("r1", "r2", "compared")])
def test_memory_of_one_side_alone_is_refused(left: str, right: str, memory: str) -> None:
    came_to = induction(load_rulebook(left), load_rulebook(right))
    assert not came_to.proved
    assert "remembers" in came_to.reason
    assert memory in came_to.reason


COUNTER = """\
% It was seen once that a card has a feature.
seen_once(C,F,T) :- has(C,F,T).
seen_once(C,F,T) :- step(T), seen_once(C,F,T-1).
"""


def test_a_private_counter_is_refused(tmp_path: Path) -> None:
    lost = "% What was seen and is not there is a loss.\nloss(C,F,gone,T) :- seen_once(C,F,T-1), not has(C,F,T).\n"
    manifest = 'clauses: [{add: "518.8", gist: counts, modules: [mine.lp]}]\n'
    counting = made(tmp_path, manifest, {"mine.lp": f"{COUNTER}{lost}"})
    assert "remembers" in induction(load_rulebook("r4"), counting).reason


def test_a_counter_that_nothing_reads_makes_no_difference(tmp_path: Path) -> None:
    counting = made(tmp_path, 'clauses: [{add: "518.8", gist: counts, modules: [mine.lp]}]\n', {"mine.lp": COUNTER})
    assert induction(load_rulebook("r4"), counting) == Induction(True)


@pytest.mark.parametrize(
    "rule",
    [
        "taken(M,T) :- stands(M,T-1), stands(modifier(C,F,acquired(D,S)),T-1), M != modifier(C,F,acquired(D,S)).",
        "taken(modifier(C,F,M),T) :- stands(modifier(C,F,M),T-1), 4 <= #count { N : stands(modifier(C,F,N),T-1) }.",
    ],
)
def test_what_needs_several_modifiers_is_refused(tmp_path: Path, rule: str) -> None:
    manifest = 'clauses: [{add: "518.8", gist: too many, modules: [mine.lp]}]\n'
    came_to = induction(load_rulebook("r4"), made(tmp_path, manifest, {"mine.lp": f"% Too many.\n{rule}\n"}))
    assert not came_to.proved
    assert "several modifiers" in came_to.reason


def test_a_lemma_of_r4_proves_what_two_flags_refute() -> None:
    """Modifiers outlive a printed feature that sleeps: only one with another condition than it can still stand then."""
    spared = load_rulebook("r4", {"sleep-is-full-loss": "no"})
    assert induction(load_rulebook("r4"), spared, Bound(max_value=1, printed=1)).proved
    assert not induction(load_rulebook("r4"), spared, Bound(max_value=1, printed=1, conditions=2)).proved


@pytest.mark.parametrize(
    ("bound", "why"),
    [(Bound(on_features=True), "conditions on features"), (Bound(observe=("roll",)), "not part of a state")],
)
def test_where_induction_does_not_apply_it_says_so(bound: Bound, why: str) -> None:
    came_to = induction(load_rulebook("r4"), load_rulebook(str(REWORDED)), bound)
    assert not came_to.proved
    assert why in came_to.reason


@pytest.mark.slow
@pytest.mark.parametrize("name", ["r1", "r2", "r4"])
def test_every_invariant_is_kept(name: str) -> None:
    book = load_rulebook(name)
    program = Program((book, book), Bound(max_value=1, printed=1))
    step = InductionStep(program, program.templates[0].read_before)
    assert {*KIND.findall(text_of(INVARIANTS))} <= step.kept(exceptions(), Clock(SECONDS))


def test_what_one_side_adds_to_what_is_given_is_not_alike(tmp_path: Path) -> None:
    """Under the edit a gain of 1 is also an attempt to modify by 1; the rules of either attempt are the same."""
    rules = "% What gains also modifies.\n\n% So does a gain of 1.\n"
    rules += "effect(E,modify,C,F) :- effect(E,gain,C,F), amount(E,1).\n"
    giving = made(tmp_path, 'clauses: [{add: "518.8", gist: gives, modules: [mine.lp]}]\n', {"mine.lp": rules})
    assert not induction(load_rulebook("r4"), giving, Bound(max_value=1, printed=0)).proved
