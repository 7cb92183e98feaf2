"""The search level by level, each cut in cubes that are gone through apart: by first events and printed things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from pyrules.analysis.compare.differences import Observed
from pyrules.analysis.search.bound import CARDS, Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.deepening import Deepening, Smallest
from pyrules.analysis.search.in_worker import in_worker
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.topics import Sides
from pyrules.errors import NotDecided
from pyrules.language import _, plural
from pyrules.model.scenario import Scenario
from pyrules.model.size import size
from pyrules.rulebook.book import Rulebook
from pyrules.scenario.dump import to_data
from pyrules.scenario.load import read_back
from pyrules.shares.driver import Driver
from pyrules.shares.share import Share, known_by

Data = dict[str, Any]
GIVEN = 2
"""What so many events do is given in a cube; what the last one does is left open."""


@dataclass(frozen=True, slots=True)
class Cube:
    """The scenarios whose first events are of these kinds, and on whose first card so many things are printed."""

    deeds: tuple[str, ...]
    printed: int

    def facts(self) -> str:
        """The cube in the words of `rules_lp/search/cube.lp`."""
        does = (f"part_does({number},{deed})." for number, deed in enumerate(self.deeds, start=1))
        return " ".join((f'part_prints("{CARDS[0]}",{self.printed}).', *does))


def cubes(bound: Bound, events: int) -> tuple[Cube, ...]:
    """The cubes of the scenarios with so many events: each scenario is in one of them."""
    given = max(0, min(events - 1, GIVEN))
    deeds = product(bound.deeds, repeat=given)
    return tuple(Cube(kinds, printed) for kinds in deeds for printed in range(bound.printed + 1))


class Cubes:
    """A search that grows level by level, as `Deepening`; every cube of a level is a share of the work.

    A level holds nothing only where every cube of it was gone through. What is found is the smallest of what the cubes
    hold, and is proved to be if each of them was gone through and proved what it found to be the smallest there.
    """

    def __init__(self, program: Program, clock: Clock, sides: Sides, observe: tuple[Observed, ...], driver: Driver):
        self.program, self.clock, self.sides, self.observe, self.driver = program, clock, sides, observe, driver
        self.none_up_to = -1
        self.known: Scenario | None = None

    def levels(self) -> Iterator[Smallest | None]:
        """What each number of events within the bound comes to, up to the first at which something is found."""
        for events in range(self.program.bound.events + 1):
            found = self._level(events)
            if found is None:
                self.none_up_to = events
            yield found
            if found is not None:
                return

    def confirm_none(self) -> None:
        """Nothing: a cube is gone through by a fresh search, which takes nothing from those before."""

    def _level(self, events: int) -> Smallest | None:
        """The smallest scenario with so many events, or None when there is none. Raises NotDecided when time is up."""
        came_to = list(self._answers(events))
        limits = [answer["limit"] for answer in came_to if "limit" in answer]
        if len(came_to) < len(cubes(self.program.bound, events)):
            limits.append(_("the time limit was reached"))
        found = [(read_back(each["found"]), each["proved"]) for each in came_to if each.get("found")]
        if found:
            least = min((scenario for scenario, _proved in found), key=size)
            return Smallest(least, not limits and all(proved for _scenario, proved in found))
        if not limits:
            return None
        if self.known is not None and len(self.known.events) == events:
            return Smallest(self.known, proved=False)
        raise NotDecided(limits[0])

    def _answers(self, events: int) -> Iterator[Data]:
        """What comes of the cubes, as far as there is time for them."""
        all_cubes, stage = cubes(self.program.bound, events), plural("{count} event", "{count} events", events)
        shares = (self._share(cube, events) for cube in all_cubes if self.clock.left())
        for done, answer in enumerate(self.driver.answers(shares, final=lambda answer: "limit" not in answer), 1):
            watch = self.clock.watch(
                _("{stage}: {done} of {count} parts", stage=stage, done=done, count=len(all_cubes))
            )
            if watch is not None:
                watch()
            yield answer

    def _share(self, cube: Cube, events: int) -> Share:
        left, right, bound = self.sides.left, self.sides.right, replace(self.program.bound, events=events)
        key = repr(("cube", known_by(left), known_by(right), bound, self.observe, cube))
        return Share(key, gone_through, (left, right, bound, self.observe, cube, self.clock.left()))


def gone_through(
    left: Rulebook, right: Rulebook, bound: Bound, observe: tuple[Observed, ...], cube: Cube, seconds: float
) -> Data:
    """What a cube holds of scenarios with as many events as the bound has, where fewer show nothing."""
    try:
        return in_worker(_gone_through, (left, right, bound, observe, cube), seconds, None)
    except NotDecided as limit:
        return {"limit": str(limit)}


def _gone_through(
    left: Rulebook,
    right: Rulebook,
    bound: Bound,
    observe: tuple[Observed, ...],
    cube: Cube,
    seconds: float,
    tell: object,
) -> Data:
    sides = Sides(left, right, bound)
    program = Program((left, right), bound, cube=cube.facts())
    search = Deepening(program, Clock(seconds), lambda each: sides.witness(each, observe) is not None, at_once=True)
    found = search.last_level()
    if found is None:
        return {"found": None, "proved": True}
    return {"found": to_data(replace(found.scenario, title="different")), "proved": found.proved}
