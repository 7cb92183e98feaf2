"""The ledger of a property: its base number, and every micro-step in which what modifies it changed."""

from __future__ import annotations

from clingo import Function, String, Symbol

from pyrules.explanation import step_phrases
from pyrules.explanation.answer_set import AnswerSet
from pyrules.explanation.explanation import Basis
from pyrules.explanation.ledger_writer import LedgerWriter, PendingStep, StepText
from pyrules.explanation.modified import Modified, Modifier
from pyrules.language import _

OF_PROPERTIES = ("property_value", "adjustment", "leaves")


def property_steps(record: AnswerSet, card: str, name: str) -> list[PendingStep]:
    """All that happens to a property of the card, in order of play."""
    teller = _Teller(record, card, name)
    for step in range(len(record.timeline.steps)):
        teller.tell(step)
    return teller.draft.steps


class _Teller:
    def __init__(self, record: AnswerSet, card: str, name: str) -> None:
        self.record, self.card, self.name = record, card, name
        what = Function("property", [String(card), String(name)])
        self.modified = Modified(record, what, OF_PROPERTIES)
        self.draft = LedgerWriter()
        self.base = record.scenario.cards[card].properties[name]

    def tell(self, step: int) -> None:
        """Refusals, then what modifies it, then how much of it is left."""
        self.draft.after, self.draft.moment = self.record.timeline.state_of(step), step
        self._refusals(step)
        value = self._value(step)
        if value is None:
            if self.draft.count != "absent":
                bases = self.modified.cite("leaves", String(self.card), step)
                self.draft.remove(
                    StepText(
                        "departed", _("{what} goes", what=self.name), _("{card} leaves play", card=self.card), bases
                    )
                )
            return
        if step == 0:
            self.draft.set(self.base, StepText("base", _("the base number of {name}", name=self.name)))
        before = self.modified.applying(step - 1)
        now = self.modified.applying(step)
        for modifier, by in before.items():
            if modifier not in now:
                self.draft.add(-by, self._ending(modifier, by, step))
        for modifier, by in now.items():
            if before.get(modifier) != by:
                self.draft.add(by - before.get(modifier, 0), self._counting(modifier, by, before.get(modifier), step))
        self._passed_over(step)
        self._left(value, step)

    def _refusals(self, step: int) -> None:
        for _effect, attempt in self.record.attempts_at(step):
            if (attempt.card, attempt.property) == (self.card, self.name) and not attempt.performed:
                text = _("{what} is refused", what=step_phrases.tried(attempt))
                self.draft.note(StepText("refused", text, attempt.reason, (Basis(attempt.clause),)))

    def _value(self, step: int) -> int | None:
        found = self.record.of("property_value", step, String(self.card), String(self.name))
        return next((number.number for (number,) in found), None)

    # --- modifiers --------------------------------------------------------------------------------

    def _counting(self, modifier: Modifier, by: int, before: int | None, step: int) -> StepText:
        bases = self.modified.counted(modifier, by, step)
        if modifier.effect is not None:
            return self._adjusting(modifier, by, bases, step)
        text = _("{name} changes it by {number:+d}", name=modifier.name, number=by)
        text += "" if before is None else _(" instead of by {number:+d}", number=before)
        return StepText("modified", text, "", bases, rests_on=self.modified.had(modifier, step))

    def _adjusting(self, modifier: Modifier, by: int, bases: tuple[Basis, ...], step: int) -> StepText:
        for effect, attempt in self.record.attempts_at(step):
            if effect == modifier.effect:
                decided = (Basis(attempt.clause), *bases)
                return StepText(
                    "modified", _("{what} is put on it", what=step_phrases.tried(attempt)), attempt.reason, decided
                )
        return StepText("modified", _("modifier {number:+d} counts", number=by), "", bases)

    def _ending(self, modifier: Modifier, by: int, step: int) -> StepText:
        bases = self.modified.counted(modifier, by, step - 1)
        if modifier.effect is None:
            text = _("{name} changes it no longer", name=modifier.name)
            return StepText("ended", text, "", bases, rests_on=self.modified.had(modifier, step))
        asked = self.record.existence(modifier.effect, step)
        reason = "".join(self.record.failing(*each) for each in asked)
        called = "" if modifier.name is None else f" ({modifier.name})"
        bases = self._standing(modifier.effect, step - 1)
        return StepText(
            "ended", _("modifier {number:+d}{called} ends", number=by, called=called), reason, bases, rests_on=asked
        )

    def _standing(self, effect: Symbol, step: int) -> tuple[Basis, ...]:
        """Why what an effect did to the property stands at a micro-step."""
        wanted = [String(self.card), String(self.name), effect]
        found = (rest for rest in self.record.at("adjustment", step) if list(rest[:3]) == wanted)
        return tuple(basis for rest in found for basis in self.modified.cite("adjustment", *rest[:4], step))

    def _passed_over(self, step: int) -> None:
        earlier = self.modified.passed_over(step - 1)
        for modifier, by in self.modified.passed_over(step).items():
            if earlier.get(modifier) != by:
                self.draft.note(self.modified.over(modifier, by, step))

    def _left(self, value: int, step: int) -> None:
        """What the property is when its sum would be less than it can be."""
        shown = self.draft.shown
        if shown != value:
            bases = self.modified.cite("property_value", String(self.card), String(self.name), value, step)
            reason = _("all that applies would make it {number}", number=self.draft.count)
            self.draft.show(
                value, StepText("works", _("{name} is {value}", name=self.name, value=value), reason, bases)
            )
