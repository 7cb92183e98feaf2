"""Whether the arithmetic of rules from elsewhere stays exact: clingo's integers wrap silently at 32 bits.

Beside each foreign rule that calculates stands another one with the same body, which asks Python to calculate anew
(`@leaves(N,X,…)`) and derives `beyond(N)` where a result, or a part of one, leaves the numbers that are allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from clingo import Number, Symbol, SymbolType, ast
from clingo.ast import AST, ASTType

from pyrules.asp import control
from pyrules.asp.cache import remembered
from pyrules.asp.module import GREATEST, Module, read
from pyrules.asp.origin import is_built_in
from pyrules.asp.syntax import parts
from pyrules.errors import InputError, Problem
from pyrules.language import _

ARITHMETIC = (ASTType.BinaryOperation, ASTType.UnaryOperation)
COMPARING = (ASTType.Comparison, ASTType.BodyAggregate)
ADDING = {int(ast.AggregateFunction.Sum): "#sum", int(ast.AggregateFunction.SumPlus): "#sum+"}
BEYOND = "beyond_"
OF_STEPS = ("(T-1)", "(T+1)")


class _Beyond(Exception):
    """A number is not among those allowed."""


@dataclass(frozen=True, slots=True)
class _Sum:
    """What a rule from elsewhere calculates: a term with the names of its variables, or an aggregate that adds up.

    `body` is when it does so.
    """

    text: Module
    term: AST
    variables: tuple[str, ...]
    body: tuple[str, ...]

    def question(self, number: int) -> str:
        """The rule that says whether it leaves the numbers allowed."""
        if self.term.ast_type == ASTType.Literal:
            asked = _scaled(self.term.atom)
        else:
            asked = f"1 = @leaves({','.join((str(number), *self.variables))})"
        return f"{BEYOND}({number}) :- {'; '.join((*self.body, asked))}."


def refuse_inexact(modules: Sequence[Path], facts: str) -> None:
    """Raises InputError, naming the rules, when rules from elsewhere calculate beyond the numbers allowed."""
    foreign = tuple(path for path in modules if not is_built_in(path))
    sums = _sums(foreign)
    if not sums:
        return
    asked = "\n".join(each.question(number) for number, each in enumerate(sums))
    given = f"{control.program(tuple(modules))}\n{facts}\n{asked}\n"
    found = control.first_answer_set(f"{given}:- not {BEYOND}(_).\n", _Calculator(sums))
    beyond = {arguments[0].number for arguments in found.get(BEYOND, ())} if found else set()
    if beyond:
        raise InputError(_problem(sums[number]) for number in sorted(beyond))


def _problem(found: _Sum) -> Problem:
    calculated = found.text.excerpt(found.term.location) or str(found.term)
    return found.text.at(
        found.term.location,
        _(
            "expected numbers from -{greatest} to {greatest}, got one beyond them from {calculated!r}",
            greatest=GREATEST,
            calculated=calculated,
        ),
    )


def _scaled(aggregate: AST) -> str:
    """Whether a sum is too great, in thousands, so that the question itself stays exact."""
    elements = []
    for element in aggregate.elements:
        weight, *others = map(str, element.terms)
        elements.append(f"{','.join((f'({weight})/1000', weight, *others))} : {', '.join(map(str, element.condition))}")
    most = GREATEST // 1000
    return f"not -{most} <= {ADDING[aggregate.function]} {{ {'; '.join(elements)} }} <= {most}"


# --- where rules calculate ------------------------------------------------------------------------


@remembered
def _sums(modules: tuple[Path, ...]) -> tuple[_Sum, ...]:
    texts = map(read, modules)
    return tuple(found for text in texts for rule in text.rules for found in _of_rule(text, rule.tree))


def _of_rule(text: Module, rule: AST) -> Iterator[_Sum]:
    for term, conditions in _terms((rule.head, *rule.body)):
        variables = tuple(dict.fromkeys(part.name for part in parts(term) if part.ast_type == ASTType.Variable))
        if str(term) in OF_STEPS or (not variables and not _leaves(term, {})):
            continue
        body = (str(literal) for literal in (*rule.body, *conditions) if not _compares(literal, term))
        yield _Sum(text, term, variables, tuple(body))
    for literal in rule.body:
        if _adds_up(literal):
            kept = (str(each) for each in rule.body if each != literal or _is_equation(each))
            yield _Sum(text, literal, (), tuple(kept))


def _adds_up(literal: AST) -> bool:
    if literal.ast_type != ASTType.Literal or literal.atom.ast_type != ASTType.BodyAggregate:
        return False
    return literal.atom.function in ADDING


def _terms(among: Sequence[AST], within: tuple[AST, ...] = ()) -> Iterator[tuple[AST, tuple[AST, ...]]]:
    """Whatever is calculated, outermost, each with the conditions of the elements that it stands in."""
    for part in among:
        if part.ast_type in ARITHMETIC:
            yield part, within
            continue
        conditions = part.condition if part.ast_type in _ELEMENTS else ()
        for key in part.child_keys:
            child = getattr(part, key)
            yield from _terms((child,) if isinstance(child, AST) else child or (), (*within, *conditions))


_ELEMENTS = (ASTType.ConditionalLiteral, ASTType.BodyAggregateElement)


def _compares(literal: AST, term: AST) -> bool:
    """Whether a literal compares what is calculated, so that a wrong number might hide the question."""
    compared = literal.ast_type == ASTType.Literal and literal.atom.ast_type in COMPARING
    return compared and not _is_equation(literal) and any(part == term for part in parts(literal))


def _is_equation(literal: AST) -> bool:
    """Whether a literal may say what a variable is."""
    atom = literal.atom
    guards = atom.guards if atom.ast_type == ASTType.Comparison else [atom.left_guard, atom.right_guard]
    return literal.sign == ast.Sign.NoSign and all(
        guard is None or guard.comparison == ast.ComparisonOperator.Equal for guard in guards
    )


# --- exact calculation ----------------------------------------------------------------------------


class _Calculator:
    """What clingo calls while it grounds."""

    def __init__(self, sums: Sequence[_Sum]) -> None:
        self.sums = sums

    def leaves(self, number: Symbol, *values: Symbol) -> Symbol:
        """1 where the arithmetic with that number leaves the numbers allowed, for these values of its variables."""
        found = self.sums[number.number]
        numbers = [value.number for value in values if value.type == SymbolType.Number]
        if len(numbers) < len(values):
            return Number(0)
        return Number(_leaves(found.term, dict(zip(found.variables, numbers, strict=True))))


def _leaves(term: AST, values: Mapping[str, int]) -> bool:
    try:
        _calculated(term, values)
    except _Beyond:
        return True
    return False


def _calculated(term: AST, values: Mapping[str, int]) -> int | None:
    """The exact number; None where there is none. Raises _Beyond where it is not among those allowed."""
    result = _result(term, values)
    if result is not None and abs(result) > GREATEST:
        raise _Beyond
    return result


def _result(term: AST, values: Mapping[str, int]) -> int | None:
    match term.ast_type:
        case ASTType.Variable:
            return values[term.name]
        case ASTType.SymbolicTerm:
            return term.symbol.number if term.symbol.type == SymbolType.Number else None
        case ASTType.UnaryOperation:
            inner = _calculated(term.argument, values)
            return None if inner is None else _unary(term.operator_type, inner)
        case ASTType.BinaryOperation:
            left, right = _calculated(term.left, values), _calculated(term.right, values)
            return None if left is None or right is None else _binary(term.operator_type, left, right)
    return None


def _unary(operator: int, inner: int) -> int:
    if operator == ast.UnaryOperator.Minus:
        return -inner
    return abs(inner) if operator == ast.UnaryOperator.Absolute else ~inner


def _binary(operator: int, left: int, right: int) -> int | None:
    match operator:
        case ast.BinaryOperator.Plus:
            return left + right
        case ast.BinaryOperator.Minus:
            return left - right
        case ast.BinaryOperator.Multiplication:
            return left * right
        case ast.BinaryOperator.Power:
            return _power(left, right)
    return None  # what else there is makes no number larger


def _power(base: int, exponent: int) -> int | None:
    if exponent < 0:
        return None
    if abs(base) > 1 and exponent > GREATEST.bit_length():
        raise _Beyond  # without working it out
    return int(base ** min(exponent, 2 + exponent % 2) if abs(base) <= 1 else base**exponent)
