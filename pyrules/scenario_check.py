"""Whether what a scenario says makes sense: cards that are known, features numeric or not, and the like."""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.source import Finding


def check(data: object) -> Iterator[Finding]:
    """Everything that does not make sense, in data that may have any shape."""
    yield from ()
