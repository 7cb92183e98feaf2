"""Why a feature is absent though something would give it: what holds back its next attempt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clingo import Function, Number, Symbol

from pyrules.asp.module import rules_of
from pyrules.engine.readback import condition
from pyrules.explanation.answer_set import AnswerSet
from pyrules.explanation.explanation import Basis
from pyrules.explanation.ledger_writer import LedgerWriter, PendingStep, StepText
from pyrules.language import _, mark
from pyrules.model import circumstances

GRANTING = ("aura", "printed")


def not_attempted(record: AnswerSet, card: str, name: str, after: int) -> list[PendingStep]:
    """For everything that would give the feature by itself, why it does not in the state `after` an event."""
    draft = LedgerWriter(after=after, moment=record.timeline.last[after])
    for effect, kind, *about in sorted(record.atoms.get("effect", ()), key=str):
        if effect.name in GRANTING and kind.name == "gain" and [each.string for each in about] == [card, name]:
            for asked in record.triggers(effect):
                telling = _HeldBack(record, name, effect, asked, draft.moment).telling()
                if telling is not None:
                    draft.note(telling)
    return draft.steps


class _HeldBack:
    """Something that would give a feature while what it asks for holds, after a micro-step."""

    def __init__(self, record: AnswerSet, name: str, effect: Symbol, asked: Symbol, step: int) -> None:
        self.record, self.name, self.effect, self.asked, self.step = record, name, effect, asked, step

    def telling(self) -> StepText | None:
        """What holds it back; None where the steps before tell it already."""
        made = self._last_attempt()
        if not self._holds():
            if made is not None:
                return None
            return self._told(mark("{what} is not attempted"), self.record.failing(self.asked, self.step))
        since = circumstances.holding(condition(self.asked))
        if not self._is("met", self.effect):
            return self._told(
                mark("{what} is not attempted yet"),
                _("{since}, but did not when it was looked at in this event", since=since),
            )
        if made is None:
            return None
        performed, state = made
        event = _("at the start") if state == 0 else _("in event {number}", number=state)
        held = (
            mark("{since} since it was performed {event}; it must end and begin anew")
            if performed
            else mark("{since} since it was refused {event}; it must end and begin anew")
        )
        told = self._told(mark("{what} is not attempted again"), _(held, since=since, event=event))
        return replace(told, bases=(*self._spent(), *told.bases))

    def _spent(self) -> tuple[Basis, ...]:
        """Why it makes no attempt until its condition has failed."""
        spent = Function("spent", [self.effect, Number(self.step)])
        return self.record.bases(self.record.justification([spent]).of(spent))

    def _holds(self) -> bool:
        return self._is("holds", self.asked)

    def _is(self, predicate: str, term: Symbol) -> bool:
        return bool(self.record.of(predicate, self.step, term))

    def _last_attempt(self) -> tuple[bool, int] | None:
        """Whether the last attempt was performed, and in which event it was made."""
        for step in range(self.step, -1, -1):
            for effect, attempt in self.record.attempts_at(step):
                if effect == self.effect:
                    return attempt.performed, self.record.timeline.state_of(step)
        return None

    def _told(self, what: str, reason: str) -> StepText:
        return StepText("not attempted", _(what, what=self._called()), reason, tuple(self._rule()))

    def _called(self) -> str:
        """What would be given, and by what."""
        number = [f" {amount}" for effect, amount in self.record.atoms.get("amount", ()) if effect == self.effect]
        source = [card.string for effect, card in self.record.atoms.get("source", ()) if effect == self.effect]
        thing = f"{self.name}{''.join(number)}"
        if self.effect.name == "printed":
            return thing + _(", as printed,")
        return thing + (_(" from the aura of {card}", card=source[0]) if source else _(" from an aura"))

    def _rule(self) -> Iterator[Basis]:
        """The rule by which what is examined makes its attempt."""
        for rule in rules_of(self.record.instance.modules):
            if rule.text.startswith("attempted(") and "examined(" in rule.text:
                yield self.record.basis(rule)
