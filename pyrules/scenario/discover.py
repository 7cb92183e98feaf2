"""The scenario files among what lies in folders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pyrules.errors import InputError, Problem
from pyrules.language import _, plural

OTHER_KINDS: dict[str, Callable[[int], str]] = {
    ".edit.yaml": lambda number: plural("{count} edit", "{count} edits", number),
    ".accept.yaml": lambda number: plural("{count} accept file", "{count} accept files", number),
}
"""How the names of YAML files end that are no scenarios, and what they are."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """The scenario files in order, each once, and the YAML files of other kinds that were passed over."""

    files: tuple[Path, ...]
    passed_over: tuple[Path, ...]

    def __str__(self) -> str:
        """What was passed over, in words; empty when nothing was."""
        kinds = Counter(_kind(path) for path in self.passed_over)
        return ", ".join(kind(number) for kind, number in kinds.items() if kind)


def find(paths: Iterable[str | Path]) -> Corpus:
    """The files named, the files that a pattern fits, and below a folder all `*.yaml` that by name are scenarios.

    Folders whose names begin with a dot are not searched. Raises InputError for every pattern and folder that gives no
    scenario, and for an empty text, which names nothing.
    """
    files: dict[Path, None] = {}
    passed_over: dict[Path, None] = {}
    problems: list[Problem] = []
    for each in paths:
        if not str(each):
            problems.append(Problem("", 0, 0, _("expected a file, a folder or a pattern, got an empty text")))
            continue
        path = Path(each)
        try:
            found = list(_below(path))
        except ValueError as error:  # which is what `**` beside letters is
            problems.append(Problem(str(path), 0, 0, _("this is no pattern: {error}", error=error)))
            continue
        scenarios = [file for file in found if file == path or _kind(file) is None]
        if not scenarios:
            folder = path.is_dir()
            none = (
                _("no scenario file (*.yaml) in this folder")
                if folder
                else _("no scenario file (*.yaml) fits this pattern")
            )
            problems.append(Problem(str(path), 0, 0, none))
        files |= dict.fromkeys(scenarios)
        passed_over |= dict.fromkeys(file for file in found if file not in files)
    if problems:
        raise InputError(problems)
    return Corpus(tuple(files), tuple(passed_over))


def _below(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(each for each in path.rglob("*.yaml") if not _hidden(each.relative_to(path)))
    elif not path.exists() and any(letter in str(path) for letter in "*?["):
        pattern = path.relative_to(path.anchor) if path.is_absolute() else path
        for each in sorted(Path(path.anchor).glob(str(pattern))):
            yield from _below(each)
    else:
        yield path


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts[:-1])


def _kind(path: Path) -> Callable[[int], str] | None:
    """What so many YAML files are called that have such names; None for scenarios."""
    return next((kind for ending, kind in OTHER_KINDS.items() if path.name.endswith(ending)), None)
