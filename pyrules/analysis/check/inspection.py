"""What every check is given: the rulebook, how far to search, and how to word a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from pyrules.analysis.check.answers import Answers
from pyrules.analysis.check.clause_places import Places
from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.selection import Selection
from pyrules.analysis.check.touched import Touched, by_edit
from pyrules.analysis.search.small_scenarios import of_topic
from pyrules.engine.evaluate import evaluate
from pyrules.language import _
from pyrules.model.result import Citation, Evaluation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Entry, Rulebook
from pyrules.rulebook.manifest import Topic
from pyrules.shares.driver import HERE, Driver

SECONDS = 40.0
"""How long the search of one bound may take before it is given up."""


class Look(NamedTuple):
    """One thing that takes time to be looked at: what it is, in words, and a function that finds what there is."""

    what: str
    findings: Callable[[], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Looking:
    """What is being looked at: the how manyth thing, of how many (0: that is not known)."""

    what: str
    number: int
    of: int

    def __str__(self) -> str:
        return (
            _("{number} of {count}: {what}", number=self.number, count=self.of, what=self.what)
            if self.of
            else self.what
        )


@dataclass(frozen=True, slots=True)
class Untouched:
    """Findings that were not looked for, as the edit does not touch what they are about: of any of the kinds.

    They are all about one thing, or about whatever there is where `about` is empty.
    """

    kinds: tuple[str, ...]
    about: str

    @property
    def ids(self) -> tuple[str, ...]:
        """What a selection names them by, the gravest first."""
        return tuple(f"{kind}:{self.about}" if self.about else kind for kind in self.kinds)


Told = Callable[[Looking | Finding | Untouched], None]
"""Who is told what is being looked at, what was found, and what an edit leaves as it is."""


@dataclass
class Inspection:
    """One check of one rulebook.

    With `quick` only the smallest games are searched, and no other rulebook is looked at; `corpus` are the scenario
    files that concern the rulebook; `seconds` are what a search of one bound may take; `driver` gives out shares of the
    work. `looks` is how many things there are to be looked at, `looked` how many have been.
    """

    book: Rulebook
    quick: bool
    selection: Selection
    told: Told
    corpus: tuple[Scenario, ...] = ()
    seconds: float = SECONDS
    driver: Driver = HERE
    looks: int = 0
    looked: int = 0

    def tell(self, what: str) -> None:
        """Tells what is looked at next."""
        self.looked += 1
        self.told(Looking(what, self.looked, self.looks))

    @property
    def about(self) -> str:
        """What the rulebook is called in the ids of findings: by its file's name alone, wherever that lies."""
        return Path(self.book.name).name

    @cached_property
    def places(self) -> Places:
        """Where the clauses stand."""
        return Places(self.book)

    @cached_property
    def touched(self) -> Touched | None:
        """What the edit touches that made the rulebook, if one did."""
        return by_edit(self.book)

    @cached_property
    def listed(self) -> Callable[[Rulebook, Topic], Answers[Evaluation]]:
        """What a rulebook says of the scenarios that are listed for a topic."""
        known: dict[object, Answers[Evaluation]] = {}

        def answers(book: Rulebook, topic: Topic) -> Answers[Evaluation]:
            key = book.hash, tuple(book.readings.items()), topic
            return known.setdefault(key, Answers(of_topic(topic), lambda scenario: evaluate(scenario, book)))

        return answers

    def leaves(self, kinds: Iterable[FindingKind], about: str, touches: Callable[[Touched], bool]) -> bool:
        """Whether findings are not looked for, and told to be so: the edit does not touch what they are about.

        What is asked for by name is looked for in any case.
        """
        if self.touched is None or any(map(self.selection.selects, kinds)) or touches(self.touched):
            return False
        self.told(Untouched(tuple(kind.id for kind in kinds), about))
        return True

    def wants(self, kinds: Iterable[FindingKind], about: str) -> bool:
        """Whether a finding of one of the kinds on this would be wanted."""
        return any(self.selection.wants(kind, about) for kind in kinds)

    def entries(self, citations: Iterable[Citation]) -> tuple[Entry, ...]:
        """The clauses cited, each once whatever it is read as."""
        cited = (self.book.clause(each.number, each.inherited_from) for each in citations)
        return tuple({entry.key: entry for entry in cited}.values())

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
