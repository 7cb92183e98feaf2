"""The topics beside the named features in which two rulebooks differ, each searched by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pyrules.analysis.compare.differences import Observed, apart
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.search.asking import asking
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.deepening import Confirm, Deepening, Smallest
from pyrules.analysis.search.induction import COVERED, prove
from pyrules.analysis.search.natural_names import natural
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.rolls import Rolls
from pyrules.analysis.search.scope import CONDITIONS_ON_FEATURES, not_covered, same_within
from pyrules.analysis.search.together import unlike
from pyrules.analysis.search.topic import TopicResult, Verdict
from pyrules.engine.evaluate import evaluate
from pyrules.errors import InputError, NotDecided
from pyrules.language import _, plural
from pyrules.model.queries import feature_names
from pyrules.model.scenario import Declaration, Event, Roll, Scenario
from pyrules.rulebook.book import Rulebook

NAMED: Mapping[Observed, str] = {"roll": "dice", "attack": "attack", "properties": "properties"}
"""What can be observed of a topic alone."""

FOR_INDUCTION = 0.5
"""The part of the time of a topic that induction may take, once scenarios with few events have shown nothing."""

NATURAL = 3
"""What is rolled where a roll shows how a feature works: a number to either side of it shows."""

SHORT = Bound(events=2, max_value=2, printed=1)
SHORT_ON_FEATURES = replace(SHORT, on_features=True)
FELT: tuple[Observed, ...] = ("value", "effective", "losses")
"""What rolls, attacks and properties feel of named features."""
OF_PROPERTIES = replace(SHORT, observe=("properties",))
BOUNDS: Mapping[str, tuple[Bound, ...]] = {
    "attack": (Bound(cards=3, conditions=0, events=2, max_value=2, printed=1, observe=("attack",), adjacency=False),),
    "properties": (
        replace(OF_PROPERTIES, auras=1, events=1),
        OF_PROPERTIES,
        replace(OF_PROPERTIES, auras=1, max_value=1),
    ),
    "boosts": (replace(SHORT, observe=FELT),),
    "auras": (replace(SHORT, auras=1, observe=FELT),),
}
"""How large the scenarios of a topic are: a moment of it, in a state with a short history; one bound after another."""

WITH: Mapping[str, frozenset[str]] = {
    "dice": frozenset({"dice", "players", "named-modifiers"}),
    "attack": frozenset({"attack", "named-modifiers"}),
    "properties": frozenset({"properties", "named-modifiers", "auras"}),
    "boosts": frozenset({"boosts"}),
    "auras": frozenset({"auras"}),
    CONDITIONS_ON_FEATURES: frozenset({CONDITIONS_ON_FEATURES, "properties", "named-modifiers"}),
}
"""What the scenarios of a topic have beside what those of the bound have."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Two rulebooks, and the bound within which they are searched."""

    left: Rulebook
    right: Rulebook
    bound: Bound

    def witness(self, scenario: Scenario, observe: tuple[Observed, ...], proved: bool = False) -> Disagreement | None:
        """The scenario with both answers to it; None where they do not part in what is observed."""
        title = _("{left} and {right} differ", left=self.left.name, right=self.right.name)
        titled = replace(natural(scenario), title=title)
        answers = evaluate(titled, self.left), evaluate(titled, self.right)
        found = apart(*answers, observe)
        return Disagreement(titled, (self.left, self.right), answers, found, observe, proved) if found else None


def asked_for(bound: Bound, topics: tuple[str, ...]) -> tuple[str, ...]:
    """Of the topics in which two rulebooks differ those that are looked at: all, unless what is observed names some."""
    named = {topic for what, topic in NAMED.items() if what in bound.observe}
    return tuple(topic for topic in WITH if topic in topics and (not named or topic in named))


def left_out(sides: Sides, results: Sequence[TopicResult]) -> tuple[str, ...]:
    """The topics in which two rulebooks differ and that were not looked at, or not decided; sorted."""
    open_ones = {each.topic for each in results if each.verdict == "undetermined"}
    decided = {each.topic: WITH[each.topic] for each in results if each.topic not in open_ones}
    return tuple(sorted({*not_covered(sides.left, sides.right, sides.bound, decided), *open_ones}))


def of_topic(topic: str, sides: Sides, clock: Clock) -> TopicResult:
    """What comes of a topic; it is not decided where a rulebook gives no proper answer to a scenario of it."""
    try:
        return _searched(topic, sides, clock)
    except InputError as error:
        return TopicResult(topic, "undetermined", "search", _("scenarios"), note=str(error))


def _searched(topic: str, sides: Sides, clock: Clock) -> TopicResult:
    if same_within(
        sides.left, sides.right, SHORT_ON_FEATURES if topic == CONDITIONS_ON_FEATURES else SHORT, WITH[topic]
    ):
        return TopicResult(topic, "equivalent-within-bound", "same rules", _("no scenarios"))
    if topic == "dice":
        return _rolls(sides, clock)
    return _asking(sides, clock) if topic == CONDITIONS_ON_FEATURES else _scenarios(topic, sides, clock)


def _rolls(sides: Sides, clock: Clock) -> TopicResult:
    rolls = Rolls(sides.left, sides.right, sides.bound)
    try:
        if rolls.as_features:
            return _rolls_by_features(sides, clock)
        found = rolls.smallest(clock, lambda roll: sides.witness(roll, ("roll",)) is not None)
    except NotDecided as limit:
        return TopicResult("dice", "undetermined", "enumeration", f"{rolls}", note=str(limit))
    if found is None:
        return TopicResult("dice", "equivalent-within-bound", "enumeration", _("all {what}", what=rolls))
    return TopicResult("dice", "different", "enumeration", f"{rolls}", sides.witness(found, ("roll",), proved=True))


def rolls_of_every_sort(sides: Sides, clock: Clock) -> Iterator[Disagreement]:
    """Rolls that show a difference in the rules of dice, one with each sort of steps."""
    rolls = Rolls(sides.left, sides.right, sides.bound)
    if not rolls.as_features:
        yield from filter(None, (sides.witness(roll, ("roll",)) for roll in rolls.of_every_sort(clock)))


def _rolls_by_features(sides: Sides, clock: Clock) -> TopicResult:
    """The rules of dice are the same: rolls differ where a feature that modifies them works with another number."""
    program = Program((sides.left, sides.right), replace(SHORT, observe=("effective",)))
    looked_at = _("rolls that a feature modifies, after {events}", events=_up_to(SHORT.events))
    found = _least(program, clock, lambda each: sides.witness(with_roll(each), ("roll",)) is not None)
    if found is None:
        return TopicResult("dice", "equivalent-within-bound", "search", looked_at)
    shown = sides.witness(with_roll(found.scenario), ("roll",), found.proved)
    return TopicResult("dice", "different", "search", looked_at, shown)


def with_roll(scenario: Scenario) -> Scenario:
    """The scenario with a roll at its end, which the features of the rolling card modify."""
    (name, card), *others = scenario.cards.items()
    cards = {name: replace(card, player="white"), **dict(others)}
    rolled = Event(Roll(name, NATURAL))
    features = dict.fromkeys(feature_names(scenario), Declaration("roll"))
    return replace(scenario, cards=cards, features=features, events=(*scenario.events, rolled))


def _asking(sides: Sides, clock: Clock) -> TopicResult:
    """Scenarios whose conditions ask for features: compared by all the outcomes that each has, or none."""
    scenarios = asking()
    looked_at = _("{number} scenarios of up to one event whose conditions ask for features", number=len(scenarios))
    observe: tuple[Observed, ...] = ("value", "losses", "verdict")
    for scenario in unlike(scenarios, sides.left, sides.right):
        if not clock.left():
            note = _("the time limit was reached")
            return TopicResult(CONDITIONS_ON_FEATURES, "undetermined", "enumeration", looked_at, note=note)
        shown = sides.witness(scenario, observe, proved=True)
        if shown is not None:
            return TopicResult(CONDITIONS_ON_FEATURES, "different", "enumeration", looked_at, shown)
    return TopicResult(CONDITIONS_ON_FEATURES, "equivalent-within-bound", "enumeration", looked_at)


def _scenarios(topic: str, sides: Sides, clock: Clock) -> TopicResult:
    looked_at = _("scenarios of {events}", events=_up_to(SHORT.events))
    try:
        found = next(filter(None, (_smallest(topic, bound, sides, clock) for bound in BOUNDS[topic])), None)
    except NotDecided as limit:
        return TopicResult(topic, "undetermined", "search", looked_at, note=str(limit))
    verdict: Verdict = "equivalent-within-bound" if found is None else "different"
    return TopicResult(topic, verdict, "search", looked_at, found)


def _smallest(topic: str, bound: Bound, sides: Sides, clock: Clock) -> Disagreement | None:
    """The smallest scenario of a topic within a bound that shows a difference, None where it is sure there is none."""
    program = Program((sides.left, sides.right), bound, topic=topic)
    found = _least(program, clock, lambda each: sides.witness(each, bound.observe) is not None)
    return None if found is None else sides.witness(found.scenario, bound.observe, found.proved)


def _least(program: Program, clock: Clock, differs: Confirm) -> Smallest | None:
    """The smallest scenario that differs, None where there is surely none: by induction, before the last level."""
    deepening = Deepening(program, clock, differs)
    for number, found in enumerate(deepening.levels()):
        if found is not None:
            return found
        if number == COVERED - 1 < program.bound.events and prove(program, clock.left() * FOR_INDUCTION).proved:
            return None
    deepening.confirm_none()
    return None


def _up_to(events: int) -> str:
    return plural("up to {count} event", "up to {count} events", events)
