"""The opened scenario files by their titles, as one looks for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pyrules.errors import InputError
from pyrules.files.yaml import read_yaml
from pyrules.model.scenario import Scenario
from pyrules.web.opened import Opened
from pyrules.web.scenario_text import read_scenario


@dataclass(frozen=True, slots=True)
class Example:
    """An opened scenario file: its name, and its title."""

    name: str
    title: str


@dataclass
class Library:
    """Titles are read once for each file, and anew when it was written anew."""

    opened: Opened
    _titles: dict[tuple[str, float], str] = field(default_factory=dict)

    def folders(self) -> dict[str, list[Example]]:
        """The files by their folders, in order."""
        found: dict[str, list[Example]] = {}
        for name, path in self.opened.scenarios.items():
            found.setdefault(str(path.parent), []).append(Example(name, self._title(name, path)))
        return found

    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios in the opened files; those with something wrong in them are left out."""
        return tuple(self._loaded())

    def _loaded(self) -> Iterator[Scenario]:
        for name in self.opened.scenarios:
            with suppress(InputError):
                yield read_scenario(self.opened.text(name), name, self.opened)

    def _title(self, name: str, path: Path) -> str:
        try:
            key = (name, path.stat().st_mtime)
            if key not in self._titles:
                self._titles[key] = _written_title(self.opened.text(name), name)
            return self._titles[key]
        except (OSError, InputError):
            return path.name


def _written_title(text: str, name: str) -> str:
    data = read_yaml(text, name)[0].data
    title = data.get("title") if isinstance(data, dict) else None
    return title if isinstance(title, str) else Path(name).name
