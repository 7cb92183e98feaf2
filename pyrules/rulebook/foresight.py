"""Whether a rulebook looks ahead: at events that are still to come, or at any of them whenever they happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clingo.ast import AST, ASTType

from pyrules.asp.module import Rule, rules_of
from pyrules.asp.origin import is_built_in
from pyrules.asp.syntax import Signature, Use, parts
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.predicates import in_vocabulary

OF_EVENTS = ("E", "I")
"""What the documentation calls arguments that name an effect or an event."""
ALWAYS_THERE = ("aura", "printed")
"""Effects that are no events."""
STEPS = ("T", "(T-1)")

Told = dict[Signature, frozenset[int]]
"""Predicate without a micro-step -> at which places it names an event."""


def foresees(book: Rulebook) -> bool:
    """Whether a rule of an edit reads what an event is to do without asking that it happens, or has happened.

    Such a rule applies before the event, too: what a scenario comes to after an event then rests on later ones.
    """
    if not book.foreign:
        return False
    return foreseen(rule for rule in rules_of(book.modules) if not is_built_in(rule.module))


def foreseen(rules: Iterable[Rule]) -> bool:
    """Whether one of the rules looks ahead, be it by predicates of their own that pass on what events do."""
    told, size = _vocabulary(), 0
    timed, timeless = _by_time(rules)
    while sum(map(len, told.values())) > size:
        size = sum(map(len, told.values()))
        for rule in timeless:
            for head in (use for use in rule.uses if use.derived):
                named = [set(_variables(argument)) for argument in head.arguments]
                events = set(_events(rule, told))
                if not events <= set().union(*named):
                    return True
                places = frozenset(place for place, variables in enumerate(named) if variables & events)
                told[head.signature] = told.get(head.signature, frozenset()) | places
    return any(not set(_events(rule, told)) <= set(_happening(rule)) for rule in timed)


def _by_time(rules: Iterable[Rule]) -> tuple[list[Rule], list[Rule]]:
    """The rules that speak of a micro-step, and those that do not."""
    timed: list[Rule] = []
    timeless: list[Rule] = []
    for rule in rules:
        (timed if any(map(_is_timed, rule.uses)) else timeless).append(rule)
    return timed, timeless


def _vocabulary() -> Told:
    return {
        signature: frozenset(place for place, letter in enumerate(each.arguments) if letter in OF_EVENTS)
        for signature, each in in_vocabulary().items()
    }


def _events(rule: Rule, told: Told) -> Iterator[str]:
    """The events that a rule reads something of: the variables for them, or the name of a certain one."""
    named = (use.arguments[place] for use in rule.uses if not use.derived for place in told.get(use.signature, ()))
    for argument in named:
        if argument.ast_type != ASTType.Function or argument.name not in ALWAYS_THERE:
            yield from set(_variables(argument)) or {str(argument)}


def _happening(rule: Rule) -> Iterator[str]:
    """The variables in what must be so in this micro-step, or in the one before."""
    for use in rule.uses:
        if use.sure and not use.derived and _is_timed(use):
            for argument in use.arguments:
                yield from _variables(argument)


def _is_timed(use: Use) -> bool:
    return bool(use.arguments) and str(use.arguments[-1]) in STEPS


def _variables(term: AST) -> Iterator[str]:
    return (part.name for part in parts(term) if part.ast_type == ASTType.Variable)
