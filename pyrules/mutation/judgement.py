"""Whether a mutation makes any difference: a scenario that shows it, or a proof that there is none within a bound."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from pyrules import worker
from pyrules.differences import Observed, differences
from pyrules.errors import NotDecided
from pyrules.evaluation import answer_sets
from pyrules.model import Scenario
from pyrules.mutation.corpus import answer, answer_of, in_a_line, rules_for, touched
from pyrules.mutation.mutants import Mutation
from pyrules.mutation.swap import mutated
from pyrules.result import Evaluation
from pyrules.rulebook import Rulebook, rulebook
from pyrules.search.bound import Bound
from pyrules.search.chance import drawn, shrunk
from pyrules.search.find import Found, find
from pyrules.solver import Atoms

Verdict = Literal["different", "equivalent", "undetermined"]

OBSERVE: tuple[Observed, ...] = ("value", "effective", "losses", "attempts")
"""What a scenario file can expect of named features."""

GRACE = 60.0
"""Seconds that a search may take beyond its own limit: what is being grounded is not interrupted."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a mutation.

    `witness` is a scenario to which the mutated rulebook gives another answer, or none that keeps to the output
    contract; `how` says what it shows, or how it was shown that there is none. `proved` says that no scenario with
    fewer events shows a difference.
    """

    mutation: Mutation
    verdict: Verdict
    how: str
    witness: Scenario | None = None
    proved: bool = False


def by_search(book: Rulebook, mutation: Mutation, bound: Bound, seconds: float) -> Judgement:
    """Search all scenarios within the bound for the smallest that shows a difference."""
    with mutated(book, mutation) as wrong, worker.limits(worker.Limits(seconds + GRACE, megabytes=2000)):
        try:
            return _judged(mutation, worker.run(find, book, wrong, replace(bound, observe=OBSERVE), seconds))
        except Exception as error:  # the search asks for answers that cannot be read
            return Judgement(mutation, "undetermined", in_a_line(error))


def by_chance(book: Rulebook, mutation: Mutation, bound: Bound, draws: int, seconds: float) -> Judgement:
    """Draw scenarios within the bound until one shows a difference, and make that one smaller."""
    with mutated(book, mutation) as wrong, worker.limits(worker.Limits(seconds, megabytes=2000)):
        try:
            seen = worker.run(_shown, book, mutation, wrong, bound, draws)
        except NotDecided as limit:
            return Judgement(mutation, "undetermined", str(limit))
    if seen is None:
        return Judgement(mutation, "undetermined", f"none of {draws} scenarios drawn by chance shows a difference")
    scenario, what = seen
    return Judgement(mutation, "different", what, scenario)


def _judged(mutation: Mutation, found: Found) -> Judgement:
    if found.witness is not None:
        what = str(found.witness.differences[0])
        return Judgement(mutation, "different", what, found.witness.scenario, found.witness.proved)
    if found.verdict == "undetermined":
        return Judgement(mutation, "undetermined", f"none up to {found.none_up_to} events: {found.note}")
    if found.any_length:
        return Judgement(mutation, "equivalent", f"by {found.method}, for scenarios of any length")
    return Judgement(mutation, "equivalent", f"by {found.method}, up to {found.bound.events} events")


def _shown(
    book: Rulebook, mutation: Mutation, wrong: Rulebook, bound: Bound, draws: int
) -> tuple[Scenario, str] | None:
    rules = rules_for([mutation])
    for scenario, sets, right in _drawn(book.name, tuple(book.readings.items()), bound, draws):
        if (not sets or touched(rules, sets)) and difference(scenario, right, wrong):
            least = shrunk(scenario, lambda each: bool(difference(each, answer(each, book), wrong)))
            return least, difference(least, answer(least, book), wrong)
    return None


@cache
def _drawn(
    name: str, readings: tuple[tuple[str, str], ...], bound: Bound, draws: int
) -> tuple[tuple[Scenario, tuple[Atoms, ...], Evaluation], ...]:
    """Scenarios with the right rulebook's answers, which are wanted for every mutation anew."""
    book = rulebook(name, dict(readings))
    found = []
    for seed in range(draws):
        scenario = replace(drawn(bound, seed), title=f"{name}, mutated")
        sets = answer_sets(scenario, book, every_atom=True)
        found.append((scenario, sets, answer_of(scenario, book, sets)))
    return tuple(found)


def difference(scenario: Scenario, right: Evaluation, wrong: Rulebook) -> str:
    """What the wrong rulebook answers otherwise, in words; empty when nothing differs that can be expected."""
    try:
        return next((str(each) for each in differences(right, answer(scenario, wrong), (*OBSERVE, "verdict"))), "")
    except Exception as error:  # whatever it is, that answer cannot be used
        return in_a_line(error)
