"""Encodings with their micro-steps written out, so that the grounder can decide everything that is certain.

A rule that speaks of a micro-step does so with the variable `T`, which is the last argument of every atom derived for a
step and occurs as `T` or `T-1`. Written out, the rule stands once for each step, and the step has moved into the
predicate's name: `stands(Q,T)` becomes `stands@3(Q)` in spirit, `stands_at_3(Q)` in text. Then no two steps share a
predicate, nothing is recursive that need not be, and the grounder derives facts where it would otherwise leave guesses
to the solver.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from clingo import Function as Term
from clingo import Number, Symbol, ast
from clingo.ast import AST, ASTType, Transformer, Variable, parse_files

GIVEN_WITH_STEP = frozenset({"step", "happens", "examined", "state_after"})
HERE, BEFORE = "STEP__", "PRECEDING__"
NAMED = re.compile(r"^(.*)_at_(\d+)$")


@dataclass(frozen=True, slots=True)
class Template:
    """Encodings as text: what speaks of no step (or of step 0 alone), and what is repeated for each step."""

    once: str
    each: str

    def written_out(self, steps: int) -> str:
        """The program for micro-steps 0 to `steps` - 1."""
        copies = (self._copy(step) for step in range(steps))
        return "\n".join((self.once, *copies))

    def _copy(self, step: int) -> str:
        return self.each.replace(HERE, str(step)).replace(BEFORE, str(step - 1) if step else "none")


@cache
def template(modules: tuple[Path, ...]) -> Template:
    """The modules as a template; `#show` and `#defined` statements are left out, all atoms can be read."""
    once: list[str] = []
    each: list[str] = []
    for module in modules:
        for statement in _statements(module):
            stepped = _Stepped()
            text = str(stepped(statement))
            (each if stepped.repeated else once).append(text)
    return Template("\n".join(once), "\n".join(each))


def with_step(symbol: Symbol) -> Symbol:
    """The atom as the encodings name it: `stands_at_3(q)` becomes `stands(q,3)` again."""
    named = NAMED.match(symbol.name)
    if named is None:
        return symbol
    return Term(named[1], [*symbol.arguments, Number(int(named[2]))])


def _statements(module: Path) -> Iterable[AST]:
    statements: list[AST] = []
    parse_files([str(module)], statements.append)
    kinds = {ASTType.Rule}
    return [statement for statement in statements if statement.ast_type in kinds]


class _Stepped(Transformer):
    """Moves the step from the arguments into the names of atoms; `repeated` tells whether there was a variable one."""

    def __init__(self) -> None:
        self.repeated = False

    def visit_Variable(self, variable: AST) -> AST:  # noqa: N802 (the name clingo calls)
        """`T` elsewhere than in last place (in the name of a thing made at that step) becomes the step's number."""
        if variable.name != "T":
            return variable
        self.repeated = True
        return Variable(variable.location, HERE)

    def visit_SymbolicAtom(self, atom: AST) -> AST:  # noqa: N802
        """An atom whose last argument is the step loses it to its name."""
        called = atom.symbol
        if called.ast_type == ASTType.Function and called.arguments and called.name not in GIVEN_WITH_STEP:
            step = self._step(called.arguments[-1])
            if step is not None:
                arguments = [self(argument) for argument in called.arguments[:-1]]
                return atom.update(symbol=ast.Function(called.location, f"{called.name}_at_{step}", arguments, 0))
        return atom.update(**self.visit_children(atom))

    def _step(self, argument: AST) -> str | None:
        text = str(argument)
        if text == "T":
            self.repeated = True
            return HERE
        if text == "(T-1)":
            self.repeated = True
            return BEFORE
        return "0" if text == "0" else None
