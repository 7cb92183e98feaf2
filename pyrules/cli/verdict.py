"""`pyrules verdict`: everything about a proposed edit on one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pyrules.analysis.verdict.gather import SECONDS, base_of, verdict_on
from pyrules.asp import sandbox
from pyrules.cli import inputs, options, outputs
from pyrules.cli.bounds import MemoryLimit
from pyrules.cli.diff import MEMORY
from pyrules.cli.progress import Display
from pyrules.errors import FINE, NO, UNDECIDED
from pyrules.report import terminal
from pyrules.report.verdict import json as verdict_json
from pyrules.report.verdict import page
from pyrules.report.verdict.text import VerdictReport
from pyrules.scenario import discover

EXIT = {"changes": NO, "nothing-changes": FINE, "undetermined": UNDECIDED}


def command(
    edit: Annotated[str, typer.Argument(metavar="EDIT", help="The path of an edit.")],
    corpus: Annotated[
        list[Path] | None,
        typer.Option(
            "--corpus",
            metavar="PATH",
            help="Scenario files, or folders of them, besides those that lie beside the edit; may be repeated.",
        ),
    ] = None,
    property: Annotated[
        list[Path] | None,
        typer.Option("--property", metavar="FILE", help="A property to be judged of both sides; may be repeated."),
    ] = None,
    readings: options.ReadingOptions = None,
    strict: options.Strict = False,
    as_json: options.AsJson = False,
    html: options.Html = None,
    time_limit: Annotated[float, typer.Option(metavar="SECONDS", min=1.0, help="How long it may take.")] = SECONDS,
    memory_limit: MemoryLimit = MEMORY,
) -> None:
    """Tell everything about a proposed edit on one page, within a minute.

    What it changes and what it makes untrue, the smallest difference of every kind, what scenario files say, defects
    and properties against those of its base, the readings it has to do with, and what was not looked at.
    Ctrl-C ends it with what is known by then. Exit 0: nothing changes; 1: something does; 3: not decided.
    """
    document_printed = outputs.prepare(as_json, html=html)
    base = base_of(inputs.rulebooks([edit], None)[edit])
    books = inputs.rulebooks([edit, base], readings)
    scenarios = inputs.scenarios([*_beside(edit), *discover.find(corpus or ()).files], books.values(), strict)
    with sandbox.limits(sandbox.Limits(megabytes=memory_limit)), Display() as display:
        found = verdict_on(books[base], books[edit], scenarios, time_limit, display.show, property or ())
    outputs.write(html, lambda: page.page(found))
    if as_json:
        outputs.emit(verdict_json.document(found))
    elif not document_printed:
        terminal.console().print(VerdictReport(found), crop=False)
    raise typer.Exit(EXIT[found.conclusion])


def _beside(edit: str) -> tuple[Path, ...]:
    """The scenario files in the folder of the edit."""
    return tuple(sorted(Path(edit).parent.glob("*.scenario.yaml")))
