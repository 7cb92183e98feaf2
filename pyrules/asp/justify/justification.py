"""For atoms of an answer set a rule instance that supports each, chosen so that nothing rests on itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pyrules.asp import control
from pyrules.asp.control import Atoms
from pyrules.asp.justify.rows import PART, ROW, STOPPED, WANTED, rows, stops
from pyrules.asp.module import Rule, rules_of

if TYPE_CHECKING:
    from clingo import Symbol

_Key = tuple[int, "Symbol"]


@dataclass(frozen=True, slots=True)
class Support:
    """An instance of a rule that derives `head`.

    `positives` are the atoms that it rests on, `negatives` those that are absent (`anything` stands for any term), and
    `counted` the atoms that its aggregates count and its conditional literals ask for.
    """

    rule: Rule
    head: Symbol
    positives: tuple[Symbol, ...]
    negatives: tuple[Symbol, ...]
    counted: tuple[Symbol, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """An instance of a rule that would derive `head`, an absent atom, if `by` did not stop it: it asks for none."""

    rule: Rule
    head: Symbol
    positives: tuple[Symbol, ...]
    by: Symbol


@dataclass(frozen=True)
class Justification:
    """The supports of the atoms asked for, and when asked in depth of all that those rest on.

    An atom without support is one that the facts give.
    """

    supports: Mapping[Symbol, tuple[Support, ...]]

    def of(self, atom: Symbol) -> Support | None:
        """The support of an atom that is chosen, None for one that is given."""
        founded = self._founded.get(atom)
        return founded if founded is not None else next(iter(self.supports.get(atom, ())), None)

    @cached_property
    def _founded(self) -> Mapping[Symbol, Support]:
        """For each atom the first support found that rests on atoms founded before it."""
        return dict(self._in_order())

    def _in_order(self) -> Iterator[tuple[Symbol, Support]]:
        waiting, users = self._waiting()
        founded: set[Symbol] = set()
        ready = [support for support, missing in waiting.items() if not missing]
        while ready or waiting:
            if not ready:
                ready = _stuck(waiting, founded)
                if not ready:
                    return
            following: list[Support] = []
            for support in ready:
                waiting.pop(support, None)
                if support.head in founded:
                    continue
                founded.add(support.head)
                yield support.head, support
                for user in users[support.head]:
                    missing = waiting.get(user)
                    if missing is not None:
                        missing.discard(support.head)
                        if not missing:
                            following.append(user)
            ready = following

    def _waiting(self) -> tuple[dict[Support, set[Symbol]], Mapping[Symbol, list[Support]]]:
        waiting: dict[Support, set[Symbol]] = {}
        users: dict[Symbol, list[Support]] = defaultdict(list)
        for each in self.supports.values():
            for support in each:
                waiting[support] = {atom for atom in (*support.positives, *support.counted) if atom in self.supports}
                for atom in waiting[support]:
                    users[atom].append(support)
        return waiting, users


def _stuck(waiting: Mapping[Support, set[Symbol]], founded: set[Symbol]) -> list[Support]:
    """Where all that is left waits for itself: supports that wait for nothing but what an aggregate counts.

    What an aggregate counts need not be founded before it: it may hold already without.
    """
    return [
        support
        for support, missing in waiting.items()
        if support.head not in founded and not missing.intersection(support.positives)
    ]


def stopped(modules: Iterable[Path], atoms: Atoms, absent: Iterable[Symbol]) -> tuple[Stop, ...]:
    """What stops the rules of the modules from deriving atoms that are not in the answer set `atoms`, by a negation."""
    modules, absent = tuple(modules), tuple(absent)
    program = stops(modules, frozenset(atom.name for atom in absent))
    seeds = "".join(f"{WANTED}{atom}.\n" for atom in absent)
    found = control.derived(f"{program}\n{seeds}", atoms, (STOPPED,)).get(STOPPED, ())
    known = rules_of(modules)
    return tuple(Stop(known[rule.number], head, tuple(rest.arguments), by) for rule, head, rest, by in found)


def justify(modules: Iterable[Path], atoms: Atoms, wanted: Iterable[Symbol], deep: bool = False) -> Justification:
    """The supports of the atoms `wanted` in the answer set `atoms` of the modules and some facts.

    With `deep` also those of every atom that they rest on.
    """
    modules, wanted = tuple(modules), tuple(wanted)
    program = rows(modules, frozenset(atom.name for atom in wanted), deep)
    seeds = "".join(f"{WANTED}{atom}.\n" for atom in wanted)
    derived = control.derived(f"{program}\n{seeds}", atoms, (ROW, PART))
    counted: dict[_Key, list[Symbol]] = defaultdict(list)
    for number, variables, _, positives, _ in derived.get(PART, ()):
        counted[number.number, variables].extend(positives.arguments)
    supports: dict[Symbol, list[Support]] = defaultdict(list)
    known = rules_of(modules)
    for number, head, positives, negatives, variables in derived.get(ROW, ()):
        parts = dict.fromkeys(counted.get((number.number, variables), ()))
        support = Support(
            known[number.number], head, tuple(positives.arguments), tuple(negatives.arguments), tuple(parts)
        )
        supports[head].append(support)
    return Justification({head: tuple(each) for head, each in supports.items()})
