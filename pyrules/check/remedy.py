"""A scenario file that would notice a mutation: what it expects holds as the rules are, and fails as they became."""

from __future__ import annotations

from dataclasses import replace

from pyrules import worker
from pyrules.differences import OBSERVED, differences
from pyrules.expectations import check
from pyrules.model import Scenario
from pyrules.mutation import Mutation, mutated
from pyrules.mutation.corpus import Net, answer
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
        where = ()
    ready = replace(shown, rulebooks=(book.name,), expect=tuple(expectations(right, where)))
    held = tuple(each.holds for each in check(ready.expect, right))
    return ready if all(held) and Net(ready, held).notices(wrong) else None
