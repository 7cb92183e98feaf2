"""What every check is given: the rulebook, how far to search, and how to word a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path

from pyrules.analysis.check.clause_places import Places
from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.selection import Selection
from pyrules.analysis.search.bound import Bound
from pyrules.model.result import Citation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Entry, Rulebook

SECONDS = 40.0
"""How long the search of one bound may take before it is given up."""


@dataclass
class Inspection:
    """One check of one rulebook.

    With `quick` only the first bound is searched, and no other rulebook is looked at; `tell` is told what is looked at;
    `corpus` are the scenario files that concern the rulebook; `seconds` are what a search of one bound may take.
    """

    book: Rulebook
    quick: bool
    selection: Selection
    tell: Callable[[str], None]
    corpus: tuple[Scenario, ...] = ()
    seconds: float = SECONDS

    @property
    def about(self) -> str:
        """What the rulebook is called in the ids of findings: by its file's name alone, wherever that lies."""
        return Path(self.book.name).name

    @cached_property
    def places(self) -> Places:
        """Where the clauses stand."""
        return Places(self.book)

    def wants(self, kinds: Iterable[FindingKind], about: str) -> bool:
        """Whether a finding of one of the kinds on this would be wanted."""
        return any(self.selection.wants(kind, about) for kind in kinds)

    def bounds(self, every: tuple[Bound, ...]) -> tuple[Bound, ...]:
        """The bounds to be searched."""
        return every[:1] if self.quick else every

    def entries(self, citations: Iterable[Citation]) -> tuple[Entry, ...]:
        """The clauses cited."""
        return tuple(self.book.clause(each.number, each.inherited_from) for each in citations)

    def modules_of(self, entry: Entry) -> frozenset[Path]:
        """The modules that say what a clause says: its own, those of other clauses, and those of how it is read."""
        options = (
            choice.reading.options[choice.option].modules
            for choice in self.book.choices
            if choice.entry.key == entry.key
        )
        return frozenset(chain(entry.clause.modules, entry.clause.rests_on, *options))

    def owners(self, module: Path) -> tuple[Entry, ...]:
        """The clauses that a module says something of, the one that it belongs to first."""
        found = (entry for entry in self.book if module in self.modules_of(entry))
        return tuple(sorted(found, key=lambda entry: module in entry.clause.rests_on))

    def finding(
        self,
        kind: FindingKind,
        about: str,
        entries: tuple[Entry, ...],
        sentence: str,
        key: str = "number",
        witness: Scenario | None = None,
    ) -> Finding:
        """A finding on clauses, placed at the first of them: at one of its keys, or at its number."""
        place = self.places.of(entries[0], key) if entries else None
        shown = None if witness is None else replace(witness, title=f"{kind.id} {about}")
        return Finding(kind, about, tuple(entry.citation for entry in entries), sentence, place, shown)


def called(entry: Entry) -> str:
    """What tells a clause apart in the id of a finding: `518.3`, or `518.3@r1` when it is inherited."""
    number, source = entry.key
    return f"{number}@{source}" if source else number
