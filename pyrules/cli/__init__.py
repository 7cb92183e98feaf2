"""The command line: one module a command, each imported when it is called."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pyrules.errors import UNDECIDED, WRONG, InputError, NotDecided
from pyrules.language import _, choice, speaking
from pyrules.language.printable import printable

INTERRUPTED, DEFECT = 130, 70
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


def main() -> int:
    """The program `pyrules`: runs a command and returns its exit code."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for some takes longer than `import clingo`
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that has read enough ends the program quietly
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names may hold what the output's encoding has not
    try:
        Path.cwd()
    except OSError:
        return _refuse(_("the current folder no longer exists; go to another"), WRONG)
    try:
        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return INTERRUPTED


def run(arguments: Sequence[str]) -> int:
    """Runs the command that the arguments name, in the language that they, or else the environment, ask for.

    Returns the exit code, having said what went wrong: 0 fine, 1 the answer is "no", 2 the input or the call is wrong,
    3 not decided; 70 a defect of pyrules itself.
    """
    try:
        language = choice.chosen(arguments, os.environ)
    except ValueError as error:
        return _refuse(str(error), WRONG)
    with speaking(language):
        return _run(arguments)


def _run(arguments: Sequence[str]) -> int:
    from pyrules.cli.app import app

    try:
        return int(app(arguments, prog_name="pyrules", standalone_mode=False) or 0)
    except SystemExit as finished:
        return int(finished.code or 0)
    except _wrong_calls() as error:
        return _refuse_call(error)
    except InputError as error:
        return _refuse(str(error), WRONG)
    except NotDecided as limit:
        return _refuse(_("not decided: {why}", why=limit), UNDECIDED)
    except MemoryError:
        return _refuse(_("not decided: out of memory"), UNDECIDED)
    except OSError as error:
        return _refuse(_told_by_the_system(error), WRONG)
    except Exception as defect:
        if os.environ.get("PYRULES_DEBUG"):
            raise
        return _refuse(
            _(
                "this is a defect of pyrules ({defect}); please report it with the input that led to it. "
                "PYRULES_DEBUG=1 shows where it happened.",
                defect=f"{type(defect).__name__}: {defect}",
            ),
            DEFECT,
        )


def _wrong_calls() -> type[Exception]:
    """What the library of the command line raises for a call that it cannot read; it has no public name there."""
    from typer import BadParameter

    return BadParameter.__mro__[2]


def _refuse_call(error: Any) -> int:
    from pyrules.cli.library_words import spoken

    told = io.StringIO()
    error.show(told)
    _refuse(spoken(told.getvalue().rstrip("\n")), WRONG)
    return int(error.exit_code)


def _told_by_the_system(error: OSError) -> str:
    """What is wrong with a file, or with the output, that nobody has said in other words."""
    if error.filename is None and error.errno in FULL:
        return _("the output cannot be written: {why}", why=error.strerror)
    return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)


def _refuse(message: str, code: int) -> int:
    """Says what went wrong, if there is anybody to be told."""
    try:
        print("\n".join(map(printable, message.split("\n"))), file=sys.stderr, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # or Python tries again when it ends, and ends with another code
    return code
