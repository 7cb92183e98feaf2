"""An explanation as a judge would write it down: the steps in order of play, then the clauses that decided them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from pyrules.report.notes import LOST, QUIET, REFUSED
from pyrules.report.terminal import text, trimmed
from pyrules.result import Citation
from pyrules.why.explanation import Explanation, Ledger, Step

INDENT, GAP = 3, 2
STYLES = {"refused": REFUSED, "lost": LOST, "lapsed": LOST}


@dataclass(frozen=True, slots=True)
class Note:
    """Explanations of the same value, one rulebook after another, to be printed on a rich console."""

    explanation: Explanation

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        yield from trimmed(Group(*self._parts()), console, options)

    def _parts(self) -> Iterator[RenderableType]:
        why = self.explanation
        yield text(f"{headline(why)}.", "bold")
        yield text(f"{why.title} ({why.file})" if why.file else why.title, "dim")
        for ledger in why.ledgers:
            yield from _ledger(why, ledger)
        if why.clauses:
            yield ""
            yield _clauses(why.clauses)


def headline(why: Explanation) -> str:
    """The answer in a sentence: `Under r4, after 3, vail has Броня 2`."""
    when = "at the start" if why.after == 0 else f"after {why.after}"
    return f"Under {why.rulebook}, {when}, {why.answer}"


def sentence(step: Step) -> str:
    """A step with its reason and the numbers of its clauses: `Броня 1 is refused: 1 is not greater than 2 (518.3)`."""
    reasons = [step.reason] if step.reason else []
    reasons += [f"{basis.sentence} [{basis.place}]" for basis in step.bases if basis.foreign]
    reason = f": {'; '.join(reasons)}" if reasons else ""
    numbers = ", ".join(dict.fromkeys(map(str, step.clauses)))
    return f"{step.text}{reason}{f' ({numbers})' if numbers else ''}"


def count(step: Step) -> str:
    """What a step does to the count: `2 → 3`; nothing where it leaves it."""
    return f"{step.before} → {step.now}" if step.counts else ""


def _ledger(why: Explanation, ledger: Ledger) -> Iterator[RenderableType]:
    if len(why.ledgers) > 1:
        yield ""
        yield text(f"It can come out at {ledger.value} like this:")
    if not ledger.steps:
        yield ""
        yield text(f"Nothing gives it: no card prints it, no event and no aura is to give it to {why.card}.")
    width = max((len(count(step)) for step in ledger.steps), default=0)
    for after, steps in _by_event(ledger.steps):
        yield ""
        yield text(f"{after:<{INDENT - 1}} {why.events[after]}", "bold")
        yield _grid((line for step in steps for line in _lines(why, step)), width)


def _lines(why: Explanation, step: Step) -> Iterator[tuple[str, str, str]]:
    """A step, and beneath it what it rests on."""
    yield count(step), sentence(step), STYLES.get(step.kind, "")
    for cause in step.because:
        yield "", f"  since {why.events[cause.after]}: {sentence(cause)}", QUIET


def _by_event(steps: Iterable[Step]) -> Iterator[tuple[int, list[Step]]]:
    each: dict[int, list[Step]] = {}
    for step in steps:
        each.setdefault(step.after, []).append(step)
    yield from each.items()


def _clauses(clauses: Sequence[Citation]) -> RenderableType:
    width = max(len(str(clause)) for clause in clauses)
    return _grid(((str(clause), clause.gist, QUIET) for clause in clauses), width, indent=0)


def _grid(lines: Iterable[tuple[str, str, str]], width: int, indent: int = INDENT) -> RenderableType:
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_column(width=width, no_wrap=True)
    grid.add_column(overflow="fold")
    for left, right, style in lines:
        grid.add_row(Text(left, "green"), text(right, style))
    return Padding(grid, (0, 0, 0, indent))
