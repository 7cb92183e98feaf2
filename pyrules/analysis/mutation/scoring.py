"""The mutation score: how many one-rule mutations of a rulebook its scenario files notice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyrules.analysis.mutation.corpus import ScenarioCheck, nets
from pyrules.analysis.mutation.mutants import Mutation
from pyrules.analysis.mutation.swap import mutated
from pyrules.asp import sandbox
from pyrules.errors import LimitReached
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.shares.driver import HERE, Driver
from pyrules.shares.share import Share, known_by

TOGETHER = 8
"""How many scenarios are asked in one call."""

LIMITS = sandbox.Limits(seconds=30.0, megabytes=1000)
"""For one call: a mutation can make rules that apply without end."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A mutation, and the first scenario file that notices it, with what it notices; both None when none does.

    `touched` is the number of scenarios in which the rule derives something else.
    """

    mutation: Mutation
    touched: int
    noticed_by: str | None = None
    what: str | None = None

    @property
    def noticed(self) -> bool:
        return self.noticed_by is not None


def clause_modules(book: Rulebook) -> tuple[Path, ...]:
    """The modules in force that a clause, a decision or a reading owns."""
    return tuple(path for path in book.modules if path in book.possible_modules)


def trials(
    book: Rulebook, scenarios: Iterable[Scenario], mutations: Sequence[Mutation], driver: Driver = HERE
) -> Iterator[Trial]:
    """Try mutations of a rulebook, one after the other, on the scenarios that concern it; each is a share of the work.

    A scenario notices a mutation when something fails that it expects and that held, or when no answer comes that keeps
    to the output contract.
    """
    lately: dict[str, None] = {}
    caught = nets(book, scenarios, mutations)

    def shares() -> Iterator[Share]:
        for mutation, touched in zip(mutations, caught, strict=True):
            key = repr(("trial", known_by(book), mutation, touched))
            yield Share(key, first_notice, (book, mutation, _lately_first(touched, lately)))

    for mutation, touched, found in zip(mutations, caught, driver.answers(shares()), strict=True):
        if found:
            lately.pop(found[0], None)
            lately[found[0]] = None
        yield Trial(mutation, len(touched), *found)


def _lately_first(touched: Sequence[ScenarioCheck], lately: Iterable[str]) -> Sequence[ScenarioCheck]:
    """The nets with those first that noticed a mutation lately: they tend to notice the next as well."""
    ranks = {file: rank for rank, file in enumerate(lately, 1)}
    return sorted(touched, key=lambda net: -ranks.get(net.scenario.file, 0))


def first_notice(book: Rulebook, mutation: Mutation, touched: Sequence[ScenarioCheck]) -> tuple[str, ...]:
    """The first of the scenarios that notices a mutation, and what it notices; nothing when none does."""
    with mutated(book, mutation) as wrong, sandbox.limits(LIMITS):
        for start in range(0, len(touched), TOGETHER):
            together = touched[start : start + TOGETHER]
            try:
                found = sandbox.run(_first_notice, wrong, together)
            except LimitReached as limit:
                found = together[0].scenario.file, str(limit)
            if found is not None:
                return found
    return ()


def _first_notice(wrong: Rulebook, nets: Sequence[ScenarioCheck]) -> tuple[str, str] | None:
    for net in nets:
        what = net.notices(wrong)
        if what is not None:
            return net.scenario.file, what
    return None
