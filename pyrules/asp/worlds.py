"""Many small situations in one program: every atom gets a world as its first argument, so that none can meet another.

The rules are taken from a template (`pyrules.asp.unroll`): those that what is asked for rests on, and no others. A
situation gives what is the case one micro-step before (step 1) and what is given of the step asked about (step 2); the
start is asked about as step 0, which has none before it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from clingo import ast
from clingo.ast import AST, ASTType, Transformer, Variable, parse_string

from pyrules.asp.cache import remembered
from pyrules.asp.syntax import uses
from pyrules.asp.unroll import StepRule, StepSignature, Template, at_step, template

START, BEFORE, HERE = 0, 1, 2
WORLD, BROKEN = "world", "broken_constraint"


@dataclass(frozen=True)
class Program:
    """The rules of one micro-step in worlds, as text: of a step (HERE) that another one precedes, and of the start.

    `state` are the predicates, without step, that one step has to hand on to the next. `certain` says that grounding
    alone decides everything, whatever is given.
    """

    step: str
    start: str
    state: frozenset[StepSignature]
    certain: bool


@remembered
def program(
    modules: tuple[Path, ...],
    asked: frozenset[StepSignature],
    known: frozenset[StepSignature],
    handed: frozenset[StepSignature] = frozenset(),
) -> Program:
    """The rules that the predicates asked for rest on, down to those that are known in each step.

    What they read of the step before is derived there, where it follows from what is known or `handed` there; what does
    not is the state.
    """
    rules = template(modules)
    lasting = _lasting(rules, known | handed)
    state: frozenset[StepSignature] = frozenset()
    while True:
        here = _resting(rules, asked | state, known)
        wanted = frozenset(signature for rule in here for signature in rule.reads_before)
        if wanted - lasting - known - handed <= state:
            break
        state |= wanted - lasting - known - handed
    before = _resting(rules, wanted & lasting, known | handed)
    step = "\n".join((rules.once, *_at(here, HERE), *_at(before, BEFORE)))
    start = "\n".join((rules.once, *_at(here, START)))
    return Program(in_worlds(step), in_worlds(start), state, is_stratified(step) and is_stratified(start))


def _at(rules: Iterable[StepRule], step: int) -> Iterator[str]:
    return (at_step(rule.text, step) for rule in rules)


def _resting(rules: Template, asked: Iterable[StepSignature], known: frozenset[StepSignature]) -> tuple[StepRule, ...]:
    """The rules that predicates rest on within a step, in the order of the template."""
    reached, grown = set(asked), True
    while grown:
        found = {each for rule in rules.rules if rule.derives & (reached - known) for each in rule.reads}
        grown = not found <= reached
        reached |= found
    return tuple(rule for rule in rules.rules if rule.derives & (reached - known))


def _lasting(rules: Template, known: frozenset[StepSignature]) -> frozenset[StepSignature]:
    """The predicates that follow from what is known of the same step."""
    derived = frozenset(signature for rule in rules.rules for signature in rule.derives)
    lasting = derived - known
    while True:
        spoilt = {
            signature
            for rule in rules.rules
            if rule.reads_before or not rule.reads - known <= lasting
            for signature in rule.derives
        }
        if not spoilt & lasting:
            return lasting
        lasting -= spoilt


def is_stratified(text: str) -> bool:
    """Whether no predicate of a text rests on its own absence, or on an aggregate of itself, and nothing is chosen."""
    above: dict[str, set[str]] = defaultdict(set)
    denied: set[tuple[str, str]] = set()
    chosen: list[AST] = []

    def take(statement: AST) -> None:
        if statement.ast_type != ASTType.Rule:
            return
        if statement.head.ast_type != ASTType.Literal:
            chosen.append(statement)
            return
        found = list(uses(statement))
        for head in (use.name for use in found if use.derived):
            for use in found:
                if not use.derived:
                    above[head].add(use.name)
                    if not use.sure:
                        denied.add((head, use.name))

    parse_string(text, take)
    component = {name: number for number, each in enumerate(_components(above)) for name in each}
    return not chosen and all(component.get(head) != component.get(read) for head, read in denied)


def _components(above: Mapping[str, set[str]]) -> Iterator[frozenset[str]]:
    """The predicates that rest on one another."""
    reached = {name: _reached(name, above) for name in above}
    for name in above:
        yield frozenset(other for other in reached[name] if name in reached.get(other, ())) | {name}


def _reached(name: str, above: Mapping[str, set[str]]) -> set[str]:
    found, waiting = set[str](), [name]
    while waiting:
        for each in above.get(waiting.pop(), ()):
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found


def in_worlds(text: str) -> str:
    """The rules of a text, each said of one world; a constraint derives that the world breaks it."""
    texts: list[str] = []

    def take(statement: AST) -> None:
        if statement.ast_type == ASTType.Rule:
            texts.append(str(_InWorld()(statement)))

    parse_string(text, take)
    return "\n".join(texts)


class _InWorld(Transformer):
    """Puts the world before the arguments of every atom of a rule."""

    def visit_Rule(self, rule: AST) -> AST:  # noqa: N802 (the name clingo calls)
        head, body = self(rule.head), [self(literal) for literal in rule.body]
        at = rule.location
        if head.ast_type == ASTType.Literal and head.atom.ast_type == ASTType.BooleanConstant:
            head = _literal(at, ast.Function(at, BROKEN, [Variable(at, "World")], 0))
        given = _literal(at, ast.Function(at, WORLD, [Variable(at, "World")], 0))
        return ast.Rule(at, head, [given, *body])

    def visit_SymbolicAtom(self, atom: AST) -> AST:  # noqa: N802
        called = atom.symbol
        if called.ast_type != ASTType.Function:
            return atom
        arguments = [Variable(called.location, "World"), *called.arguments]
        return atom.update(symbol=ast.Function(called.location, called.name, arguments, 0))


def _literal(at: ast.Location, called: AST) -> AST:
    return ast.Literal(at, ast.Sign.NoSign, ast.SymbolicAtom(called))
