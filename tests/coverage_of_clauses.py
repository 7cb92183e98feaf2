"""Which modelled clauses decide something in an example, by the rules that its answer rests on.

`make coverage-of-clauses` prints it; the exit code is 1 when a clause decides nothing anywhere.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from pyrules.evaluation import answer_sets
from pyrules.facts import reads_features
from pyrules.justify.justification import justify
from pyrules.justify.rules import statements
from pyrules.model import Scenario
from pyrules.rulebook import SHOW, Entry, Rulebook, names, rulebook
from pyrules.scenario import load
from pyrules.why.record import Record

EXAMPLES = Path(__file__).parent.parent / "examples"
SHOWN = frozenset(
    line.removeprefix("#show ").partition("/")[0]
    for line in SHOW.read_text(encoding="utf-8").splitlines()
    if line.startswith("#show ")
)

DENIED = re.compile(r"\bnot ([a-z_]+)\(")


def main() -> int:
    """Prints a line for each rulebook, and one for each clause that is missing."""
    scenarios = [load(file) for file in sorted(EXAMPLES.rglob("*.scenario.yaml")) if "edits" not in file.parts]
    missing = {name: list(undecided(rulebook(name), scenarios)) for name in names()}
    for name, entries in missing.items():
        modelled = sum(not entry.clause.not_modelled for entry in rulebook(name))
        print(f"{name}: {modelled - len(entries)} of {modelled} modelled clauses decide something in an example")
        for entry in entries:
            print(f"  never: {entry.citation}")
    return int(any(missing.values()))


def undecided(book: Rulebook, scenarios: list[Scenario]) -> Iterator[Entry]:
    """The modelled clauses none of whose rules any answer rests on."""
    left = {entry.key: entry for entry in book if not entry.clause.not_modelled}
    for scenario in scenarios:
        if not left:
            return
        used = used_modules(scenario, book)
        left = {key: entry for key, entry in left.items() if not used & {*entry.clause.modules, *entry.clause.rests_on}}
    yield from left.values()


def used_modules(scenario: Scenario, book: Rulebook) -> set[Path]:
    """The modules with a rule that supports what the scenario's answer shows, or what that rests on.

    An answer rests as well on what stops a rule.
    """
    used: set[Path] = set()
    modules = book.modules_for(reads_features(scenario))
    stopping = {name for statement in statements(modules) for name in DENIED.findall(statement.rule.text)}
    for atoms in answer_sets(scenario, book, every_atom=True):
        deciding = Record(scenario, book, atoms).named((SHOWN | stopping) & atoms.keys())
        justification = justify(modules, atoms, deciding, deep=True)
        used |= {support.rule.module for each in justification.supports.values() for support in each}
    return used


if __name__ == "__main__":
    sys.exit(main())
