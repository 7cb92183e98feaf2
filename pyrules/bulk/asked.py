"""What is asked of every line, and what becomes of it: plain data that goes to other processes and comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pyrules.report.evaluation.rows import Row
from pyrules.rulebook.book import Rulebook


@dataclass(frozen=True)
class Asked:
    """What is asked: the rulebooks, or None for those that each scenario names, else the ones in `otherwise`.

    `readings` are options as given (reading -> option). With `depends` the readings that matter are looked for; with
    `rows` the answers are rows of data and not JSON.
    """

    rulebooks: tuple[Rulebook, ...] | None
    otherwise: tuple[str, ...]
    readings: Mapping[str, str]
    strict: bool = False
    depends: bool = False
    rows: bool = False


class Line(NamedTuple):
    """A line to be answered: the file it stands in, its number there, from 1, and what it holds."""

    file: str
    number: int
    content: bytes


class Answered(NamedTuple):
    """A line's answer as a line of JSON, or as rows; and whether it was fine, wrong, or not decided.

    `single` is how many of its evaluations did not fit a table.
    """

    text: str
    state: Literal["fine", "wrong", "undecided"] = "fine"
    rows: tuple[Row, ...] = ()
    single: int = 0
