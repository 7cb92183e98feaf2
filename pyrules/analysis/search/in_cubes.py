"""The search for a difference by several processes or on a cluster: its levels are cut in cubes."""

from __future__ import annotations

from collections.abc import Callable

from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock, Progress
from pyrules.analysis.search.cubes import Cubes
from pyrules.analysis.search.deepening import Smallest
from pyrules.analysis.search.find import Search, SearchResult
from pyrules.analysis.search.in_worker import in_worker
from pyrules.analysis.search.induction import Induction, prove
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.topic import TopicResult
from pyrules.analysis.search.topics import Sides, of_topic
from pyrules.errors import NotDecided
from pyrules.language import _
from pyrules.rulebook.book import Rulebook
from pyrules.shares.driver import Driver

Tell = Callable[[Progress], None] | None


def find_in_cubes(
    left: Rulebook,
    right: Rulebook,
    bound: Bound,
    driver: Driver,
    seconds: float = 300.0,
    tell: Tell = None,
) -> SearchResult:
    """As `find_difference`, with every cube of a level as a share of the work for the driver.

    What a checkpoint of the driver holds of an earlier search is not gone through again.
    """
    return _InCubes(left, right, bound, Clock(seconds, tell), driver).run()


class _InCubes(Search):
    """What is not cut in cubes is done here, in a worker, and within limits."""

    def __init__(self, left: Rulebook, right: Rulebook, bound: Bound, clock: Clock, driver: Driver) -> None:
        super().__init__(left, right, bound, clock)
        self._driver = driver

    def _by_levels(self, program: Program, clock: Clock) -> Cubes:
        return Cubes(program, clock, self.sides, self.observe, self._driver)

    def _topic(self, topic: str, clock: Clock) -> TopicResult:
        try:
            return in_worker(_topic, (self.left, self.right, self.bound, topic), clock.left(), self.clock.tell)
        except NotDecided as limit:
            return TopicResult(topic, "undetermined", "search", _("scenarios"), note=str(limit))

    def _proof(self, program: Program, seconds: float) -> Induction:
        try:
            return in_worker(_proof, (self.left, self.right, program.bound), seconds, self.clock.tell)
        except NotDecided as limit:
            return Induction(False, str(limit))

    def first(self, bound: Bound, seconds: float) -> Smallest | None:
        return in_worker(_first, (self.left, self.right, self.bound, bound), seconds, self.clock.tell)


def _topic(left: Rulebook, right: Rulebook, bound: Bound, topic: str, seconds: float, tell: Tell) -> TopicResult:
    return of_topic(topic, Sides(left, right, bound), Clock(seconds, tell))


def _proof(left: Rulebook, right: Rulebook, bound: Bound, seconds: float, tell: Tell) -> Induction:
    return prove(Program((left, right), bound), seconds)


def _first(left: Rulebook, right: Rulebook, bound: Bound, part: Bound, seconds: float, tell: Tell) -> Smallest | None:
    return Search(left, right, bound, Clock(seconds, tell)).first(part, seconds)
