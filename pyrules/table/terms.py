"""The names that things have in a world: a card `c`, features `f0`, `f1` …, conditions `flag("k0")`, `flag("k1")` …"""

from __future__ import annotations

from clingo import Symbol, SymbolType

ALWAYS = -1
"""The slot of what has no existence condition."""


def condition(slot: int) -> str:
    """The term for the condition in a slot."""
    return "always" if slot == ALWAYS else f'flag("k{slot}")'


def slot_of(symbol: Symbol) -> int | None:
    """The slot that a term stands for, if it stands for one."""
    if symbol.name != "flag" or symbol.arguments[0].type != SymbolType.String:
        return None
    return int(symbol.arguments[0].string[1:])
