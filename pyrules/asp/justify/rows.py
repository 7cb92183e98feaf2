"""A program that, given the atoms of an answer set, derives which instances of which rules support which atom.

Each rule `h :- p, not n, #sum{ t : q } > 0.` becomes

    row_(i, h, (p,), (n,), (variables)) :- wanted__h, p, not n, #sum{ t : q } > 0.
    part_(i, (variables), k, (q,), ()) :- row_(i, _, _, _, (variables)), q.

and, for an atom that is absent, one more row for each negation that stops the rule:

    stopped_(i, h, (p,), n) :- wanted__h, p, n, #sum{ t : q } > 0.

where `wanted__h` says that h is to be explained; a row wants its positive atoms in turn. No module may use such names.
Nothing here is recursive through negation, as the atoms of the answer set are given, so that the grounder alone derives
every row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from pathlib import Path

from clingo.ast import AST, ASTType, Function, Sign, Transformer, Variable

from pyrules.asp.cache import remembered
from pyrules.asp.module import Rule, rules_of

WANTED, ROW, PART, STOPPED = "wanted__", "row_", "part_", "stopped_"
ANYTHING = "anything"
NUMBER = "\0"


@dataclass(slots=True)
class _Parts:
    """What literals are made of: positive and negative atoms as terms, and the texts to put into a body."""

    positives: list[str] = field(default_factory=list)
    negatives: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Written:
    """What becomes of one rule: the names of what it derives and rests on, its rows, and what these want in turn.

    NUMBER stands where the number of the rule does, which it has among the rules of a rulebook.
    """

    derives: frozenset[str]
    rests_on: frozenset[str]
    rows: str
    wants: str


@remembered
def rows(modules: tuple[Path, ...], names: frozenset[str], deep: bool) -> str:
    """The program for atoms with these names; `deep` for those on which they rest as well, to any depth."""
    written = [_write(rule) for rule in rules_of(modules)]
    reached = _reached(written, names) if deep else names
    texts = (
        (f"{each.rows}\n{each.wants}" if deep else each.rows).replace(NUMBER, str(number))
        for number, each in enumerate(written)
        if each.derives & reached
    )
    return "\n".join(texts)


@remembered
def stops(modules: tuple[Path, ...], names: frozenset[str]) -> str:
    """The program for absent atoms with these names: which negations stop rules that would derive them."""
    rules = enumerate(rules_of(modules))
    return "\n".join(line for number, rule in rules for line in _stops(number, rule.tree, names))


def _stops(number: int, rule: AST, names: frozenset[str]) -> Iterator[str]:
    for head, conditions in _heads(rule.head):
        literals = [*_named(rule.body), *conditions]
        for negated in filter(_is_negative, literals if _name(head) in names else ()):
            others = _parts(each for each in literals if each is not negated)
            (stopping,) = _parts(_named([negated.update(sign=Sign.NoSign)])).positives
            stopped = f"{STOPPED}({number},{head},{_tuple(others.positives)},{stopping})"
            yield f"{stopped} :- {'; '.join([WANTED + head, *others.texts, stopping])}."


def _reached(written: Iterable[_Written], names: frozenset[str]) -> frozenset[str]:
    """The names of all that atoms with the names given rest on."""
    found = names.union(*(each.rests_on for each in written if each.derives & names))
    return found if found == names else _reached(written, found)


@lru_cache(maxsize=8192)
def _write(rule: Rule) -> _Written:
    tree = rule.tree
    body = _parts(_named(tree.body))
    variables = _tuple(_global_variables(tree))
    groups = [_parts(_named(literals)) for literals in _groups(tree.body)]
    found: list[str] = []
    wanting: list[tuple[str, str]] = []
    heads = list(_heads(tree.head))
    for head, conditions in heads:
        within = _parts(_named(conditions))
        positives, negatives = body.positives + within.positives, body.negatives + within.negatives
        row = f"{ROW}({NUMBER},{head},{_tuple(positives)},{_tuple(negatives)},{variables})"
        found.append(f"{row} :- {'; '.join([WANTED + head, *body.texts, *within.texts])}.")
        wanting += ((atom, row) for atom in positives)
    for place, group in enumerate(groups):
        part = f"{PART}({NUMBER},{variables},{place},{_tuple(group.positives)},{_tuple(group.negatives)})"
        found.append(f"{part} :- {'; '.join([f'{ROW}({NUMBER},_,_,_,{variables})', *group.texts])}.")
        wanting += ((atom, part) for atom in group.positives)
    return _Written(
        derives=frozenset(_name(head) for head, _ in heads),
        rests_on=frozenset(_name(atom) for atom, _ in wanting),
        rows="\n".join(found),
        wants="\n".join(f"{WANTED}{atom} :- {row}." for atom, row in wanting),
    )


def _name(atom: str) -> str:
    return atom.partition("(")[0]


def _heads(head: AST) -> Iterator[tuple[str, Sequence[AST]]]:
    """The atoms that a rule can derive, each with the literals that it asks for beyond the body."""
    match head.ast_type:
        case ASTType.Literal if head.atom.ast_type == ASTType.SymbolicAtom:
            yield str(head.atom), ()
        case ASTType.Aggregate | ASTType.Disjunction:
            yield from ((str(element.literal.atom), element.condition) for element in head.elements)


def _groups(body: Iterable[AST]) -> Iterator[Sequence[AST]]:
    """The literals of each element of an aggregate, and of each conditional literal."""
    for literal in body:
        if literal.ast_type == ASTType.ConditionalLiteral:
            yield (literal.literal, *literal.condition)
        elif literal.atom.ast_type == ASTType.BodyAggregate:
            yield from (element.condition for element in literal.atom.elements)
        elif literal.atom.ast_type == ASTType.Aggregate:
            yield from ((element.literal, *element.condition) for element in literal.atom.elements)


def _parts(literals: Iterable[AST]) -> _Parts:
    parts = _Parts()
    for literal in literals:
        parts.texts.append(str(literal))
        if _is_atom(literal):
            if literal.sign == Sign.NoSign:
                parts.positives.append(str(literal.atom))
            else:
                parts.negatives.append(str(_Anonymous(ANYTHING)(literal.atom)))
    return parts


def _named(literals: Iterable[AST]) -> list[AST]:
    """The literals with a name for each anonymous variable of a positive atom, so that the atom can be told."""
    names = _Anonymous(None)
    return [names(literal) if _is_positive(literal) else literal for literal in literals]


def _is_positive(literal: AST) -> bool:
    return _is_atom(literal) and bool(literal.sign == Sign.NoSign)


def _is_negative(literal: AST) -> bool:
    return _is_atom(literal) and bool(literal.sign == Sign.Negation)


def _is_atom(literal: AST) -> bool:
    return literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.SymbolicAtom


class _Anonymous(Transformer):
    """Puts a constant, or else a fresh variable, in the place of each anonymous variable."""

    def __init__(self, constant: str | None) -> None:
        self.constant, self.fresh = constant, count(1)

    def visit_Variable(self, variable: AST) -> AST:  # noqa: N802 (the name clingo calls)
        """`_` becomes the constant or the next fresh variable; any other variable stays."""
        if variable.name != "_":
            return variable
        if self.constant is not None:
            return Function(variable.location, self.constant, [], 0)
        return Variable(variable.location, f"Unnamed{next(self.fresh)}")


class _Variables(Transformer):
    """Collects the variables outside aggregates' elements and conditional literals: those of an instance of a rule."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}

    def visit_Variable(self, variable: AST) -> AST:  # noqa: N802
        """Notes a named variable."""
        if variable.name != "_":
            self.names[variable.name] = None
        return variable

    def visit_ConditionalLiteral(self, literal: AST) -> AST:  # noqa: N802
        """What is local to a conditional literal is passed over."""
        return literal

    def visit_BodyAggregateElement(self, element: AST) -> AST:  # noqa: N802
        """What is local to an element is passed over."""
        return element


def _global_variables(rule: AST) -> list[str]:
    found = _Variables()
    found.visit_sequence(rule.body)
    return list(found.names)


def _tuple(terms: Sequence[str]) -> str:
    return f"({terms[0]},)" if len(terms) == 1 else f"({','.join(terms)})"
