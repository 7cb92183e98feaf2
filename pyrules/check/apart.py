"""The smallest scenario on which two rulebooks differ, or on which one does what it should not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from pyrules.check.inspection import Inspection
from pyrules.differences import Difference, Observed, differences
from pyrules.errors import NotDecided
from pyrules.evaluation import evaluate
from pyrules.manifest import Topic
from pyrules.model import Scenario
from pyrules.rulebook import Rulebook
from pyrules.search.bound import Bound
from pyrules.search.clock import Clock
from pyrules.search.deepening import Deepening, levels
from pyrules.search.program import Program
from pyrules.search.small import of_topic

SEARCHED: tuple[Observed, ...] = ("value", "effective", "losses")
OBSERVE: tuple[Observed, ...] = (*SEARCHED, "roll", "attack")
BOUNDS = (
    Bound(printed=2, conditions=1, max_value=2, events=1, observe=()),
    Bound(printed=2, conditions=1, max_value=1, events=2, observe=()),
    Bound(printed=1, conditions=2, max_value=1, events=3, observe=()),
    Bound(printed=1, conditions=1, max_value=1, events=4, observe=()),
)
"""What is searched, one after the other: few events first, and the more events the less there is besides."""
LISTED: tuple[Topic, ...] = ("attack", "dice")
"""The topics that the search does not cover; scenarios are listed for them."""
SECONDS = 40.0
"""How long one search may take before it is given up."""


@dataclass(frozen=True, slots=True)
class Apart:
    """A scenario on which two rulebooks differ, and in what."""

    scenario: Scenario
    differences: tuple[Difference, ...]


def apart(at: Inspection, left: Rulebook, right: Rulebook, topic: Topic) -> Apart | None:
    """The smallest scenario on which the two differ in what the topic is about, None when none was found."""

    def differ(scenario: Scenario) -> bool:
        return bool(_differences(scenario, left, right))

    found = None if topic in LISTED else differing(at, left, right, differ)
    found = found or next(filter(differ, of_topic(topic)), None)
    return None if found is None else Apart(found, _differences(found, left, right))


def differing(at: Inspection, left: Rulebook, right: Rulebook, differ: Callable[[Scenario], bool]) -> Scenario | None:
    """The smallest scenario that a search for differences comes upon and of which `differ` holds, or None."""
    programs = (Program((left, right), replace(bound, observe=SEARCHED)) for bound in at.bounds(BOUNDS))
    return next(filter(None, (_smallest(program, differ) for program in programs)), None)


def violating(at: Inspection, modules: tuple[Path, ...], violates: Callable[[Scenario], bool]) -> Scenario | None:
    """The smallest scenario from which the modules derive `violated` and of which `violates` holds, or None."""
    searched = (_smallest(Program((at.book,), bound, modules), violates) for bound in at.bounds(BOUNDS))
    return next(filter(None, searched), None)


def _smallest(program: Program, confirm: Callable[[Scenario], bool]) -> Scenario | None:
    """The smallest scenario of a search that `confirm` holds of; None when there is none, or time was up before."""
    deepening = Deepening(program, Clock(SECONDS), confirm, "")
    try:
        found = next(filter(None, levels(deepening, program.bound.events)), None)
    except NotDecided:
        return None
    return None if found is None else found.scenario


def _differences(scenario: Scenario, left: Rulebook, right: Rulebook) -> tuple[Difference, ...]:
    return differences(evaluate(scenario, left), evaluate(scenario, right), OBSERVE)
