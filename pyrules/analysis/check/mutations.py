"""The corpus against the rules: mutations of single rules that no scenario file notices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.inspection import Inspection, called
from pyrules.analysis.check.missing_scenario import remedy
from pyrules.analysis.mutation import (
    Judgement,
    Mutation,
    Trial,
    by_chance,
    by_search,
    clause_modules,
    mutations,
    trials,
)
from pyrules.analysis.mutation.judgement import NOT_SEARCHED
from pyrules.analysis.search.bound import Bound
from pyrules.asp.origin import is_built_in
from pyrules.language import _, mark

UNNOTICED = FindingKind("unnoticed-mutation", "warning", mark("A rule can be changed, and no scenario file notices."))
UNMISSED = FindingKind(
    "unmissed-mutation", "note", mark("A rule can be changed, and no scenario was met that would notice it.")
)
SCORE = FindingKind("mutation-score", "note", mark("How many mutations of single rules the scenario files notice."))
OF_SURVIVORS = (UNNOTICED, UNMISSED)
KINDS = (*OF_SURVIVORS, SCORE)

DRAWN = Bound(cards=2, features=2, conditions=2, events=6, max_value=3, auras=2, on_features=True)
DRAWS, SECONDS = 200, 60.0
SEARCHED = Bound(events=3, max_value=2)
SEARCH_SECONDS = 10.0
KNOWN = frozenset({"named-features", "core"})
"""The topics that the search covers."""


def findings(at: Inspection) -> Iterator[Finding]:
    """The mutation score of the corpus and of each clause, and for each survivor a scenario that would notice it."""
    if not at.corpus:
        return
    names = dict(_wanted(at))
    tried = _tried(at, tuple(names))
    yield at.finding(
        SCORE, at.about, (), _told(mark("{noticed} of {count} mutations are noticed, {share:.1%}."), tried)
    )
    for entry in at.book:
        own = tuple(trial for trial in tried if trial.mutation.module in at.modules_of(entry))
        if own:
            yield at.finding(
                SCORE,
                called(entry),
                (entry,),
                _told(mark("{noticed} of {count} mutations of its rules are noticed, {share:.1%}."), own),
            )
    left = tuple(trial.mutation for trial in tried if not trial.noticed)
    yield from _survivors(at, {each: names[each] for each in left if at.wants(OF_SURVIVORS, names[each])})


def _wanted(at: Inspection) -> Iterator[tuple[Mutation, str]]:
    """Every mutation on which a finding that is wanted depends.

    It comes with the rule that is changed and which of its mutations it is: `full_loss:4:2`.
    """
    for module in clause_modules(at.book):
        scored = any(at.wants((SCORE,), each) for each in (at.about, *map(called, at.owners(module))))
        if scored or any(at.selection.wants_some_of(kind, module.stem) for kind in OF_SURVIVORS):
            for line, of_rule in groupby(mutations(module), lambda mutation: mutation.line):
                for number, each in enumerate(of_rule, 1):
                    name = f"{module.stem}:{line}:{number}"
                    if scored or at.wants(OF_SURVIVORS, name):
                        yield each, name


def _tried(at: Inspection, chosen: tuple[Mutation, ...]) -> tuple[Trial, ...]:
    at.tell(_("what {count} mutations touch of {files} scenario files", count=len(chosen), files=len(at.corpus)))
    found = []
    for number, trial in enumerate(trials(at.book, at.corpus, chosen, at.driver), 1):
        at.tell(_("mutation {number} of {count}", number=number, count=len(chosen)))
        found.append(trial)
    return tuple(found)


def _told(message: str, tried: Sequence[Trial]) -> str:
    noticed = sum(trial.noticed for trial in tried)
    return _(message, noticed=noticed, count=len(tried), share=noticed / max(len(tried), 1))


def _survivors(at: Inspection, names: Mapping[Mutation, str]) -> Iterator[Finding]:
    if not names:
        return
    at.tell(_("scenarios that could notice the {count} mutations that are left", count=len(names)))
    judged: dict[Mutation, Judgement] = {}
    for each in by_chance(at.book, tuple(names), DRAWN, DRAWS, SECONDS, at.driver):
        judged[each.mutation] = each
        at.tell(_("a scenario that notices: {number} of {count} mutations", number=len(judged), count=len(names)))
    unmet = [mutation for mutation, each in judged.items() if each.witness is None and _is_searched(at, mutation)]
    for number, each in enumerate(by_search(at.book, unmet, SEARCHED, SEARCH_SECONDS, at.driver), 1):
        at.tell(_("a search for one: {number} of {count} mutations", number=number, count=len(unmet)))
        if each.verdict != "undetermined":
            judged[each.mutation] = each
    for mutation, each in judged.items():
        yield _survivor(at, each, names[mutation])


def _is_searched(at: Inspection, mutation: Mutation) -> bool:
    """Whether the search knows the topic of a mutation."""
    module = mutation.module
    topics = {entry.clause.topic for entry in at.owners(module)}
    return bool(topics & KNOWN) and not (is_built_in(module) and NOT_SEARCHED & set(module.parts))


def _survivor(at: Inspection, judged: Judgement, about: str) -> Finding:
    entries = at.owners(judged.mutation.module)
    unnoticed = _("No scenario file notices {mutation}", mutation=judged.mutation)
    if judged.witness is None:
        how = (
            judged.how
            if judged.verdict == "undetermined"
            else _("none in games of one card and one feature differs, {how}", how=judged.how)
        )
        return at.finding(UNMISSED, about, entries, _("{unnoticed}; {how}.", unnoticed=unnoticed, how=how))
    added = remedy(at.book, judged.mutation, judged.witness)
    if added is None:
        sentence = _(
            "{unnoticed}; it shows, but in nothing that tells the answers apart in a file: {how}.",
            unnoticed=unnoticed,
            how=judged.how,
        )
        return at.finding(UNMISSED, about, entries, sentence, witness=judged.witness)
    return at.finding(
        UNNOTICED,
        about,
        entries,
        _("{unnoticed}. This one would: {how}.", unnoticed=unnoticed, how=judged.how),
        witness=added,
    )
