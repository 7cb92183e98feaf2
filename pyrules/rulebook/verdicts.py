"""The rules that come to a verdict on an attempt, an attack or a roll, and what they say of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pyrules.asp.origin import is_built_in
from pyrules.language import _
from pyrules.rulebook.paths import built_in_modules

if TYPE_CHECKING:
    from pyrules.asp.module import Rule

VERDICTS = {
    "performed": "performed",
    "refused": "refused",
    "illegal": "refused",
    "roll_illegal": "refused",
    "roll_refused": "refused",
}
"""The predicates of verdicts, and what each comes to. The label stands in front of the micro-step."""


@lru_cache(maxsize=64)
def deciding(modules: tuple[Path, ...]) -> Mapping[tuple[str, str], tuple[Rule, ...]]:
    """Label and verdict -> the rules of the modules that come to it."""
    from pyrules.asp.module import rules_of

    found: dict[tuple[str, str], list[Rule]] = defaultdict(list)
    for rule in rules_of(modules):
        for key in _verdicts(rule):
            found[key].append(rule)
    return {key: tuple(rules) for key, rules in found.items()}


def is_built_in_rule(rule: Rule) -> bool:
    """Whether a rule comes with pyrules, or stands unchanged in a module that takes the place of one that does."""
    return is_built_in(rule.module) or any(rule.text == each.text for each in _originals(rule))


def told(rule: Rule) -> str:
    """What a rule of an edit says: the sentence above it.

    A sentence that was left standing when the rule beneath it was changed no longer speaks for it: its place does.
    """
    if any(rule.sentence == each.sentence and rule.text != each.text for each in _originals(rule)):
        return _("the changed rule at {place} decides", place=rule.place)
    return _(rule.sentence).rstrip(".")


def _originals(rule: Rule) -> tuple[Rule, ...]:
    """The rules of the built-in module of the same name."""
    from pyrules.asp.module import rules_of

    built_in = next((path for path in built_in_modules() if path.name == rule.module.name), None)
    return () if built_in is None else rules_of((built_in,))


def _verdicts(rule: Rule) -> Iterator[tuple[str, str]]:
    """The labels under which a rule comes to verdicts."""
    for use in rule.uses:
        if use.derived and use.name in VERDICTS and len(use.arguments) > 1:
            yield str(use.arguments[-2]), VERDICTS[use.name]
