"""Many scenarios under one rulebook, through its table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from pyrules.engine.evaluate import evaluate
from pyrules.errors import NotDecided
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.table.kept import at_hand, keep, table_of
from pyrules.table.table import Question, Table, Unfit
from pyrules.table.walk import walk

AT_ONCE = 1000
"""So many scenarios walk side by side: what they ask is answered together."""
FEW = 30
"""So many scenarios are evaluated one by one: a table is not worth making for them."""


def evaluate_many(scenarios: Iterable[Scenario], under: Rulebook) -> Iterator[Evaluation]:
    """What the rulebook says of each scenario, in order: for each the same as `evaluate` says."""
    waiting = iter(scenarios)
    while some := list(islice(waiting, AT_ONCE)):
        for each, _ in evaluate_some(some, under):
            if isinstance(each, NotDecided):
                raise each
            yield each


def evaluate_some(scenarios: Sequence[Scenario], under: Rulebook) -> Iterator[tuple[Evaluation | NotDecided, bool]]:
    """As `evaluate_many`, for as many scenarios as shall walk side by side, each with whether it fitted the table.

    That a scenario is not decided is told in its place.
    """
    found: Sequence[Evaluation | None] = [None] * len(scenarios)
    if not under.foreign and (len(scenarios) > FEW or at_hand(under)):
        table = table_of(under)
        table.keep_bounded()
        found = walked(scenarios, table)
        keep(table)
    for scenario, evaluation in zip(scenarios, found, strict=True):
        try:
            yield evaluation or evaluate(scenario, under), evaluation is not None
        except NotDecided as limit:
            yield limit, False


def walked(scenarios: Iterable[Scenario], table: Table) -> list[Evaluation | None]:
    """The evaluations of scenarios that fit the table; None for each of the others."""
    walks = {number: walk(scenario, table) for number, scenario in enumerate(scenarios)}
    found: list[Evaluation | None] = [None] * len(walks)
    while walks:
        questions: list[Question] = []
        for number, each in list(walks.items()):
            try:
                questions.append(next(each))
                continue
            except StopIteration as done:
                found[number] = done.value
            except Unfit:
                pass
            del walks[number]
        table.fill(questions)
    return found
