"""What the documents show is what the program prints: every `$ pyrules …` in a ```console block is run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrules.cli import run

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ pyrules (?P<arguments>.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)


def shown() -> Iterator[tuple[str, str, str]]:
    """Every command in the documents: where it stands, its arguments, the output beneath."""
    for document in sorted(DOCUMENTS):
        text = document.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            for command in COMMAND.finditer(block[1]):
                line = text.count("\n", 0, block.start(1) + command.start()) + 1
                yield f"{document.relative_to(ROOT)}:{line}", command["arguments"], command["output"]


@pytest.mark.parametrize(("arguments", "output"), [pytest.param(*rest, id=place) for place, *rest in shown()])
def test_a_command_prints_what_is_shown(
    arguments: str, output: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "80")
    run(shlex.split(arguments))
    printed = capsys.readouterr()
    assert printed.out + printed.err == output
