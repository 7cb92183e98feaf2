"""Words on a terminal: in colour where it has colours, with nothing obeyed that a name may hold."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from pyrules.report.notes import Note

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def console() -> Console:
    """Standard output; 80 columns wide where there is no terminal."""
    return Console(highlight=False)


def text(words: str, style: str = "") -> Text:
    """Words in a style; control characters are shown and not obeyed."""
    return Text(CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", words), style)


def say(notes: Iterable[Note]) -> None:
    """Prints notes, each on a line of its own however long."""
    to = console()
    for note in notes:
        to.print(text(note.text, note.style), soft_wrap=True)
