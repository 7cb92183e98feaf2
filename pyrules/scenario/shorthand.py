"""The shorthand `NAME X`: the last word, if it is a whole number, is the named feature's number."""

from __future__ import annotations

import re

_WHOLE_NUMBER = re.compile(r"[-+]?[0-9]+")
_TOO_LONG, _TOO_LARGE = 20, 10**20


def read_shorthand(text: str) -> tuple[str, int | None]:
    """The name and the number (None when there is none) of `NAME` or `NAME X`. Blanks around are no part of a name.

    A number of too many digits stands for one that is out of range.
    """
    words = text.strip().rsplit(maxsplit=1)
    if len(words) == 2 and _WHOLE_NUMBER.fullmatch(words[1]):
        return words[0], int(words[1]) if len(words[1]) < _TOO_LONG else _TOO_LARGE
    return text.strip(), None


def write_shorthand(name: str, value: int | None) -> str | None:
    """The shorthand of a name and number, or None where they must be spelled out to be read back the same."""
    text = name if value is None else f"{name} {value}"
    return text if read_shorthand(text) == (name, value) else None
