"""What an explanation is asked of: a value of a card in a state, checked against the scenario and the rulebook."""

from __future__ import annotations

from collections.abc import Collection

from pyrules.engine.instance import Instance
from pyrules.errors import InputError, did_you_mean
from pyrules.explanation.explanation import Subject
from pyrules.language import _, mark
from pyrules.model.scenario import Attack, Roll

EVENTS: dict[str, Subject] = {"attack": "attack", "roll": "roll"}


class Question:
    """A value asked about; raises InputError for a card, a name or a state that there is not.

    `after` is the state asked of; for an attack or a roll the event in which it happens. `elsewhere` are names that
    features have under other rulebooks: no card has them under this one.
    """

    def __init__(
        self, instance: Instance, card: str, name: str, after: int | None, elsewhere: Collection[str] = ()
    ) -> None:
        self.scenario, self.features, self.elsewhere = instance.scenario, instance.features, elsewhere
        self.card, self.name = card, name
        self.after = len(self.scenario.events) if after is None else after
        self._check_card_and_state()
        self.subject = self._subject()
        if self.subject in ("attack", "roll"):
            self.after = self._event()

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
