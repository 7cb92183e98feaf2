"""Every kind of difference between two rulebooks: one smallest scenario for each pair of sets of clauses responsible.

The named features come first, then the topics beside them, each with its smallest scenario. Scenarios of one shape,
alike but for their numbers and for what holds at the start, count as one: where one of them shows a difference, others
of that shape, and larger ones that contain it, are not looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from pyrules.analysis.compare.differences import OBSERVED
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock, Progress
from pyrules.analysis.search.deepening import Deepening
from pyrules.analysis.search.in_worker import in_worker
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.random_scenarios import simpler, smaller
from pyrules.analysis.search.scope import not_covered, same_within
from pyrules.analysis.search.topic import TopicResult, Verdict
from pyrules.analysis.search.topics import NAMED, Sides, asked_for, left_out, of_topic, rolls_of_every_sort
from pyrules.engine.facts import quoted, term
from pyrules.errors import NotDecided
from pyrules.language import plural
from pyrules.model import scenario as model
from pyrules.model.result import Citation
from pyrules.model.size import size
from pyrules.rulebook.book import Rulebook

Clauses = tuple[str, ...]
Variants = Callable[[model.Scenario], Iterator[model.Scenario]]
FOR_TOPICS = 0.5
"""The part of the time that the topics beside the named features may take together."""


@dataclass(frozen=True, slots=True)
class DifferenceKind:
    """A kind of difference: the clauses responsible on either side, and the smallest scenario that shows it.

    `topic` is what it is about beside the named features; empty for these.
    """

    left: Clauses
    right: Clauses
    witness: Disagreement
    topic: str = ""


@dataclass(frozen=True, slots=True)
class DifferenceKinds:
    """The kinds found, the most telling first: what a card has before what it lost, named features before topics.

    `none_left_up_to` is the number of events up to which there are no others in named features; -1 as long as that is
    unknown. `topics` are the topics beside them in which the rules differ, and what came of each; `not_covered` are
    those that were not looked at, or not decided.
    """

    kinds: tuple[DifferenceKind, ...]
    bound: Bound
    none_left_up_to: int
    seconds: float
    note: str = ""
    not_covered: tuple[str, ...] = ()
    topics: tuple[TopicResult, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Whether the two differ; equivalent only where nothing is left to be looked at."""
        if self.kinds:
            return "different"
        return "undetermined" if self.note or self.not_covered else "equivalent-within-bound"


def all_kinds(
    left: Rulebook,
    right: Rulebook,
    bound: Bound,
    seconds: float = 300.0,
    tell: Callable[[Progress], None] | None = None,
) -> DifferenceKinds:
    """Search the scenarios within the bound, and every topic beside it, for every kind of difference.

    A Ctrl-C, or rules that outgrow the limits, end the search with what is known so far.
    """
    unknown = DifferenceKinds((), bound, -1, 0.0)
    return in_worker(_all_kinds, (left, right, bound), seconds, tell, unknown)


def _all_kinds(
    left: Rulebook, right: Rulebook, bound: Bound, seconds: float, tell: Callable[[Progress], None] | None
) -> DifferenceKinds:
    search = _Search(Sides(left, right, bound), Clock(seconds, tell))
    try:
        search.topics_beside()
        search.named_features()
    except (NotDecided, KeyboardInterrupt) as limit:
        return search.known(str(limit) or "stopped")
    return search.known("")


class _Search:
    def __init__(self, sides: Sides, clock: Clock) -> None:
        self.sides, self.bound, self.clock = sides, sides.bound, clock
        self.observe = tuple(what for what in sides.bound.observe if what not in NAMED)
        self.kinds: dict[tuple[Clauses, Clauses], DifferenceKind] = {}
        self.topics: list[TopicResult] = []
        self.deepening: Deepening | None = None
        self.same = not self.observe or same_within(sides.left, sides.right, sides.bound)
        self.outside = not_covered(sides.left, sides.right, sides.bound)
        self._last: model.Scenario | None = None

    def known(self, note: str) -> DifferenceKinds:
        """What has been found, with why the search ended before it was finished."""
        none_left = self.bound.events if self.same else self.deepening.none_up_to if self.deepening else -1
        outside = left_out(self.sides, self.topics) if self.topics else self.outside
        kinds = tuple(sorted(self.kinds.values(), key=_telling))
        return DifferenceKinds(kinds, self.bound, none_left, self.clock.seconds, note, outside, tuple(self.topics))

    def topics_beside(self) -> None:
        """Each topic in which the rules differ, with its smallest scenario; rolls with one of each kind."""
        clock = self.clock.part(FOR_TOPICS)
        for topic in asked_for(self.bound, self.outside):
            result = of_topic(topic, self.sides, clock)
            self.topics.append(result)
            if result.shown is not None:
                self._note(result.shown, topic)
            self._keep()
        if "dice" in {kind.topic for kind in self.kinds.values()}:
            self._other_rolls(clock)

    def _other_rolls(self, clock: Clock) -> None:
        """Other kinds of difference in dice, as far as there is time for them."""
        with suppress(NotDecided):
            for shown in rolls_of_every_sort(self.sides, clock):
                self._note(shown, "dice")

    def named_features(self) -> None:
        """Level by level: all shapes that differ for the first time after so many events."""
        if self.same:
            return
        program = Program((self.sides.left, self.sides.right), replace(self.bound, observe=self.observe))
        self.deepening = Deepening(program, self.clock, self._take, like=self._shape_of_last)
        for _events in self.deepening.levels():
            self._keep()

    def _keep(self) -> None:
        """Tell what has been found, in case that the search is ended from outside."""
        self.clock.keep(plural("{count} kind", "{count} kinds", len(self.kinds)), self.known("stopped"))

    def _take(self, found: model.Scenario) -> bool:
        """Note the kind that a scenario shows, and look on: no scenario of its shape is looked at any more."""
        self._last = found
        shown = self.sides.witness(found, self.observe)
        if shown is not None:
            self._last, least = self._smallest(found, shown, smaller)
            self._note(self._smallest(self._last, least, simpler)[1])
        return False

    def _shape_of_last(self, found: model.Scenario) -> Iterator[str]:
        return _shape(self._last or found)

    def _note(self, shown: Disagreement, topic: str = "") -> None:
        left, right = clauses = _pair(shown)
        known = self.kinds.get(clauses)
        if known is None or size(shown.scenario) < size(known.witness.scenario):
            self.kinds[clauses] = DifferenceKind(left, right, shown, topic)

    def _smallest(
        self, found: model.Scenario, shown: Disagreement, variants: Variants
    ) -> tuple[model.Scenario, Disagreement]:
        """A variant with as many events that shows the kind, and one of that, as long as there is one."""
        for less in variants(found):
            if len(less.events) == len(found.events):
                witness = self.sides.witness(less, self.observe)
                if witness is not None and _pair(witness) == _pair(shown):
                    return self._smallest(less, witness, variants)
        return found, shown


def _pair(shown: Disagreement) -> tuple[Clauses, Clauses]:
    left, right = map(_named, shown.clauses)
    return left, right


def _telling(kind: DifferenceKind) -> tuple[object, ...]:
    """What is told first: named features, what a card has before what it lost, small scenarios."""
    what = min(OBSERVED.index(each.what) for each in kind.witness.differences)
    return bool(kind.topic), what, size(kind.witness.scenario), kind.left, kind.right


def _named(clauses: tuple[Citation, ...]) -> Clauses:
    return tuple(sorted(set(map(str, clauses))))


def _shape(found: model.Scenario) -> Iterator[str]:
    """The scenario as a body of a rule that every scenario of its shape satisfies, and every larger one."""
    for id, card in found.cards.items():
        for thing in card.printed:
            kind = "feature" if isinstance(thing, model.PrintedFeature) else "modifier"
            name = thing.name if isinstance(thing, model.PrintedFeature) else thing.feature
            yield f"printed_{kind}({quoted(id)},_,{quoted(name)},{_number(thing)},{term(thing.existence)})"
    for number, aura in enumerate(found.auras, start=1):
        assert isinstance(aura.grant, model.Grant | model.Modification)  # the search makes no others
        action = "gain" if isinstance(aura.grant, model.Grant) else "modify"
        yield f"effect(aura({number}),{action},{quoted(aura.to)},{quoted(aura.grant.feature)})"
        timing = ("when", aura.when) if aura.when is not None else ("while", aura.existence)
        yield f"aura_{timing[0]}(aura({number}),{term(timing[1])})"
    for number, event in enumerate(found.events, start=1):
        yield f"deed({number},{_deed(event.happening)})"


def _deed(happening: model.Happening) -> str:
    match happening:
        case model.Gain(card, feature, _, existence) | model.Modify(card, feature, _, existence):
            action = type(happening).__name__.lower()
            return f"{action}({quoted(card)},{quoted(feature)},{_number(happening)},{term(existence)})"
        case model.Lose(card, feature):
            return f"lose({quoted(card)},{quoted(feature)})"
        case model.Start(word) | model.Stop(word) | model.Depart(word):
            return f"{type(happening).__name__.lower()}({quoted(word)})"
        case model.Approach(first, second) | model.Withdraw(first, second):
            return f"{type(happening).__name__.lower()}({quoted(first)},{quoted(second)})"
    raise AssertionError(happening)


def _number(thing: model.PrintedFeature | model.PrintedModifier | model.Happening) -> str:
    return "none" if getattr(thing, "value", 0) is None else "_"
