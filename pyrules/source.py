"""Data as it is written in a file, and where each part of it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pyrules.errors import InputError, Problem

NESTING_LIMIT = 100
"""How deep lists and mappings may stand in one another; nothing that follows can then recurse too deep."""

Path = tuple[str | int, ...]
"""The way from the top of a file to a part of it: keys of mappings and indices of lists."""

Place = tuple[int, int]
"""Line and column, both from 1."""


@dataclass(frozen=True)
class Finding:
    """Something wrong at a path; `at_key` when it is the key there that is wrong, not what stands under it."""

    path: Path
    message: str
    at_key: bool = False


@dataclass(frozen=True)
class Source:
    """Plain data (mappings with text keys, lists, texts, numbers, truth values, None) with its places.

    Data that comes from no file has no places.
    """

    file: str
    data: object
    places: Mapping[Path, Place] = field(default_factory=lambda: MappingProxyType({}))
    key_places: Mapping[Path, Place] = field(default_factory=lambda: MappingProxyType({}))

    def line(self, path: Path) -> int:
        """The line of a part, 0 when it has none."""
        return self.places.get(path, (0, 0))[0]

    def problem(self, finding: Finding) -> Problem:
        """The finding at its place, or else at the nearest place around it; without places, by its path."""
        if not self.places:
            return Problem(self.file, 0, 0, f"{path_text(finding.path)}: {finding.message}")
        if finding.at_key and finding.path in self.key_places:
            line, column = self.key_places[finding.path]
        else:
            around = (finding.path[:length] for length in range(len(finding.path), -1, -1))
            line, column = next(self.places[path] for path in around if path in self.places)
        return Problem(self.file, line, column, finding.message)

    def error(self, findings: Iterable[Finding]) -> InputError:
        """All the findings as one error."""
        return InputError(self.problem(finding) for finding in findings)


def path_text(path: Path) -> str:
    """A path for readers: `events[2].gain.card`, list indices counting from 0; `scenario` for the whole."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".") or "scenario"
