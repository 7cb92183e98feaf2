"""Conditions of a scenario: as terms, in the form in which the table knows them, and whether they hold."""

from __future__ import annotations

from collections.abc import Collection, Mapping
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

    `term` is the condition as rules name it; `obtaining` and `in_play` are the leaves, each with the term for it;
    `flags` are those among them. It `fits` the table unless it asks for features or properties.
    """

    def __init__(self, symbol: Symbol) -> None:
        self.symbol, self.term = symbol, str(symbol)
        self._obtaining: dict[Leaf, str] = {}
        self._in_play: dict[str, str] = {}
        self.fits = True
        self.text = self._form(symbol)
        self.obtaining, self.in_play = tuple(self._obtaining.items()), tuple(self._in_play.items())
        self.flags = tuple(leaf[1] for leaf in self._obtaining if leaf[0] == "flag")

    def _form(self, symbol: Symbol) -> str:
        match symbol.name:
            case "flag":
                leaf: Leaf = ("flag", symbol.arguments[0].string)
                return self._obtaining.setdefault(leaf, f'flag("l{len(self._obtaining)}")')
            case "adjacent":
                first, second = (argument.string for argument in symbol.arguments)
                return self._obtaining.setdefault(
                    ("adjacent", first, second), f"adjacent({self._card(first)},{self._card(second)})"
                )
            case "in_play":
                return f"in_play({self._card(symbol.arguments[0].string)})"
            case "has" | "at_least" | "at_least_of_property":
                self.fits = False
                return ""
        inner = ",".join(map(self._form, symbol.arguments))
        return f"{symbol.name}({inner})" if inner else symbol.name

    def _card(self, card: str) -> str:
        return self._in_play.setdefault(card, f'"c{len(self._in_play)}"')


@lru_cache(maxsize=4096)
def form(condition: Condition | None) -> Form | None:
    """The form of a condition; None where there is nothing to hold."""
    return _form_of(parse_term(term(condition)))


@lru_cache(maxsize=4096)
def filled(pattern: str, asked: Form | None, source: str | None) -> Form | None:
    """The form of a pattern of the table, with the condition and the source that an effect has."""
    return _form_of(_filled(parse_term(pattern), Function("always") if asked is None else asked.symbol, source))


def _form_of(symbol: Symbol) -> Form | None:
    return None if symbol == Function("always") else Form(symbol)


def _filled(pattern: Symbol, asked: Symbol, source: str | None) -> Symbol:
    if slot_of(pattern) is not None:
        return asked
    if pattern.name == "in_play":
        return Function("in_play", [String(source or "")])
    return Function(pattern.name, [_filled(part, asked, source) for part in pattern.arguments])


class Conditions:
    """The conditions of a scenario, each with a number; whether they hold is a list in that order."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._numbers: dict[str, int] = {}
        self._forms: list[Form] = []

    def number(self, of: Form | None) -> int:
        """The number of a condition; ALWAYS for none."""
        if of is None:
            return ALWAYS
        number = self._numbers.setdefault(of.term, len(self._forms))
        if number == len(self._forms):
            self._forms.append(of)
        return number

    def truths(self, obtaining: Collection[Leaf], in_play: Mapping[str, bool]) -> Asking:
        """Whether each condition holds, when this obtains and those cards are in play."""
        rows, truths = self._table.rows["condition"], []
        for each in self._forms:
            key = (
                each.text,
                tuple([text for leaf, text in each.obtaining if leaf in obtaining]),
                tuple([text for card, text in each.in_play if in_play[card]]),
            )
            row = rows.get(key) or (yield from self._table.ask("condition", key))
            truths.append(row[0])
        return truths
