"""Differences between two rulebooks that are intended: a file that lists them, each with the reason."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from pyrules.analysis.compare.comparison import Comparison
from pyrules.analysis.compare.differences import WHAT, Difference
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.files.shape import read_as
from pyrules.files.source import Finding, Source, shown
from pyrules.files.written import Name, Written
from pyrules.files.yaml import read_file, read_yaml
from pyrules.language import LANGUAGES, Later, _, said, speaking


class Entry(Written):
    """Differences on one scenario, as they are written."""

    scenario: Name = Field(description="The scenario's file, from the folder of this one.")
    reason: Name = Field(description="Why the differences are intended.")
    differences: str = Field(description="The differences as they are printed, each on a line.")


@dataclass(frozen=True, slots=True)
class Accepted:
    """One difference that is accepted: on which file (resolved), how it is printed, why, and where it is listed."""

    file: Path
    difference: str
    reason: str
    place: str

    @property
    def what(self) -> str:
        """In what the two sides differ: `value`, `losses`, …, or the word for it in another language."""
        return self.difference.removeprefix(self.difference.partition(": ")[0] + ": ").split()[0].rstrip(":")

    def __str__(self) -> str:
        return f"{self.place}: {self.difference}"


class Acceptances:
    """All the differences that are accepted."""

    def __init__(self, accepted: Iterable[Accepted] = ()) -> None:
        self._known = {(each.file, each.difference): each for each in accepted}

    def reason(self, disagreement: Disagreement, difference: Difference) -> str | None:
        """Why a difference is accepted, in whichever language the file has it; None when it is not."""
        lines = ((_file(disagreement), line) for line in _lines(difference))
        return next((self._known[line].reason for line in lines if line in self._known), None)

    def unexplained(self, disagreement: Disagreement) -> bool:
        """Whether any difference on the scenario is not accepted."""
        return any(self.reason(disagreement, each) is None for each in disagreement.differences)

    def gone(self, comparison: Comparison) -> list[Accepted]:
        """What is accepted on the files compared and no longer occurs, or on files that are gone.

        Of what was not looked at nothing is said.
        """
        compared = {Path(file).resolve() for file in comparison.files}
        found = {
            (_file(each), line)
            for each in comparison.disagreements
            for difference in each.differences
            for line in _lines(difference)
        }
        observed = {word for what in comparison.observe for word in _in_all_languages(Later(WHAT[what]))}
        return [
            accepted
            for key, accepted in self._known.items()
            if key not in found
            and (not accepted.file.exists() or (accepted.file in compared and accepted.what in observed))
        ]


def load(path: str | os.PathLike[str]) -> Acceptances:
    """The acceptances in a YAML file. Raises InputError with everything that is wrong with it."""
    source, findings = read_yaml(read_file(path), os.fspath(path))
    entries = list(_entries(source, findings))
    if findings:
        raise source.error(findings)
    return Acceptances(entries)


def _entries(source: Source, findings: list[Finding]) -> Iterator[Accepted]:
    """What the file lists; what is wrong with it goes into the findings."""
    if not isinstance(source.data, list):
        findings.append(Finding((), _("expected a list of accepted differences, got {got}", got=shown(source.data))))
        return
    for index, data in enumerate(source.data):
        entry, wrong = read_as(Entry, data)
        findings.extend(Finding((index, *each.path), each.message, each.at_key) for each in wrong)
        if entry is not None:
            file = (Path(source.file).parent / entry.scenario).resolve()
            place = f"{source.file}:{source.line((index,))}"
            for difference in filter(None, map(str.strip, entry.differences.splitlines())):
                yield Accepted(file, difference, entry.reason, place)


def _lines(difference: Difference) -> Iterator[str]:
    """How a difference is printed, in every language."""
    return _in_all_languages(difference.line)


def _in_all_languages(text: Later) -> Iterator[str]:
    for language in LANGUAGES:
        with speaking(language):
            yield said(text)


def _file(disagreement: Disagreement) -> Path:
    return Path(disagreement.scenario.file).resolve()
