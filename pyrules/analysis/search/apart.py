"""Whether events of one kind can be looked at all in one moment, because no rule relates two of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pyrules.analysis.search.sharing import Line, Shared
from pyrules.asp.unroll import HERE

EVENT = ("starts", "stops", "approaches", "withdraws", "departs", "effect", "adjusts", "boost", "roll", "attack")
"""What an event does, as it is given: an event does one of these."""

ABOUT = re.compile(r"\((?:\w+\()?([A-Z][\w']*)[,)]")
"""How an atom says of which event it speaks: by its first argument, `I`, `roll(I)`, `attack(I)`."""


def are_apart(rules: Shared, given: Iterable[str]) -> bool:
    """Whether every rule leaves no choice, and speaks of one event where it speaks of any.

    `given` are the predicates in which such an event is given. A rule that needs another kind of event does not apply,
    and what a rule reads of the moment before is settled.
    """
    return all(_keep_apart(lines, frozenset(given)) for lines in (rules.left, rules.right))


def _keep_apart(lines: tuple[Line, ...], given: frozenset[str]) -> bool:
    if not all(line.settles for line in lines):
        return False
    other = re.compile(rf"(?<!not )(?<!\w)(?:{'|'.join(sorted(set(EVENT) - given))})\(")
    able = [line for line in lines if not other.search(line.plain) and "seen" not in line.derives]
    about = set(given)
    while more := {name for line in able if _uses(line.body, about) for name in line.derives} - about:
        about |= more
    return all(_speaks_of_one(line.plain, about) for line in able if _uses(line.body, about))


def _speaks_of_one(text: str, about: set[str]) -> bool:
    keys = [ABOUT.match(text, place) for place in _uses(text, {*about, "happens"})]
    head = text.partition(" :- ")[0]
    return all(keys) and len({key[1] for key in keys if key}) == 1 and bool(_uses(head, about))


def _uses(text: str, names: set[str]) -> list[int]:
    """Where atoms with these names stand, after the name."""
    found = re.finditer(rf"(?<![\w@])([a-z]\w*?)(?:_at_{HERE})?(?=\()", text)
    return [match.end() for match in found if match[1] in names]
