"""Words on a terminal: in colour where it has colours, with nothing obeyed that a name may hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from pyrules.report.notes import Note

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def console() -> Console:
    """Standard output; 80 columns wide where there is no terminal."""
    return Console(highlight=False)


def text(words: str, style: str = "") -> Text:
    """Words in a style; control characters are shown and not obeyed."""
    return Text(CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", words), style)


def trimmed(what: RenderableType, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
    """Something printed without the blanks that fill its lines up."""
    for line in console.render_lines(what, options, pad=False):
        yield from _without_blanks(line)
        yield Segment.line()


def _without_blanks(line: Sequence[Segment]) -> list[Segment]:
    *before, last = line or [Segment("")]
    if last.text.strip():
        return [*before, Segment(last.text.rstrip(), last.style)]
    return _without_blanks(before) if before else []


def say(notes: Iterable[Note]) -> None:
    """Prints notes, each on a line of its own however long."""
    to = console()
    for note in notes:
        to.print(text(note.text, note.style), soft_wrap=True)
