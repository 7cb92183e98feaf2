"""What a report is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyrules.errors import Problem
from pyrules.model.result import Evaluation

if TYPE_CHECKING:
    from pyrules.engine.dependencies import Dependency
    from pyrules.explanation.last_changes import Reasons


@dataclass(frozen=True, slots=True)
class Answer:
    """An evaluation to report, with `given_by` when all readings were asked for: the readings that give it.

    Each of `given_by` changes one reading and leaves the others as they are; the empty one changes none.
    `reasons`, when asked for, are those of each outcome. `depends_on` are the options of readings that give another
    answer, None where nobody looked for them. `warnings` are those of the scenario.
    """

    evaluation: Evaluation
    given_by: tuple[Mapping[str, str], ...] | None = None
    reasons: tuple[Reasons, ...] | None = None
    depends_on: tuple[Dependency, ...] | None = None
    warnings: tuple[Problem, ...] = ()
