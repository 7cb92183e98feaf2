"""Many scenarios under one rulebook, through its table.

What a table takes is imported where there is one: few commands have many scenarios.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from pyrules.engine.evaluate import evaluate
from pyrules.errors import NotDecided
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook

FEW = 30
"""So many scenarios are evaluated one by one: a table is not worth making for them."""
LONG = 100
"""One with so many events is walked all the same: solving it takes more than its length."""

Told = tuple[Evaluation | NotDecided, bool]
"""What becomes of a scenario, and whether the table said so."""


def evaluate_many(scenarios: Iterable[Scenario], under: Rulebook) -> Iterator[Evaluation]:
    """What the rulebook says of each scenario, in order: for each the same as `evaluate` says."""
    waiting = iter(scenarios)
    first = list(islice(waiting, FEW + 1))
    told = _walked(chain(first, waiting), under) if _worth_it(first, under) else _solved(chain(first, waiting), under)
    for each, _ in told:
        if isinstance(each, NotDecided):
            raise each
        yield each


def evaluate_some(scenarios: Sequence[Scenario], under: Rulebook) -> Iterator[Told]:
    """As `evaluate_many`, but what is not decided is told in its place, and whether the table told the rest."""
    yield from _walked(scenarios, under) if _worth_it(scenarios, under) else _solved(scenarios, under)


def _worth_it(scenarios: Sequence[Scenario], under: Rulebook) -> bool:
    many = len(scenarios) > FEW or any(len(scenario.events) >= LONG for scenario in scenarios) or _has_table(under)
    if not many:
        return False
    from pyrules.table.independence import keeps_apart

    return keeps_apart(under)


def _has_table(under: Rulebook) -> bool:
    """Whether this process has the table of a rulebook: not where it never had any."""
    kept = sys.modules.get("pyrules.table.kept")
    return kept is not None and bool(kept.at_hand(under))


def _walked(scenarios: Iterable[Scenario], under: Rulebook) -> Iterator[Told]:
    from pyrules.table.kept import keep, table_of
    from pyrules.table.walks import walks

    table = table_of(under)
    for scenario, evaluation in walks(scenarios, table):
        if evaluation is not None:
            yield evaluation, True
        else:
            yield from _solved([scenario], under)
    keep(table)


def _solved(scenarios: Iterable[Scenario], under: Rulebook) -> Iterator[Told]:
    for scenario in scenarios:
        try:
            yield evaluate(scenario, under), False
        except NotDecided as limit:
            yield limit, False
