"""What of a rulebook a scenario reaches: modules with a rule that applies, and such as its answer rests on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from pyrules.asp.cache import remembered
from pyrules.asp.control import Atoms, derived
from pyrules.asp.justify.justification import justify
from pyrules.asp.module import read, rules_of
from pyrules.engine.evaluate import answer_sets
from pyrules.engine.guard import guarded
from pyrules.engine.instance import Instance
from pyrules.explanation.answer_set import AnswerSet
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.paths import SHOW

APPLIES = "applies__"
DENIED = re.compile(r"\bnot ([a-z_]+)\(")


@dataclass(frozen=True, slots=True)
class Reach:
    """What a scenario reaches: the modules with a rule that applies, and those of rules that its answer rests on.

    A rule applies when all that its body asks for is the case. An answer rests on the rules that support what it shows,
    on what those rest on, and on what stops a rule.
    """

    applying: frozenset[Path]
    deciding: frozenset[Path]


@guarded
def reach(scenario: Scenario, book: Rulebook) -> Reach:
    """What of the rulebook the scenario reaches, over all its outcomes."""
    instance = Instance(scenario, book)
    sets, modules = answer_sets(instance, every_atom=True), instance.modules
    stopping = {name for rule in rules_of(modules) for name in DENIED.findall(rule.text)}
    shown = {name for name, _ in read(SHOW).shown}
    used: set[Path] = set()
    for atoms in sets:
        named = AnswerSet(instance, atoms).named((shown | stopping) & atoms.keys())
        justification = justify(modules, atoms, named, deep=True)
        used |= {support.rule.module for each in justification.supports.values() for support in each}
    return Reach(_applying(modules, sets), frozenset(used))


@guarded
def applying(scenario: Scenario, book: Rulebook) -> frozenset[Path]:
    """The modules of the rulebook with a rule that applies in the scenario."""
    instance = Instance(scenario, book)
    return _applying(instance.modules, answer_sets(instance, every_atom=True))


def _applying(modules: tuple[Path, ...], sets: tuple[Atoms, ...]) -> frozenset[Path]:
    bodies = _bodies(modules)
    found = (number for atoms in sets for (number,) in derived(bodies, atoms, (APPLIES,)).get(APPLIES, ()))
    return frozenset(modules[each.number] for each in found)


@remembered
def _bodies(modules: tuple[Path, ...]) -> str:
    """The rules of the modules with another head, which says of which module one applies."""
    return "".join(
        f"{APPLIES}({modules.index(rule.module)}) :- {'; '.join(map(str, rule.tree.body)) or '#true'}.\n"
        for rule in rules_of(modules)
    )
