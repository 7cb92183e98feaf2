"""`pyrules show`: a rulebook's clauses, or one of them with its rules."""

from __future__ import annotations

from typing import Annotated

import typer

from pyrules.cli import inputs
from pyrules.cli.options import InheritedFrom, ReadingOptions
from pyrules.report import rulebook as catalogue
from pyrules.report import terminal


def command(
    rulebook: Annotated[str, typer.Argument(metavar="RULEBOOK", help="A rulebook, r1 to r4, or the path of an edit.")],
    clause: Annotated[
        list[str] | None, typer.Argument(metavar="CLAUSE", help="The number of a clause, with its bullet: 518.3 ●1.")
    ] = None,
    readings: ReadingOptions = None,
    inherited_from: InheritedFrom = None,
) -> None:
    """Show a rulebook's clauses, or one with its rules.

    For an edit: what it changes.
    """
    book = inputs.rulebooks([rulebook], readings)[rulebook]
    width = terminal.console().width
    if clause:
        terminal.say(catalogue.of_clause(book, book.clause(" ".join(clause), inherited_from), width))
    elif book.edits:
        terminal.say(catalogue.of_edits(book, width))
    else:
        terminal.say(catalogue.of_rulebook(book, width))
