"""The smallest scenario on which two rulebooks differ, or what is known when there is none."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Unpack

from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.search.bound import USUAL, Bound, Sizes
from pyrules.analysis.search.clock import Clock, Progress
from pyrules.analysis.search.deepening import Deepening, Levels, Smallest
from pyrules.analysis.search.in_worker import in_worker
from pyrules.analysis.search.induction import Induction, prove
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.random_scenarios import drawn, shrunk
from pyrules.analysis.search.scope import not_covered, same_within
from pyrules.analysis.search.single_outcome import settles_once
from pyrules.analysis.search.topic import Method, TopicResult, Verdict
from pyrules.analysis.search.topics import NAMED, Sides, asked_for, left_out, of_topic
from pyrules.errors import NotDecided
from pyrules.language import _, plural
from pyrules.model import scenario as model
from pyrules.rulebook.book import Rulebook

STOPPED = "stopped"
"""What is said of a search that was interrupted."""
SHARE_OF_TOPICS = 0.5
"""The part of the time that is left for the topics beside the named features, once these showed nothing at first."""
DRAWN = 40
"""How many scenarios are drawn by chance before the search."""
BEFORE_INDUCTION = 1
"""The search looks at so many events before induction is tried: most differences show by then."""
FIRST = Bound(cards=2, features=1, conditions=1, events=3, max_value=1, printed=1, auras=1)
"""The search of what is no larger than this, in the bound, goes before induction: it takes seconds, and finds most."""
SHARE = 4
"""That first search and induction take at the most this part of the time that is left; the search has all the rest."""
MOST_SECONDS = 60.0
"""What either takes at the most, however much time is left."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search came to.

    `shown` is the smallest scenario on which the two differ, with both answers; None where none was found. `method` is
    how the answer was reached, `none_up_to` the number of events up to which there is proved to be no
    difference (-1: unknown), `any_length` whether that holds for scenarios of any length, `exhausted` whether the whole
    bound was looked at. `topics` are those beside the named features in which the rules differ, and what came of each
    that was looked at: one after another, until one shows a difference, and that is `shown`; none where the named
    features do after few events. `not_covered` are the topics in which the rules differ and that were not looked at:
    with any, the two are never called equivalent. `note` is what else there is to say.
    """

    verdict: Verdict
    bound: Bound
    method: Method
    shown: Disagreement | None
    none_up_to: int
    any_length: bool
    seconds: float
    note: str = ""
    exhausted: bool = False
    not_covered: tuple[str, ...] = ()
    topics: tuple[TopicResult, ...] = ()

    @property
    def witness(self) -> model.Scenario | None:
        """The scenario that shows the difference; None where none was found."""
        return None if self.shown is None else self.shown.scenario


def find_difference(
    left: Rulebook,
    right: Rulebook,
    bound: Bound = USUAL,
    seconds: float = 300.0,
    tell: Callable[[Progress], None] | None = None,
    **sizes: Unpack[Sizes],
) -> SearchResult:
    """Search all scenarios within the bound for the smallest on which the two rulebooks differ.

    `sizes` are parts of the bound by name, `events=2`. A Ctrl-C, or rules that outgrow the limits, end the search with
    what is known so far.
    """
    within = replace(bound, **sizes)
    unknown = SearchResult("undetermined", within, "search", None, -1, False, 0.0)
    return in_worker(_find, (left, right, within), seconds, tell, unknown)


def _find(
    left: Rulebook, right: Rulebook, bound: Bound, seconds: float, tell: Callable[[Progress], None] | None
) -> SearchResult:
    return Search(left, right, bound, Clock(seconds, tell)).run()


class Search:
    """The search among scenarios with named features, and in the topics beside them."""

    def __init__(self, left: Rulebook, right: Rulebook, bound: Bound, clock: Clock) -> None:
        self.left, self.right, self.bound, self.clock = left, right, bound, clock
        self.observe = tuple(what for what in bound.observe if what not in NAMED)
        self.sides = Sides(left, right, bound)
        self.outside = not_covered(left, right, bound)
        self.topics_left = list(asked_for(bound, self.outside))
        self.topics: list[TopicResult] = []
        self.seen: Disagreement | None = None
        self.deepening: Levels | None = None
        self.note = ""
        self._blind = False

    def run(self) -> SearchResult:
        """What the search comes to; after a Ctrl-C what is known so far."""
        if _same_rules(self.left, self.right):
            return replace(self._none("same rules", any_length=True), seconds=self.clock.seconds)
        try:
            found = self._named_features()
            return (None if found.shown else self._beside()) or self._covering(found)
        except KeyboardInterrupt:
            return self._covering(self._undecided(STOPPED))

    def _named_features(self) -> SearchResult:
        try:
            return self._search()
        except NotDecided as limit:
            return self._undecided(str(limit))

    def _search(self) -> SearchResult:
        if not self.observe or same_within(self.left, self.right, self.bound):
            return self._none("same rules", any_length=True)
        self._draw()
        program = self._program()
        self.note = self._blind_spot(program)
        first = self.clock.part(1 - SHARE_OF_TOPICS) if self.topics_left else self.clock
        self.deepening = self._by_levels(program, first)
        self.deepening.known = self.seen.scenario if self.seen else None
        for number, found in enumerate(self.deepening.levels()):
            if found is not None:
                return self._found("different", "search", self._witness(found.scenario, found.proved))
            self._keep(plural("{count} event", "{count} events", number))
            if number == BEFORE_INDUCTION and self.seen is None:
                beside = self._beside()
                if beside is not None:
                    return beside
                self.deepening.clock = self.clock
                if self._inductive(self.deepening):
                    return self._none("induction", any_length=True)
        if self.seen is not None:
            return self._found("different", "chance", self.seen)
        self.deepening.confirm_none()
        return self._none("search")

    def _beside(self) -> SearchResult | None:
        """What shows a difference in the topics beside the named features, one after another; None where none does."""
        clock = self.clock.part(SHARE_OF_TOPICS)
        while self.topics_left:
            result = self._topic(self.topics_left.pop(0), clock)
            self.topics.append(result)
            if result.shown is not None:
                return self._covering(self._found("different", result.method, result.shown))
            self._keep(result.topic)
        return None

    def _program(self) -> Program:
        """Both sides, and what of the bound's `observe` an answer set shows: that there is none, none can show."""
        observe = tuple(what for what in self.observe if what != "verdict")
        return Program((self.left, self.right), replace(self.bound, observe=observe))

    def _blind_spot(self, program: Program) -> str:
        """What the search does not see, in words; `_blind` when that is asked for."""
        if all(map(settles_once, program.templates)):
            return ""
        self._blind = "verdict" in self.observe
        return _("scenarios to which a rulebook gives no outcome are looked at by chance only")

    def _draw(self) -> None:
        """Look at scenarios drawn by chance, and keep the first that shows a difference, made smaller."""
        for seed in range(DRAWN):
            self._tell(_("drawn by chance: {number} of {count}", number=seed + 1, count=DRAWN))
            scenario = drawn(self.bound, seed)
            self.seen = self._witness(scenario)
            if self.seen is not None:
                self._keep(_("made smaller"))
                self.seen = self._witness(shrunk(scenario, self._differs))
                return

    def _by_levels(self, program: Program, clock: Clock) -> Levels:
        """The search of a program level by level."""
        return Deepening(program, clock, self._differs)

    def _topic(self, topic: str, clock: Clock) -> TopicResult:
        """What comes of a topic beside the named features."""
        return of_topic(topic, self.sides, clock)

    def _proof(self, program: Program, seconds: float) -> Induction:
        """What comes of an induction."""
        return prove(program, seconds)

    def first(self, bound: Bound, seconds: float) -> Smallest | None:
        """The smallest scenario within a part of the bound that shows a difference. Raises NotDecided."""
        program = Program((self.left, self.right), bound)
        return Deepening(program, Clock(seconds, self.clock.tell), self._differs).smallest()

    def _look_first(self, deepening: Levels, bound: Bound) -> None:
        """Search a part of the bound, and keep what shows a difference."""
        if bound == deepening.program.bound:
            return
        with suppress(NotDecided):
            found = self.first(bound, self._share())
            if found is not None:
                self.seen = self._witness(found.scenario)
                deepening.known = found.scenario
                self._keep(_("a first difference"))

    def _share(self) -> float:
        """The seconds that drawing, or induction, may take now."""
        return min(MOST_SECONDS, self.clock.left() / SHARE)

    def _tell(self, stage: str) -> None:
        watch = self.clock.watch(stage)
        if watch is not None:
            watch()

    def _witness(self, scenario: model.Scenario, proved: bool = False) -> Disagreement | None:
        return self.sides.witness(scenario, self.observe, proved)

    def _differs(self, scenario: model.Scenario) -> bool:
        return self._witness(scenario) is not None

    def _inductive(self, deepening: Levels) -> bool:
        """Whether there is a proof for any length; it is tried where nothing differs in a part of the bound."""
        self._look_first(deepening, deepening.program.bound.no_larger_than(FIRST))
        if self.seen is not None or self._blind:
            return False
        self._tell("induction")
        came_to = self._proof(deepening.program, self._share())
        if not came_to.proved:
            self.note = self.note or _("no proof for any length: {reason}", reason=came_to.reason)
        return came_to.proved

    def _none(self, method: Method, any_length: bool = False) -> SearchResult:
        """Nothing differs in all that there was to be looked at."""
        verdict: Verdict = "undetermined" if self._blind else "equivalent-within-bound"
        return replace(self._found(verdict, method), any_length=any_length, exhausted=not self._blind)

    def _found(self, verdict: Verdict, method: Method, shown: Disagreement | None = None) -> SearchResult:
        none_up_to = self.deepening.none_up_to if self.deepening else -1
        return SearchResult(verdict, self.bound, method, shown, none_up_to, False, self.clock.seconds, self.note)

    def _covering(self, found: SearchResult) -> SearchResult:
        """What was found, with what came of the topics so far; where some are open, nothing is equivalent."""
        outside = left_out(self.sides, self.topics) if self.topics else self.outside
        verdict = "undetermined" if outside and found.shown is None else found.verdict
        return replace(
            found, verdict=verdict, topics=tuple(self.topics), not_covered=outside, seconds=self.clock.seconds
        )

    def _keep(self, stage: str) -> None:
        self.clock.keep(stage, self._covering(self._cut_short()))

    def _undecided(self, why: str) -> SearchResult:
        self.note = why
        return self._cut_short()

    def _cut_short(self) -> SearchResult:
        """What is known so far."""
        if self.seen is not None:
            return self._found("different", "chance", self.seen)
        return self._found("undetermined", "search")


def _same_rules(left: Rulebook, right: Rulebook) -> bool:
    def texts(book: Rulebook) -> list[str]:
        return sorted(path.read_text(encoding="utf-8") for path in book.modules)

    return texts(left) == texts(right)
