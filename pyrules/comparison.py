"""Where two rulebooks come out differently over many scenarios, grouped by the clauses responsible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pyrules.differences import OBSERVED, differences
from pyrules.disagreement import Disagreement
from pyrules.evaluation import evaluate_many
from pyrules.model import Scenario
from pyrules.result import Evaluation
from pyrules.rulebook import Rulebook
from pyrules.why.responsible import Clauses


@dataclass(frozen=True, slots=True)
class Group:
    """Disagreements for which the same clauses are responsible, those on the smallest scenarios first."""

    clauses: tuple[Clauses, Clauses]
    disagreements: tuple[Disagreement, ...]


def compare(scenarios: Sequence[Scenario], left: Rulebook, right: Rulebook) -> tuple[Group, ...]:
    """Where the two rulebooks disagree over the scenarios, by the clauses responsible.

    The group with the smallest scenario comes first. Raises NotDecided where a limit is reached.
    """
    evaluations = zip(evaluate_many(scenarios, left), evaluate_many(scenarios, right), strict=True)
    found = (disagreement(each, (left, right), pair) for each, pair in zip(scenarios, evaluations, strict=True))
    return grouped(each for each in found if each is not None)


def disagreement(
    scenario: Scenario, rulebooks: tuple[Rulebook, Rulebook], evaluations: tuple[Evaluation, Evaluation]
) -> Disagreement | None:
    """How the two evaluations of the scenario disagree, if they do: in anything that can be observed."""
    found = differences(*evaluations, OBSERVED)
    return Disagreement(scenario, rulebooks, evaluations, found) if found else None


def grouped(disagreements: Iterable[Disagreement]) -> tuple[Group, ...]:
    """The disagreements by the clauses responsible."""
    groups: dict[tuple[frozenset[object], ...], list[Disagreement]] = {}
    for each in sorted(disagreements, key=lambda each: each.size):
        groups.setdefault(tuple(map(frozenset, each.clauses)), []).append(each)
    return tuple(Group(members[0].clauses, tuple(members)) for members in groups.values())
