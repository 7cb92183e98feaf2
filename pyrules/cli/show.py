"""`pyrules show`: a rulebook's clauses, or one of them with its rules."""

from __future__ import annotations

from typing import Annotated

import typer

from pyrules.cli import inputs, options
from pyrules.report import rulebook as catalogue
from pyrules.report import terminal


def command(
    rulebook: options.RulebookName,
    clause: Annotated[
        list[str] | None, typer.Argument(metavar="CLAUSE", help="The number of a clause, with its bullet: 518.3 ●1.")
    ] = None,
    readings: options.ReadingOptions = None,
    inherited_from: options.InheritedFrom = None,
    time_limit: options.TimeLimit = options.SECONDS,
    memory_limit: options.MemoryLimit = options.MEGABYTES,
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
