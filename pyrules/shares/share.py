"""A share of long work: plain data that goes to whoever does it, and an answer that comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pyrules.asp.sandbox import Limits, limits
from pyrules.language import speaking
from pyrules.rulebook.book import Rulebook


class Share(NamedTuple):
    """A function of a module, and what it is called with; both can be pickled. What it returns can be written as JSON.

    `key` says all that the answer rests on: a share with the same key has the same answer.
    """

    key: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def known_by(book: Rulebook) -> str:
    """What a rulebook is known by in a key: its name, its rules and its readings."""
    return repr((book.name, book.hash, sorted(book.readings.items())))


def done(language: str, within: Limits, share: Share) -> Any:
    """The answer to a share, its words in a language, worked out within limits."""
    with speaking(language), limits(within):
        return share.function(*share.arguments)
