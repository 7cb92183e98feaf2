"""`pyrules new`: a commented start."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pyrules.cli.options import InheritedFrom
from pyrules.errors import InputError
from pyrules.language import _
from pyrules.language.printable import printable
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.ready_changes import ReadyChange, ready_changes
from pyrules.scenario import scaffold
from pyrules.scenario.scaffold import Start


class StartKind(StrEnum):
    """What can be begun."""

    scenario = "scenario"
    edit = "edit"


def command(
    kind: Annotated[StartKind, typer.Argument(metavar="scenario|edit", help="What to begin.")],
    path: Annotated[
        Path | None, typer.Argument(metavar="PATH", help="The file to write; nothing is ever overwritten.")
    ] = None,
    on: Annotated[
        str | None, typer.Option("--on", metavar="RULEBOOK", help="What an edit stands on: r1 to r4, or another edit.")
    ] = None,
    clause: Annotated[
        str | None,
        typer.Option("--clause", metavar="NUMBER", help="Begin an edit with copies of the modules of this clause."),
    ] = None,
    inherited_from: InheritedFrom = None,
    change: Annotated[
        str | None,
        typer.Option("--change", metavar="NAME", help="Write a ready-made change, with a scenario that shows it."),
    ] = None,
    listed: Annotated[
        bool, typer.Option("--list", help="List the ready-made changes, with --on those for one rulebook.")
    ] = False,
) -> None:
    """Write a commented scenario, or edit, that runs as it is; or an edit that makes a ready-made change."""
    if kind is StartKind.scenario and (on or clause or inherited_from or change or listed):
        raise InputError.at("", _("--on, --clause, --inherited-from, --change and --list are for edits"))
    if listed:
        _list(path, on, clause or inherited_from or change)
        return
    if path is None:
        raise InputError.at("", _("PATH is missing: the file to write"))
    start = scaffold.scenario(path) if kind is StartKind.scenario else _edit(path, on, clause, inherited_from, change)
    scaffold.write(start.texts)
    for note in (*start.notes, *(_("written: {file}", file=written) for written in start.texts)):
        typer.echo(printable(note))


def _edit(path: Path, on: str | None, clause: str | None, inherited_from: str | None, change: str | None) -> Start:
    if not on:
        raise InputError.at("", _("--on is missing: the rulebook that the edit stands on, r1 to r4 or another edit"))
    if change is None:
        return scaffold.edit(path, on, clause, inherited_from)
    if clause or inherited_from:
        raise InputError.at("", _("--change knows its clauses: --clause and --inherited-from cannot stand beside it"))
    return scaffold.change(path, on, change)


def _list(path: Path | None, on: str | None, other: str | None) -> None:
    if path or other:
        raise InputError.at("", _("--list writes nothing: of PATH and the other options only --on can stand beside it"))
    revision = scaffold.revision_of(load_rulebook(on)) if on else None
    for each in ready_changes(revision):
        typer.echo(f"{each.name}\n    {_(each.title)}")
        for numbers, revisions in _by_clauses(each, revision).items():
            typer.echo(
                "    "
                + _("changes {clauses} of {rulebooks}", clauses=", ".join(numbers), rulebooks=", ".join(revisions))
            )


def _by_clauses(change: ReadyChange, revision: str | None) -> dict[tuple[str, ...], list[str]]:
    """The clauses changed -> the revisions in which they are these."""
    found: dict[tuple[str, ...], list[str]] = {}
    for each, numbers in change.clauses.items():
        if revision in (None, each):
            found.setdefault(numbers, []).append(each)
    return found
