"""Words on a terminal: in colour where it has colours, with nothing obeyed that a name may hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from pyrules.language.printable import printable
from pyrules.report.notes import Note


def console() -> Console:
    """Standard output; 80 columns wide where there is no terminal, or one without a width."""
    to = Console(highlight=False)
    return to if to.width > 0 else Console(highlight=False, width=80)


def show(parts: Iterable[RenderableType], to: Console | None = None) -> None:
    """Prints parts with an empty line between, on standard output where nothing else is given."""
    to = to or console()
    for number, part in enumerate(parts):
        if number:
            to.print()
        to.print(part)


def text(words: str, style: str = "") -> Text:
    """Words in a style; control characters are shown and not obeyed."""
    return Text(printable(words), style)


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
