"""`pyrules test`: scenario files against what they expect."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pyrules import corpus, rulebook
from pyrules.cli import inputs
from pyrules.cli.options import ReadingOptions, RulebookNames
from pyrules.errors import NO
from pyrules.expectations import check
from pyrules.report import terminal
from pyrules.report.tally import Tally, summary


def command(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Scenario files, or folders of them.")],
    rulebooks: RulebookNames = None,
    readings: ReadingOptions = None,
) -> None:
    """Check what scenario files expect.

    Without -r: under the rulebooks that a file names, else under all. Exit code 1 when an expectation fails.
    """
    tasks = inputs.tasks(corpus.find(paths).files, rulebooks, readings, rulebook.names())
    tallies = []
    for scenario, evaluations in inputs.evaluations(tasks):
        tally = Tally(scenario.file, {each.rulebook: check(scenario.expect, each) for each in evaluations})
        tallies.append(tally)
        terminal.say(tally.notes())
    terminal.say([summary(tallies)])
    if any(tally.failed for tally in tallies):
        raise typer.Exit(NO)
