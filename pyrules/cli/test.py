"""`pyrules test`: scenario files against what they expect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated

import typer

from pyrules.cli import inputs, options, outputs
from pyrules.cli.inputs import Task
from pyrules.cli.progress import watched
from pyrules.engine.dependencies import turned_checks
from pyrules.engine.expectations import checks_by_rulebook, rulebooks_needed
from pyrules.engine.update_expectations import Revised, revised
from pyrules.errors import NO, InputError
from pyrules.files.yaml import read_file
from pyrules.language import _
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.report import terminal
from pyrules.report.notes import Note
from pyrules.report.tests import junit
from pyrules.report.tests.revision import notes_of
from pyrules.report.tests.tally import Tally, summary
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario import discover
from pyrules.scenario.load import load_text
from pyrules.shares.driver import driver


def command(
    paths: options.ScenarioPaths,
    rulebooks: options.RulebookNames = None,
    readings: options.ReadingOptions = None,
    strict: options.Strict = False,
    containing: Annotated[
        str | None, typer.Option("-k", metavar="TEXT", help="Only files whose path or title contains this.")
    ] = None,
    stop: Annotated[bool, typer.Option("-x", help="Stop at the first file in which an expectation fails.")] = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Show only what fails, and the summary.")] = False,
    junit_file: options.Junit = None,
    depends: Annotated[
        bool, typer.Option("--depends", help="Name the checks that hold, and would not under another reading.")
    ] = False,
    update: Annotated[
        bool, typer.Option("--update", help="Write what came out into `expect`, and show what was changed.")
    ] = False,
    jobs: options.Jobs = 1,
    scheduler: options.Scheduler = None,
    time_limit: options.TimeLimit = options.SECONDS,
    memory_limit: options.MemoryLimit = options.MEGABYTES,
) -> None:
    """Check what scenario files expect.

    Without -r: under the rulebooks that a file names, else under all. Exit code 1 when an expectation fails, 2 when
    there is none to be tested. A failed one names the other readings under which it would hold. --depends names those
    that hold under these readings only: it takes several times as long.
    """
    say = _silence if outputs.prepare(junit=junit_file) else terminal.say
    found = discover.find(paths)
    tasks = _chosen(inputs.tasks(found.files, rulebooks, readings, rulebook_names(), strict), containing)
    tested = tuple(map(_under_all_readings, tasks))
    tallies = []
    with driver(jobs, scheduler) as at_work:
        for task, (scenario, evaluations) in zip(
            tasks, watched(inputs.evaluations(tested, at_work), len(tasks), "testing"), strict=False
        ):
            tally = _tally(scenario, evaluations)
            if depends or (tally.failed and not update):
                tally = _read_otherwise(tally, task)
            if update and tally.failed:
                change, updated = _updated(scenario, evaluations)
                say(notes_of(change))
                tally = _tally(updated, evaluations)
            tallies.append(tally)
            say(tally.notes(quiet))
            if stop and tally.failed:
                break
    say(summary(tallies, len(tasks), "" if quiet else str(found)))
    outputs.write(junit_file, lambda: junit.document(tallies))
    if any(tally.failed for tally in tallies):
        raise typer.Exit(NO)
    if not any(tally.number for tally in tallies):
        raise InputError.at("", _("nothing was tested: no file expects anything of the rulebooks it was run under"))


def _chosen(tasks: tuple[Task, ...], containing: str | None) -> tuple[Task, ...]:
    """The tasks whose path or title contains the text, capitals and small letters alike."""
    if containing is None:
        return tasks
    sought = containing.casefold()
    chosen = tuple(task for task in tasks if sought in f"{task.scenario.file}\n{task.scenario.title}".casefold())
    if not chosen:
        raise InputError.at("", _("-k: no path and no title contains {text!r}", text=containing))
    return chosen


def _under_all_readings(task: Task) -> Task:
    """The task with its rulebooks also under the readings that expectations name."""
    books = (needed for book in task.rulebooks for needed in rulebooks_needed(task.scenario.expect, book))
    return replace(task, rulebooks=tuple(books))


def _tally(scenario: Scenario, evaluations: Sequence[Evaluation]) -> Tally:
    return Tally(scenario.file, checks_by_rulebook(scenario.expect, evaluations))


def _read_otherwise(tally: Tally, task: Task) -> Tally:
    """The tally with the readings under which its checks come out the other way."""
    turned = {book.name: turned_checks(task.scenario, book, tally.checks[book.name]) for book in task.rulebooks}
    return replace(tally, turned=turned)


def _updated(scenario: Scenario, evaluations: Sequence[Evaluation]) -> tuple[Revised, Scenario]:
    """Writes what came out into the scenario's file; what was changed, and the scenario that the file now holds."""
    about = scenario.rulebooks or rulebook_names()
    text = read_file(scenario.file)
    if load_text(text, scenario.file) != scenario:
        raise InputError.at(scenario.file, _("the file was changed while it was tested; nothing was written"))
    change = revised(text, scenario, evaluations, about)
    updated = load_text(change.after, scenario.file)
    change.write()
    return change, updated


def _silence(notes: Iterable[Note]) -> None:
    """Says nothing: a document is printed instead of words."""
