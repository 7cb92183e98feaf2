"""One micro-step of a feature: what there was before and is now, what was attempted, and which rule says so."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from clingo import Function, Number, String, Symbol

from pyrules.asp.justify.justification import Justification, Support
from pyrules.engine.readback import condition
from pyrules.explanation.answer_set import AnswerSet
from pyrules.explanation.explanation import Basis
from pyrules.explanation.feature_history import FeatureHistory, FeatureMoment
from pyrules.explanation.ledger_writer import Checked
from pyrules.model import circumstances
from pyrules.model.result import Attempt


class Made(NamedTuple):
    """An attempt, and the effect that makes it."""

    effect: Symbol
    attempt: Attempt


class FeatureStep:
    """A micro-step in which something may happen to the feature `name` of `card`."""

    def __init__(self, record: AnswerSet, moments: FeatureHistory, justification: Justification, step: int) -> None:
        self.record, self.moments, self.justification, self.step = record, moments, justification, step
        self.card, self.name = moments.card, moments.name

    @cached_property
    def before(self) -> FeatureMoment:
        """What there was before it."""
        return self.moments.at(self.step - 1)

    @cached_property
    def now(self) -> FeatureMoment:
        """What there is after it."""
        return self.moments.at(self.step)

    @cached_property
    def attempts(self) -> tuple[Made, ...]:
        """What was attempted on the feature in it."""
        return tuple(
            Made(effect, attempt)
            for effect, attempt in self.record.attempts_at(self.step)
            if (attempt.card, attempt.feature) == (self.card, self.name)
        )

    @property
    def deed(self) -> Made | None:
        """The attempt that is performed in it, if one is."""
        return next((made for made in self.attempts if made.attempt.performed), None)

    def things(self, predicate: str) -> list[Symbol]:
        """The instances and modifiers of which a predicate is true in it."""
        return self.moments.things(predicate, self.step)

    def stays(self, base: Symbol | None) -> bool:
        """Whether the instance that applied goes on to apply (or there was none and is none)."""
        if base is None or base != self.before.base:
            return base is None and self.before.base is None
        return base not in self.things("taken") or base not in self.things("given")

    # --- rules ------------------------------------------------------------------------------------

    def support(self, predicate: str, *arguments: Symbol | int, earlier: int = 0) -> Support | None:
        """The rule instance that derives an atom in this micro-step, or in one that lies `earlier`."""
        terms = [each if isinstance(each, Symbol) else Number(each) for each in (*arguments, self.step - earlier)]
        return self.justification.of(Function(predicate, terms))

    def cite(self, predicate: str, *arguments: Symbol | int, earlier: int = 0) -> tuple[Basis, ...]:
        """What an atom of this micro-step, or of one that lies `earlier`, rests on."""
        return self.record.bases(self.support(predicate, *arguments, earlier=earlier))

    def arriving(self, thing: Symbol) -> int | None:
        """The number with which an instance comes to apply: as it was gained, or as it stood or slept before."""
        if thing in self.things("given"):
            deed = None if self.deed is None else self.deed.attempt
            return None if deed is None or deed.kind != "gain" else deed.value
        return self.before.sleeping.get(thing, self.before.standing.get(thing))

    def rests_on_deed(self, predicate: str, *arguments: Symbol | int) -> bool:
        """Whether an atom of this micro-step is derived from the attempt that is performed in it."""
        support = self.support(predicate, *arguments)
        if support is None or self.deed is None:
            return False
        return any(self.deed.effect in atom.arguments[:1] for atom in support.positives)

    def judged(self, made: Made) -> tuple[Basis, ...]:
        """The clause that decided an attempt, and those by which other numbers than the plain ones were compared."""
        effect, attempt = made
        decided = (Basis(attempt.clause), *self._compared(effect))
        if not self.record.is_boosted(effect):
            return decided
        number = Function("attempted_number", [effect, Number(attempt.value or 0)])
        return (*decided, *self.record.bases(self.justification.of(number)))

    def _compared(self, effect: Symbol) -> tuple[Basis, ...]:
        """Why a gain was held against another number than that of the instance that applied."""
        against = [number.number for _, number in self.record.of("weighed", self.step, effect)]
        own = None if self.before.base is None else self.before.standing[self.before.base]
        found = (self.cite("compared", String(self.card), String(self.name), each, earlier=1) for each in against)
        return tuple(
            basis
            for number, bases in zip(against, found, strict=True)
            for basis in bases
            if number != own or basis.foreign
        )

    # --- conditions -------------------------------------------------------------------------------

    def existence(self, thing: Symbol) -> tuple[Checked, ...]:
        """The existence condition of a thing, asked in this micro-step; nothing for one that exists without."""
        found = (self.moments.condition_of(thing, step) for step in (self.step, self.step - 1))
        term = next((each for each in found if each is not None), None)
        return () if term is None or term.name == "always" else (Checked(term, self.step),)

    def trigger(self, made: Made) -> tuple[Checked, ...]:
        """The condition on which an aura or something printed makes its attempt, as it was asked before."""
        return tuple(Checked(term, self.step - 1) for term in self.record.triggers(made.effect))

    def missing(self, made: Made) -> tuple[Checked, ...]:
        """The existence condition of what an attempt gives, where it did not hold before."""
        return self.record.existence(made.effect, self.step - 1)

    def fails(self, thing: Symbol) -> str:
        """That the condition of a thing does not hold, in words: what of it fails."""
        return "".join(self.record.failing(*asked) for asked in self.existence(thing))

    def holds(self, thing: Symbol) -> str:
        """That the condition of a thing holds, in words; nothing for one that exists without."""
        return "".join(circumstances.holding(condition(asked.condition)) for asked in self.existence(thing))
