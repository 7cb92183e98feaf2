"""A rulebook read as its sharpest critic would read it: its defects, each with a place or a scenario that shows it."""

from pyrules.check.finding import Finding, Kind
from pyrules.check.run import KINDS, check

__all__ = ["KINDS", "Finding", "Kind", "check"]
