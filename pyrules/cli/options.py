"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

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
Strict = Annotated[
    bool, typer.Option("--strict", help="Refuse names that are probably not meant, instead of warning of them.")
]
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
