"""Names that differ by one letter, found among many without comparing each with each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

LONGEST, MOST = 60, 100
"""Longer names are compared as a whole only; more neighbours than `MOST` are not looked at."""


class Neighbours:
    """Of names that differ by a letter both become the same when one letter, or none, is left out."""

    def __init__(self, names: Iterable[str]) -> None:
        self._shortened: dict[str, list[str]] = defaultdict(list)
        for name in names:
            for each in _shortened(name):
                self._shortened[each].append(name)

    def of(self, word: str) -> list[str]:
        """Names, the word itself aside, that are one letter away from the word, and some that are two away."""
        found: dict[str, None] = {}
        for each in _shortened(word):
            found |= dict.fromkeys(self._shortened.get(each, ())[:MOST])
            if len(found) > MOST:
                break
        return [name for name in found if name != word][:MOST]


def _shortened(name: str) -> Iterator[str]:
    """The name, and everything that it becomes without one of its letters, each once."""
    yield name
    if len(name) <= LONGEST:
        yield from dict.fromkeys(name[:place] + name[place + 1 :] for place in range(len(name)))


def one_letter_apart(one: str, other: str) -> tuple[str, str] | None:
    """The letters, or none of one of them, in which two names differ; None when they differ in more.

    Two letters side by side that changed places count as one.
    """
    if one == other or abs(len(one) - len(other)) > 1:
        return None
    start = next((place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    if start is None:
        start = min(len(one), len(other))
    for taken, given in ((1, 1), (1, 0), (0, 1)):
        if one[start + taken :] == other[start + given :]:
            return one[start : start + taken], other[start : start + given]
    if one[start : start + 2] == other[start : start + 2][::-1] and one[start + 2 :] == other[start + 2 :]:
        return one[start : start + 2], other[start : start + 2]
    return None
