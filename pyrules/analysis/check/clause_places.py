"""Where the clauses of a rulebook stand: in a manifest, or in the edit that last changed them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from pyrules.analysis.check.finding import Place
from pyrules.files.source import Source
from pyrules.files.yaml import read_file, read_yaml
from pyrules.rulebook.book import Entry, Rulebook
from pyrules.rulebook.revisions import DECISIONS

NAMING = ("replace", "add", "to")
"""The keys by which an edit names a clause that stands in the rulebook it makes."""


class Places:
    """The places of one rulebook's clauses."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book

    def of(self, entry: Entry, key: str = "number") -> Place | None:
        """Where a clause stands, or what stands under one of its keys."""
        edited = next((place for source in reversed(self._edits) for place in _in_edit(source, entry)), None)
        return edited or next(_in_manifest(self._manifest(entry), entry, key), None)

    @cached_property
    def _sources(self) -> tuple[Source, ...]:
        return tuple(read_yaml(read_file(path), str(path))[0] for path in self._book.manifests)

    @cached_property
    def _edits(self) -> tuple[Source, ...]:
        return tuple(source for source in self._sources if "on" in cast(dict[str, Any], source.data))

    def _manifest(self, entry: Entry) -> Source:
        """The manifest that the clause was read from; an edited rulebook's own manifest comes first."""
        wanted = entry.inherited_from or (DECISIONS if entry.clause.concerns else None)
        if wanted is None:
            return self._sources[0]
        return next(source for source in self._sources if Path(source.file).stem == wanted)


def _in_manifest(source: Source, entry: Entry, key: str) -> Iterator[Place]:
    for index, clause in enumerate(cast(dict[str, Any], source.data)["clauses"]):
        if clause["number"] == entry.clause.number:
            path = ("clauses", index, key if key in clause else "number")
            yield Place(Path(source.file), *source.key_places.get(path, source.places[path]))


def _in_edit(source: Source, entry: Entry) -> Iterator[Place]:
    for index, change in enumerate(cast(dict[str, Any], source.data).get("clauses", ())):
        for key in NAMING:
            if change.get(key) == entry.clause.number and change.get("inherited_from") in (None, entry.inherited_from):
                yield Place(Path(source.file), *source.key_places["clauses", index, key])
