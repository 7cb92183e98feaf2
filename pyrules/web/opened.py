"""What was opened when the page was started: the scenario files and edits that it may read, and no others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pyrules.errors import InputError
from pyrules.files.yaml import read_file
from pyrules.language import _
from pyrules.rulebook.edit_modules import is_within
from pyrules.scenario.discover import find


@dataclass(frozen=True)
class Opened:
    """The files that were opened, by the names under which the page knows them: their paths as they were given."""

    scenarios: Mapping[str, Path]
    edits: Mapping[str, Path]

    def text(self, name: str) -> str:
        """The text of an opened scenario file. Raises InputError for any other name."""
        if name not in self.scenarios:
            raise InputError.at("", _("{name!r} is not among the files that were opened", name=name))
        return read_file(self.scenarios[name])

    @cached_property
    def edits_by_place(self) -> Mapping[Path, str]:
        """Where the opened edits lie -> their names."""
        return {path.resolve(): name for name, path in self.edits.items()}


def opened(paths: Iterable[str | Path]) -> Opened:
    """The scenario files and edits among the paths, and below those that are folders.

    A link that leads out of a folder is not followed. Raises InputError for a path where there is nothing.
    """
    given = tuple(map(Path, paths))
    if not given:
        return Opened({}, {})
    found = find(given)
    inside = [path for path in (*found.files, *found.passed_over) if _is_inside(path, given)]
    edits = {str(path): path for path in inside if path.name.endswith(".edit.yaml")}
    return Opened({str(path): path for path in inside if path in found.files and str(path) not in edits}, edits)


def _is_inside(path: Path, paths: Iterable[Path]) -> bool:
    return any(path == each or (each.is_dir() and is_within(path, each)) for each in paths)
