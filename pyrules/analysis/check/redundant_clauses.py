"""Clauses whose rules are not missed: they never apply, or nothing comes out differently without them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import chain, islice

from pyrules.analysis.check.answers import Answers
from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.inspection import Inspection, Look, called
from pyrules.analysis.check.reach import applying
from pyrules.analysis.check.touched import Touched
from pyrules.analysis.check.witness_search import LISTED, WitnessResult, differing
from pyrules.analysis.compare.differences import OBSERVED, differences
from pyrules.analysis.search import small_scenarios
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.natural_names import natural
from pyrules.analysis.search.random_scenarios import drawn
from pyrules.analysis.search.wide_scenarios import drawn_wide
from pyrules.engine import output_contract
from pyrules.engine.evaluate import answer_sets, read
from pyrules.engine.guard import guarded
from pyrules.engine.instance import Instance
from pyrules.errors import InputError
from pyrules.language import _, mark
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Entry, Rulebook
from pyrules.rulebook.manifest import Topic

IDLE = FindingKind("idle-clause", "warning", mark("The rules of a clause never apply."))
REDUNDANT = FindingKind(
    "redundant-clause", "note", mark("The rules of a clause apply, and nothing comes out differently without them.")
)
KINDS = (IDLE, REDUNDANT)

DRAWN = Bound(cards=2, features=2, conditions=1, events=6, max_value=3, auras=2)
ON_FEATURES = replace(DRAWN, auras=1, events=4, on_features=True)
DRAWS = 10
TRIED = mark("In the scenarios that were tried")
FIRST = 3
"""On so many scenarios in which a clause applies it is tried without each of the others."""


def looks(at: Inspection) -> Iterator[Look]:
    """Every clause with modules; a quick check looks at none."""
    answers = cache(lambda topic: Answers(scenarios(topic), lambda scenario: answer(scenario, at.book)))
    for entry in () if at.quick else _encoded(at.book):
        if at.wants(KINDS, called(entry)):
            yield Look(_("without {citation}", citation=entry.citation), partial(_findings, at, entry, answers))


def _findings(
    at: Inspection, entry: Entry, answers: Callable[[Topic], Answers[Evaluation | None]]
) -> Iterator[Finding]:
    """Whether a clause can be left out, and the clause that overrides it, if one does."""
    if at.leaves(KINDS, called(entry), partial(Touched.directly, modules=entry.clause.modules)):
        return
    known = answers(entry.clause.topic)
    less = _without(at.book, entry)
    if any(_apart(before, scenario, less) for scenario, before in known):
        return
    sought = _searched(at, entry, less)
    if sought.scenario is None:
        yield _finding(at, entry, known, sought.extent)


def _finding(at: Inspection, entry: Entry, known: Answers[Evaluation | None], extent: str) -> Finding:
    applying = tuple(islice((scenario for scenario, _ in known if _applies(scenario, at.book, entry)), FIRST))
    if not applying:
        sentence = _(
            "{extent} nothing comes out differently without it, and its rules apply in no scenario tried.",
            extent=extent,
        )
        return at.finding(IDLE, called(entry), (entry,), sentence)
    others = (each for each in _encoded(at.book) if each != entry)
    over = next((each for each in others if _overrides(at.book, each, entry, applying)), None)
    why = _(": others say the same") if over is None else _(" as long as {citation} stands", citation=over.citation)
    sentence = _("Its rules apply. {extent} nothing comes out differently without them{why}.", extent=extent, why=why)
    return at.finding(
        REDUNDANT, called(entry), (entry, *((over,) if over else ())), sentence, witness=natural(applying[0])
    )


def _applies(scenario: Scenario, book: Rulebook, entry: Entry) -> bool:
    return bool(applying(scenario, book) & set(entry.clause.modules))


def _searched(at: Inspection, entry: Entry, less: Rulebook) -> WitnessResult:
    """The scenario that the search finds on which the clause is missed."""

    def missed(scenario: Scenario) -> bool:
        return _apart(answer(scenario, at.book), scenario, less)

    if entry.clause.topic in LISTED:
        return WitnessResult(None, TRIED)
    return differing(at, at.book, less, missed)


def _overrides(book: Rulebook, over: Entry, entry: Entry, among: Iterable[Scenario]) -> bool:
    """Whether the clause does something once the other one is left out."""
    alone, neither = _without(book, over), _without(book, over, entry)
    return any(_apart(answer(scenario, alone), scenario, neither) for scenario in among)


def _encoded(book: Rulebook) -> tuple[Entry, ...]:
    return tuple(entry for entry in book if entry.clause.modules)


def _without(book: Rulebook, *gone: Entry) -> Rulebook:
    """The rulebook without the rules of some clauses."""
    entries = (
        replace(entry, clause=entry.clause.model_copy(update={"modules": ()})) if entry in gone else entry
        for entry in book
    )
    return replace(book, entries=tuple(entries))


def _apart(known: Evaluation | None, scenario: Scenario, other: Rulebook) -> bool:
    """Whether another rulebook has another answer than the known one; no answer is one as well."""
    less = answer(scenario, other)
    if known is None or less is None:
        return known is not less
    return bool(differences(known, less, OBSERVED))


@guarded
def answer(scenario: Scenario, under: Rulebook) -> Evaluation | None:
    """What the rulebook says of the scenario; None where, with a clause missing, it says nothing that can be read."""
    instance = Instance(scenario, under)
    sets = answer_sets(instance)
    try:
        for atoms in sets:
            output_contract.check(instance, atoms)
    except InputError:
        return None
    return read(instance, sets)


def scenarios(topic: Topic) -> Iterator[Scenario]:
    """What clauses of a topic are tried on."""
    if topic in ("named-features", "core"):
        yield from (drawn(bound, seed) for seed in range(DRAWS) for bound in (DRAWN, ON_FEATURES))
    yield from chain(
        small_scenarios.of_topic(topic),
        small_scenarios.attacks() if topic == "core" else (),
        small_scenarios.properties(),
    )
    if topic in ("named-features", "core", "modifiers"):
        yield from (drawn_wide(ON_FEATURES, seed) for seed in range(DRAWS))
