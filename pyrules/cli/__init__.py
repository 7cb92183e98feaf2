"""The command line: one module a command, each imported when it is called."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Sequence

from pyrules.errors import UNDECIDED, WRONG, InputError, NotDecided

INTERRUPTED, DEFECT = 130, 70
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


def main() -> int:
    """The program `pyrules`: runs a command and returns its exit code."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that has read enough ends the program quietly
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names may hold what the output's encoding has not
    try:
        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return INTERRUPTED


def run(arguments: Sequence[str]) -> int:
    """Runs the command that the arguments name; returns the exit code, having said what went wrong.

    0 fine, 1 the answer is "no", 2 the input or the call is wrong, 3 not decided; 70 a defect of pyrules itself.
    """
    from pyrules.cli.app import app

    try:
        app(arguments, prog_name="pyrules")
    except SystemExit as finished:
        return int(finished.code or 0)
    except InputError as error:
        return _refuse(str(error), WRONG)
    except NotDecided as limit:
        return _refuse(f"not decided: {limit}", UNDECIDED)
    except MemoryError:
        return _refuse("not decided: out of memory", UNDECIDED)
    except Exception as defect:
        if isinstance(defect, OSError) and defect.errno in FULL:
            return _refuse(f"the output cannot be written: {defect.strerror}", WRONG)
        if os.environ.get("PYRULES_DEBUG"):
            raise
        return _refuse(
            f"pyrules is at fault here ({type(defect).__name__}: {defect}); "
            "please report it with the input that led to it. PYRULES_DEBUG=1 shows where it happened.",
            DEFECT,
        )
    return 0


def _refuse(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    return code
