"""What a check finds: frozen, free of clingo, the source of every report."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pyrules.model.result import Citation
from pyrules.model.scenario import Scenario

Severity = Literal["error", "warning", "note"]
"""An error: the rulebook contradicts itself. A warning: it leaves open or surprises. A note is no defect."""


@dataclass(frozen=True, slots=True)
class FindingKind:
    """A kind of finding: its id, how bad it is, and what it means, in a sentence."""

    id: str
    severity: Severity
    says: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a clause stands: the manifest or the edit, with line and column from 1."""

    file: Path
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check found.

    `about` tells it apart from others of its kind: a clause's number, a reading, a term, a property. `clauses` are
    those concerned, the first foremost, and `place` is where that one stands. `witness` is a scenario that shows it,
    the smallest of those that were searched.
    """

    kind: FindingKind
    about: str
    clauses: tuple[Citation, ...]
    sentence: str
    place: Place | None = None
    witness: Scenario | None = None

    @property
    def id(self) -> str:
        """What a selection or a baseline names it by: `stale-reference:518.7.2 ●2`."""
        return f"{self.kind.id}:{self.about}"

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return self.kind.severity

    @property
    def is_defect(self) -> bool:
        """Whether it makes a check fail."""
        return self.severity != "note"
