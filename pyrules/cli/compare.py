"""`pyrules compare`: where scenarios come out differently under two rulebooks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pyrules.analysis.compare import accepted_differences, comparison
from pyrules.analysis.compare.accepted_differences import Acceptances
from pyrules.bulk.evaluations import evaluations
from pyrules.cli import inputs, options, outputs
from pyrules.cli.bounds import observed
from pyrules.cli.progress import watched
from pyrules.errors import NO, InputError
from pyrules.language import _
from pyrules.report import terminal
from pyrules.report.comparison import json as comparison_json
from pyrules.report.comparison import page
from pyrules.report.comparison.text import parts
from pyrules.report.explanation.pair import LedgerPair
from pyrules.report.notes import Note
from pyrules.rulebook.book import Rulebook
from pyrules.scenario import discover
from pyrules.shares.driver import driver


def command(
    paths: options.ScenarioPaths,
    rulebooks: Annotated[
        list[str],
        typer.Option(
            "-r", "--rulebook", metavar="RULEBOOK", help="The two rulebooks, r1 to r4 or the paths of edits: -r A -r B."
        ),
    ],
    readings: options.ReadingOptions = None,
    strict: options.Strict = False,
    left_reading: options.LeftReadings = None,
    right_reading: options.RightReadings = None,
    observe: Annotated[
        str,
        typer.Option("--observe", metavar="WHAT,WHAT", help="What is looked at, besides rolls and the like."),
    ] = "value,losses",
    accept: Annotated[
        Path | None, typer.Option("--accept", metavar="FILE", help="Differences that are intended, with the reasons.")
    ] = None,
    ledgers: Annotated[
        bool, typer.Option("--ledgers", help="Show how each side comes to the first value that differs.")
    ] = False,
    as_json: options.AsJson = False,
    html: options.Html = None,
    jobs: options.Jobs = 1,
    scheduler: options.Scheduler = None,
    time_limit: options.TimeLimit = options.SECONDS,
    memory_limit: options.MemoryLimit = options.MEGABYTES,
) -> None:
    """Show which scenarios come out differently under two rulebooks.

    Rolls, attacks and properties are always looked at; besides them what --observe names: value, effective, losses,
    attempts, verdict.
    They are grouped by the clauses responsible, the smallest first. Exit code 1 when a difference is not accepted.
    """
    document_printed = outputs.prepare(as_json, html=html)
    if len(rulebooks) != 2:
        raise InputError.at("", _("expected two rulebooks, -r A -r B, got {count}", count=len(rulebooks)))
    looked_at = observed(observe)
    left = _book(rulebooks[0], readings, left_reading)
    right = _book(rulebooks[1], readings, right_reading)
    acceptances = Acceptances() if accept is None else accepted_differences.load(accept)
    found = discover.find(paths)
    scenarios = inputs.scenarios(found.files, (left, right), strict)
    with driver(jobs, scheduler) as at_work:
        pairs = zip(*(evaluations(scenarios, book, at_work) for book in (left, right)), strict=True)
        evaluated = watched(zip(scenarios, pairs, strict=True), len(scenarios), "comparing")
        compared = comparison.of_evaluations(evaluated, left, right, looked_at)
    outputs.write(html, lambda: page.page(compared, acceptances))
    if as_json:
        outputs.emit(comparison_json.document(compared, acceptances))
    elif not document_printed:
        for part in parts(compared, acceptances, ledgers):
            _print(part)
    if any(acceptances.unexplained(each) for each in compared.disagreements):
        raise typer.Exit(NO)


def _book(name: str, *readings: list[str] | None) -> Rulebook:
    return inputs.rulebooks([name], [each for some in readings for each in some or ()])[name]


def _print(part: Note | LedgerPair) -> None:
    if isinstance(part, Note):
        terminal.say([part])
    else:
        terminal.console().print(part)
