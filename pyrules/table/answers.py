"""Questions answered by clingo, many at once, from the rulebook's own rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pyrules.asp import control, worlds
from pyrules.asp.module import GREATEST
from pyrules.engine.guard import guarded
from pyrules.rulebook.book import Rulebook
from pyrules.table.questions import KINDS
from pyrules.table.questions.kind import Answer, Atoms, Key, Kind

_TOO_GREAT = re.compile(rf"\b\d{{{len(str(GREATEST))},}}\b")
MOST_AT_ONCE = 1000
"""So many questions stand in one program."""


@guarded
def answers(rulebook: Rulebook, kind: str, keys: Sequence[Key]) -> list[Answer | None]:
    """The answer to each question of a kind; None where the rules leave it open, or it is of another form."""
    asked = KINDS[kind]
    found: list[Answer | None] = []
    for start in range(0, len(keys), MOST_AT_ONCE):
        found += _batch(rulebook, asked, keys[start : start + MOST_AT_ONCE])
    return found


def _batch(rulebook: Rulebook, kind: Kind, keys: Sequence[Key]) -> Iterator[Answer | None]:
    program = worlds.program(rulebook.modules_for(False), kind.asked, kind.known, kind.handed)
    step = worlds.START if kind.start else worlds.HERE
    state = frozenset(name for name, _ in program.state)
    names = _named({name for name, _ in kind.asked} | state, kind.once, step)
    facts = "\n".join(fact for world, key in enumerate(keys) for fact in _facts(kind, world, step, key))
    text = program.start if kind.start else program.step
    found, doubtful = control.of_worlds(text, facts, names, program.certain)
    atoms: list[Atoms] = [{} for _ in keys]
    for atom in found:
        name, _, rest = atom[:-1].partition("(")
        place, _, arguments = rest.partition(",")
        atoms[int(place)].setdefault(names[name], []).append(arguments)
    for world, key in enumerate(keys):
        yield None if world in doubtful else _read(kind, key, atoms[world], state)


def _read(kind: Kind, key: Key, atoms: Atoms, state: frozenset[str]) -> Answer | None:
    """The answer; None where rules from elsewhere lead to what is no answer: the single path says what it is."""
    if any(_TOO_GREAT.search(text) for of in atoms.values() for text in of):
        return None
    try:
        return kind.read(key, atoms, state)
    except (LookupError, ValueError):
        return None


def _named(asked: set[str], once: frozenset[str], step: int) -> Mapping[str, str]:
    """The names of predicates as they stand in the program, each with its own."""
    return {f"{name}_at_{step}": name for name in asked} | {name: name for name in once}


def _facts(kind: Kind, world: int, step: int, key: Key) -> Iterator[str]:
    yield f"{worlds.WORLD}({world})."
    yield f"step({world},{step})."
    if step == worlds.HERE:
        yield f"step({world},{worlds.BEFORE})."
    for fact in kind.facts(key):
        name, bracket, rest = fact.partition("(")
        yield f"{name}{bracket}{world},{rest}."
