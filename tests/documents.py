"""Commands that the documents show, with the outputs beneath; run as a program, it brings the outputs up to date."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pyrules.cli import run

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ pyrules (?P<arguments>.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)


def shown(document: Path) -> Iterator[tuple[int, str, str]]:
    """Every command in a document: its line, its arguments, the output beneath."""
    text = document.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        for command in COMMAND.finditer(text, *block.span()):
            yield text.count("\n", 0, command.start()) + 1, command["arguments"], command["output"]


@cache
def printed(arguments: str) -> str:
    """What `pyrules` prints for the arguments, run in the project's folder on 80 columns."""
    output = io.StringIO()
    os.environ["COLUMNS"] = "80"
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        run(shlex.split(arguments))
    return output.getvalue()


def refresh(document: Path) -> None:
    """Puts beneath each command what it prints now."""
    old = document.read_text(encoding="utf-8")
    new = BLOCK.sub(lambda block: COMMAND.sub(_current, block[0]), old)
    if new != old:
        document.write_text(new, encoding="utf-8")
        print(document.relative_to(ROOT))


def _current(command: re.Match[str]) -> str:
    return f"$ pyrules {command['arguments']}\n{printed(command['arguments'])}"


if __name__ == "__main__":
    for path in DOCUMENTS:
        refresh(path)
