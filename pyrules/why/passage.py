"""One micro-step of a feature: what there was before and is now, what was attempted, and which clause says so."""

from __future__ import annotations

from functools import cached_property

from clingo import Function, Number, Symbol

from pyrules import wording
from pyrules.justify.justification import Justification, Support
from pyrules.model import Gain
from pyrules.readback import condition
from pyrules.result import Attempt, Citation
from pyrules.why.moments import Moment, Moments
from pyrules.why.record import Record


class Passage:
    """A micro-step in which something may happen to the feature `name` of `card`."""

    def __init__(self, record: Record, moments: Moments, justification: Justification, step: int) -> None:
        self.record, self.moments, self.justification, self.step = record, moments, justification, step
        self.card, self.name = moments.card, moments.name

    @cached_property
    def before(self) -> Moment:
        """What there was before it."""
        return self.moments.at(self.step - 1)

    @cached_property
    def now(self) -> Moment:
        """What there is after it."""
        return self.moments.at(self.step)

    @cached_property
    def attempts(self) -> tuple[Attempt, ...]:
        """What was attempted on the feature in it."""
        return tuple(
            attempt
            for (_, step), attempt in self.record.attempts.items()
            if step == self.step and (attempt.card, attempt.feature) == (self.card, self.name)
        )

    @property
    def deed(self) -> Attempt | None:
        """The attempt that is performed in it, if one is."""
        return next((attempt for attempt in self.attempts if attempt.performed), None)

    def things(self, predicate: str) -> list[Symbol]:
        """The instances and modifiers of which a predicate is true in it."""
        return self.moments.things(predicate, self.step)

    def stays(self, base: Symbol | None) -> bool:
        """Whether the instance that applied goes on to apply (or there was none and is none)."""
        if base is None or base != self.before.base:
            return base is None and self.before.base is None
        return base not in self.things("taken") or base not in self.things("given")

    # --- clauses ----------------------------------------------------------------------------------

    def support(self, predicate: str, *arguments: Symbol | int, earlier: int = 0) -> Support | None:
        """The rule instance that derives an atom in this micro-step, or in one that lies `earlier`."""
        terms = [each if isinstance(each, Symbol) else Number(each) for each in (*arguments, self.step - earlier)]
        return self.justification.of(Function(predicate, terms))

    def cite(self, predicate: str, *arguments: Symbol | int, earlier: int = 0) -> tuple[Citation, ...]:
        """The clause whose rule derives an atom in this micro-step, or in one that lies `earlier`."""
        support = self.support(predicate, *arguments, earlier=earlier)
        return () if support is None else (self.record.rulebook.cite(support.rule.label),)

    def boosted(self, attempt: Attempt) -> tuple[Citation, ...]:
        """The clause by which the number of an event's gain is not its own, if it is not."""
        number = self.record.state_of(self.step)
        happening = self.record.scenario.events[number - 1].happening if number else None
        if attempt.by != "event" or not isinstance(happening, Gain) or not happening.boosts:
            return ()
        effect = Function("event", [Number(number)])
        support = self.justification.of(Function("attempted_number", [effect, Number(attempt.value or 0)]))
        return () if support is None else (self.record.rulebook.cite(support.rule.label),)

    # --- conditions -------------------------------------------------------------------------------

    def existence(self, thing: Symbol) -> Symbol | None:
        """The existence condition of a thing as a term, None for one that exists without."""
        steps = (self.step, self.step - 1)
        found = (self.moments.condition_of(thing, step) for step in steps)
        term = next((each for each in found if each is not None), None)
        return None if term is None or term.name == "always" else term

    def fails(self, thing: Symbol) -> str:
        """That the condition of a thing does not hold, in words: what of it fails."""
        term = self.existence(thing)
        return "" if term is None else self.record.failing(term, self.step)

    def holds(self, thing: Symbol) -> str:
        """That the condition of a thing holds, in words; nothing for one that exists without."""
        term = self.existence(thing)
        return "" if term is None else f"{wording.condition(condition(term))} holds"
