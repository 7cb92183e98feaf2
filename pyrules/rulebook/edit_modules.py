"""The modules that an edit names: its own ones beside it, and the built-in ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from pyrules.asp.origin import is_built_in
from pyrules.files.source import Finding, shown, unknown
from pyrules.files.source import KeyPath as Location
from pyrules.language import _, mark
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.paths import BUILT_IN, FOLDER, built_in_modules

LABEL = re.compile(r"[a-z][A-Za-z0-9_]*")


class EditModules:
    """Where an edit's modules are looked for, and which were taken from it, each with its place in the edit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken: dict[Path, Location] = {}

    def take(
        self, names: Iterable[str], at: Location, findings: list[Finding], shared_within: Location | None = None
    ) -> tuple[Path, ...]:
        """The modules of these names, as far as they are there; what is wrong with a name goes to the findings.

        A module is taken once, except by what stands at one place in the edit (`shared_within`).
        """
        taken = [self._taken(name, (*at, "modules", number), shared_within) for number, name in enumerate(names)]
        findings += [found for found in taken if isinstance(found, Finding)]
        return tuple(found for found in taken if isinstance(found, Path))

    def _taken(self, name: str, at: Location, shared_within: Location | None) -> Path | Finding:
        path = Path(name)
        if path.is_absolute() or ".." in path.parts:
            return Finding(at, _("expected a module beside this file or below it, got {name}", name=shown(name)))
        if path.suffix != ".lp":
            return Finding(at, _("expected the name of a module to end in .lp, got {name}", name=shown(name)))
        if not LABEL.fullmatch(path.stem) or path.stem == "not":
            message = _(
                "expected small letters, digits and _ after a letter as name of a module, got {name}", name=shown(name)
            )
            return Finding(at, message)
        return self._found(path, name, at, shared_within)

    def _found(self, path: Path, name: str, at: Location, shared_within: Location | None) -> Path | Finding:
        folder = FOLDER if path.parts[0] in BUILT_IN else self.folder
        module = folder / path
        if not module.is_file():
            modules = built_in_modules() if folder == FOLDER else folder.glob("*.lp")
            known = (each.relative_to(folder).as_posix() for each in modules)
            missing = (
                mark("there is no built-in module {name}{hint}")
                if folder == FOLDER
                else mark("there is no module {name}{hint}")
            )
            return unknown(at, missing, name, known)
        if not is_within(module, folder):
            return Finding(
                at, _("a module stands beside this file or below it: {name} leads elsewhere", name=shown(name))
            )
        before = self.taken.get(module)
        if before is not None and (shared_within is None or before[: len(shared_within)] != shared_within):
            return Finding(at, _("{name} stands in this edit already", name=shown(name)))
        self.taken[module] = at
        return module

    @property
    def own(self) -> tuple[Path, ...]:
        """The modules taken that are not built in."""
        return tuple(path for path in self.taken if not is_built_in(path))

    def clashes(self, book: Rulebook) -> Iterator[Finding]:
        """Modules taken whose names lead to more than one place in the rulebook."""
        for module, at in self.taken.items():
            owners = [owner for path, owner in _owned(book) if path.stem == module.stem]
            if len(owners) > 1:
                message = _(
                    "two modules are called {stem!r}, of {owners}; a name is that of one",
                    stem=module.stem,
                    owners=" and of ".join(owners),
                )
                yield Finding(at, message)


def is_within(path: Path, folder: Path) -> bool:
    """Whether a path leads to something in a folder, or below it, wherever links on the way lead."""
    return path.resolve().is_relative_to(folder.resolve())


def _owned(book: Rulebook) -> Iterator[tuple[Path, str]]:
    """Every module that the rulebook can have in force, and whose it is.

    Of the options of a reading one is in force, so that they may share a name: the first to bear it is told.
    """
    for entry in book:
        yield from ((path, _("clause {citation}", citation=entry.citation)) for path in entry.clause.modules)
    for choice in book.choices:
        borne: set[str] = set()
        for name, option in choice.reading.options.items():
            yield from (
                (path, f"reading {choice.reading.id}={name}") for path in option.modules if path.stem not in borne
            )
            borne |= {path.stem for path in option.modules}
