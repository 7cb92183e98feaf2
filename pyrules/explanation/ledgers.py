"""Ledgers whose steps say on which steps of other ledgers they rest, through the conditions that they asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pyrules.engine.readback import condition
from pyrules.explanation.answer_set import AnswerSet
from pyrules.explanation.attack import attack_steps
from pyrules.explanation.explanation import Step
from pyrules.explanation.feature import feature_steps
from pyrules.explanation.feature_history import CITED
from pyrules.explanation.ledger_writer import Checked, PendingStep
from pyrules.explanation.modified import ABOUT
from pyrules.explanation.properties import OF_PROPERTIES, property_steps
from pyrules.explanation.roll import roll_ledgers
from pyrules.model.queries import parts
from pyrules.model.scenario import AtLeast, Attack, Has, PropertyAtLeast, Roll


class Ledgers:
    """The steps of every feature of one answer set, each feature told when it is asked for."""

    def __init__(self, record: AnswerSet) -> None:
        self.record = record
        self._told: dict[tuple[str, str], Sequence[PendingStep]] = {}

    @classmethod
    def of_everything(cls, record: AnswerSet) -> Ledgers:
        """The same, made ready for every feature and property to be asked for."""
        record.justify_at_once((*CITED, "attempted_number", *ABOUT, *OF_PROPERTIES))
        return cls(record)

    def of_feature(self, card: str, name: str) -> Sequence[PendingStep]:
        """All that happens to a feature of a card."""
        if (card, name) not in self._told:
            self._told[card, name] = feature_steps(self.record, card, name)
        return self._told[card, name]

    def of_property(self, card: str, name: str) -> Sequence[PendingStep]:
        """All that happens to a property of a card."""
        return property_steps(self.record, card, name)

    def of_condition(self, asked: Has | AtLeast | PropertyAtLeast) -> Sequence[PendingStep]:
        """What happens to the feature or the property that a condition asks for."""
        if isinstance(asked, PropertyAtLeast):
            return self.of_property(asked.card, asked.property)
        return self.of_feature(asked.card, asked.feature)

    def of_event(self, number: int) -> Sequence[Sequence[PendingStep]]:
        """What the attack or the roll of an event comes to, each result by itself."""
        match self.record.scenario.events[number - 1].happening:
            case Attack() as attack:
                return [attack_steps(self.record, number, attack)]
            case Roll() as roll:
                return roll_ledgers(self.record, number, roll)
        return []

    def with_causes(self, drafted: Iterable[PendingStep], after: int) -> tuple[Step, ...]:
        """The steps up to an event, each with those on which it rests; a cause is told once."""
        seen: set[int] = set()
        return tuple(self._caused(each, seen) for each in drafted if each.step.after <= after)

    def _caused(self, drafted: PendingStep, seen: set[int]) -> Step:
        seen.add(id(drafted))
        causes = tuple(cause for asked in drafted.rests_on for cause in self._causes(asked, seen))
        return replace(drafted.step, because=causes) if causes else drafted.step

    def _causes(self, asked: Checked, seen: set[int]) -> Iterator[Step]:
        """The last change of each feature that a condition asks for."""
        for part in parts(condition(asked.condition)):
            if isinstance(part, Has | AtLeast | PropertyAtLeast):
                every = self.of_condition(part)
                changes = [each for each in every if each.step.counts and each.step.moment <= asked.moment]
                if changes and id(changes[-1]) not in seen:
                    cause = self._caused(changes[-1], seen)
                    yield replace(cause, text=f"{part.card}: {cause.text}")
