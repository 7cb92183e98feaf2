"""The program and its commands."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

import pyrules
from pyrules.cli.library_words import spoken
from pyrules.language import LANGUAGES, _
from pyrules.language.choice import OPTION

COMMANDS = ("eval", "why", "test", "compare", "diff", "check", "verdict", "show", "new", "facts", "export", "serve")


class Command(TyperCommand):
    """A command whose help is in the language spoken."""

    def get_help(self, ctx: Any) -> str:
        """The help of the command."""
        return spoken(super().get_help(ctx))


class Commands(TyperGroup):
    """Finds a command in the module of its name, so that none pays for the imports of another."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        _speak(self)

    def get_help(self, ctx: Any) -> str:
        """The help of the program."""
        return spoken(super().get_help(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        """All commands, in the order in which help shows them."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, or None."""
        if cmd_name not in COMMANDS:
            return None
        program = typer.Typer(add_completion=False, rich_markup_mode=None)
        program.command(cmd_name, cls=Command)(import_module(f"pyrules.cli.{cmd_name}").command)
        command = get_command(program)
        command.params.append(next(each for each in self.params if OPTION in each.opts))
        _speak(command)
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Lists the commands in the help."""
        self._listed().format_commands(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """The commands and options that begin so, for a shell."""
        return self._listed().shell_complete(ctx, incomplete)

    def _listed(self) -> TyperGroup:
        """The same with commands that have no more than a name and a help text: none is imported for a list."""
        commands: dict[str, Any] = {name: TyperCommand(name, help=_(paragraphs(_docstring(name)))) for name in COMMANDS}
        return TyperGroup(name=self.name, commands=commands, params=self.params, rich_markup_mode=None)


def _docstring(name: str) -> str | None:
    """What a command says of itself, read from its module."""
    module = ast.parse(Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8"))
    return next(
        ast.get_docstring(each) for each in module.body if isinstance(each, ast.FunctionDef) and each.name == "command"
    )


def paragraphs(text: str | None) -> str:
    """A help text with each of its paragraphs in one line."""
    return "\n\n".join(" ".join(each.split()) for each in (text or "").split("\n\n"))


def _speak(command: Any) -> None:
    """Puts the help of a command, and of what it is given, into the language spoken."""
    command.help = _(paragraphs(command.help))
    for parameter in command.params:
        parameter.help = parameter.help and _(parameter.help)
        parameter.metavar = parameter.metavar and _(parameter.metavar)


def _check_language(given: str | None) -> None:
    if given is not None and given not in LANGUAGES:
        raise typer.BadParameter(_("expected {known}, got {given!r}", known=_(" or ").join(LANGUAGES), given=given))


app = typer.Typer(cls=Commands, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pyrules {pyrules.__version__}")
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
    language: Annotated[
        str | None,
        typer.Option(
            OPTION,
            metavar="|".join(LANGUAGES),
            expose_value=False,  # `language.choice` reads it before all else; here it is told of, and checked
            callback=_check_language,
            help="The language of what is printed. Without it: PYRULES_LANG, else the locale.",
        ),
    ] = None,
) -> None:
    """Tests the rulebook of a card game: what has every card after every event, and by which clause?"""
