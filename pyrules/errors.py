"""What can go wrong, as data: a problem has a place and words, an error carries problems.

Exit codes (used by the command line): 0 fine, 1 the answer is "no", 2 wrong input or call, 3 not decided.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import nsmallest

from pyrules.printable import printable

FINE, NO, WRONG, UNDECIDED = 0, 1, 2, 3

MOST_COMPARED = 500
"""Among more names than these the nearest is not looked for, as that takes long."""


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong with the input: where it stands and what would be right.

    `line` and `column` count from 1; 0 means that there is no place to point at.
    """

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        place = printable(self.file)
        if self.line:
            place += f":{self.line}"
            if self.column:
                place += f":{self.column}"
        return f"{place}: {self.message}" if place else self.message


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
    """The known name most like `word`, or None when none is near, or there are too many to compare it with."""
    names = set(known)
    if len(names) > MOST_COMPARED:
        return None
    folded = {name.casefold(): name for name in sorted(names)}
    match = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    return folded[match[0]] if match else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A clause for the end of a message: the nearest name, else the names there are."""
    names = set(known)
    near = nearest(word, names)
    if near is not None:
        return f"; did you mean {near!r}?"
    if not names:
        return ""
    shown = ", ".join(map(printable, nsmallest(12, names))) + (", …" if len(names) > 12 else "")
    return f"; known: {shown}"
