"""`pyrules why`: how a value came about, step by step, and by which clauses."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pyrules.cli import inputs
from pyrules.cli.options import ReadingOptions, RulebookNames
from pyrules.report import ledger, terminal
from pyrules.why import explain

RULEBOOKS = ("r4",)


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A scenario file.")],
    card: Annotated[str, typer.Argument(metavar="CARD", help="A card of the scenario.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A feature or a property of the card, or its `attack` or `roll`.")
    ],
    rulebooks: RulebookNames = None,
    readings: ReadingOptions = None,
    after: Annotated[int | None, typer.Option("--after", metavar="N", help="After event N; else at the end.")] = None,
    outcome: Annotated[
        int, typer.Option("--outcome", metavar="N", help="Of several outcomes the N-th, from 1.", min=1)
    ] = 1,
) -> None:
    """Tell how a value came about: every clause that made, changed, suppressed or refused it.

    Without -r: the rulebooks that the file names, else r4.
    """
    (task,) = inputs.tasks([file], rulebooks, readings, RULEBOOKS)
    explanations = [explain(task.scenario, book, card, name, after, outcome - 1) for book in task.rulebooks]
    console = terminal.console()
    for number, explanation in enumerate(explanations):
        if number:
            console.print()
        console.print(ledger.JudgesNote(explanation))
