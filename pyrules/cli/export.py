"""`pyrules export`: a rulebook as one plain program."""

from __future__ import annotations

from pyrules.asp.control import program
from pyrules.cli import inputs, options, outputs


def command(
    rulebook: options.RulebookName,
    readings: options.ReadingOptions = None,
    time_limit: options.TimeLimit = options.SECONDS,
    memory_limit: options.MemoryLimit = options.MEGABYTES,
) -> None:
    """Print a rulebook as a program for clingo.

    clingo gives the same answers on it and the facts of a scenario.
    """
    outputs.emit(program(inputs.rulebooks([rulebook], readings)[rulebook].modules))
