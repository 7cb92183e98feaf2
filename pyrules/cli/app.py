"""The program and its commands."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

import pyrules

COMMANDS = ("eval", "why", "test", "compare", "diff", "check", "show", "new", "facts", "export")


class Commands(TyperGroup):
    """Finds a command in the module of its name, so that none pays for the imports of another."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All commands, in the order in which help shows them."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, or None."""
        if cmd_name not in COMMANDS:
            return None
        program = typer.Typer(add_completion=False, rich_markup_mode=None)
        program.command(cmd_name)(import_module(f"pyrules.cli.{cmd_name}").command)
        return get_command(program)


app = typer.Typer(
    cls=Commands, add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pyrules {pyrules.__version__}")
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Tests the rulebook of a card game: what has every card after every event, and by which clause?"""
