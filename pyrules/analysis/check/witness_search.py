"""The smallest scenario on which two rulebooks differ, or on which one does what it should not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from pyrules.analysis.check.inspection import Inspection
from pyrules.analysis.compare.differences import Difference, Observed, differences
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.deepening import Deepening
from pyrules.analysis.search.natural_names import natural
from pyrules.analysis.search.program import Program
from pyrules.engine.evaluate import evaluate
from pyrules.errors import NotDecided
from pyrules.language import _, mark
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.manifest import Topic

SEARCHED: tuple[Observed, ...] = ("value", "effective", "losses")
OBSERVE: tuple[Observed, ...] = (*SEARCHED, "roll", "attack")
BOUNDS = (
    Bound(printed=2, conditions=1, max_value=2, events=1, observe=()),
    Bound(printed=1, conditions=1, max_value=1, events=1, auras=1, observe=()),
    Bound(printed=2, conditions=1, max_value=1, events=2, observe=()),
    Bound(printed=1, conditions=2, max_value=1, events=3, observe=()),
    Bound(printed=1, conditions=1, max_value=1, events=4, observe=()),
)
"""What is searched, one after the other: few events first, and the more events the less there is besides."""
QUICK = (Bound(printed=1, conditions=1, max_value=2, events=1, observe=()),)
"""What a quick check searches."""
LISTED: tuple[Topic, ...] = ("attack", "dice")
"""The topics that the search does not cover; scenarios are listed for them."""
AMONG_LISTED = mark("In the small scenarios that are listed")


@dataclass(frozen=True, slots=True)
class WitnessResult:
    """What a search came to: the smallest scenario, with names of the rulebook's own examples, or None.

    `among` says what was looked at, `cut_short` why that was not searched to its end; empty when it was.
    """

    scenario: Scenario | None
    among: str = mark("Within the bound")
    cut_short: str = ""

    @property
    def extent(self) -> str:
        """How far the search went, as the beginning of a sentence that says what was not found."""
        return (
            _("{among}, as far as it was searched ({cut_short}),", among=_(self.among), cut_short=self.cut_short)
            if self.cut_short
            else _(self.among)
        )

    @property
    def reservation(self) -> str:
        """A sentence to stand behind what is said of a scenario that may not be the smallest; empty otherwise."""
        return _(" There may be a smaller scenario: {cut_short}.", cut_short=self.cut_short) if self.cut_short else ""


def apart(at: Inspection, left: Rulebook, right: Rulebook, topic: Topic) -> WitnessResult:
    """The smallest scenario on which the two differ in what the topic is about."""

    def differ(scenario: Scenario) -> bool:
        return bool(parted(scenario, left, right))

    known = at.listed(left, topic)
    among = (natural(each) for each, answer in known if differences(answer, evaluate(each, right), OBSERVE))
    if topic in LISTED:
        return WitnessResult(next(among, None), AMONG_LISTED)
    sought = differing(at, left, right, differ)
    return sought if sought.scenario or at.quick else replace(sought, scenario=next(among, None))


def parted(scenario: Scenario, left: Rulebook, right: Rulebook) -> tuple[Difference, ...]:
    """In what the answers of two rulebooks to a scenario part."""
    return differences(evaluate(scenario, left), evaluate(scenario, right), OBSERVE)


def differing(at: Inspection, left: Rulebook, right: Rulebook, differ: Callable[[Scenario], bool]) -> WitnessResult:
    """The smallest scenario that a search for differences comes upon and of which `differ` holds."""
    return _sought(at, (Program((left, right), replace(bound, observe=SEARCHED)) for bound in _bounds(at)), differ)


def violating(at: Inspection, modules: tuple[Path, ...], violates: Callable[[Scenario], bool]) -> WitnessResult:
    """The smallest scenario from which the modules derive `violated` and of which `violates` holds."""
    return _sought(at, (Program((at.book,), bound, modules) for bound in _bounds(at)), violates)


def _bounds(at: Inspection) -> tuple[Bound, ...]:
    return QUICK if at.quick else BOUNDS


def _sought(at: Inspection, programs: Iterable[Program], confirm: Callable[[Scenario], bool]) -> WitnessResult:
    """The smallest scenario that `confirm` holds of, in the first of the searches that finds one."""
    cut_short = ""
    for program in programs:
        clock = Clock(at.seconds)
        try:
            found = Deepening(program, clock, confirm, at_once=True).smallest()
        except NotDecided as limit:
            cut_short = str(limit) if clock.left() else _("{seconds:g} s were not enough", seconds=at.seconds)
            continue
        if found is not None:
            unproved = cut_short or _("{seconds:g} s were not enough", seconds=at.seconds)
            return WitnessResult(natural(found.scenario), cut_short=cut_short if found.proved else unproved)
    return WitnessResult(None, cut_short=cut_short)
