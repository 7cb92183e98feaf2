"""The shown atoms of a scenario under a rulebook, by every way of getting at them."""

from __future__ import annotations

import re
from collections.abc import Iterable

import clingo

from pyrules.asp import control as solver
from pyrules.asp.control import Atoms
from pyrules.engine.instance import Instance
from pyrules.rulebook.paths import SHOW

AnswerSets = set[frozenset[str]]

SHOWN = frozenset(re.findall(r"^#show (\w+)/\d+\.", SHOW.read_text(encoding="utf-8"), re.MULTILINE))


def by_the_engine(instance: Instance, written_out: bool) -> AnswerSets:
    """By the engine: plain, or with the steps written out."""
    steps = len(instance.timeline.steps)
    return {shown(atoms) for atoms in solver.answer_sets(instance.modules, instance.facts, steps, written_out)}


def by_clingo_itself(rules: str, given: str) -> AnswerSets:
    """By a Control that is given nothing but the two texts."""
    control = clingo.Control(["--models=0", "--warn=none"])
    control.add("base", [], rules)
    control.add("base", [], given)
    control.ground([("base", [])])
    found: AnswerSets = set()
    control.solve(on_model=lambda model: found.add(frozenset(map(str, model.symbols(shown=True)))))
    return found


def shown(atoms: Atoms) -> frozenset[str]:
    """The shown ones of the atoms, as text."""
    return frozenset(_atom(name, each) for name in SHOWN for each in atoms.get(name, ()))


def _atom(name: str, arguments: Iterable[clingo.Symbol]) -> str:
    return str(clingo.Function(name, list(arguments)))
