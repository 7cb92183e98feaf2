"""Whether it matters to a rulebook how many micro-steps there are in which nothing happens."""

from __future__ import annotations

from pyrules.asp.module import Rule, rules_of
from pyrules.asp.origin import is_built_in
from pyrules.asp.syntax import Signature, Use
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.paths import FOLDER

CORE = FOLDER / "core"
HERE, BEFORE = "T", "(T-1)"
OCCASIONS: frozenset[Signature] = frozenset({("happens", 2), ("examined", 2)})


def waits(book: Rulebook) -> bool:
    """Whether a rule of an edit may change something in a micro-step in which nothing happens.

    Such a rule needs no event and no examination, and reads the step before or tells the core what to change. One that
    only might is counted: a search is slower then, and not wrong. Built-in rules let everything stand.
    """
    if not book.foreign:
        return False
    rules = rules_of(book.modules)
    dated = _dated(rules)
    told = {use.signature for rule in rules if rule.module.is_relative_to(CORE) for use in rule.uses if not use.derived}
    known = {rule.text for rule in rules if is_built_in(rule.module)}
    ours = (rule for rule in rules if not is_built_in(rule.module) and rule.text not in known)
    return any(not _needs(rule, dated) and _changes(rule, told) for rule in ours)


def _dated(rules: tuple[Rule, ...]) -> set[Signature]:
    """What is only derived in a micro-step in which something happens or is examined."""
    dated = {use.signature for rule in rules for use in rule.uses if use.derived and _step(use) == HERE} | OCCASIONS
    while undated := {
        use.signature
        for rule in rules
        if not _needs(rule, dated)
        for use in rule.uses
        if use.derived and _step(use) == HERE and use.signature in dated
    }:
        dated -= undated
    return dated


def _needs(rule: Rule, some: set[Signature]) -> bool:
    return any(use.sure and _step(use) == HERE and use.signature in some for use in rule.uses if not use.derived)


def _changes(rule: Rule, told: set[Signature]) -> bool:
    """Whether a rule of a micro-step reads the one before, or tells the core something."""
    heads = [use for use in rule.uses if use.derived and _step(use) == HERE]
    before = any(_step(use) == BEFORE for use in rule.uses)
    return bool(heads) and (before or any(use.signature in told for use in heads))


def _step(use: Use) -> str:
    return str(use.arguments[-1]) if use.arguments else ""
