"""What the documents show is what the program prints.

Every `$ pyrules …` in a ```console block is run, and so is every example in a ```pycon block. `make docs` brings the
former up to date.
"""

from __future__ import annotations

import contextlib
import doctest
import re

import pytest
from documents import DOCUMENTS, ROOT, printed, shown

PYTHON = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SEARCHES = ("diff", "check", "compare")
"""What these commands print takes a search, or every ruling: it is compared with the slow tests."""


def of_search(arguments: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] if arguments.startswith(SEARCHES) else []


COMMANDS = [
    pytest.param(arguments, output, id=f"{document.relative_to(ROOT)}:{line}", marks=of_search(arguments))
    for document in DOCUMENTS
    for line, arguments, output in shown(document)
]
EXAMPLES = [
    pytest.param("\n".join(blocks), id=str(document.relative_to(ROOT)))
    for document in DOCUMENTS
    if (blocks := PYTHON.findall(document.read_text(encoding="utf-8")))
]
FOLDERS = sorted(path for path in (ROOT / "examples").iterdir() if path.is_dir())


@pytest.mark.parametrize(("arguments", "output"), COMMANDS)
def test_a_command_prints_what_is_shown(arguments: str, output: str) -> None:
    assert printed(arguments) == output


@pytest.mark.parametrize("examples", EXAMPLES)
def test_a_python_example_gives_what_is_shown(examples: str) -> None:
    test = doctest.DocTestParser().get_doctest(examples, {}, "example", None, 0)
    with contextlib.chdir(ROOT):
        assert doctest.DocTestRunner().run(test).failed == 0


def test_every_example_shows_a_command() -> None:
    assert [folder.name for folder in FOLDERS if not any(shown(folder / "README.md"))] == []
