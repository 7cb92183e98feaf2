"""Many small situations in one program: every atom gets a world as its first argument, so that none can meet another.

The rules are taken from a template (`pyrules.asp.unroll`): those that what is asked for rests on, and no others. A
situation gives what is the case one micro-step before (step 1) and what is given of the step asked about (step 2); the
start is asked about as step 0, which has none before it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

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
    once = in_worlds(rules.once)
    step = [once, *_at(here, HERE), *_at(before, BEFORE)]
    start = [once, *_at(here, START)]
    return Program(_text(step), _text(start), state, _is_stratified(step) and _is_stratified(start))


def _at(rules: Iterable[StepRule], step: int) -> Iterator[_Ruled]:
    return (in_worlds(rule.text).at(step) for rule in rules)


def _text(rules: Iterable[_Ruled]) -> str:
    return "\n".join(rule.text for rule in rules)


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


class _Ruled(NamedTuple):
    """The text of rules said of one world; what they derive, from what, and whether that has to be the case.

    `chosen` says that they leave something open by themselves.
    """

    text: str
    links: frozenset[tuple[str, str, bool]]
    chosen: bool

    def at(self, step: int) -> _Ruled:
        """The same, of one step."""
        links = frozenset((at_step(head, step), at_step(read, step), sure) for head, read, sure in self.links)
        return _Ruled(at_step(self.text, step), links, self.chosen)


@lru_cache(maxsize=4096)
def in_worlds(text: str) -> _Ruled:
    """The rules of a text, each said of one world; a constraint derives that the world breaks it."""
    texts: list[str] = []
    links: set[tuple[str, str, bool]] = set()
    chosen = False

    def take(statement: AST) -> None:
        nonlocal chosen
        if statement.ast_type == ASTType.Rule:
            texts.append(str(_InWorld()(statement)))
            chosen |= statement.head.ast_type != ASTType.Literal
            used = list(uses(statement))
            heads = [use.name for use in used if use.derived]
            links.update((head, use.name, use.sure) for head in heads for use in used if not use.derived)

    parse_string(text, take)
    return _Ruled("\n".join(texts), frozenset(links), chosen)


def _is_stratified(rules: Iterable[_Ruled]) -> bool:
    """Whether no predicate rests on its own absence, or on an aggregate of itself, and nothing is chosen."""
    above: dict[str, set[str]] = defaultdict(set)
    denied: set[tuple[str, str]] = set()
    for rule in rules:
        if rule.chosen:
            return False
        for head, read, sure in rule.links:
            above[head].add(read)
            if not sure:
                denied.add((head, read))
    component = {name: number for number, each in enumerate(_components(above)) for name in each}
    return all(component.get(head) != component.get(read) for head, read in denied)


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
