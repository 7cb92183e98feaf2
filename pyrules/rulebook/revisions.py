"""The built-in rulebooks, put together from their manifests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from pyrules.rulebook import manifest
from pyrules.rulebook.book import Choice, Entry, Rulebook
from pyrules.rulebook.manifest import Manifest
from pyrules.rulebook.paths import FOLDER, REVISIONS

DECISIONS = "decisions"


def rulebook_names() -> tuple[str, ...]:
    """The ids of the built-in rulebooks."""
    return tuple(sorted(path.stem for path in REVISIONS.glob("*.yaml") if path.stem != DECISIONS))


@cache
def built_in(name: str) -> Rulebook:
    """The built-in rulebook with this id, every reading at its default."""
    own, decisions = _manifest(name), _manifest(DECISIONS)
    sources = {part.source: _manifest(part.source) for part in own.inherits}
    entries = (
        *(Entry(clause) for clause in decisions.clauses if name in clause.concerns),
        *(Entry(clause) for clause in own.clauses),
        *(
            Entry(clause, part.source)
            for part in own.inherits
            for clause in sources[part.source].clauses
            if clause.topic in part.topics
        ),
    )
    manifests = (own, *sources.values())
    choices = tuple(choice for read in manifests for choice in _choices(read, own, entries))
    return Rulebook(name, own.title, entries, choices, tuple(_path(read.id) for read in (*manifests, decisions)))


def _choices(read: Manifest, own: Manifest, entries: Iterable[Entry]) -> Iterator[Choice]:
    """The readings of a manifest, each with its default; of an inherited one those whose clause is inherited."""
    inherited_from = None if read is own else read.id
    cited = {entry.clause.number: entry for entry in entries if entry.inherited_from == inherited_from}
    for reading in read.readings:
        if reading.clauses[0] in cited:
            yield Choice(reading, cited[reading.clauses[0]], reading.default)


@cache
def _manifest(name: str) -> Manifest:
    return manifest.load(_path(name), FOLDER)


def _path(name: str) -> Path:
    return REVISIONS / f"{name}.yaml"
