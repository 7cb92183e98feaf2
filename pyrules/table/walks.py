"""Many walks at once: what they ask is answered together, and what they come to is told in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.table.table import Asking, Question, Table, Unfit
from pyrules.table.walk import walk

AT_ONCE = 1000
"""So many walks wait for answers before any are worked out."""
AHEAD = 4000
"""So many scenarios at most are under way or wait for one before them."""

Walked = tuple[Scenario, Evaluation | None]
"""A scenario with its evaluation; None where it does not fit the table."""


def walks(scenarios: Iterable[Scenario], table: Table) -> Iterator[Walked]:
    """What becomes of each scenario, in order, as soon as it is known."""
    under_way = _UnderWay(table)
    source, more = iter(scenarios), True
    while more or under_way.waiting:
        while more and under_way.has_room:
            scenario = next(source, None)
            more = scenario is not None
            if scenario is not None:
                under_way.begin(scenario)
                yield from under_way.told()
        under_way.answer()
        yield from under_way.told()


class _UnderWay:
    """The walks under way, by the place of their scenario."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.waiting: dict[int, tuple[Asking, Question]] = {}
        self._known: dict[int, Walked] = {}
        self._scenarios: dict[int, Scenario] = {}
        self._begun = self._told = 0

    @property
    def has_room(self) -> bool:
        """Whether another walk may begin: not when a table that is full waits to begin anew."""
        ahead = self._begun - self._told
        return len(self.waiting) < AT_ONCE and ahead < AHEAD and not (self.table.is_full and self.waiting)

    def begin(self, scenario: Scenario) -> None:
        """Lets a scenario walk as far as the table knows."""
        if self.table.is_full:
            self.table.begin_anew()
        self._scenarios[self._begun] = scenario
        self._go_on(self._begun, walk(scenario, self.table))
        self._begun += 1

    def answer(self) -> None:
        """Has answered what is asked, and lets those that asked walk on."""
        asking, self.waiting = self.waiting, {}
        self.table.fill(question for _, question in asking.values())
        for place, (each, _) in asking.items():
            self._go_on(place, each)

    def _go_on(self, place: int, each: Asking) -> None:
        evaluation = None
        try:
            self.waiting[place] = each, next(each)
            return
        except StopIteration as done:
            evaluation = done.value
        except Unfit:
            pass
        self._known[place] = self._scenarios.pop(place), evaluation

    def told(self) -> Iterator[Walked]:
        """What is known of the scenarios whose turn it is."""
        while self._told in self._known:
            self._told += 1
            yield self._known.pop(self._told - 1)
