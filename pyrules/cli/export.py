"""`pyrules export`: a rulebook as one plain program."""

from __future__ import annotations

from typing import Annotated

import typer

from pyrules.asp.control import program
from pyrules.cli import inputs, outputs
from pyrules.cli.options import ReadingOptions


def command(
    rulebook: Annotated[str, typer.Argument(metavar="RULEBOOK", help="A rulebook, r1 to r4, or the path of an edit.")],
    readings: ReadingOptions = None,
) -> None:
    """Print a rulebook as a program for clingo.

    clingo gives the same answers on it and the facts of a scenario.
    """
    outputs.emit(program(inputs.rulebooks([rulebook], readings)[rulebook].modules))
