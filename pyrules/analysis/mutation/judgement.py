"""Whether a mutation makes any difference: a scenario that shows it, or a proof that there is none within a bound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

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
from pyrules.scenario.dump import to_data
from pyrules.scenario.load import read_back
from pyrules.shares.driver import HERE, Driver
from pyrules.shares.share import Share, known_by

Data = dict[str, Any]
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


def by_search(
    book: Rulebook, mutations: Sequence[Mutation], bound: Bound, seconds: float, driver: Driver = HERE
) -> Iterator[Judgement]:
    """Search all scenarios within the bound for the smallest that shows a difference from each of the mutations.

    Each is a share of the work.
    """
    shares = (
        Share(repr(("search", known_by(book), each, bound)), _searched, (book, each, bound, seconds))
        for each in mutations
    )
    yield from map(_read, mutations, driver.answers(shares, final=lambda data: data["verdict"] != "undetermined"))


def _searched(book: Rulebook, mutation: Mutation, bound: Bound, seconds: float) -> Data:
    with mutated(book, mutation) as wrong, sandbox.limits(sandbox.Limits(seconds + GRACE, megabytes=2000)):
        try:
            return _judged(sandbox.run(find_difference, book, wrong, replace(bound, observe=SEARCHED), seconds))
        except Exception as error:  # the search asks for answers that cannot be read
            return _data("undetermined", in_a_line(error))


def by_chance(
    book: Rulebook, mutations: Sequence[Mutation], bound: Bound, draws: int, seconds: float, driver: Driver = HERE
) -> Iterator[Judgement]:
    """Try the small scenarios that are listed, then some that are drawn; make one that differs smaller.

    Each mutation is a share of the work.
    """
    chance = (draw(bound, seed) for seed in range(draws) for draw in (drawn, drawn_wide))
    tried = (*small_scenarios.every(), *chance)
    titled = [replace(scenario, title=_("{rulebook}, mutated", rulebook=book.name)) for scenario in tried]
    caught = nets(book, titled, mutations)

    def shares() -> Iterator[Share]:
        for mutation, touched in zip(mutations, caught, strict=True):
            chosen = tuple(net.scenario for net in touched[:: len(touched) // MOST + 1])
            yield Share(repr(("chance", known_by(book), mutation, chosen)), _tried, (book, mutation, chosen, seconds))

    yield from map(_read, mutations, driver.answers(shares()))


def _tried(book: Rulebook, mutation: Mutation, touched: Sequence[Scenario], seconds: float) -> Data:
    with mutated(book, mutation) as wrong, sandbox.limits(sandbox.Limits(seconds, megabytes=2000)):
        try:
            seen = sandbox.run(_shown, book, wrong, touched)
        except NotDecided as limit:
            return _data("undetermined", str(limit))
    if seen is None:
        return _data("undetermined", _("none of {count} scenarios that it touches differs", count=len(touched)))
    scenario, what = seen
    return _data("different", what, scenario, proved=not scenario.events)


def _data(verdict: Verdict, how: str, witness: Scenario | None = None, proved: bool = False) -> Data:
    return {"verdict": verdict, "how": how, "witness": witness and to_data(witness), "proved": proved}


def _read(mutation: Mutation, data: Data) -> Judgement:
    witness = data["witness"] and read_back(data["witness"])
    return Judgement(mutation, data["verdict"], data["how"], witness, data["proved"])


def _judged(found: SearchResult) -> Data:
    if found.shown is not None:
        what = said(found.shown.differences[0].line)
        return _data("different", what, found.shown.scenario, found.shown.proved)
    if found.verdict == "undetermined":
        why = (
            found.note
            if not found.exhausted
            else _("not looked at: {topics}", topics=", ".join(map(_, found.not_covered)))
        )
        return _data("undetermined", _("none up to event {number}: {why}", number=found.none_up_to, why=why))
    named = (
        _("by {method}, for scenarios of any length", method=_(found.method))
        if found.any_length
        else _("by {method}, up to event {number}", method=_(found.method), number=found.bound.events)
    )
    beside = (f"{_(each.topic)}: {each.looked_at}" for each in found.topics if each.method != "same rules")
    return _data("equivalent", "; ".join((named, *beside)))


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
