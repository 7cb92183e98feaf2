"""`pyrules facts`: a scenario as plain facts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pyrules.cli import outputs
from pyrules.engine.facts import facts
from pyrules.scenario.load import load


def command(file: Annotated[Path, typer.Argument(metavar="FILE", help="A scenario file.")]) -> None:
    """Print a scenario as facts for clingo.

    clingo gives the same answers on them and an exported rulebook.
    """
    outputs.emit(facts(load(file)))
