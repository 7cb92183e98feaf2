"""The topics beside the named features in which two rulebooks differ, each searched by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from pyrules.analysis.compare.differences import Observed, apart
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.rolls import Rolls
from pyrules.analysis.search.topic import TopicResult
from pyrules.engine.evaluate import evaluate
from pyrules.errors import NotDecided
from pyrules.language import _
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook

NAMED: Mapping[Observed, str] = {"roll": "dice", "attack": "attack", "properties": "properties"}
"""What can be observed of a topic alone."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Two rulebooks, and the bound within which they are searched."""

    left: Rulebook
    right: Rulebook
    bound: Bound

    def witness(self, scenario: Scenario, observe: tuple[Observed, ...], proved: bool = False) -> Disagreement | None:
        """The scenario with both answers to it; None where they do not part in what is observed."""
        titled = replace(scenario, title=_("{left} and {right} differ", left=self.left.name, right=self.right.name))
        answers = evaluate(titled, self.left), evaluate(titled, self.right)
        found = apart(*answers, observe)
        return Disagreement(titled, (self.left, self.right), answers, found, observe, proved) if found else None


def asked_for(bound: Bound, topics: Iterable[str]) -> tuple[str, ...]:
    """Of the topics in which two rulebooks differ those that are looked at: all, unless what is observed names some."""
    named = {topic for what, topic in NAMED.items() if what in bound.observe}
    return tuple(topic for topic in topics if topic in SEARCHES and (not named or topic in named))


def of_topic(topic: str, sides: Sides, clock: Clock) -> TopicResult:
    """What comes of a topic."""
    return SEARCHES[topic](sides, clock)


def _rolls(sides: Sides, clock: Clock) -> TopicResult:
    rolls = Rolls(sides.left, sides.right, sides.bound)
    try:
        found = rolls.smallest(clock, lambda roll: sides.witness(roll, ("roll",)) is not None)
    except NotDecided as limit:
        return TopicResult("dice", "undetermined", "enumeration", f"{rolls}", note=str(limit))
    if found is None:
        return TopicResult("dice", "equivalent-within-bound", "enumeration", _("all {what}", what=rolls))
    return TopicResult("dice", "different", "enumeration", f"{rolls}", sides.witness(found, ("roll",), proved=True))


SEARCHES: Mapping[str, Callable[[Sides, Clock], TopicResult]] = {"dice": _rolls}
"""How each topic is searched."""

WITH: Mapping[str, frozenset[str]] = {"dice": frozenset({"dice", "players", "named-modifiers"})}
"""What the scenarios of a search in a topic have beside what those of the bound have."""
