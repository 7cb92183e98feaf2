"""Many scenarios under a rulebook: each batch of them is a share of the work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.shares.driver import HERE, Driver
from pyrules.shares.share import Share, known_by
from pyrules.table.evaluate_many import evaluate_many

BATCH = 50
"""So many scenarios make a share."""


def evaluations(scenarios: Iterable[Scenario], book: Rulebook, driver: Driver) -> Iterator[Evaluation]:
    """What a rulebook says of each scenario, in order, whoever works it out.

    Raises NotDecided where a limit is reached.
    """
    if driver is HERE:  # it need not know where a batch ends
        return evaluate_many(scenarios, book)
    waiting = iter(scenarios)
    batches = iter(lambda: tuple(islice(waiting, BATCH)), ())
    shares = (Share(_key(batch, book), _evaluated, (batch, book)) for batch in batches)
    return (each for batch in driver.answers(shares) for each in batch)


def _key(batch: Sequence[Scenario], book: Rulebook) -> str:
    return repr(("evaluations", known_by(book), batch))


def _evaluated(batch: Sequence[Scenario], book: Rulebook) -> list[Evaluation]:
    return list(evaluate_many(batch, book))
