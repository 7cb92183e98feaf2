"""Clause numbers as people type them: `518.3.1.3` for `518.3 ●1 ○3`, `518.3 д` for `518.3 e`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pyrules.errors import InputError, did_you_mean, nearest
from pyrules.language import _

_PART = re.compile(r"\d+|[^\W\d_]+")
_LETTERS = dict(zip("абвгд", "abcde", strict=True))
"""The letters of a list as the texts print them, and as clauses are cited by them."""


def spelled(number: str) -> str:
    """A clause's number in letters of the keyboard: its parts, joined by dots. `518.3 ●1 ○3` is `518.3.1.3`."""
    parts: list[str] = _PART.findall(number.casefold())
    return ".".join(_LETTERS.get(part, part) for part in parts)


def resolve(typed: str, known: Iterable[str], missing: str) -> str:
    """The number among those `known` that is meant by what was typed; an exact one comes first.

    Raises InputError: with the numbers that may be meant where there are several, else with the words `missing` ("r4
    has no clause '519'") and the nearest number.
    """
    numbers = tuple(dict.fromkeys(known))
    if typed in numbers:
        return typed
    meant = [number for number in numbers if spelled(number) == spelled(typed)]
    if len(meant) > 1:
        either = _(" or ").join(map(repr, meant))
        raise InputError.at("", _("{typed!r} may be {map}: write it as it stands here", typed=typed, map=either))
    if not meant:
        by_spelling = {spelled(number): number for number in reversed(numbers)}
        near = nearest(spelled(typed), by_spelling)
        hint = (
            did_you_mean(typed, numbers)
            if near is None
            else _("; did you mean {by_spelling!r}?", by_spelling=by_spelling[near])
        )
        raise InputError.at("", f"{missing}{hint}")
    return meant[0]
