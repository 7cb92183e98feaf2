"""The command line: one module a command, each loaded when it is called."""

from __future__ import annotations


def main() -> None:
    """Runs the command that the arguments name, and exits with its code."""
