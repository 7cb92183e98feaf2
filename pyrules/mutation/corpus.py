"""Scenario files as nets for mutations: what each expects, which rules it reaches, and what it notices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from clingo import Symbol, SymbolType
from clingo.ast import AST, ASTType, parse_string

from pyrules.errors import InputError, NotDecided
from pyrules.evaluation import answer_sets, read
from pyrules.expectations import Check, check
from pyrules.model import Scenario
from pyrules.mutation.mutants import Mutation
from pyrules.result import Evaluation
from pyrules.rule_parts import uses
from pyrules.rulebook import Rulebook
from pyrules.solver import Atoms
from pyrules.timeline import timeline

Trait = tuple[str | int, ...]
"""Something that an atom shows: its predicate (name, arity), or also the name that stands at one of its places."""


@dataclass(frozen=True, slots=True)
class Net:
    """A scenario that can notice mutations of a rulebook, with what holds, check by check, of what it expects."""

    scenario: Scenario
    holds: tuple[bool, ...]

    def notices(self, book: Rulebook) -> str | None:
        """What fails under the rulebook, in words, of what held under the right one; None when nothing does."""
        try:
            checks = _checks(self.scenario, book)
        except (InputError, NotDecided) as error:
            return str(error).splitlines()[0]
        failed = (each for held, each in zip(self.holds, checks, strict=True) if held and not each.holds)
        return next((f"{each.subject}: {each.got} instead of {each.expected}" for each in failed), None)


class Corpus:
    """Scenarios with what they show under a rulebook, the smallest first."""

    def __init__(self, book: Rulebook, scenarios: Iterable[Scenario]) -> None:
        self._nets: list[tuple[Net, frozenset[Trait]]] = []
        concerned = [each for each in scenarios if not each.rulebooks or book.name in each.rulebooks]
        for scenario in sorted(concerned, key=lambda each: (len(timeline(each).steps), each.file)):
            sets = answer_sets(scenario, book, every_atom=True)
            checks = check(scenario.expect, _evaluation(scenario, book, sets))
            self._nets.append((Net(scenario, tuple(each.holds for each in checks)), _traits(sets)))

    def reached_by(self, mutation: Mutation) -> tuple[Net, ...]:
        """The nets in which the rule, as it was or as it has become, could apply."""
        needs = [_needs(text) for text in (mutation.before, mutation.after) if text]
        return tuple(net for net, traits in self._nets if any(map(traits.issuperset, needs)))


def _checks(scenario: Scenario, book: Rulebook) -> tuple[Check, ...]:
    return check(scenario.expect, _evaluation(scenario, book, answer_sets(scenario, book)))


def _evaluation(scenario: Scenario, book: Rulebook, sets: tuple[Atoms, ...]) -> Evaluation:
    """As `evaluate` gives it, but for the loop of a paradox, which takes time and which nothing is expected of."""
    if sets:
        return read(scenario, book, sets)
    return Evaluation(scenario.file, scenario.title, book.name, book.hash, book.readings, "paradox", ())


def _traits(sets: Iterable[Atoms]) -> frozenset[Trait]:
    return frozenset(
        trait for atoms in sets for name, found in atoms.items() for each in found for trait in _of_atom(name, each)
    )


def _of_atom(name: str, arguments: Sequence[Symbol]) -> Iterator[Trait]:
    yield name, len(arguments)
    for place, each in enumerate(arguments):
        if each.type == SymbolType.Function and each.name:
            yield name, len(arguments), place, each.name


def _needs(rule: str) -> frozenset[Trait]:
    """What the atoms show without which the rule does not apply."""
    parsed: list[AST] = []
    parse_string(rule, parsed.append)
    return frozenset(trait for use in uses(parsed[-1]) if use.sure for trait in _of_pattern(use.name, use.arguments))


def _of_pattern(name: str, arguments: Sequence[AST]) -> Iterator[Trait]:
    yield name, len(arguments)
    for place, each in enumerate(arguments):
        if each.ast_type == ASTType.Function and each.name:
            yield name, len(arguments), place, each.name
        elif each.ast_type == ASTType.SymbolicTerm and each.symbol.type == SymbolType.Function:
            yield name, len(arguments), place, each.symbol.name
