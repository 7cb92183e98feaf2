"""The smallest scenario on which two rulebooks differ, or what is known when there is none."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal, Unpack

from pyrules.analysis.compare.differences import apart
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.search.bound import USUAL, Bound, Sizes
from pyrules.analysis.search.clock import Clock, Progress
from pyrules.analysis.search.deepening import Deepening
from pyrules.analysis.search.in_worker import in_worker
from pyrules.analysis.search.induction import prove
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.random_scenarios import drawn, shrunk
from pyrules.analysis.search.scope import not_covered
from pyrules.analysis.search.single_outcome import settles_once
from pyrules.engine.evaluate import evaluate
from pyrules.errors import NotDecided
from pyrules.model import scenario as model
from pyrules.rulebook.book import Rulebook

Verdict = Literal["different", "equivalent-within-bound", "undetermined"]
Method = Literal["same rules", "induction", "search", "chance"]

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
    bound was looked at, `not_covered` the topics in which the rules differ and that no scenario of the bound shows:
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
    return _Search(left, right, bound, Clock(seconds, tell)).run()


class _Search:
    def __init__(self, left: Rulebook, right: Rulebook, bound: Bound, clock: Clock) -> None:
        self.left, self.right, self.bound, self.clock = left, right, bound, clock
        self.seen: Disagreement | None = None
        self.deepening: Deepening | None = None
        self.note = ""
        self.not_covered: tuple[str, ...] = ()
        self._blind = False

    def run(self) -> SearchResult:
        try:
            return self._search()
        except KeyboardInterrupt:
            return self._undecided("stopped")
        except NotDecided as limit:
            return self._undecided(str(limit))

    def _search(self) -> SearchResult:
        if _same_rules(self.left, self.right):
            return self._none("same rules", any_length=True)
        self.not_covered = not_covered(self.left, self.right, self.bound)
        self._draw()
        program = self._program()
        self.note = self._blind_spot(program)
        self.deepening = Deepening(program, self.clock, self._differs)
        self.deepening.known = self.seen.scenario if self.seen else None
        for number, found in enumerate(self.deepening.levels()):
            if found is not None:
                return self._found("different", "search", self._witness(found.scenario, found.proved))
            self._keep(f"{number} events")
            if number == BEFORE_INDUCTION and self.seen is None and self._inductive(self.deepening):
                return self._none("induction", any_length=True)
        if self.seen is not None:
            return self._found("different", "chance", self.seen)
        self.deepening.confirm_none()
        return self._none("search")

    def _program(self) -> Program:
        """Both sides, and what of the bound's `observe` an answer set shows: that there is none, none can show."""
        observe = tuple(what for what in self.bound.observe if what != "verdict")
        return Program((self.left, self.right), replace(self.bound, observe=observe))

    def _blind_spot(self, program: Program) -> str:
        """What the search does not see, in words; `_blind` when that is asked for."""
        self._blind = bool({"roll", "attack", "properties"} & set(self.bound.observe))
        if self._blind:
            return "the scenarios of the bound have no rolls, no attacks and no properties"
        if all(map(settles_once, program.templates)):
            return ""
        self._blind = "verdict" in self.bound.observe
        return "scenarios to which a rulebook gives no outcome are looked at by chance only"

    def _draw(self) -> None:
        """Look at scenarios drawn by chance, and keep the first that shows a difference, made smaller."""
        for seed in range(DRAWN):
            self._tell(f"drawn by chance: {seed + 1} of {DRAWN}")
            scenario = drawn(self.bound, seed)
            self.seen = self._witness(scenario)
            if self.seen is not None:
                self._keep("made smaller")
                self.seen = self._witness(shrunk(scenario, self._differs))
                return

    def _look_first(self, deepening: Deepening, bound: Bound) -> None:
        """Search a part of the bound, and keep what shows a difference."""
        if bound == deepening.program.bound:
            return
        program = Program((self.left, self.right), bound)
        with suppress(NotDecided):
            found = Deepening(program, Clock(self._share(), self.clock.tell), self._differs).smallest()
            if found is not None:
                self.seen = self._witness(found.scenario)
                deepening.known = found.scenario
                self._keep("a first difference")

    def _share(self) -> float:
        """The seconds that drawing, or induction, may take now."""
        return min(MOST_SECONDS, self.clock.left() / SHARE)

    def _tell(self, stage: str) -> None:
        watch = self.clock.watch(stage)
        if watch is not None:
            watch()

    def _witness(self, scenario: model.Scenario, proved: bool = False) -> Disagreement | None:
        titled = replace(scenario, title=f"{self.left.name} and {self.right.name} differ")
        answers = evaluate(titled, self.left), evaluate(titled, self.right)
        found = apart(*answers, self.bound.observe)
        sides = (self.left, self.right)
        return Disagreement(titled, sides, answers, found, self.bound.observe, proved) if found else None

    def _differs(self, scenario: model.Scenario) -> bool:
        return self._witness(scenario) is not None

    def _inductive(self, deepening: Deepening) -> bool:
        """Whether there is a proof for any length; it is tried where nothing differs in a part of the bound."""
        self._look_first(deepening, deepening.program.bound.no_larger_than(FIRST))
        if self.seen is not None or self._blind:
            return False
        self._tell("induction")
        came_to = prove(deepening.program, self._share())
        if not came_to.proved:
            self.note = self.note or f"no proof for any length: {came_to.reason}"
        return came_to.proved

    def _none(self, method: Method, any_length: bool = False) -> SearchResult:
        """Nothing differs in all that there was to be looked at."""
        verdict: Verdict = "undetermined" if self._blind or self.not_covered else "equivalent-within-bound"
        return replace(self._found(verdict, method), any_length=any_length, exhausted=not self._blind)

    def _found(self, verdict: Verdict, method: Method, shown: Disagreement | None = None) -> SearchResult:
        none_up_to = self.deepening.none_up_to if self.deepening else -1
        seconds = self.clock.seconds
        return SearchResult(
            verdict, self.bound, method, shown, none_up_to, False, seconds, self.note, not_covered=self.not_covered
        )

    def _keep(self, stage: str) -> None:
        self.clock.keep(stage, self._cut_short())

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
