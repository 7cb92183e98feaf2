"""Arguments and options that several commands share."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from pyrules.asp import sandbox

RulebookName = Annotated[str, typer.Argument(metavar="RULEBOOK", help="A rulebook, r1 to r4, or the path of an edit.")]
RulebookNames = Annotated[
    list[str] | None,
    typer.Option(
        "-r", "--rulebook", metavar="RULEBOOK", help="A rulebook, r1 to r4, or the path of an edit; may be repeated."
    ),
]
ReadingOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--reading", metavar="ID=OPTION", help="How to read a clause that can be read two ways; may be repeated."
    ),
]
LeftReadings = Annotated[
    list[str] | None, typer.Option("--left-reading", metavar="ID=OPTION", help="A reading of A; may be repeated.")
]
RightReadings = Annotated[
    list[str] | None, typer.Option("--right-reading", metavar="ID=OPTION", help="A reading of B; may be repeated.")
]
Strict = Annotated[
    bool, typer.Option("--strict", help="Refuse names that are probably not meant, instead of warning of them.")
]
ScenarioFile = Annotated[Path, typer.Argument(metavar="FILE", help="A scenario file.")]
ScenarioPaths = Annotated[
    list[str], typer.Argument(metavar="PATH...", help="Scenario files, folders of them, or patterns in quotes.")
]
InheritedFrom = Annotated[
    str | None,
    typer.Option(
        "--inherited-from",
        metavar="REVISION",
        help="The revision that a clause is inherited from, where two share a number.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of words.")]


def _document(option: str, what: str) -> Any:
    return typer.Option(option, metavar="FILE", help=f"Write {what} to FILE; with - print it instead of words.")


Html = Annotated[Path | None, _document("--html", "a self-contained HTML page")]
Svg = Annotated[Path | None, _document("--svg", "a self-contained SVG picture")]
Sarif = Annotated[Path | None, _document("--sarif", "the findings as SARIF, for code hosts,")]
Junit = Annotated[Path | None, _document("--junit", "the results as JUnit XML")]


Csv = Annotated[Path | None, _document("--csv", "a row for each value of each state as CSV")]
Parquet = Annotated[Path | None, typer.Option("--parquet", metavar="FILE", help="Write these rows to FILE as Parquet.")]
Jobs = Annotated[int, typer.Option("--jobs", min=1, metavar="N", help="How many processes share the work.")]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="The Dask cluster that works, tcp://HOST:PORT, or local."),
]
Checkpoint = Annotated[
    Path | None,
    typer.Option("--checkpoint", metavar="DIR", help="Keep what is done in DIR, and go on there where it was stopped."),
]


def _hold(context: typer.Context, option: typer.CallbackParam, given: float) -> float:
    """Holds evaluations to a limit for as long as the command runs."""
    part: dict[str, Any] = {{"time_limit": "seconds", "memory_limit": "megabytes"}[option.name or ""]: given}
    context.with_resource(sandbox.limits(replace(sandbox.in_force(), **part)))
    return given


TimeLimit = Annotated[float, typer.Option(metavar="SECONDS", callback=_hold, help="How long one evaluation may take.")]
MemoryLimit = Annotated[int, typer.Option(metavar="MEGABYTES", callback=_hold, help="How much memory it may take.")]
SECONDS, MEGABYTES = sandbox.Limits().seconds, sandbox.Limits().megabytes
