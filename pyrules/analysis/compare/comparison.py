"""Where two rulebooks come out differently over many scenarios, grouped by the cause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pyrules.analysis.compare.differences import OBSERVED, Difference, Observed, apart
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.compare.responsible import Clauses
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.model.size import size
from pyrules.rulebook.book import Rulebook
from pyrules.table.evaluate_many import evaluate_many

DEFAULT: tuple[Observed, ...] = ("value", "losses")
ALWAYS: frozenset[Observed] = frozenset({"roll", "attack", "properties"})
"""What a comparison looks at whatever is asked for."""


@dataclass(frozen=True, slots=True)
class Group:
    """Disagreements that the same clauses of each side cause, those on the smallest scenarios first."""

    clauses: tuple[Clauses, Clauses]
    disagreements: tuple[Disagreement, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The left and the right rulebook, the files compared, and where they disagree; the smallest group comes first.

    `observe` is what was looked at.
    """

    rulebooks: tuple[Rulebook, Rulebook]
    files: tuple[str, ...]
    groups: tuple[Group, ...]
    observe: tuple[Observed, ...]

    @property
    def disagreements(self) -> Iterator[Disagreement]:
        """All scenarios that come out differently."""
        return (each for group in self.groups for each in group.disagreements)


def compare(
    scenarios: Sequence[Scenario], left: Rulebook, right: Rulebook, observe: tuple[Observed, ...] = DEFAULT
) -> Comparison:
    """Where the two rulebooks disagree over the scenarios, in what is observed and in rolls, attacks and properties.

    Raises NotDecided where a limit is reached.
    """
    pairs = zip(evaluate_many(scenarios, left), evaluate_many(scenarios, right), strict=True)
    return of_evaluations(zip(scenarios, pairs, strict=True), left, right, observe)


def of_evaluations(
    evaluated: Iterable[tuple[Scenario, tuple[Evaluation, Evaluation]]],
    left: Rulebook,
    right: Rulebook,
    observe: tuple[Observed, ...] = DEFAULT,
) -> Comparison:
    """The same of scenarios that have been evaluated, each with what the left side says and what the right one does."""
    looked_at = tuple(what for what in OBSERVED if what in observe or what in ALWAYS)
    files: list[str] = []
    disagreements: list[Disagreement] = []
    for scenario, pair in evaluated:
        files.append(scenario.file)
        found = _without_repetition(apart(*pair, looked_at))
        if found:
            disagreements.append(Disagreement(scenario, (left, right), pair, found, looked_at))
    return Comparison((left, right), tuple(files), _grouped(disagreements), looked_at)


def _without_repetition(found: Sequence[Difference]) -> tuple[Difference, ...]:
    """The differences, without those of what a number works as where the number itself differs in the same way."""
    numbers = {(each.after, each.card, each.name, each.left, each.right) for each in found if each.what == "value"}
    return tuple(
        each
        for each in found
        if each.what != "effective" or (each.after, each.card, each.name, each.left, each.right) not in numbers
    )


def _grouped(disagreements: Iterable[Disagreement]) -> tuple[Group, ...]:
    groups: dict[tuple[frozenset[object], ...], list[Disagreement]] = {}
    for each in sorted(disagreements, key=lambda each: (size(each.scenario), each.scenario.file)):
        groups.setdefault(tuple(map(frozenset, each.cause.clauses)), []).append(each)
    return tuple(Group(members[0].cause.clauses, tuple(members)) for members in groups.values())
