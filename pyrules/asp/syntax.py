"""The parts of a rule that a check looks at: the atoms that it derives and reads, and all that it is made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clingo.ast import AST, ASTType, Location, Sign

Signature = tuple[str, int]
"""A predicate's name and the number of its arguments."""


@dataclass(frozen=True, slots=True)
class Use:
    """An atom where it stands in a rule: `derived` in the head, otherwise read.

    `denied` is one that is read under a `not`; `sure` one that must be the case for the rule to apply.
    """

    name: str
    arguments: tuple[AST, ...]
    location: Location
    derived: bool
    denied: bool
    sure: bool

    @property
    def signature(self) -> Signature:
        return self.name, len(self.arguments)


def parts(tree: AST) -> Iterator[AST]:
    """The tree and everything in it."""
    yield tree
    for key in tree.child_keys:
        child = getattr(tree, key)
        for each in (child,) if isinstance(child, AST) else child or ():
            yield from parts(each)


def uses(rule: AST) -> Iterator[Use]:
    """The atoms of a rule, as far as they are plain ones."""
    for literal, conditions in _head(rule.head):
        yield from _use(literal, derived=True, sure=False)
        for condition in conditions:
            yield from _use(condition, derived=False, sure=False)
    for literal in rule.body:
        for part in parts(literal):
            if part.ast_type == ASTType.Literal:
                yield from _use(part, derived=False, sure=part is literal)


def _head(head: AST) -> Iterator[tuple[AST, Iterable[AST]]]:
    """The literals that a head derives or chooses, each with the conditions under which it does."""
    match head.ast_type:
        case ASTType.Literal:
            yield head, ()
        case ASTType.Aggregate | ASTType.Disjunction:
            yield from ((element.literal, element.condition) for element in head.elements)
        case ASTType.HeadAggregate:
            yield from ((element.condition.literal, element.condition.condition) for element in head.elements)


def _use(literal: AST, derived: bool, sure: bool) -> Iterator[Use]:
    if literal.atom.ast_type == ASTType.SymbolicAtom and literal.atom.symbol.ast_type == ASTType.Function:
        called = literal.atom.symbol
        denied = literal.sign != Sign.NoSign
        yield Use(called.name, tuple(called.arguments), called.location, derived, denied, sure and not denied)
