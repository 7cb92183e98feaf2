"""What a slice hands on to the next micro-step, in a form in which equal situations are equal.

Things made by effects (`acquired(event(3),17)`) are numbered, and existence conditions have slots, both in the order in
which the atoms name them; atoms stand in an order that rests on neither.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clingo import Symbol, SymbolType

from pyrules.table.terms import slot_of

Atom = tuple[str, str]
"""A predicate's name and its arguments as text."""

MADE, SLOT = "\0", "\1"


class Handed(NamedTuple):
    """The atoms handed on, and for each of their slots the one of the step before that the condition was in."""

    atoms: tuple[Atom, ...]
    carry: tuple[int, ...]


def handed(atoms: Iterable[tuple[str, Sequence[Symbol]]]) -> Handed:
    """The atoms (a predicate's name, and arguments) in canonical form."""
    rough = sorted(_rough(name, arguments) for name, arguments in atoms)
    made: dict[str, str] = {}
    slots: dict[int, int] = {}
    texts = []
    for name, skeleton, things, conditions in rough:
        for thing in things:
            made.setdefault(thing, f"acquired(event(-{len(made) + 1}),0)")
        for slot in conditions:
            slots.setdefault(slot, len(slots))
        texts.append((name, _filled(skeleton, things, conditions, made, slots)))
    return Handed(tuple(sorted(texts)), tuple(slots))


def _filled(
    skeleton: str, things: Sequence[str], conditions: Sequence[int], made: dict[str, str], slots: dict[int, int]
) -> str:
    for thing in things:
        skeleton = skeleton.replace(MADE, made[thing], 1)
    for slot in conditions:
        skeleton = skeleton.replace(SLOT, f'flag("k{slots[slot]}")', 1)
    return skeleton


def _rough(name: str, arguments: Sequence[Symbol]) -> tuple[str, str, tuple[str, ...], tuple[int, ...]]:
    """The atom with gaps for the things made and the slots in it, and what they are."""
    things: list[str] = []
    slots: list[int] = []
    text = ",".join(_text(argument, things, slots) for argument in arguments)
    return name, text, tuple(things), tuple(slots)


def _text(symbol: Symbol, things: list[str], slots: list[int]) -> str:
    if symbol.type != SymbolType.Function or not symbol.arguments:
        return str(symbol)
    slot = slot_of(symbol)
    if slot is not None:
        slots.append(slot)
        return SLOT
    if any(_is_effect(argument) for argument in symbol.arguments):
        things.append(str(symbol))
        return MADE
    inner = ",".join(_text(argument, things, slots) for argument in symbol.arguments)
    return f"{symbol.name}({inner})"


def _is_effect(symbol: Symbol) -> bool:
    if symbol.type != SymbolType.Function:
        return False
    arity = len(symbol.arguments)
    return (symbol.name in ("event", "aura") and arity == 1) or (symbol.name == "printed" and arity == 2)
