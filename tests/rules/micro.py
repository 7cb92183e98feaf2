"""Micro-programs: hand-written facts and a few encoding files, solved by clingo itself."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import clingo

RULES = Path(__file__).parents[2] / "rules_lp"


def models(facts: str, *modules: str) -> list[set[str]]:
    """The atoms of every answer set of `facts` with the vocabulary and `modules`.

    `modules` are paths below rules_lp without ".lp". Atoms are text as clingo prints it, without spaces.
    """
    found: list[set[str]] = []
    _grounded(facts, modules).solve(
        on_model=lambda model: found.append({str(atom) for atom in model.symbols(atoms=True)})
    )
    return found


def derive(facts: str, *modules: str) -> set[str]:
    """The atoms of the one answer set that there must be."""
    found = models(facts, *modules)
    assert len(found) == 1, f"{len(found)} answer sets"
    return found[0]


def left_open(facts: str, *modules: str) -> set[str]:
    """The atoms that grounding alone does not decide, so that a search has to."""
    control = _grounded(facts, modules)
    return {str(atom.symbol) for atom in control.symbolic_atoms if not atom.is_fact}


def only(atoms: set[str], *predicates: str) -> set[str]:
    """Those of `atoms` whose predicate is one of `predicates`."""
    return {atom for atom in atoms if atom.partition("(")[0] in predicates}


def _grounded(facts: str, modules: Iterable[str]) -> clingo.Control:
    messages: list[str] = []
    control = clingo.Control(["--models=0"], logger=lambda code, text: messages.append(text))
    try:
        for module in ("vocabulary", *modules):
            control.load(str(RULES / f"{module}.lp"))
        control.add("base", [], facts)
        control.ground()
    except RuntimeError as error:
        raise RuntimeError("\n".join(messages)) from error
    return control
