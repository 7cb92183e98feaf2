"""A check from beginning to end."""

from __future__ import annotations

from collections.abc import Callable
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
from pyrules.analysis.check.finding import Finding, Kind
from pyrules.analysis.check.inspection import SECONDS, Inspection
from pyrules.analysis.check.selection import ALL, Selection
from pyrules.analysis.search.property import SAMPLE
from pyrules.engine.evaluate import evaluate
from pyrules.errors import InputError
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.names import concerns

CHECKS: tuple[ModuleType, ...] = (
    numbers,
    references,
    defined_terms,
    coverage,
    contradictions,
    readings,
    expected,
    paradoxes,
    redundant_clauses,
    corpus,
    mutations,
)
OF_CORPUS: tuple[Kind, ...] = (*corpus.KINDS, *mutations.KINDS)
"""The kinds of finding that there are with scenario files only."""
KINDS: tuple[Kind, ...] = tuple(kind for check in CHECKS for kind in check.KINDS)
SEVERITIES = ("error", "warning", "note")


def check(
    book: Rulebook,
    quick: bool = False,
    selection: Selection = ALL,
    tell: Callable[[str], None] = lambda _: None,
    scenarios: tuple[Scenario, ...] = (),
    seconds: float = SECONDS,
) -> tuple[Finding, ...]:
    """What is wrong with a rulebook, the worst first, and within a severity in the order of the checks.

    What could find nothing of the `selection` is left out. `quick` searches the first bound alone, and the search of a
    bound is given up after `seconds`. `tell` is told what is being looked at. Those of the `scenarios` that concern the
    rulebook are its corpus; trying mutations of the rules on them takes minutes. Every witness has been evaluated by
    itself.

    Raises NotDecided when rules from elsewhere outgrow the limits already in a small game, and InputError when none of
    the scenarios concerns the rulebook.
    """
    about_it = tuple(each for each in scenarios if concerns(each.rulebooks, book.name))
    if scenarios and not about_it:
        named = ", ".join(sorted({name for each in scenarios for name in each.rulebooks}))
        raise InputError.at("", f"no scenario file is about {book.name}; those given are about {named}")
    evaluate(SAMPLE, book)
    inspection = Inspection(book, quick, selection, tell, about_it, seconds)
    wanted = [each for each in CHECKS if any(map(selection.wants_some, each.KINDS))]
    found = (finding for each in wanted for finding in each.findings(inspection))
    found = (finding for finding in found if selection.wants(finding.kind, finding.about))
    return tuple(sorted(found, key=lambda finding: SEVERITIES.index(finding.severity)))
