"""Whether other rules in the place of some leave an answer set as it is, seen without solving anew.

Where the rules that come say of an answer set nothing that it does not hold, and the rules that go nothing that those
that come do not say as well, every atom keeps its support and none is added: it is an answer set with the other rules,
too. That is told of rules whose heads are plain atoms, and it is sound where nothing rests on itself before or after.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from clingo.ast import ASTType

from pyrules.asp.control import Atoms, derived
from pyrules.asp.module import Rule, rules_of


class Exchange(NamedTuple):
    """Modules that go, and those that come in their place."""

    gone: tuple[Path, ...]
    come: tuple[Path, ...]


def leave_as_it_is(exchanges: Sequence[Exchange], given: Atoms) -> tuple[bool, ...]:
    """Of each exchange whether it is seen to leave the answer set with these atoms as it is."""
    plain = [all(map(_is_plain, rules_of((*each.gone, *each.come)))) for each in exchanges]
    rules = (rule for at, each in enumerate(exchanges) if plain[at] for rule in _saying(at, each))
    said = derived("\n".join(rules), given, ("before", "instead"))
    before, instead = ({(at.number, atom) for at, atom in said.get(name, ())} for name in ("before", "instead"))
    held = {name: frozenset(map(tuple, given.get(name, ()))) for name in {atom.name for _, atom in instead}}
    changed = {at for at, _ in before - instead}
    changed |= {at for at, atom in instead if tuple(atom.arguments) not in held[atom.name]}
    return tuple(plain[at] and at not in changed for at in range(len(exchanges)))


def _saying(at: int, exchange: Exchange) -> Iterator[str]:
    """Rules that say what those that go and those that come do say, each under a name of its own."""
    for name, modules in (("before", exchange.gone), ("instead", exchange.come)):
        for rule in rules_of(modules):
            body = "; ".join(map(str, rule.tree.body))
            yield f"{name}({at},{rule.tree.head}){f' :- {body}' if body else ''}."


def _is_plain(rule: Rule) -> bool:
    head = rule.tree.head
    return head.ast_type == ASTType.Literal and head.atom.ast_type == ASTType.SymbolicAtom and not head.sign
