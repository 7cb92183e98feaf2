"""A plugin of pytest: `*.scenario.yaml` are test files, and each expectation is a test under each rulebook.

It comes with the package: where pyrules is installed, pytest has it. What it needs of pyrules is imported when a
scenario file is collected.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pyrules.language import _

if TYPE_CHECKING:
    from pyrules.engine.expectations import Check
    from pyrules.model.result import Evaluation
    from pyrules.model.scenario import Expectation, Scenario
    from pyrules.rulebook.book import Rulebook

ENDING = ".scenario.yaml"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--rulebook` for all files; `pyrules_rulebooks` in the configuration for those that name none."""
    group = parser.getgroup("pyrules")
    group.addoption(
        "--rulebook",
        action="append",
        default=[],
        metavar="RULEBOOK",
        help="test scenarios under this rulebook, r1 to r4 or the path of an edit, whatever they name; may be repeated",
    )
    group.addoption(
        "--strict-names",
        action="store_true",
        help="refuse names in scenarios that are probably not meant, instead of warning of them",
    )
    parser.addini(
        "pyrules_rulebooks",
        "the rulebooks of scenario files that name none, r1 to r4 or the paths of edits from the root folder",
        type="args",
        default=[],
    )


def pytest_load_initial_conftests(early_config: pytest.Config, args: list[str]) -> None:
    """Refuses what pytest, before it knows the option, takes for the path of a test, and looks there for its root."""
    here = early_config.invocation_params.dir
    for option, value in pairwise(args):
        path = (here / value).resolve()
        if option == "--rulebook" and path.exists() and not path.is_relative_to(here.resolve()):
            raise pytest.UsageError(
                _(
                    "--rulebook {value}: pytest would look for its root around this path; write --rulebook={value}",
                    value=value,
                )
            )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    """Scenario files are told by their names."""
    return ScenarioFile.from_parent(parent, path=file_path) if file_path.name.endswith(ENDING) else None


class Unmet(Exception):
    """An expectation does not hold; carries the checks that fail."""

    def __init__(self, failed: list[Check]) -> None:
        self.failed = failed
        super().__init__()


class ScenarioFile(pytest.File):
    """A scenario file; it is evaluated once under each rulebook."""

    scenario: Scenario

    def collect(self) -> Iterator[ExpectationItem]:
        """A test for each expectation and each rulebook that it speaks of."""
        from pyrules.engine.expectations import has_readings
        from pyrules.errors import InputError
        from pyrules.rulebook.names import concerns, distinct
        from pyrules.rulebook.open import load_rulebook
        from pyrules.scenario.load import load_scenario

        self._evaluations: dict[tuple[str, ...], Evaluation] = {}
        with self.at_the_root():
            try:
                self.scenario = load_scenario(self._file())
                books = [load_rulebook(name) for name in distinct(self._names())]
            except InputError as error:
                raise self.CollectError(str(error)) from None
        warnings = self.scenario.warnings({name for book in books for name in book.names})
        if warnings and self.config.getoption("strict_names"):
            raise self.CollectError("\n".join(map(str, warnings)))
        for each in map(str, warnings):
            self.warn(pytest.PytestCollectionWarning(each))
        if not self.scenario.expect:
            self.warn(pytest.PytestCollectionWarning(_("{file}: expects nothing", file=self.scenario.file)))
        for book in books:
            for number, expectation in enumerate(self.scenario.expect):
                if concerns(expectation.rulebooks, book.name) and has_readings(book, expectation.under):
                    name, read = f"{book.name}[{self._place(number)}]", book.under(expectation.under)
                    yield ExpectationItem.from_parent(self, name=name, expectation=expectation, book=read)

    def evaluation(self, book: Rulebook) -> Evaluation:
        """What a rulebook says of the scenario."""
        from pyrules.engine.evaluate import evaluate

        read = (book.name, *book.readings.values())
        if read not in self._evaluations:
            with self.at_the_root():
                self._evaluations[read] = evaluate(self.scenario, book)
        return self._evaluations[read]

    def failure(self, book: Rulebook, expectation: Expectation, failed: Check) -> str:
        """A failed check in words, with the ledger."""
        from pyrules.report.tests import failure

        with self.at_the_root():
            return failure.text(self.scenario, book, expectation, failed)

    def _names(self) -> list[str] | tuple[str, ...]:
        from pyrules.rulebook.revisions import rulebook_names

        asked_for: list[str] = self.config.getoption("rulebook")
        configured: list[str] = self.config.getini("pyrules_rulebooks")
        return asked_for or self.scenario.rulebooks or configured or rulebook_names()

    def _file(self) -> Path:
        root = self.config.rootpath
        return self.path.relative_to(root) if self.path.is_relative_to(root) else self.path

    def _place(self, number: int) -> str:
        """Where an expectation stands; its number, too, where several stand on one line."""
        lines = [each.line for each in self.scenario.expect]
        line = lines[number]
        return f"line {line}" if lines.count(line) == 1 else f"line {line}, {lines[:number].count(line) + 1}"

    @contextlib.contextmanager
    def at_the_root(self) -> Iterator[None]:
        """Paths of edits are read from the root folder, wherever pytest is started; words are as the program's."""
        from pyrules.language import choice, speaking

        with contextlib.chdir(self.config.rootpath), speaking(choice.chosen((), os.environ)):
            yield


class ExpectationItem(pytest.Item):
    """One expectation under one rulebook."""

    parent: ScenarioFile

    def __init__(self, *, expectation: Expectation, book: Rulebook, **others: Any) -> None:
        super().__init__(**others)
        self.expectation, self.book = expectation, book

    def runtest(self) -> None:
        """Fails when anything that the expectation says does not hold."""
        from pyrules.engine.expectations import check_expectations

        with self.parent.at_the_root():
            checks = check_expectations([self.expectation], self.parent.evaluation(self.book))
        failed = [each for each in checks if not each.holds]
        if failed:
            raise Unmet(failed)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What was expected, what came out, and the ledger; a limit that was reached in a line."""
        from pyrules.errors import InputError, NotDecided

        match excinfo.value:
            case Unmet(failed=failed):
                return "\n".join(self.parent.failure(self.book, self.expectation, each) for each in failed)
            case NotDecided() | InputError() as error:
                return str(error)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file, the line (from 0), and what is tested."""
        return self.path, self.expectation.line - 1, f"{self.parent.scenario.title}: {self.name}"
