"""What commands print for other programs: UTF-8, whatever the console is."""

from __future__ import annotations

import io
import sys

import typer


def emit(document: str) -> None:
    """Prints a document on standard output."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    typer.echo(document)
