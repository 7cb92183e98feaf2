"""What a slice hands on to the next micro-step, in a form in which equal situations are equal.

Things made by effects (`acquired(event(3),17)`) are numbered, and existence conditions have slots, both in the order in
which the atoms name them; atoms stand in an order that rests on neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

Atom = tuple[str, str]
"""A predicate's name and its arguments as text."""

_MADE = re.compile(r'acquired\((?:event|aura)\(-?\d+\),-?\d+\)|acquired\(printed\("c",\d+\),-?\d+\)')
_SLOT = re.compile(r'flag\("k(\d+)"\)')


class Handed(NamedTuple):
    """The atoms handed on, and for each of their slots the one of the step before that the condition was in."""

    atoms: tuple[Atom, ...]
    carry: tuple[int, ...]


def handed(atoms: Iterable[Atom]) -> Handed:
    """The atoms in canonical form."""
    made: dict[str, str] = {}
    slots: dict[str, str] = {}

    def thing(found: re.Match[str]) -> str:
        return made.setdefault(found[0], f"acquired(event(-{len(made) + 1}),0)")

    def condition(found: re.Match[str]) -> str:
        return slots.setdefault(found[1], f'flag("k{len(slots)}")')

    ordered = sorted((name, _SLOT.sub("", _MADE.sub("", text)), text) for name, text in atoms)
    texts = sorted((name, _SLOT.sub(condition, _MADE.sub(thing, text))) for name, _, text in ordered)
    return Handed(tuple(texts), tuple(map(int, slots)))
