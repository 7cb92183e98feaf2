"""Whether a mutation makes any difference: a scenario that shows it, or a proof that there is none within a bound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pyrules.analysis.compare.differences import OBSERVED, Observed, differences
from pyrules.analysis.mutation.corpus import answer, in_a_line, nets
from pyrules.analysis.mutation.mutants import Mutation
from pyrules.analysis.mutation.swap import mutated
from pyrules.analysis.search import small_scenarios
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.find import SearchResult, find_difference
from pyrules.analysis.search.natural_names import natural
from pyrules.analysis.search.program import OUTSIDE_FEATURES
from pyrules.analysis.search.random_scenarios import drawn, shrunk
from pyrules.analysis.search.wide_scenarios import drawn_wide
from pyrules.asp import sandbox
from pyrules.errors import NotDecided
from pyrules.language import _, said
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import ON_FEATURES, Rulebook

Verdict = Literal["different", "equivalent", "undetermined"]

SEARCHED: tuple[Observed, ...] = ("value", "effective", "losses", "attempts")
"""What the search looks at: it knows no rolls and no attacks."""

NOT_SEARCHED = OUTSIDE_FEATURES | {"modifiers", ON_FEATURES}
"""The folders of built-in modules that the search leaves out, or to which its scenarios give nothing to do."""

MOST = 100
"""So many of the scenarios that a mutation touches are tried, taken evenly from the small ones to the large."""

GRACE = 60.0
"""Seconds that a search may take beyond its own limit: what is being grounded is not interrupted."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a mutation.

    `witness` is a scenario to which the mutated rulebook gives another answer, or none that keeps to the output
    contract; `how` says what it shows, or how it was shown that there is none. `proved` says that no scenario with
    fewer events shows a difference.
    """

    mutation: Mutation
    verdict: Verdict
    how: str
    witness: Scenario | None = None
    proved: bool = False


def by_search(book: Rulebook, mutation: Mutation, bound: Bound, seconds: float) -> Judgement:
    """Search all scenarios within the bound for the smallest that shows a difference."""
    with mutated(book, mutation) as wrong, sandbox.limits(sandbox.Limits(seconds + GRACE, megabytes=2000)):
        try:
            return _judged(
                mutation, sandbox.run(find_difference, book, wrong, replace(bound, observe=SEARCHED), seconds)
            )
        except Exception as error:  # the search asks for answers that cannot be read
            return Judgement(mutation, "undetermined", in_a_line(error))


def by_chance(
    book: Rulebook, mutations: Sequence[Mutation], bound: Bound, draws: int, seconds: float
) -> Iterator[Judgement]:
    """Try the small scenarios that are listed, then some that are drawn; make one that differs smaller."""
    chance = (draw(bound, seed) for seed in range(draws) for draw in (drawn, drawn_wide))
    tried = (*small_scenarios.every(), *chance)
    titled = [replace(scenario, title=_("{rulebook}, mutated", rulebook=book.name)) for scenario in tried]
    for mutation, touched in zip(mutations, nets(book, titled, mutations), strict=True):
        chosen = touched[:: len(touched) // MOST + 1]
        yield _tried(book, mutation, tuple(net.scenario for net in chosen), seconds)


def _tried(book: Rulebook, mutation: Mutation, touched: Sequence[Scenario], seconds: float) -> Judgement:
    with mutated(book, mutation) as wrong, sandbox.limits(sandbox.Limits(seconds, megabytes=2000)):
        try:
            seen = sandbox.run(_shown, book, wrong, touched)
        except NotDecided as limit:
            return Judgement(mutation, "undetermined", str(limit))
    if seen is None:
        return Judgement(
            mutation, "undetermined", _("none of {count} scenarios that it touches differs", count=len(touched))
        )
    scenario, what = seen
    return Judgement(mutation, "different", what, scenario, proved=not scenario.events)


def _judged(mutation: Mutation, found: SearchResult) -> Judgement:
    if found.shown is not None:
        what = said(found.shown.differences[0].line)
        return Judgement(mutation, "different", what, found.shown.scenario, found.shown.proved)
    if found.verdict == "undetermined":
        why = (
            found.note
            if not found.exhausted
            else _("not looked at: {topics}", topics=", ".join(map(_, found.not_covered)))
        )
        return Judgement(
            mutation, "undetermined", _("none up to event {number}: {why}", number=found.none_up_to, why=why)
        )
    named = (
        _("by {method}, for scenarios of any length", method=_(found.method))
        if found.any_length
        else _("by {method}, up to event {number}", method=_(found.method), number=found.bound.events)
    )
    beside = (f"{_(each.topic)}: {each.looked_at}" for each in found.topics if each.method != "same rules")
    return Judgement(mutation, "equivalent", "; ".join((named, *beside)))


def _shown(book: Rulebook, wrong: Rulebook, among: Sequence[Scenario]) -> tuple[Scenario, str] | None:
    for scenario in among:
        if difference(scenario, answer(scenario, book), wrong):
            least = natural(shrunk(scenario, lambda each: bool(difference(each, answer(each, book), wrong))))
            return least, difference(least, answer(least, book), wrong)
    return None


def difference(scenario: Scenario, right: Evaluation, wrong: Rulebook) -> str:
    """What the wrong rulebook answers otherwise, in words; empty when nothing differs that can be expected."""
    try:
        return next((said(each.line) for each in differences(right, answer(scenario, wrong), OBSERVED)), "")
    except Exception as error:  # whatever it is, that answer cannot be used
        return in_a_line(error)
