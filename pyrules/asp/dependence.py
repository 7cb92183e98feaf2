"""Which predicates follow from which, as far as the rules alone tell."""

from __future__ import annotations

from pathlib import Path

from pyrules.asp.cache import remembered
from pyrules.asp.module import rules_of


@remembered
def rests_on(modules: tuple[Path, ...], derived: str, read: str) -> bool:
    """Whether what the modules derive under the first name can rest, over any number of rules, on the second."""
    bodies: dict[str, set[str]] = {}
    for rule in rules_of(modules):
        names = {use.name for use in rule.uses if not use.derived}
        for use in rule.uses:
            if use.derived:
                bodies.setdefault(use.name, set()).update(names)
    met, ahead = {derived}, [derived]
    while ahead:
        for name in bodies.get(ahead.pop(), set()) - met:
            met.add(name)
            ahead.append(name)
    return read in met
