"""What is asked: a value of a card in a state, checked against the scenario and the rulebook."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from pyrules.engine.evaluate import answer_sets, read
from pyrules.engine.instance import Instance
from pyrules.errors import InputError, did_you_mean
from pyrules.explanation.answer_set import AnswerSet, record_of
from pyrules.explanation.explanation import Subject
from pyrules.language import _, mark
from pyrules.model.scenario import Attack, Roll, Scenario
from pyrules.rulebook.book import Rulebook

EVENTS: dict[str, Subject] = {"attack": "attack", "roll": "roll"}


@dataclass(frozen=True, slots=True)
class Question:
    """Why `name` of `card` is what it is after an event (the last one when `after` is None).

    `name` is a feature, a property, or `attack` or `roll`: then the last event up to `after` in which the card attacks,
    is attacked or rolls. Of an undetermined scenario the outcome with this number (from 0) is meant. `elsewhere` are
    names that features have under other rulebooks: no card has them under this one.
    """

    card: str
    name: str
    after: int | None = None
    outcome: int = 0
    elsewhere: Collection[str] = ()


class Inquiry:
    """A question of a scenario under a rulebook, and the scenario solved with every atom kept.

    `after` is the state asked of; for an attack or a roll the event in which it happens. Raises InputError for a card,
    a name or a state that there is not, NotDecided when there are too many outcomes.
    """

    def __init__(self, scenario: Scenario, under: Rulebook, question: Question) -> None:
        self.instance = Instance(scenario, under)
        self.scenario, self.features, self.elsewhere = scenario, self.instance.features, question.elsewhere
        self.card, self.name, self.outcome = question.card, question.name, question.outcome
        self.after = len(scenario.events) if question.after is None else question.after
        self._check_card_and_state()
        self.subject = self._subject()
        if self.subject in ("attack", "roll"):
            self.after = self._event()
        self._sets = answer_sets(self.instance, every_atom=True)
        self.evaluation = read(self.instance, self._sets)

    def record(self) -> AnswerSet:
        """The answer sets of the outcome that is meant. Raises InputError when there is no such outcome."""
        return record_of(self.instance, self._sets, self.evaluation, self.outcome)

    def _check_card_and_state(self) -> None:
        cards, events = self.scenario.cards, len(self.scenario.events)
        if self.card not in cards:
            raise self._error(_("there is no card {card!r}", card=self.card) + did_you_mean(self.card, cards))
        if not 0 <= self.after <= events:
            raise self._error(
                _("there is no state {after}; states are numbered 0 to {events}", after=self.after, events=events)
            )

    def _subject(self) -> Subject:
        properties = self.scenario.cards[self.card].properties
        if self.name in self.features:
            return "feature"
        if self.name in properties:
            return "property"
        if self.name in EVENTS:
            return EVENTS[self.name]
        if self.name in self.elsewhere:
            return "feature"
        near = did_you_mean(self.name, (*self.features, *self.elsewhere, *properties))
        raise self._error(_("{card} can have no {name!r}", card=self.card, name=self.name) + near)

    def _event(self) -> int:
        """The last event up to the state asked of in which the card attacks, is attacked or rolls."""
        for number in range(self.after, 0, -1):
            match self.scenario.events[number - 1].happening:
                case Attack(_, by, on) if self.subject == "attack" and self.card in (by, on):
                    return number
                case Roll(by) if self.subject == "roll" and self.card == by:
                    return number
        missing = (
            mark("up to event {after} there is no attack with {card!r}")
            if self.subject == "attack"
            else mark("up to event {after} there is no roll with {card!r}")
        )
        raise self._error(_(missing, after=self.after, card=self.card))

    def _error(self, message: str) -> InputError:
        return InputError.at(self.scenario.file, message)
