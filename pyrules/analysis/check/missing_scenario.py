"""A scenario file that would notice a mutation: what it expects holds as the rules are, and fails as they became."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pyrules.analysis.compare.differences import OBSERVED, Difference, differences
from pyrules.analysis.mutation import Mutation, mutated
from pyrules.analysis.mutation.corpus import ScenarioCheck, answer
from pyrules.analysis.search.witness_as_scenario import expectations
from pyrules.asp import sandbox
from pyrules.engine.expectations import check_expectations
from pyrules.errors import LimitReached
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook

LIMITS = sandbox.Limits(seconds=60.0, megabytes=2000)


def remedy(book: Rulebook, mutation: Mutation, shown: Scenario) -> Scenario | None:
    """The scenario that shows a mutation, expecting what the rulebook says where the mutated one says otherwise.

    None when the two part in nothing that a scenario file can expect.
    """
    with mutated(book, mutation) as wrong, sandbox.limits(LIMITS):
        try:
            where = sandbox.run(_parting, shown, book, wrong)
            ready, held = sandbox.run(_expecting, shown, book, where)
            return ready if all(held) and sandbox.run(ScenarioCheck(ready, held).notices, wrong) else None
        except LimitReached:  # where rules come to apply without end, whatever is expected will do
            return sandbox.run(_expecting, shown, book, ())[0]


def _parting(shown: Scenario, book: Rulebook, wrong: Rulebook) -> tuple[Difference, ...]:
    try:
        return differences(answer(shown, book), answer(shown, wrong), OBSERVED)
    except Exception:  # whatever it is, that answer cannot be used
        return ()


def _expecting(shown: Scenario, book: Rulebook, where: tuple[Difference, ...]) -> tuple[Scenario, tuple[bool, ...]]:
    """The scenario with what it has to expect, and whether each of that holds."""
    right = answer(shown, book)
    expect = tuple(expectations(right, where or _in_the_end(right)))
    ready = replace(shown, rulebooks=(book.name,), expect=expect)
    return ready, tuple(each.holds for each in check_expectations(expect, right))


def _in_the_end(right: Evaluation) -> Iterator[Difference]:
    """What the cards have in the end, as that in which the answer parts from none."""
    for state in (outcome.states[-1] for outcome in right.outcomes):
        for card, features in state.features.items():
            yield from (Difference(state.after, "value", card, name, "", "") for name in features)
