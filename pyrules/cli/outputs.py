"""Answers as documents, printed or written to files: UTF-8, whatever the console is."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import typer

from pyrules.errors import InputError
from pyrules.files import atomic
from pyrules.language import _

PRINTED = Path("-")
"""The FILE of an option such as `--html` that stands for standard output."""


def prepare(as_json: bool = False, **files: Path | None) -> bool:
    """Checks where documents go, before anything is worked out; `files` are those of `--html` and the like.

    Says whether a document is printed instead of words. Raises InputError when two would be, or when a file cannot be
    written.
    """
    for file in files.values():
        if file is not None and file != PRINTED:
            atomic.ready(file)
    printed = ["--json"] if as_json else []
    printed += [f"--{form} -" for form, file in files.items() if file == PRINTED]
    if len(printed) > 1:
        raise InputError.at("", _("expected one document to print, got {options}", options=_(" and ").join(printed)))
    return bool(printed)


def write(file: Path | None, document: Callable[[], str]) -> None:
    """Writes a document to the FILE that an option gives, if it gives one; prints it for `-`."""
    if file == PRINTED:
        emit(document())
    elif file is not None:
        atomic.write(file, document())


def emit(document: str) -> None:
    """Prints a document on standard output."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    typer.echo(document)
