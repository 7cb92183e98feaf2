"""Modifiers of a number that is worked out when it is needed: of a property, an attack, a roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from clingo import Function, Number, String, Symbol, SymbolType

from pyrules.asp.justify.justification import Justification
from pyrules.explanation.answer_set import AnswerSet
from pyrules.explanation.explanation import Basis
from pyrules.explanation.ledger_writer import Checked, StepText
from pyrules.language import _

ABOUT = ("modifier_at", "applies", "passed_over")


class Modifier(NamedTuple):
    """A modifier by its name (None for one without) and the term that tells it apart: a place, and its card."""

    name: str | None
    term: Symbol

    @property
    def place(self) -> int:
        """Which of the things declared it is, from 1; less for what a card has."""
        return self.term.arguments[0].number

    @property
    def effect(self) -> Symbol | None:
        """The event or the aura that put it on a property; None for what a card has."""
        place = self.term.arguments[0]
        if place.type is SymbolType.Function:
            return Function("aura", place.arguments[:1])
        return Function("event", [place]) if place.number > 0 else None

    @property
    def card(self) -> str:
        """The card that it comes from."""
        return self.term.arguments[1].string


class Modified:
    """A number `what` (a term: `property(C,P)`, `attack(I)`, `roll(I)`) and all that would change it."""

    def __init__(self, record: AnswerSet, what: Symbol, further: tuple[str, ...], deep: bool = False) -> None:
        self.record, self.what = record, what
        self.justification: Justification = record.justification(record.named((*ABOUT, *further)), deep)

    def applying(self, step: int) -> Mapping[Modifier, int]:
        """The modifiers that apply at a micro-step, with what they add."""
        return self._numbers("applies", step)

    def passed_over(self, step: int) -> Mapping[Modifier, int]:
        """Those that give way to one of their name, with what they would add."""
        over = {_modifier(name, term) for name, term in self.record.of("passed_over", step, self.what)}
        return {modifier: by for modifier, by in self._numbers("modifier_at", step).items() if modifier in over}

    def _numbers(self, predicate: str, step: int) -> dict[Modifier, int]:
        return {_modifier(name, term): by.number for name, term, by in self.record.of(predicate, step, self.what)}

    def cite(self, predicate: str, *arguments: Symbol | int) -> tuple[Basis, ...]:
        """What an atom rests on."""
        terms = [each if isinstance(each, Symbol) else Number(each) for each in arguments]
        return self.cite_atom(Function(predicate, terms))

    def cite_atom(self, atom: Symbol) -> tuple[Basis, ...]:
        """What an atom rests on."""
        return self.record.bases(self.justification.of(atom))

    def counted(self, modifier: Modifier, by: int, step: int) -> tuple[Basis, ...]:
        """Why a modifier counts: the moment at which it does, and where a card has it that it is one."""
        return self.cite("modifier_at", *self._arguments(modifier, by), step)

    def over(self, modifier: Modifier, by: int, step: int) -> StepText:
        """That a modifier gives way to one of its name."""
        name, term = self._arguments(modifier, by)[1:3]
        winners = [each for each in self.applying(step).items() if each[0].name == modifier.name]
        clause = tuple(basis for each in winners for basis in self.cite("applies", *self._arguments(*each), step))
        bases = clause + self.cite("passed_over", self.what, name, term, step)
        reason = _("only the largest of one name applies")
        text = _("{name} {number:+d} from {card} is passed over", name=modifier.name, number=by, card=modifier.card)
        return StepText("passed over", text, reason, bases)

    def had(self, modifier: Modifier, step: int) -> tuple[Checked, ...]:
        """That the card has the feature that a named modifier is, asked at a micro-step."""
        if modifier.name is None or modifier.effect is not None:
            return ()
        name = self._arguments(modifier, 0)[1]
        return (Checked(Function("has", [modifier.term.arguments[1], name]), step),)

    def _arguments(self, modifier: Modifier, by: int) -> tuple[Symbol, Symbol, Symbol, Symbol]:
        name = Function("none") if modifier.name is None else String(modifier.name)
        return self.what, name, modifier.term, Number(by)


def _modifier(name: Symbol, term: Symbol) -> Modifier:
    return Modifier(name.string if name.type is SymbolType.String else None, term)
