"""The atoms of answer sets, against the rule instances that are said to give them."""

from __future__ import annotations

from collections.abc import Iterator

from clingo import Control, Function, Symbol
from solved import Solved

from pyrules.asp.control import Atoms
from pyrules.asp.justify.justification import Justification, justify


def symbols(atoms: Atoms) -> list[Symbol]:
    """The atoms of an answer set as symbols."""
    return [Function(name, list(arguments)) for name, each in atoms.items() for arguments in each]


def given(facts: str) -> set[Symbol]:
    """Facts, as clingo alone reads them."""
    control = Control()
    control.add("base", [], facts)
    control.ground([("base", [])])
    return {atom.symbol for atom in control.symbolic_atoms}


def unjustified(answer: Solved) -> Iterator[str]:
    """Atoms that neither the facts nor a rule instance founded before them give."""
    known = given(answer.instance.facts)
    for atoms in answer.sets:
        true = symbols(atoms)
        justification = justify(answer.instance.modules, atoms, true, deep=True)
        yield from (str(atom) for atom in true if justification.of(atom) is None and atom not in known)
        yield from (str(atom) for atom in true if not holds(justification, atom, set(true)))
        yield from map(str, resting_on_themselves(justification, true))


def holds(justification: Justification, atom: Symbol, true: set[Symbol]) -> bool:
    """Whether what the support asks for is there, and what it asks to be absent is absent."""
    support = justification.of(atom)
    if support is None:
        return True
    return true.issuperset((*support.positives, *support.counted)) and true.isdisjoint(support.negatives)


def resting_on_themselves(justification: Justification, true: list[Symbol]) -> set[Symbol]:
    """The atoms from which a way along positive atoms never comes to an end."""
    left = {atom: justification.of(atom) for atom in true}
    while ended := [a for a, support in left.items() if support is None or not set(support.positives) & left.keys()]:
        for atom in ended:
            del left[atom]
    return set(left)
