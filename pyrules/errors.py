"""What can go wrong, as data: a problem has a place and words, an error carries problems.

Exit codes (used by the command line): 0 fine, 1 the answer is "no", 2 wrong input or call, 3 not decided.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pyrules.language import _
from pyrules.language.neighbours import Neighbours
from pyrules.language.printable import printable

FINE, NO, WRONG, UNDECIDED = 0, 1, 2, 3
LISTED, COMPARED = 12, 100
"""How many names a message lists at most, and among how many the nearest is sought by comparing with each."""


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong with the input: where it stands and what would be right.

    `line` and `column` count from 1; 0 means that there is no place to point at.
    """

    file: str
    line: int
    column: int
    message: str

    @property
    def place(self) -> str:
        """The file, with the line and the column where there are such; empty when there is no file."""
        return ":".join(str(part) for part in (printable(self.file), self.line, self.line and self.column) if part)

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class InputError(Exception):
    """The input or the call is wrong (exit 2). Carries every problem found, in order of place."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[InputError], tuple[tuple[Problem, ...]]]:
        return InputError, (self.problems,)

    @classmethod
    def at(cls, file: str, message: str, line: int = 0, column: int = 0) -> InputError:
        """An error of a single problem."""
        return cls([Problem(file, line, column, message)])


class NotDecided(Exception):
    """A limit of time or memory was reached before the answer was known (exit 3)."""


class LimitReached(NotDecided):
    """The rules led to more than could be worked out within a limit."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name most like `word`, or None when none is near."""
    return _Known.of(tuple(known)).nearest(word)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A clause for the end of a message: the nearest name, else the names there are."""
    names = _Known.of(tuple(known))
    near = names.nearest(word)
    if near is not None:
        return _("; did you mean {near!r}?", near=near)
    if not names.listed:
        return ""
    return _("; known: {listed}", listed=names.listed)


class _Known:
    """Names that are known, made ready to be asked many times which of them is nearest to a word."""

    def __init__(self, names: Iterable[str]) -> None:
        every = sorted(set(names))
        self._folded = {name.casefold(): name for name in every}
        self.listed = ", ".join(map(printable, every[:LISTED])) + (", …" if len(every) > LISTED else "")

    @staticmethod
    @lru_cache(maxsize=8)
    def of(names: tuple[str, ...]) -> _Known:
        """The same names are made ready once."""
        return _Known(names)

    def nearest(self, word: str) -> str | None:
        """The name most like the word. Of many names only those are compared that differ from it by a letter or two."""
        folded = word.casefold()
        candidates = self._folded if len(self._folded) <= COMPARED else self._near.of(folded)
        match = difflib.get_close_matches(folded, candidates, n=1, cutoff=0.6)
        return self._folded[match[0]] if match else None

    @cached_property
    def _near(self) -> Neighbours:
        return Neighbours(self._folded)
