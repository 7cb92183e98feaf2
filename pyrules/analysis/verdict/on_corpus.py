"""What scenario files say of an edit: where they come out differently, and what they expect that no longer holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import repeat

from pyrules.analysis.compare.comparison import of_evaluations
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.verdict.edit_verdict import OnCorpus, TurnedExpectation, Unanswered
from pyrules.engine.evaluate import evaluate
from pyrules.engine.expectations import check_expectations
from pyrules.engine.instance import Instance
from pyrules.errors import InputError, NotDecided
from pyrules.language import _
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.names import concerns

Pair = tuple[Evaluation, Evaluation]


class Corpus:
    """Scenario files being evaluated under both rulebooks, one after the other, as long as there is time."""

    def __init__(self, base: Rulebook, book: Rulebook, scenarios: Sequence[Scenario]) -> None:
        self.base, self.book, self.scenarios = base, book, scenarios
        self.evaluated: list[tuple[Scenario, Pair]] = []
        self.unanswered: list[Unanswered] = []

    @property
    def looked_at(self) -> int:
        """How many scenario files have been looked at."""
        return len(self.evaluated) + len(self.unanswered)

    def look(self, clock: Clock, seconds: float, tell: Callable[[str], None]) -> bool:
        """Evaluates them for so many seconds at the most; says whether all were looked at."""
        until = clock.seconds + min(seconds, clock.left())
        for scenario in self.scenarios:
            if clock.seconds > until:
                return False
            tell(_("scenario file {number} of {count}", number=self.looked_at + 1, count=len(self.scenarios)))
            try:
                self.evaluated.append((scenario, self._answers(scenario)))
            except (InputError, NotDecided) as error:
                self.unanswered.append(Unanswered(scenario, str(error)))
        return True

    def come_to(self) -> OnCorpus:
        """What those say that were looked at."""
        comparison = of_evaluations(self.evaluated, self.base, self.book)
        checks = [each for scenario, pair in self.evaluated for each in self._checks(scenario, pair)]
        broken = tuple(each for held, each in checks if held and not each.check.holds)
        mended = tuple(each for held, each in checks if not held and each.check.holds)
        return OnCorpus(len(self.scenarios), comparison, len(checks), broken, mended, tuple(self.unanswered))

    def _checks(self, scenario: Scenario, answers: Pair) -> Iterator[tuple[bool, TurnedExpectation]]:
        """What a file expects of the edit, and whether it held under the base; of the edit alone it should hold."""
        for expectation in scenario.expect if concerns(scenario.rulebooks, self.book.name) else ():
            before, after = (check_expectations((expectation,), answer) for answer in answers)
            held = (each.holds for each in before) if before else repeat(True)
            yield from ((holds, TurnedExpectation(scenario, check)) for holds, check in zip(held, after, strict=False))

    def _answers(self, scenario: Scenario) -> Pair:
        """Both answers; one does for both where the scenario needs nothing that the edit changed."""
        left = evaluate(scenario, self.base)
        if Instance(scenario, self.base).modules == Instance(scenario, self.book).modules:
            book = self.book
            return left, replace(left, rulebook=book.name, rulebook_hash=book.hash, readings=book.readings)
        return left, evaluate(scenario, self.book)
