"""`pyrules facts`: a scenario as plain facts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pyrules.cli import inputs, outputs
from pyrules.cli.options import Strict
from pyrules.engine.facts import facts


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A scenario file.")], strict: Strict = False
) -> None:
    """Print a scenario as facts for clingo.

    clingo gives the same answers on them and an exported rulebook.
    """
    (scenario,) = inputs.scenarios([file], strict)
    outputs.emit(facts(scenario))
