"""A scenario file that would notice a mutation: what it expects holds as the rules are, and fails as they became."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pyrules import worker
from pyrules.differences import OBSERVED, Difference, differences
from pyrules.expectations import check
from pyrules.model import Scenario
from pyrules.mutation import Mutation, mutated
from pyrules.mutation.corpus import Net, answer
from pyrules.result import Evaluation
from pyrules.rulebook import Rulebook
from pyrules.search.as_test import expectations

LIMITS = worker.Limits(seconds=30.0, megabytes=2000)


def remedy(book: Rulebook, mutation: Mutation, shown: Scenario) -> Scenario | None:
    """The scenario that shows a mutation, expecting what the rulebook says where the mutated one says otherwise.

    None when the two part in nothing that a scenario file can expect.
    """
    with mutated(book, mutation) as wrong, worker.limits(LIMITS):
        return worker.run(_expecting, shown, book, wrong)


def _expecting(shown: Scenario, book: Rulebook, wrong: Rulebook) -> Scenario | None:
    right = answer(shown, book)
    try:
        where = differences(right, answer(shown, wrong), OBSERVED)
    except Exception:  # whatever it is, that answer cannot be used
        where = tuple(_in_the_end(right))
    ready = replace(shown, rulebooks=(book.name,), expect=tuple(expectations(right, where)))
    held = tuple(each.holds for each in check(ready.expect, right))
    return ready if all(held) and Net(ready, held).notices(wrong) else None


def _in_the_end(right: Evaluation) -> Iterator[Difference]:
    """What the cards have in the end, as that in which the answer parts from none."""
    for state in (outcome.states[-1] for outcome in right.outcomes):
        for card, features in state.features.items():
            yield from (Difference(state.after, "value", card, name, "", "") for name in features)
