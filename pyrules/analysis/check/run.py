"""A check from beginning to end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from types import ModuleType

from pyrules.analysis.check import (
    contradictions,
    corpus,
    coverage,
    defined_terms,
    expected,
    mutations,
    numbers,
    paradoxes,
    readings,
    redundant_clauses,
    references,
)
from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.inspection import SECONDS, Inspection, Told
from pyrules.analysis.check.looked import read, share
from pyrules.analysis.check.selection import ALL, Selection
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.in_worker import in_worker
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.property import SAMPLE
from pyrules.asp import sandbox
from pyrules.asp.control import Incremental
from pyrules.engine.evaluate import evaluate
from pyrules.errors import InputError
from pyrules.language import _
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.names import concerns
from pyrules.shares.driver import HERE, Driver
from pyrules.shares.share import Share

OF_TEXT: tuple[ModuleType, ...] = (numbers, references, defined_terms, coverage)
"""The checks that read what is written."""
SEARCHING: tuple[ModuleType, ...] = (contradictions, readings, expected, paradoxes, redundant_clauses)
"""The checks that take time; each says what it looks at, one thing after another."""
ABOUT_CORPUS: tuple[ModuleType, ...] = (corpus, mutations)
MOST_SECONDS = 3600.0
"""The searches of a check have limits of their own; all of it is ended after so long, unless less is allowed."""
OF_CORPUS: tuple[FindingKind, ...] = (*corpus.KINDS, *mutations.KINDS)
"""The kinds of finding that there are with scenario files only."""
KINDS: tuple[FindingKind, ...] = tuple(kind for check in (*OF_TEXT, *SEARCHING, *ABOUT_CORPUS) for kind in check.KINDS)
NOT_QUICK: tuple[FindingKind, ...] = (*redundant_clauses.KINDS, readings.SETTLED)
"""The kinds of finding that a quick check does not look for."""
SEVERITIES = ("error", "warning", "note")


def check(
    book: Rulebook,
    quick: bool = False,
    selection: Selection = ALL,
    told: Told = lambda _: None,
    scenarios: tuple[Scenario, ...] = (),
    seconds: float = SECONDS,
    most_seconds: float = MOST_SECONDS,
    driver: Driver = HERE,
) -> tuple[Finding, ...]:
    """What is wrong with a rulebook, the worst first, and within a severity in the order of the checks.

    What could find nothing of the `selection` is left out. `quick` searches the first bound alone, the search of a
    bound is given up after `seconds`, and all of it ended after `most_seconds`. `told` is told what is being looked at,
    every finding as it comes, and of an edit what is not looked for: it is searched again only where the edit touches
    it, unless it is selected by name; what is left is for a check of its base. Those of the `scenarios` that concern
    the rulebook are its corpus; trying mutations of the rules on them takes minutes. Every witness has been evaluated
    by itself. Each thing that is looked at is a share of the work, for the workers of the `driver`.

    Raises NotDecided when rules from elsewhere outgrow the limits already in a small game, or when it is ended, and
    InputError when none of the scenarios concerns the rulebook.
    """
    about_it = tuple(each for each in scenarios if concerns(each.rulebooks, book.name))
    if scenarios and not about_it:
        named = ", ".join(sorted({name for each in scenarios for name in each.rulebooks}))
        raise InputError.at(
            "", _("no scenario file is about {name}; those given are about {named}", name=book.name, named=named)
        )
    in_worker(_grounded, (book,), min(sandbox.in_force().seconds, most_seconds), None)
    at = Inspection(book, quick, selection, told, about_it, seconds, driver)
    looks = _looks(at)
    at.looks = 1 + len(looks)
    at.tell(_("what is written"))
    found = [*_findings(OF_TEXT, at), *_looked(at, looks, Clock(most_seconds))]
    if about_it:
        found += _findings(ABOUT_CORPUS, at)
    return worst_first(found)


def worst_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in order of severity, those of one as they came."""
    return tuple(sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity)))


def _grounded(book: Rulebook, seconds: float, tell: object) -> None:
    """Grounds all scenarios with one event, and evaluates one: rules that grow without end do so here."""
    evaluate(SAMPLE, book)
    program = Program((book,), Bound(events=1, max_value=1))
    control = Incremental()
    control.extend(program.start)
    control.extend(program.event(1))


def _looks(at: Inspection) -> list[tuple[str, int, str]]:
    """What takes time to be looked at: the module of its check, which one it is of that, and what it is in words."""
    return [
        (check.__name__, number, look.what)
        for check in _wanted(SEARCHING, at.selection)
        for number, look in enumerate(check.looks(at))
    ]


def _looked(at: Inspection, looks: Sequence[tuple[str, int, str]], clock: Clock) -> Iterator[Finding]:
    """What is found by looks, each by whoever has time for it."""

    def shares() -> Iterator[Share]:
        for check, number, what in looks:
            at.tell(what)
            yield share(at, check, number, clock.left())

    for each in chain.from_iterable(read(answer, KINDS) for answer in at.driver.answers(shares())):
        if isinstance(each, Finding):
            yield from _told(each, at)
        else:
            at.told(each)


def _findings(checks: tuple[ModuleType, ...], at: Inspection) -> Iterator[Finding]:
    """What the checks find of what is asked for."""
    for finding in (finding for check in _wanted(checks, at.selection) for finding in check.findings(at)):
        yield from _told(finding, at)


def _told(finding: Finding, at: Inspection) -> Iterator[Finding]:
    """The finding, told as it comes, if it is asked for."""
    if at.selection.wants(finding.kind, finding.about):
        at.told(finding)
        yield finding


def _wanted(checks: tuple[ModuleType, ...], selection: Selection) -> list[ModuleType]:
    return [each for each in checks if any(map(selection.wants_some, each.KINDS))]
