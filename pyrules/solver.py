"""Answer sets of a rulebook and facts. The only module that opens a `clingo.Control`.

A scenario is solved in one of two ways that give the same atoms: plain, with the step a variable, which is quickest for
most single scenarios; or written out step by step (`pyrules.unroll`), where numbers that could become many things in
the plain way would make it slow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pyrules.errors import NotDecided

if TYPE_CHECKING:
    import clingo

Atoms = Mapping[str, Sequence[Sequence["clingo.Symbol"]]]
"""Predicate name -> the argument lists of its atoms, in the order of the symbols."""

MOST_OUTCOMES = 1000

DOUBT = """
{ doubted(K,T) } :- condition(K), K = has(C,F), step(T).
{ doubted(K,T) } :- condition(K), K = at_least(C,F,N), step(T).
#minimize { 1@2,K,T : doubted(K,T) }.
#maximize { T@1,K : doubted(K,T) }.
#show doubted/2.
"""


def answer_sets(modules: Sequence[Path], facts: str, steps: int, written_out: bool) -> tuple[Atoms, ...]:
    """The shown atoms of every answer set, each distinct set once.

    `steps` is the number of micro-steps in `facts`. Raises NotDecided when there are more than MOST_OUTCOMES.
    """
    if written_out:
        return _written_out(tuple(modules), facts, steps)
    control = _control("--project=show", f"--models={MOST_OUTCOMES + 1}")
    control.add("base", [], program(tuple(modules)))
    control.add("base", [], facts)
    control.ground([("base", [])])
    return tuple(_models(control))


def doubtful_conditions(modules: Sequence[Path], facts: str) -> frozenset[tuple[clingo.Symbol, int]]:
    """The conditions (with their micro-steps) that form the loop of a scenario without answer set.

    Those are the fewest conditions on features, as late as can be, that must be left open for an answer set to exist;
    where several choices are equally good, all that any of them leaves open.
    """
    control = _control("--opt-mode=optN", "--models=0", "--project=show")
    control.add("base", [], program(tuple(modules)))
    control.add("base", [], facts + DOUBT)
    control.ground([("base", [])])
    doubted = set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            if model.optimality_proven:
                shown = (symbol for symbol in model.symbols(shown=True) if symbol.name == "doubted")
                doubted |= {(symbol.arguments[0], symbol.arguments[1].number) for symbol in shown}
    return frozenset(doubted)


@cache
def program(modules: tuple[Path, ...]) -> str:
    """The modules as one plain text, each under a line that names it."""
    parts = (f"%%% {module.parent.name}/{module.name}\n{module.read_text(encoding='utf-8')}" for module in modules)
    return "\n".join(parts)


def _written_out(modules: tuple[Path, ...], facts: str, steps: int) -> tuple[Atoms, ...]:
    from pyrules.unroll import template, with_step

    control = _control(f"--models={MOST_OUTCOMES + 1}")
    control.add("base", [], template(modules).written_out(steps))
    control.add("base", [], facts)
    control.ground([("base", [])])
    if all(atom.is_fact for atom in control.symbolic_atoms):
        return (_by_name(with_step(atom.symbol) for atom in control.symbolic_atoms),)
    with control.solve(yield_=True) as handle:
        models = tuple(_by_name(map(with_step, model.symbols(atoms=True))) for model in handle)
    return _checked(models)


def _control(*arguments: str) -> clingo.Control:
    import clingo

    return clingo.Control(["--warn=none", *arguments])


def _models(control: clingo.Control) -> Iterator[Atoms]:
    with control.solve(yield_=True) as handle:
        found = tuple(_by_name(model.symbols(shown=True)) for model in handle)
    yield from _checked(found)


def _checked(models: tuple[Atoms, ...]) -> tuple[Atoms, ...]:
    if len(models) > MOST_OUTCOMES:
        raise NotDecided(f"the scenario has more than {MOST_OUTCOMES} outcomes")
    return models


def _by_name(symbols: Iterable[clingo.Symbol]) -> Atoms:
    atoms: dict[str, list[Sequence[clingo.Symbol]]] = defaultdict(list)
    for symbol in symbols:
        atoms[symbol.name].append(symbol.arguments)
    return atoms
