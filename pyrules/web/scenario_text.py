"""Scenario texts from the page: read as files are, except that they open no rulebook that was not opened."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from pyrules.errors import did_you_mean
from pyrules.files.source import Finding, KeyPath, shown
from pyrules.files.yaml import read_yaml
from pyrules.language import _, current
from pyrules.model.scenario import Scenario
from pyrules.rulebook.names import read_in
from pyrules.rulebook.paths import is_path
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_text
from pyrules.web.opened import Opened

NAME = "scenario.yaml"
"""What messages call a text that was taken from no file."""


def read_scenario(text: str, file: str, opened: Opened) -> Scenario:
    """The scenario in a text that may have been taken from an opened file; raises InputError with everything wrong."""
    file = file if file in opened.scenarios else NAME
    return _read(text, file, frozenset(opened.edits_by_place), current())


@lru_cache(maxsize=1000)  # by the language, too: warnings are in words
def _read(text: str, file: str, edits: frozenset[Path], language: str) -> Scenario:
    source, findings = read_yaml(text, file)
    strange = [(path, name) for path, place, name in _paths(source.data, source.folder) if place.resolve() not in edits]
    if strange:
        raise source.error([*findings, *(Finding(path, _unknown(name)) for path, name in strange)])
    return load_text(text, file)


def _paths(data: object, folder: str) -> Iterator[tuple[KeyPath, Path, str]]:
    """Where the text names rulebooks by paths, and which: to read such a text would be to read those files."""
    if not isinstance(data, dict):
        return
    expected = data.get("expect")
    lists: list[tuple[KeyPath, object]] = [(("rulebooks",), data.get("rulebooks"))]
    for number, each in enumerate(expected if isinstance(expected, list) else ()):
        if isinstance(each, dict):
            lists.append((("expect", number, "in"), each.get("in")))
    for path, names in lists:
        for index, name in enumerate(names if isinstance(names, list) else ()):
            if isinstance(name, str) and is_path(name):
                yield (*path, index), Path(read_in(folder, name)), name


def _unknown(name: str) -> str:
    told = _("expected a rulebook that this page knows, got {name}", name=shown(name))
    return told + did_you_mean(name, rulebook_names())
