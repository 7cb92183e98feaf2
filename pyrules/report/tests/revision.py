"""What was written into a scenario file, as a difference to be reviewed."""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.engine.update_expectations import Revised
from pyrules.report.notes import QUIET, REFUSED, Note

STYLES = {"+": "green", "-": "red", "@": QUIET}


def notes_of(revised: Revised) -> Iterator[Note]:
    """The lines that changed, and what could not be written."""
    for line in revised.diff:
        yield Note(line, STYLES.get(line[:1], ""))
    for number, reason in revised.left:
        yield Note(f"{revised.file}:{number}: {reason}", REFUSED)
