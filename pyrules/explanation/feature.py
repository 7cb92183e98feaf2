"""The ledger of a named feature: every micro-step that made, changed, suppressed, restored or refused it."""

from __future__ import annotations

from clingo import Symbol

from pyrules.explanation import step_phrases
from pyrules.explanation.answer_set import AnswerSet
from pyrules.explanation.feature_history import FeatureHistory
from pyrules.explanation.feature_step import FeatureStep
from pyrules.explanation.ledger_writer import LedgerWriter, PendingStep, StepText


def feature_steps(record: AnswerSet, card: str, name: str) -> list[PendingStep]:
    """All that happens to the feature of the card, in order of play."""
    moments = FeatureHistory(record, card, name)
    justification = record.justification((*moments.cited, *record.named(["attempted_number"])))
    draft = LedgerWriter()
    for step in range(len(record.timeline.steps)):
        draft.after, draft.moment = record.timeline.state_of(step), step
        _Teller(FeatureStep(record, moments, justification, step), draft).tell()
    return draft.steps


class _Teller:
    """Writes down what a micro-step does to a feature; `told` are the things that have been spoken of."""

    def __init__(self, passage: FeatureStep, draft: LedgerWriter) -> None:
        self.passage, self.draft = passage, draft
        self.before, self.now = passage.before, passage.now
        self.told: set[Symbol] = set()

    def tell(self) -> None:
        """Refusals, then what changes the number, then what leaves it, then what does not add up."""
        for made in self.passage.attempts:
            if not made.attempt.performed:
                self.draft.note(step_phrases.refusal(self.passage, made))
        for thing in self.passage.things("given"):
            if thing not in self.now.standing and thing not in self.now.sleeping:
                self.draft.note(step_phrases.ending_at_once(self.passage, thing))
        if self.passage.stays(self.now.base):
            self._number_changes()
            self._modifiers_change()
        else:
            self._base_changes()
        for thing in (*self.now.standing, *self.now.sleeping, *self.before.standing, *self.before.sleeping):
            if thing not in self.told:
                self.told.add(thing)
                self._aside(thing)
        self._losses()
        self._remainder()

    # --- what changes the number ------------------------------------------------------------------

    def _number_changes(self) -> None:
        """The instance that applies stays; its number is raised, or modifiers that end are undone."""
        base = self.now.base
        if base is None:
            return
        self.told.add(base)
        expected = self.before.standing[base]
        if expected is not None and base in self.passage.things("raised_from_zero"):
            self.draft.add(-expected, step_phrases.raised_from_zero(self.passage, base))
            expected = 0
        for thing, by in self.passage.moments.raised(self.passage.step):
            if thing == base:
                self.draft.add(by, step_phrases.raising(self.passage, thing, by))
                expected = None if expected is None else expected + by
        self._undo(base)
        self._contribute(base, expected)

    def _contribute(self, base: Symbol, expected: int | None) -> None:
        """What the number of an instance has beyond what is expected of it before modifiers are undone."""
        number = self.now.standing[base]
        if number is None or expected is None:
            return
        undone = sum(self.before.standing[thing] or 0 for thing in self._undone(base))
        if number + undone != expected:
            by = number + undone - expected
            self.draft.add(by, step_phrases.contribution(self.passage, base, by))

    def _undo(self, base: Symbol) -> None:
        for thing in self._undone(base):
            self.told.add(thing)
            self.draft.add(-(self.before.standing[thing] or 0), step_phrases.undoing(self.passage, thing, base))

    def _undone(self, base: Symbol) -> list[Symbol]:
        """The modifiers whose end the number of the instance accounts for."""
        support = self.passage.support("number", base, self.now.standing[base] or 0)
        counted = () if support is None else support.counted
        ended = self.passage.things("lapses")
        brought = (atom.arguments[0] for atom in counted if atom.name == "brings")
        return [thing for thing in brought if thing in ended and thing in self.before.standing]

    def _modifiers_change(self) -> None:
        """Modifiers beside an instance that stays begin to count, and cease to."""
        for thing, by in self.before.counted.items():
            if self.now.base is not None and thing not in self.now.counted:
                self.told.add(thing)
                self.draft.add(-by, step_phrases.ceasing(self.passage, thing))
        for thing, by in self.now.counted.items():
            self.told.add(thing)
            if thing not in self.before.counted:
                self.draft.add(by, step_phrases.counting(self.passage, thing))

    def _base_changes(self) -> None:
        """Another instance applies, or none: the number is set anew, and the modifiers apply to it."""
        old, new = self.before.base, self.now.base
        if new is None:
            if old is not None:
                self.told.add(old)
                self.draft.remove(self._going(old))
            return
        if old is not None and old in self._gone_by_itself():
            self.told.add(old)
            self.draft.remove(self._going(old))
        self.told.add(new)
        undone = sum(self.before.standing[thing] or 0 for thing in self._undone(new))
        number = self.now.standing[new]
        arriving = self.passage.arriving(new)
        if number is None:
            self.draft.set("present", step_phrases.arrival(self.passage, new))
        else:
            self.draft.set(number + undone if arriving is None else arriving, step_phrases.arrival(self.passage, new))
        if old == new:
            self.draft.note(step_phrases.departure(self.passage, new))
        self._contribute(new, arriving)
        self._undo(new)
        for thing, by in self.now.counted.items():
            self.told.add(thing)
            self.draft.add(by, step_phrases.counting(self.passage, thing))

    def _gone_by_itself(self) -> list[Symbol]:
        """What goes because of its own condition, and not because another takes its place."""
        return self.passage.things("lapses")

    def _going(self, thing: Symbol) -> StepText:
        sleeps = thing in self.now.sleeping and thing in self.passage.things("lapses")
        return (
            step_phrases.falling_asleep(self.passage, thing) if sleeps else step_phrases.departure(self.passage, thing)
        )

    # --- what leaves the number as it is ----------------------------------------------------------

    def _aside(self, thing: Symbol) -> None:
        """What happens to a thing that does not count."""
        telling = step_phrases.aside(self.passage, thing)
        if telling is not None:
            self.draft.note(telling)

    def _losses(self) -> None:
        for cause in self.passage.moments.causes_of_loss(self.passage.step):
            self.draft.note(step_phrases.loss(self.passage, cause))

    def _remainder(self) -> None:
        """What the steps so far do not account for, as the rule that derives the value says it; and how it works."""
        if self.draft.count != self.now.value:
            self.draft.set(self.now.value, step_phrases.otherwise(self.passage, self.now.value))
        if self.draft.shown != self.now.effective:
            self.draft.show(self.now.effective, step_phrases.working(self.passage, self.now.effective))
