"""`pyrules check`: the rulebook's own defects."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pyrules.check import KINDS, check
from pyrules.check.selection import baseline, selection
from pyrules.cli import inputs
from pyrules.cli.options import ReadingOptions
from pyrules.corpus import find
from pyrules.errors import NO, InputError
from pyrules.report import check_html, check_json, check_sarif, terminal
from pyrules.report.check import Report, of_report


def command(
    rulebook: Annotated[str, typer.Argument(metavar="RULEBOOK", help="A rulebook, r1 to r4, or the path of an edit.")],
    readings: ReadingOptions = None,
    select: Annotated[
        list[str] | None,
        typer.Option("--select", metavar="ID", help="Only this finding, or kind of finding; may be repeated."),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option("--ignore", metavar="ID", help="Not this finding, or kind of finding; may be repeated."),
    ] = None,
    known: Annotated[
        Path | None,
        typer.Option("--baseline", metavar="FILE", help="A report with --json: what is in it does not fail the check."),
    ] = None,
    corpus: Annotated[
        list[Path] | None,
        typer.Option(
            "--corpus",
            metavar="PATH",
            help="Scenario files, or folders of them, to be tried on mutations of the rules; takes minutes.",
        ),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Search scenarios of a single event only.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    as_html: Annotated[bool, typer.Option("--html", help="Print one self-contained HTML page.")] = False,
    as_sarif: Annotated[bool, typer.Option("--sarif", help="Print one SARIF document, for code hosts.")] = False,
) -> None:
    """Find a rulebook's own defects, each with a place or the smallest scenario that shows it.

    Exit code 1 when there is a defect (an error or a warning) that the baseline does not hold.
    """
    if as_json + as_html + as_sarif > 1:
        raise InputError.at("", "--json, --html and --sarif exclude each other")
    wanted, before = selection(select, ignore, KINDS), baseline(known)
    scenarios = inputs.scenarios(find(corpus or ()).files)
    book = inputs.rulebooks([rulebook], readings)[rulebook]
    found = check(book, quick, wanted, _tell, scenarios)
    _tell("")
    report = Report(book.name, book.hash, found, before)
    if as_json:
        typer.echo(check_json.document(report))
    elif as_html:
        typer.echo(check_html.page(report))
    elif as_sarif:
        typer.echo(check_sarif.document(report))
    else:
        terminal.say(of_report(report, terminal.console().width))
    if report.new_defects:
        raise typer.Exit(NO)


def _tell(stage: str) -> None:
    """Progress, on one line of a terminal that goes when the next comes."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{stage[:70]}", end="", file=sys.stderr, flush=True)
