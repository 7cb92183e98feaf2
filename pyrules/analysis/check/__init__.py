"""A rulebook read as its sharpest critic would read it: its defects, each with a place or a scenario that shows it."""

from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.inspection import Looking, Told, Untouched
from pyrules.analysis.check.run import KINDS, NOT_QUICK, OF_CORPUS, check, worst_first

__all__ = [
    "KINDS",
    "NOT_QUICK",
    "OF_CORPUS",
    "Finding",
    "FindingKind",
    "Looking",
    "Told",
    "Untouched",
    "check",
    "worst_first",
]
