"""`pyrules new`: a commented start."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pyrules.cli import scaffold
from pyrules.cli.options import InheritedFrom
from pyrules.errors import InputError
from pyrules.printable import printable


class StartKind(StrEnum):
    """What can be begun."""

    scenario = "scenario"
    edit = "edit"


def command(
    kind: Annotated[StartKind, typer.Argument(metavar="scenario|edit", help="What to begin.")],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The file to write; nothing is ever overwritten.")],
    on: Annotated[
        str | None, typer.Option("--on", metavar="RULEBOOK", help="What an edit stands on: r1 to r4, or another edit.")
    ] = None,
    clause: Annotated[
        str | None,
        typer.Option("--clause", metavar="NUMBER", help="Begin an edit with copies of the modules of this clause."),
    ] = None,
    inherited_from: InheritedFrom = None,
) -> None:
    """Write a commented scenario, or edit, that runs as it is."""
    if kind is StartKind.scenario and (on or clause or inherited_from):
        raise InputError.at("", "--on, --clause and --inherited-from are for edits")
    if kind is StartKind.edit and not on:
        raise InputError.at("", "--on is missing: the rulebook that the edit stands on, r1 to r4 or another edit")
    texts = (
        scaffold.scenario(path) if kind is StartKind.scenario else scaffold.edit(path, str(on), clause, inherited_from)
    )
    scaffold.write(texts)
    for written in texts:
        typer.echo(printable(f"written: {written}"))
