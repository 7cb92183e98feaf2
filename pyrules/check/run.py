"""A check from beginning to end."""

from __future__ import annotations

from collections.abc import Callable, Collection
from types import ModuleType

from pyrules.check import contradictions, coverage, expected, loops, numbers, readings, references, terms
from pyrules.check.finding import Finding, Kind
from pyrules.check.inspection import Inspection
from pyrules.rulebook import Rulebook

CHECKS: tuple[ModuleType, ...] = (numbers, references, terms, coverage, contradictions, readings, expected, loops)
KINDS: tuple[Kind, ...] = tuple(kind for check in CHECKS for kind in check.KINDS)
SEVERITIES = ("error", "warning", "note")


def check(
    book: Rulebook,
    quick: bool = False,
    kinds: Collection[Kind] = KINDS,
    tell: Callable[[str], None] = lambda _: None,
) -> tuple[Finding, ...]:
    """What is wrong with a rulebook, the worst first, and within a severity in the order of the checks.

    Checks that find none of `kinds` are left out. `quick` searches the first bound alone. `tell` is told what is being
    looked at. Every witness has been evaluated by itself.
    """
    inspection = Inspection(book, quick, tell)
    wanted = [each for each in CHECKS if set(each.KINDS) & set(kinds)]
    found = [finding for each in wanted for finding in each.findings(inspection) if finding.kind in kinds]
    return tuple(sorted(found, key=lambda finding: SEVERITIES.index(finding.severity)))
