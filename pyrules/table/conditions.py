"""Conditions of a scenario: as terms, in the form in which the table knows them, and whether they hold."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache

from clingo import Function, String, Symbol, parse_term

from pyrules.engine.facts import term
from pyrules.model.scenario import Condition
from pyrules.table.table import Asking, Table
from pyrules.table.terms import ALWAYS, slot_of

Leaf = tuple[str, ...]
"""What a condition asks: ("flag", its name), ("adjacent", two cards) or ("in_play", a card)."""


class Form:
    """A condition in the form in which the table knows it: its leaves with names of their own.

    `obtaining` and `in_play` are the leaves, each with the term for it.
    """

    def __init__(self, symbol: Symbol) -> None:
        self.obtaining: dict[Leaf, str] = {}
        self.in_play: dict[str, str] = {}
        self.text = self._form(symbol)
        self.items = tuple(self.obtaining.items())
        self.cards = tuple(self.in_play.items())

    def _form(self, symbol: Symbol) -> str:
        match symbol.name:
            case "flag":
                leaf: Leaf = ("flag", symbol.arguments[0].string)
                return self.obtaining.setdefault(leaf, f'flag("l{len(self.obtaining)}")')
            case "adjacent":
                first, second = (argument.string for argument in symbol.arguments)
                return self.obtaining.setdefault(
                    ("adjacent", first, second), f"adjacent({self._card(first)},{self._card(second)})"
                )
            case "in_play":
                return f"in_play({self._card(symbol.arguments[0].string)})"
        inner = ",".join(map(self._form, symbol.arguments))
        return f"{symbol.name}({inner})" if inner else symbol.name

    def _card(self, card: str) -> str:
        return self.in_play.setdefault(card, f'"c{len(self.in_play)}"')


form = lru_cache(maxsize=4096)(Form)


@lru_cache(maxsize=4096)
def symbol(condition: Condition | None) -> Symbol:
    """The condition as a term."""
    return parse_term(term(condition))


@lru_cache(maxsize=4096)
def filled(pattern: str, asked: Symbol, source: str | None) -> Symbol:
    """A pattern of the table, with the condition and the source that an effect has."""
    return _filled(parse_term(pattern), asked, source)


def _filled(pattern: Symbol, asked: Symbol, source: str | None) -> Symbol:
    if slot_of(pattern) is not None:
        return asked
    if pattern.name == "in_play":
        return Function("in_play", [String(source or "")])
    return Function(pattern.name, [_filled(part, asked, source) for part in pattern.arguments])


class Conditions:
    """The conditions of a scenario, each with a number; whether they hold is a list in that order."""

    def __init__(self, table: Table) -> None:
        self._ask: Callable[..., Asking] = table.ask
        self._numbers: dict[Symbol, int] = {}
        self._forms: list[Form] = []

    def number(self, symbol: Symbol) -> int:
        """The number of a condition; ALWAYS for none."""
        if not symbol.arguments and symbol.name == "always":
            return ALWAYS
        number = self._numbers.setdefault(symbol, len(self._forms))
        if number == len(self._forms):
            self._forms.append(form(symbol))
        return number

    def truths(self, obtaining: Collection[Leaf], in_play: Collection[str]) -> Asking:
        """Whether each condition holds, when this obtains and those cards are in play."""
        truths = []
        for each in self._forms:
            key = (
                each.text,
                tuple([text for leaf, text in each.items if leaf in obtaining]),
                tuple([text for card, text in each.cards if card in in_play]),
            )
            (holds,) = yield from self._ask("condition", key)
            truths.append(holds)
        return truths
