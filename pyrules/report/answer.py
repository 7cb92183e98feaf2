"""What a report is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pyrules.result import Evaluation


@dataclass(frozen=True, slots=True)
class Answer:
    """An evaluation to report, with `given_by` when all readings were asked for: the readings that give it.

    Each of `given_by` changes one reading and leaves the others as they are; the empty one changes none.
    """

    evaluation: Evaluation
    given_by: tuple[Mapping[str, str], ...] | None = None
