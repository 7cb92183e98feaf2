"""`pyrules eval --jsonl`: scenarios by the line, answers by the line."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import typer

from pyrules.bulk import source
from pyrules.bulk.asked import Answered, Asked
from pyrules.bulk.run import run
from pyrules.cli import inputs, outputs
from pyrules.cli.progress import counted
from pyrules.errors import FINE, UNDECIDED, WRONG
from pyrules.files import atomic
from pyrules.language import _
from pyrules.model.result import Evaluation
from pyrules.report.evaluation.row_files import Csv, Parquet, Rows
from pyrules.report.evaluation.rows import rows
from pyrules.rulebook.names import distinct
from pyrules.shares.driver import driver

EXIT = {"fine": FINE, "undecided": UNDECIDED, "wrong": WRONG}


@dataclass(frozen=True)
class How:
    """How a run over lines goes: as rows to files or to standard output (`-`), where it goes on, and who works."""

    csv: Path | None = None
    parquet: Path | None = None
    checkpoint: Path | None = None
    jobs: int = 1
    scheduler: str | None = None
    verbose: bool = False


def evaluate_lines(
    files: Sequence[Path],
    rulebooks: Sequence[str] | None,
    readings: Sequence[str] | None,
    otherwise: tuple[str, ...],
    strict: bool,
    depends: bool,
    how: How,
) -> int:
    """Writes an answer for each line, and returns the exit code: what became of the worst of them."""
    names = distinct(rulebooks) if rulebooks else otherwise
    books = inputs.rulebooks(names, readings)
    asked = Asked(
        tuple(books.values()) if rulebooks else None,
        otherwise,
        inputs.options_by_reading(readings or ()),
        strict,
        depends,
        how.csv is not None or how.parquet is not None,
    )
    files = files or [source.STANDARD_INPUT]
    worst, single, answers = FINE, 0, 0
    with ExitStack() as stack:
        at_work = stack.enter_context(driver(how.jobs, how.scheduler, how.checkpoint))
        written = _row_files(stack, how.csv, how.parquet)
        found = run(asked, source.batches(files, how.checkpoint is not None), at_work)
        for answer in _watched(found, source.number_of(files) if sys.stderr.isatty() else None):
            worst, single, answers = max(worst, EXIT[answer.state], key=_weight), single + answer.single, answers + 1
            _write(answer, written, asked.rows)
    if how.verbose:
        typer.echo(
            _(
                "{answers} lines; {single} evaluations did not fit the table and were solved one by one",
                answers=answers,
                single=single,
            ),
            err=True,
        )
    return worst


def _weight(code: int) -> int:
    """What is wrong outweighs what is not decided."""
    return (FINE, UNDECIDED, WRONG).index(code)


def _watched(found: Iterator[Answered], number: int | None) -> Iterator[Answered]:
    return found if sys.stdout.isatty() else counted(found, number, "evaluating")


def write_rows(evaluations: Iterable[Evaluation], csv: Path | None, parquet: Path | None) -> None:
    """Writes rows for evaluations to the files that `--csv` and `--parquet` name."""
    with ExitStack() as stack:
        written = _row_files(stack, csv, parquet)
        for each in evaluations:
            found = tuple(rows(each))
            for into in written:
                into.take(found)


def _row_files(stack: ExitStack, csv: Path | None, parquet: Path | None) -> list[Rows]:
    """The files, ready to be written."""
    for file in (csv, parquet):
        if file is not None and file != outputs.PRINTED:
            atomic.ready(file)
    written: list[Rows] = []
    if csv == outputs.PRINTED:
        written.append(Csv(_output()))
    elif csv is not None:
        written.append(Csv(stack.enter_context(csv.open("w", encoding="utf-8", newline=""))))
    if parquet is not None:
        written.append(stack.enter_context(Parquet(parquet)))
    return written


def _write(answer: Answered, written: Sequence[Rows], as_rows: bool) -> None:
    if not as_rows:
        output = _output()
        output.write(f"{answer.text}\n")
        output.flush()
    elif answer.state == "fine":
        for rows in written:
            rows.take(answer.rows)
    else:
        typer.echo(answer.text, err=True)


def _output() -> io.TextIOBase:
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.encoding != "utf-8":
        sys.stdout.reconfigure(encoding="utf-8")
    return sys.stdout  # type: ignore[return-value]
