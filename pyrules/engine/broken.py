"""Constraints that leave a scenario without outcome: which ones are broken first, and in which micro-step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pyrules.asp import control

if TYPE_CHECKING:
    from pyrules.asp.module import Rule

BROKEN = "broken_"
NEVER = "#false"
STEP = "T"


def broken_first(modules: tuple[Path, ...], facts: str) -> tuple[int, tuple[Rule, ...]] | None:
    """The micro-step in which constraints of the modules are first broken, and these; None where none is to blame.

    Where the scenario could go in several ways without them, the way that keeps them longest counts.
    """
    from pyrules.asp.module import rules_of

    constraints = [each for each in rules_of(modules) if str(each.tree.head) == NEVER]
    if not constraints:
        return None
    told = "\n".join(_told(number, each) for number, each in enumerate(constraints))
    program = "\n".join(map(_without, modules, [[c for c in constraints if c.module == m] for m in modules]))
    ways = [atoms.get(BROKEN, ()) for atoms in control.some_answer_sets(f"{program}\n{told}\n{facts}")]
    if not ways or not all(ways):
        return None
    latest = max(ways, key=lambda way: min(step.number for _, step in way))
    first = min(step.number for _, step in latest)
    numbers = sorted({number.number for number, step in latest if step.number == first})
    return first, tuple(constraints[number] for number in numbers)


def _told(number: int, constraint: Rule) -> str:
    """A rule that derives when a constraint is broken, in its place."""
    body = str(constraint.tree).removeprefix(NEVER)
    step = STEP if STEP in _variables(constraint) else "0"
    return f"{BROKEN}({number},{step}){body}"


def _variables(constraint: Rule) -> Iterable[str]:
    from clingo.ast import ASTType

    from pyrules.asp.syntax import parts

    return {each.name for each in parts(constraint.tree) if each.ast_type == ASTType.Variable}


def _without(module: Path, constraints: Sequence[Rule]) -> str:
    """The text of a module without its constraints."""
    lines = module.read_bytes().splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    text = bytearray(b"".join(lines))
    for each in constraints:
        begin, end = each.tree.location.begin, each.tree.location.end
        span = slice(starts[begin.line - 1] + begin.column - 1, starts[end.line - 1] + end.column - 1)
        text[span] = b" " * (span.stop - span.start)
    return text.decode()
