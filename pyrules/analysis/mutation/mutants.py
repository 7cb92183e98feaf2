"""One-rule mutations of a module: each changes one thing in one rule, the way a slip of the pen would."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from clingo import Number, SymbolType
from clingo.ast import AST, ASTType, ComparisonOperator, Sign, parse_string

from pyrules.asp.module import complaints, read
from pyrules.asp.syntax import parts, uses
from pyrules.language import _, mark

MutationKind = Literal[
    "comparison turned", "literal dropped", "negation added", "negation removed", "number changed", "rule deleted"
]

KINDS = (
    mark("comparison turned"),
    mark("literal dropped"),
    mark("negation added"),
    mark("negation removed"),
    mark("number changed"),
    mark("rule deleted"),
)
"""The kinds of mutation, to be translated."""

TURNED = {
    ComparisonOperator.GreaterThan: (ComparisonOperator.GreaterEqual, ComparisonOperator.LessEqual),
    ComparisonOperator.GreaterEqual: (ComparisonOperator.GreaterThan, ComparisonOperator.LessThan),
    ComparisonOperator.LessThan: (ComparisonOperator.LessEqual, ComparisonOperator.GreaterEqual),
    ComparisonOperator.LessEqual: (ComparisonOperator.LessThan, ComparisonOperator.GreaterThan),
    ComparisonOperator.Equal: (ComparisonOperator.NotEqual,),
    ComparisonOperator.NotEqual: (ComparisonOperator.Equal,),
}
"""What each comparison is turned into: the one next to it, and its opposite."""

NOT_EXPECTED = frozenset({"shaped", "weighed", "origin", "suppressed_number"})
"""What no scenario file can expect: by which clauses an answer came about, and what is shown beside a value."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """One rule of a module, changed: `before` and `after` are the rule's text (`after` empty when it is deleted).

    `line` is where the rule stands in the module, `text` the whole module with the change in it.
    """

    module: Path
    line: int
    kind: MutationKind
    before: str
    after: str
    text: str = field(repr=False)

    def __str__(self) -> str:
        return f"{self.module.name}:{self.line}: {_(self.kind)}: {self.before}  =>  {self.after or _('(nothing)')}"


def mutations(module: Path) -> tuple[Mutation, ...]:
    """Every mutation of a module, in the order of its rules; those that clingo refuses are left out."""
    trees = read(module).statements[1:]  # without `#program base.`, which a module may not hold
    statements = list(map(str, trees))
    found: list[Mutation] = []
    for place, rule in enumerate(trees):
        if rule.ast_type == ASTType.Rule and not {use.name for use in uses(rule) if use.derived} & NOT_EXPECTED:
            for kind, after in _changes(rule):
                text = "\n".join((*statements[:place], after, *statements[place + 1 :]))
                found.append(Mutation(module, rule.location.begin.line, kind, str(rule), after, text + "\n"))
    return tuple(found)


def _changes(rule: AST) -> Iterator[tuple[MutationKind, str]]:
    """Each different rule that one change makes of this one, with the kind of the change."""
    yield "rule deleted", ""
    known = {str(rule)}
    for kind, changed in _variants(rule):
        text = str(_bound(changed))
        if text not in known and not complaints(text):
            known.add(text)
            yield kind, text


def _bound(rule: AST) -> AST:
    """The rule, told that T is a step where nothing in it says so any more: else it would apply without end."""
    speaks_of_steps = any(part.ast_type == ASTType.Variable and part.name == "T" for part in parts(rule))
    if not speaks_of_steps or any(use.sure and use.arguments and str(use.arguments[-1]) == "T" for use in uses(rule)):
        return rule
    return rule.update(body=[*rule.body, _STEP])


def _variants(tree: AST) -> Iterator[tuple[MutationKind, AST]]:
    """The tree with one change, at its root or below; what is derived stays, but for the numbers in it."""
    yield from _at_root(tree)
    for key in tree.child_keys:
        child = getattr(tree, key)
        if isinstance(child, AST):
            for kind, changed in _variants(child):
                if key != "head" or kind == "number changed":
                    yield kind, tree.update(**{key: changed})
        elif child is not None:
            for place, each in enumerate(child):
                if not _is_step(key, each, last=place == len(child) - 1):
                    for kind, instead in _of_element(key, each):
                        yield kind, tree.update(**{key: [*child[:place], *instead, *child[place + 1 :]]})


def _is_step(key: str, element: AST, last: bool) -> bool:
    """Whether a literal or an argument only says which micro-step is spoken of."""
    if key == "arguments":
        return last and element.ast_type in (ASTType.SymbolicTerm, ASTType.BinaryOperation)
    return str(element) == str(_STEP)


def _of_element(key: str, element: AST) -> Iterator[tuple[MutationKind, list[AST]]]:
    """What can stand instead of an element of a list: nothing, or a variant of it."""
    if key in ("body", "condition"):
        yield "literal dropped", []
    yield from ((kind, [changed]) for kind, changed in _variants(element))


def _at_root(tree: AST) -> Iterator[tuple[MutationKind, AST]]:
    match tree.ast_type:
        case ASTType.Guard:
            for turned in TURNED[tree.comparison]:
                yield "comparison turned", tree.update(comparison=turned)
        case ASTType.Literal if tree.atom.ast_type == ASTType.SymbolicAtom:
            added = tree.sign == Sign.NoSign
            sign = Sign.Negation if added else Sign.NoSign
            yield "negation added" if added else "negation removed", tree.update(sign=sign)
        case ASTType.SymbolicTerm if tree.symbol.type == SymbolType.Number:
            yield "number changed", tree.update(symbol=Number(tree.symbol.number + 1))


def _literal(text: str) -> AST:
    """A literal, as it stands in the body of a rule."""
    read: list[AST] = []
    parse_string(f":- {text}.", read.append)
    literal: AST = read[-1].body[0]
    return literal


_STEP = _literal("step(T)")
