"""Ready-made changes to a rulebook, as `rules_lp/changes/` holds them: one folder each, described in its README."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pyrules.errors import InputError, did_you_mean
from pyrules.files.shape import read_as
from pyrules.files.written import Name, Written
from pyrules.files.yaml import read_file, read_yaml
from pyrules.language import _
from pyrules.rulebook.edit_schema import EditFile
from pyrules.rulebook.paths import CHANGES, FOLDER


class ChangeFile(Written):
    """`change.yaml`: what the change is, and the clauses that it changes in each revision where it applies."""

    title: Name
    clauses: dict[Name, list[Name]]


@dataclass(frozen=True, slots=True)
class ReadyChange:
    """A change that is ready to be made: `clauses` are those that it changes, by revision."""

    name: str
    title: str
    clauses: Mapping[str, tuple[str, ...]]

    def template(self, name: str) -> str:
        """The text of one of its templates, `edit.yaml.jinja` or `scenario.yaml.jinja`."""
        return read_file(CHANGES / self.name / name)

    def modules(self, edit: str) -> dict[str, str]:
        """Name -> text of the modules that its edit, once it is written out, names and brings along."""
        written = self._written(edit)
        lists = [each.modules for each in written.clauses]
        for given in written.readings.values():
            lists += [] if isinstance(given, str) else [option.modules for option in given.options.values()]
        named = dict.fromkeys(name for names in lists for name in names or () if not (FOLDER / name).exists())
        return {name: read_file(CHANGES / self.name / name) for name in named}

    def replaced(self, edit: str) -> Iterator[tuple[str, str | None, frozenset[str]]]:
        """The clauses that its edit changes: number, revision that it is inherited from, modules (none: all)."""
        for each in self._written(edit).clauses:
            number = each.replace or each.drop
            if number is not None:
                yield number, each.inherited_from, frozenset(each.only)

    def _written(self, edit: str) -> EditFile:
        source, findings = read_yaml(edit, self.name)
        written, misshapen = read_as(EditFile, source.data)
        if findings or misshapen or written is None:
            raise source.error([*findings, *misshapen])
        return written


def ready_changes(revision: str | None = None) -> tuple[ReadyChange, ...]:
    """Every ready-made change, or those for a revision, in the order of their names."""
    folders = sorted(path.parent for path in CHANGES.glob("*/change.yaml"))
    return tuple(each for each in map(_read, folders) if revision in (None, *each.clauses))


def ready_change(name: str, revision: str) -> ReadyChange:
    """The change of this name. Raises InputError when there is none, or none for the revision, naming the nearest."""
    found = next((each for each in ready_changes() if each.name == name), None)
    if found is None:
        known = (each.name for each in ready_changes())
        raise InputError.at(
            "", _("there is no ready-made change {name!r}{hint}", name=name, hint=did_you_mean(name, known))
        )
    if revision not in found.clauses:
        raise InputError.at(
            "",
            _(
                "{name} is a change to {clauses}, and not to {revision}",
                name=name,
                clauses=", ".join(found.clauses),
                revision=revision,
            ),
        )
    return found


@cache
def _read(folder: Path) -> ReadyChange:
    source, findings = read_yaml(read_file(folder / "change.yaml"), str(folder / "change.yaml"))
    written, misshapen = read_as(ChangeFile, source.data)
    if findings or misshapen or written is None:
        raise source.error([*findings, *misshapen])
    return ReadyChange(folder.name, written.title, {key: tuple(value) for key, value in written.clauses.items()})
