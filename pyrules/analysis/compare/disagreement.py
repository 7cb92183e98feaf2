"""A scenario on which two rulebooks disagree, and why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pyrules.analysis.compare.cause import Cause, cause_of
from pyrules.analysis.compare.differences import OBSERVED, Difference, Observed, parting
from pyrules.analysis.compare.responsible import Clauses, responsible_for
from pyrules.explanation import Explanation, explain
from pyrules.model.queries import feature_names
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Attack, Roll, Scenario
from pyrules.rulebook.book import Rulebook

Asked = tuple[str, str, int | None]
"""What an explanation is asked of: a card, a name, and the state (None for the last one)."""


@dataclass(frozen=True)
class Disagreement:
    """A scenario that comes out differently under two rulebooks, the left one and the right one.

    `differences` are at least one, in order of play, of what `observe` names; `proved` says that there is no smaller
    scenario. Clauses and explanations are those of the first difference that a state shows; where a side is a paradox,
    those of its loop.
    """

    scenario: Scenario
    rulebooks: tuple[Rulebook, Rulebook]
    evaluations: tuple[Evaluation, Evaluation]
    differences: tuple[Difference, ...]
    observe: tuple[Observed, ...]
    proved: bool = False

    @cached_property
    def clauses(self) -> tuple[Clauses, Clauses]:
        """The clauses of each side that are responsible."""
        if self._first is not None:
            return responsible_for(self._first, self.scenario, *self.rulebooks, self.evaluations, self._outcomes)
        if self.explanations is None:
            return (), ()
        left, right = (explanation.clauses for explanation in self.explanations)
        return _apart(left, right), _apart(right, left)

    @cached_property
    def cause(self) -> Cause:
        """The first event that leads to what differs, and the clauses of each side that act there.

        Where it cannot be traced, as in a paradox, those that are responsible where it shows.
        """
        found = cause_of(self.scenario, *self.rulebooks, self.differences, self._outcomes)
        return found or Cause(None if self._first is None else self._first.after, self.clauses)

    @property
    def shows_later(self) -> bool:
        """Whether the states part before anything is to be seen of it."""
        return self.cause.after is not None and self._first is not None and self.cause.after < (self._first.after or 0)

    @cached_property
    def explanations(self) -> tuple[Explanation, Explanation] | None:
        """How each side comes to the value that differs; None where the scenario has none to explain."""
        asked = self._asked_of_the_loop() if self._first is None else self._asked(self._first)
        if asked is None:
            return None
        (left, right), (one, other) = self.rulebooks, self._outcomes
        return explain(self.scenario, left, *asked, one), explain(self.scenario, right, *asked, other)

    @cached_property
    def _first(self) -> Difference | None:
        """The first difference that a state shows; in one state values go before what was lost or attempted."""
        shown = (each for each in self.differences if each.after is not None)
        return min(shown, key=lambda each: (each.after, OBSERVED.index(each.what)), default=None)

    @cached_property
    def _outcomes(self) -> tuple[int, int]:
        """The outcome of each side, from 0, by which they disagree; the first where a side has none."""
        left, right = self.evaluations
        if not (left.outcomes and right.outcomes):
            return 0, 0
        one, other = parting(left, right, self.observe)
        return left.outcomes.index(one), right.outcomes.index(other)

    def _asked(self, difference: Difference) -> Asked:
        assert difference.after is not None
        if difference.card is not None and difference.name is not None:
            return difference.card, difference.name, difference.after
        match self.scenario.events[difference.after - 1].happening:
            case Attack(by=card) | Roll(by=card):
                return card, difference.what, difference.after
        raise AssertionError(difference)

    def _asked_of_the_loop(self) -> Asked | None:
        """What the loop of a paradox is about, or any value where that is not known."""
        features, cards = feature_names(self.scenario), self.scenario.cards
        named = ((card, name) for card, each in cards.items() for name in (*features, *each.properties))
        some = next(named, None)
        if some is None:
            return None
        for book, evaluation in zip(self.rulebooks, self.evaluations, strict=True):
            if not evaluation.outcomes:
                for supposed in explain(self.scenario, book, *some).loop:
                    return supposed.card, supposed.name, supposed.after
        return *some, None


def _apart(clauses: Clauses, others: Clauses) -> Clauses:
    """The clauses that the other side does not rest on, if there are any."""
    return tuple(clause for clause in clauses if clause not in others) or clauses
