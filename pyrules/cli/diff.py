"""`pyrules diff`: the smallest scenario on which two rulebooks differ, or a proof that there is none."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.console import RenderableType

from pyrules.analysis.search.clock import Progress
from pyrules.analysis.search.find import SearchResult, find_difference
from pyrules.analysis.search.in_cubes import find_in_cubes
from pyrules.analysis.search.kinds import DifferenceKinds, all_kinds
from pyrules.analysis.search.property import PropertyResult, judge
from pyrules.analysis.search.witness_as_scenario import as_test
from pyrules.asp import sandbox
from pyrules.cli import inputs, outputs
from pyrules.cli.bounds import (
    Auras,
    Cards,
    Conditions,
    Events,
    Features,
    MaxValue,
    MemoryLimit,
    OnFeatures,
    Printed,
    TimeLimit,
    bound,
)
from pyrules.cli.options import AsJson, Checkpoint, Html, Jobs, LeftReadings, RightReadings, Scheduler
from pyrules.cli.progress import Display
from pyrules.errors import FINE, NO, UNDECIDED, InputError
from pyrules.files import atomic
from pyrules.language import _
from pyrules.model.scenario import Scenario
from pyrules.report import terminal
from pyrules.report.diff import json, page, text
from pyrules.rulebook.book import Rulebook
from pyrules.scenario.dump import dump
from pyrules.shares.driver import driver

EXIT = {
    "different": NO,
    "violated": NO,
    "equivalent-within-bound": FINE,
    "holds-within-bound": FINE,
    "undetermined": UNDECIDED,
}
MEMORY = 4000
"""Megabytes: searches take more than evaluations do."""


def command(
    left: Annotated[str, typer.Argument(metavar="A", help="A rulebook, r1 to r4, or the path of an edit.")],
    right: Annotated[
        str | None, typer.Argument(metavar="B", help="Another, or the same under other readings.", show_default=False)
    ] = None,
    property: Annotated[
        Path | None,
        typer.Option("--property", metavar="FILE", help="Instead of B: search A for a violation of this property."),
    ] = None,
    left_reading: LeftReadings = None,
    right_reading: RightReadings = None,
    cards: Cards = 1,
    features: Features = 1,
    conditions: Conditions = 1,
    events: Events = 4,
    max_value: MaxValue = 3,
    printed: Printed = 2,
    auras: Auras = 0,
    on_features: OnFeatures = False,
    observe: Annotated[str, typer.Option("--observe", metavar="WHAT,WHAT", help="What must differ.")] = "value,losses",
    why: Annotated[bool, typer.Option("--why", help="Show how each side comes to the value that differs.")] = False,
    every: Annotated[bool, typer.Option("--all", help="Show one scenario for every kind of difference.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the witness as a scenario file.")
    ] = None,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Show where they differ, without the table.")] = False,
    as_json: AsJson = False,
    html: Html = None,
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    checkpoint: Checkpoint = None,
    time_limit: TimeLimit = 300.0,
    memory_limit: MemoryLimit = MEMORY,
) -> None:
    """Search all scenarios within a bound for the smallest on which two rulebooks differ.

    With --jobs, --scheduler or --checkpoint it is cut in parts, by first events and printed things.
    What can be observed: value, effective, losses, attempts, verdict, roll, attack, properties.
    Exit 0: they agree; 1: they differ; 3: not decided within the time, or the rules differ in what is not looked at.
    """
    _check_options(right, property, every, why, html)
    shared = jobs > 1 or scheduler is not None or checkpoint is not None
    if shared and (every or property is not None):
        option = "--all" if every else "--property"
        raise InputError.at(
            "", _("{option} is not searched in shares; leave out --jobs, --scheduler and --checkpoint", option=option)
        )
    document_printed = outputs.prepare(as_json, html=html)
    if output is not None and output.exists():
        raise InputError.at(str(output), _("the file exists already; nothing was overwritten"))
    if output is not None:
        atomic.ready(output)
    within = bound(cards, features, conditions, events, max_value, printed, auras, on_features, observe)
    book = _book(left, left_reading)
    with sandbox.limits(sandbox.Limits(megabytes=memory_limit)), Display() as display:

        def tell(come: Progress) -> None:
            display.show(_("{stage}, {count} conflicts", stage=come.stage, count=come.conflicts))

        if property is not None:
            told: Told = _judged(judge(book, property, within, time_limit, tell), book)
        elif every:
            other = _book(right or "", right_reading)
            told = _kinds(all_kinds(book, other, within, time_limit, tell), book, other)
        else:
            other = _book(right or "", right_reading)
            if shared:
                with driver(jobs, scheduler, checkpoint) as at_work:
                    found = find_in_cubes(book, other, within, at_work, time_limit, tell)
            else:
                found = find_difference(book, other, within, time_limit, tell)
            told = _told(found, book, other, why, quiet)
    if output is not None and told.witness is not None:
        atomic.create(output, dump(told.witness, output.parent))
    if told.page is not None:
        outputs.write(html, told.page)
    if as_json:
        outputs.emit(told.document)
    elif not document_printed:
        terminal.console().print(told.report, crop=False)
    raise typer.Exit(EXIT[told.verdict])


def _check_options(right: str | None, property: Path | None, every: bool, why: bool, html: Path | None) -> None:
    if (right is None) == (property is None):
        raise InputError.at("", _("expected two rulebooks, or one and --property FILE"))
    if every and property is not None:
        raise InputError.at("", _("--all and --property exclude each other"))
    if why and (every or property is not None):
        raise InputError.at("", _("--why and {option} exclude each other", option="--all" if every else "--property"))
    if html is not None and property is not None:
        raise InputError.at("", _("--html and --property exclude each other"))


class Told(NamedTuple):
    """What is told of a search: the verdict, the witness as a file holds it, and the answer in its forms."""

    verdict: str
    witness: Scenario | None
    report: RenderableType
    document: str
    page: Callable[[], str] | None = None


def _judged(judged: PropertyResult, book: Rulebook) -> Told:
    shown = text.PropertyReport(judged, book)
    witness = None if judged.violation is None else judged.violation.scenario
    return Told(judged.verdict, witness, shown, json.property_document(shown))


def _kinds(found: DifferenceKinds, left: Rulebook, right: Rulebook) -> Told:
    shown = text.KindsReport(found, left, right)
    witness = as_test(found.kinds[0].witness) if found.kinds else None
    return Told(found.verdict, witness, shown, json.kinds_document(shown), partial(page.kinds_page, shown))


def _book(name: str, readings: list[str] | None) -> Rulebook:
    return inputs.rulebooks([name], readings)[name]


def _told(found: SearchResult, left: Rulebook, right: Rulebook, why: bool, quiet: bool) -> Told:
    shown = text.DiffReport(found, left, right, why, quiet)
    witness = None if found.shown is None else as_test(found.shown)
    return Told(found.verdict, witness, shown, json.document(shown), partial(page.page, shown))
