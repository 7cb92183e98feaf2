"""What is known of an edit, part by part; a part that is None was not looked at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pyrules.analysis.check import Finding
from pyrules.analysis.compare.comparison import Comparison
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.search.find import SearchResult
from pyrules.analysis.search.kinds import DifferenceKinds
from pyrules.analysis.search.property import PropertyResult
from pyrules.engine.expectations import Check
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Edit, Entry, Rulebook

Part = Literal["properties", "search", "corpus", "kinds", "defects", "readings"]
Became = Literal["broken", "mended", "kept", "violated", "undetermined"]
Conclusion = Literal["changes", "nothing-changes", "undetermined"]


@dataclass(frozen=True, slots=True)
class TurnedExpectation:
    """Something that a scenario file expects, and that holds on one side only."""

    scenario: Scenario
    check: Check


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A scenario to which one of the two gives no answer that can be used, and why."""

    scenario: Scenario
    why: str


@dataclass(frozen=True)
class OnCorpus:
    """What scenario files say: `given` is how many there are, the comparison tells which were looked at.

    `checks` counts what the files expect of both rulebooks; `broken` holds under the base only, `mended` under the
    edit only.
    """

    given: int
    comparison: Comparison
    checks: int
    broken: tuple[TurnedExpectation, ...]
    mended: tuple[TurnedExpectation, ...]
    unanswered: tuple[Unanswered, ...]

    @property
    def looked_at(self) -> int:
        """How many scenario files were looked at."""
        return len(self.comparison.files) + len(self.unanswered)


@dataclass(frozen=True, slots=True)
class Defects:
    """The defects that a quick check finds of the edit and not of its base (`new`), and the other way round (`gone`).

    Where a check was not finished they are not `compared`: `new` are those found of the edit, whatever its base has.
    What a reader expects of a rulebook is among them: a finding `unexpected` is a property that is violated.
    """

    new: tuple[Finding, ...]
    gone: tuple[Finding, ...]
    compared: bool = True

    @property
    def broken_properties(self) -> tuple[Finding, ...]:
        """The properties that hold of the base, within what was searched, and not of the edit."""
        return tuple(each for each in self.new if each.kind.id == "unexpected")

    @property
    def mended_properties(self) -> tuple[Finding, ...]:
        """The properties that hold of the edit, within what was searched, and not of the base."""
        return tuple(each for each in self.gone if each.kind.id == "unexpected")


@dataclass(frozen=True, slots=True)
class OptionOn:
    """An option of a reading, and the title of a scenario on which it does something."""

    option: str
    scenario: str


@dataclass(frozen=True, slots=True)
class ReadingRole:
    """What a reading has to do with an edit, on scenarios on which base and edit differ.

    Under an option of `agree` the two give the same answer; under one of `same` the base says what the edit says as it
    is. On the scenarios of `opened` the edit's answer rests on the reading, and the base's does not; of `settled` it is
    the other way round.
    """

    reading: str
    agree: tuple[OptionOn, ...] = ()
    same: tuple[OptionOn, ...] = ()
    opened: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()

    @property
    def matters(self) -> bool:
        """Whether it has anything to do with it."""
        return bool(self.agree or self.same or self.opened or self.settled)


@dataclass(frozen=True, slots=True)
class OnReadings:
    """The readings that matter, on so many scenarios that were tried."""

    tried: int
    roles: tuple[ReadingRole, ...]


@dataclass(frozen=True, slots=True)
class JudgedProperty:
    """A property that a designer states, judged of the base and of the edit within one bound."""

    base: PropertyResult
    edit: PropertyResult

    @property
    def became(self) -> Became:
        """What becomes of it: broken or mended by the edit, kept or violated by both, or not decided."""
        match self.base.verdict, self.edit.verdict:
            case "holds-within-bound", "violated":
                return "broken"
            case "violated", "holds-within-bound":
                return "mended"
            case "violated", "violated":
                return "violated"
            case "holds-within-bound", "holds-within-bound":
                return "kept"
        return "undetermined"

    @property
    def witness(self) -> Scenario | None:
        """The smallest scenario that violates it, of the edit if one does."""
        violation = self.edit.violation or self.base.violation
        return None if violation is None else violation.scenario


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A part that was begun and not finished, or not begun, and why."""

    part: Part
    why: str


@dataclass(frozen=True)
class EditVerdict:
    """What is known of an edit: of the rulebook that it makes, against the one that it stands on."""

    base: Rulebook
    book: Rulebook
    search: SearchResult | None = None
    corpus: OnCorpus | None = None
    kinds: DifferenceKinds | None = None
    defects: Defects | None = None
    properties: tuple[JudgedProperty, ...] = ()
    readings: OnReadings | None = None
    unfinished: tuple[Unfinished, ...] = ()
    seconds: float = 0.0

    @property
    def edit(self) -> Edit:
        """The edit itself; those that it stands on are part of the base."""
        return self.book.edits[-1]

    @property
    def shaken(self) -> tuple[Entry, ...]:
        """The clauses left standing that rest on a module that the edit changed."""
        changed = {key for change in self.edit.changes for key in change.keys}
        return tuple(entry for entry in self.book if entry.shaken_by == self.edit.file and entry.key not in changed)

    @property
    def witnesses(self) -> tuple[Disagreement, ...]:
        """The smallest scenario on which the two differ, then those of the other kinds of difference."""
        shown = self.search.shown if self.search else None
        kinds = [kind.witness for kind in self.kinds.kinds] if self.kinds else []
        return (*([shown] if shown else []), *(each for each in kinds if not shown or not _alike(each, shown)))

    @property
    def conclusion(self) -> Conclusion:
        """Whether anything comes out differently: `nothing-changes` only where nothing is left to be looked at."""
        if any(self._changes()):
            return "changes"
        finished = self.search is not None and self.search.verdict == "equivalent-within-bound" and not self.unfinished
        return "nothing-changes" if finished else "undetermined"

    def _changes(self) -> Iterator[bool]:
        yield bool(self.witnesses)
        yield any(each.became in ("broken", "mended") for each in self.properties)
        if self.corpus is not None:
            yield any(True for _ in self.corpus.comparison.disagreements)
            yield bool(self.corpus.broken or self.corpus.mended or self.corpus.unanswered)
        if self.defects is not None and self.defects.compared:
            yield bool(self.defects.new or self.defects.gone)


def _alike(one: Disagreement, other: Disagreement) -> bool:
    """Whether two witnesses are the same scenario, whatever they are called."""
    parts = ("cards", "conditions", "adjacent", "auras", "events")
    return all(getattr(one.scenario, part) == getattr(other.scenario, part) for part in parts)
