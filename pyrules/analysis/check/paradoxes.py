"""Loops of conditions: scenarios that nothing settles, and such as settle in more ways than one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.inspection import Inspection, Look
from pyrules.analysis.search import small_scenarios, together
from pyrules.analysis.search.natural_names import natural
from pyrules.asp.unroll import StepSignature, template
from pyrules.engine.evaluate import evaluate
from pyrules.language import _, mark
from pyrules.model.result import Evaluation
from pyrules.rulebook.book import Entry, Rulebook

PARADOX = FindingKind("paradox", "warning", mark("Conditions on features form a loop that nothing settles."))
SEVERAL = FindingKind(
    "several-outcomes", "warning", mark("Conditions on features form a loop that settles in more ways than one.")
)
KINDS = (PARADOX, SEVERAL)
ABOUT = "conditions-on-features"

CONDITION: StepSignature = ("holds", 1)
"""What every loop of conditions goes through."""


def looks(at: Inspection) -> Iterator[Look]:
    """What there is to look at."""
    yield Look(_("loops of conditions"), partial(findings, at))


def findings(at: Inspection) -> Iterator[Finding]:
    """The smallest scenario that has no outcome, and the smallest that has several, with the clauses in the loop."""
    if at.leaves(KINDS, "", lambda touched: bool(touched.changed)):
        return
    loops = tuple(small_scenarios.loops())
    numbers = [len(each) for each in together.outcomes(loops, at.book)]
    for kind, of_kind in ((PARADOX, range(1)), (SEVERAL, range(2, max(numbers) + 1))):
        scenario = next((natural(loop) for loop, number in zip(loops, numbers, strict=True) if number in of_kind), None)
        if scenario is not None:
            told = _told(evaluate(scenario, at.book))
            yield at.finding(kind, ABOUT, looped(at.book), told, witness=scenario)


def _told(evaluation: Evaluation) -> str:
    if evaluation.loop is None:
        return _("The text does not say which of {count} outcomes comes about.", count=len(evaluation.outcomes))
    doubted = _(" and ").join(_("whether {condition}", condition=condition) for condition in evaluation.loop.conditions)
    return _("Nothing settles {doubted}.", doubted=doubted)


def looped(book: Rulebook) -> tuple[Entry, ...]:
    """The clauses whose rules lead, within one settling, from a condition back to itself."""
    rules = {path: template((path,)).rules for path in book.modules_for(True)}
    leads_to: dict[StepSignature, set[StepSignature]] = {}
    for rule in (rule for each in rules.values() for rule in each):
        for read in rule.reads - rule.derives:
            leads_to.setdefault(read, set()).update(rule.derives)
    leads_from: dict[StepSignature, set[StepSignature]] = {}
    for read, derived in leads_to.items():
        for each in derived:
            leads_from.setdefault(each, set()).add(read)
    loop = _reached(CONDITION, leads_to) & _reached(CONDITION, leads_from)
    modules = {path for path, each in rules.items() if any(r.derives & loop and r.reads & loop for r in each)}
    return tuple(entry for entry in book if modules & set(entry.clause.modules))


def _reached(start: StepSignature, leads_to: Mapping[StepSignature, set[StepSignature]]) -> set[StepSignature]:
    reached = {start}
    waiting = [start]
    while waiting:
        new = leads_to.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached
