"""`pyrules eval`: derived values of every state, for one or several rulebooks side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pyrules.cli import inputs, options, outputs
from pyrules.cli.inputs import Task
from pyrules.cli.progress import watched
from pyrules.engine.dependencies import dependencies
from pyrules.engine.evaluate import evaluate_readings
from pyrules.language import _
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.report import terminal
from pyrules.report.evaluation import json, table
from pyrules.report.evaluation.answer import Answer
from pyrules.rulebook.book import Rulebook

if TYPE_CHECKING:
    from pyrules.explanation.last_changes import Reasons

RULEBOOKS = ("r4",)


def command(
    files: Annotated[list[Path] | None, typer.Argument(metavar="FILE...", help="Scenario files.")] = None,
    rulebooks: options.RulebookNames = None,
    readings: options.ReadingOptions = None,
    strict: options.Strict = False,
    all_readings: Annotated[
        bool, typer.Option("--all-readings", help="Show every distinct result, with the readings that give it.")
    ] = False,
    no_depends: Annotated[
        bool, typer.Option("--no-depends", help="Do not look which other readings would give another answer.")
    ] = False,
    why: Annotated[bool, typer.Option("--why", help="Say beside every change why it came about.")] = False,
    as_json: options.AsJson = False,
    jsonl: Annotated[
        bool,
        typer.Option(
            "--jsonl", help="Read a scenario as JSON from each line (- is standard input), answer with a line."
        ),
    ] = False,
    depends: Annotated[
        bool, typer.Option("--depends", help="With --jsonl: look which other readings would give another answer.")
    ] = False,
    csv: options.Csv = None,
    parquet: options.Parquet = None,
    checkpoint: options.Checkpoint = None,
    jobs: options.Jobs = 1,
    scheduler: options.Scheduler = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="With --jsonl: say how many evaluations the table could not tell.")
    ] = False,
    time_limit: options.TimeLimit = options.SECONDS,
    memory_limit: options.MemoryLimit = options.MEGABYTES,
) -> None:
    """Show what every card has after every event.

    Several rulebooks stand side by side. Without -r: the rulebooks that the file names, else r4. Where another reading
    would give another answer, the verdict says so.
    """
    if jsonl:
        from pyrules.cli.bulk import How, evaluate_lines

        how = How(csv, parquet, checkpoint, jobs, scheduler, verbose)
        raise typer.Exit(evaluate_lines(files or [], rulebooks, readings, RULEBOOKS, strict, depends, how))
    if not files:
        raise typer.BadParameter(_("expected a scenario file"), param_hint=f"'{_('FILE...')}'")
    tasks = inputs.tasks(files, rulebooks, readings, RULEBOOKS, strict)
    if csv is not None or parquet is not None:
        from pyrules.cli.bulk import write_rows

        write_rows((each for _, found in inputs.evaluations(tasks) for each in found), csv, parquet)
        return
    evaluated = _under_all_readings(tasks, why) if all_readings else _as_read(tasks, why, not no_depends)
    answers = watched(evaluated, len(tasks), _("evaluating"))
    if as_json:
        outputs.emit(json.document(answer for each in answers for answer in each))
        return
    terminal.show(map(table.EvaluationTable, answers))


def _as_read(tasks: Sequence[Task], why: bool, depends: bool) -> Iterator[list[Answer]]:
    for task, (scenario, evaluations) in zip(tasks, inputs.evaluations(tasks), strict=True):
        yield [
            Answer(
                evaluation,
                reasons=_reasons(scenario, book, evaluation) if why else None,
                depends_on=dependencies(scenario, book, evaluation) if depends else None,
                warnings=scenario.warnings(book.names),
            )
            for book, evaluation in zip(task.rulebooks, evaluations, strict=True)
        ]


def _under_all_readings(tasks: Sequence[Task], why: bool) -> Iterator[list[Answer]]:
    for task in tasks:
        yield [
            Answer(
                evaluation,
                given_by,
                _reasons(task.scenario, book, evaluation) if why else None,
                warnings=task.scenario.warnings(book.names),
            )
            for book in task.rulebooks
            for given_by, evaluation in evaluate_readings(task.scenario, book)
        ]


def _reasons(scenario: Scenario, book: Rulebook, evaluation: Evaluation) -> tuple[Reasons, ...]:
    from pyrules.explanation.last_changes import reasons  # not before it is asked for: it takes clingo's syntax trees

    return reasons(scenario, book.under(evaluation.readings))
