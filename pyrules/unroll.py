"""Encodings with their micro-steps written out, so that the grounder can decide everything that is certain.

A rule that speaks of a micro-step does so with the variable `T`, which is the last argument of every atom derived for a
step and occurs as `T` or `T-1`. Written out, the rule stands once for each step, and the step has moved into the
predicate's name: `stands(Q,T)` becomes `stands@3(Q)` in spirit, `stands_at_3(Q)` in text. Then no two steps share a
predicate, nothing is recursive that need not be, and the grounder derives facts where it would otherwise leave guesses
to the solver.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from clingo import Function as Term
from clingo import Number, Symbol, ast
from clingo.ast import AST, ASTType, Transformer, Variable, parse_files

from pyrules.rule_parts import uses

GIVEN_WITH_STEP = frozenset({"step", "happens", "examined", "state_after", "during"})
STEPS = ("T", "(T-1)")
HERE, BEFORE = "STEP__", "PRECEDING__"
NAMED = re.compile(r"^(.*)_at_(\d+)$")

Signature = tuple[str, int]
"""A predicate's name and the number of its arguments, the step not counted."""


@dataclass(frozen=True, slots=True)
class Template:
    """Encodings as text: what speaks of no step (or of step 0 alone), and what is repeated for each step.

    `read_before` are the predicates that some rule reads in the step before: together they are all that one step hands
    on to the next. `derived` are the predicates, with their number of arguments as written, that some rule derives.
    """

    once: str
    each: str
    read_before: frozenset[Signature]
    derived: frozenset[Signature]

    def written_out(self, steps: int) -> str:
        """The program for micro-steps 0 to `steps` - 1."""
        return "\n".join((self.once, *map(self.copy, range(steps))))

    def copy(self, step: int) -> str:
        """The rules of one step."""
        return self.each.replace(HERE, str(step)).replace(BEFORE, str(step - 1) if step else "none")


@cache
def template(modules: tuple[Path, ...], side: str = "") -> Template:
    """The modules as a template; `#show` and `#defined` statements are left out, all atoms can be read.

    With a `side`, every derived predicate carries its name before its own (`left__value`), so that two rulebooks can
    stand in one program; what is given is shared by both.
    """
    rules = [rule for module in modules for rule in _rules(module)]
    used = [use for rule in rules for use in uses(rule)]
    derived = frozenset(use.signature for use in used if use.derived)
    with_a_step = frozenset(use.signature for use in used if use.arguments and str(use.arguments[-1]) in STEPS)
    once: list[str] = []
    each: list[str] = []
    read_before: set[Signature] = set()
    for rule in rules:
        stepped = _Stepped(side, derived, with_a_step)
        text = str(stepped(rule))
        (each if stepped.repeated else once).append(text)
        read_before |= stepped.read_before
    return Template("\n".join(once), "\n".join(each), frozenset(read_before), derived)


def with_step(symbol: Symbol) -> Symbol:
    """The atom as the encodings name it: `stands_at_3(q)` becomes `stands(q,3)` again."""
    named = NAMED.match(symbol.name)
    if named is None:
        return symbol
    return Term(named[1], [*symbol.arguments, Number(int(named[2]))])


def _rules(module: Path) -> list[AST]:
    statements: list[AST] = []
    parse_files([str(module)], statements.append)
    return [statement for statement in statements if statement.ast_type == ASTType.Rule]


class _Stepped(Transformer):
    """Moves the step from the arguments into the names of atoms, and puts the side before them.

    `repeated` tells whether a variable step was met, `read_before` what was read in the step before.
    """

    def __init__(self, side: str, derived: frozenset[Signature], with_a_step: frozenset[Signature]) -> None:
        self.side, self.derived, self.with_a_step = side, derived, with_a_step
        self.repeated = False
        self.read_before: set[Signature] = set()

    def visit_Variable(self, variable: AST) -> AST:  # noqa: N802 (the name clingo calls)
        """`T` elsewhere than in last place (in the name of a thing made at that step) becomes the step's number."""
        if variable.name != "T":
            return variable
        self.repeated = True
        return Variable(variable.location, HERE)

    def visit_SymbolicAtom(self, atom: AST) -> AST:  # noqa: N802
        """An atom whose last argument is the step loses it to its name."""
        called = atom.symbol
        if called.ast_type != ASTType.Function:
            return atom.update(**self.visit_children(atom))
        name = self._sided(called.name, len(called.arguments))
        arguments = list(called.arguments)
        step = self._step(called.name, arguments) if arguments else None
        if step is not None:
            arguments.pop()
            name = f"{name}_at_{step}"
            if step == BEFORE:
                self.read_before.add((called.name, len(arguments)))
        return atom.update(symbol=ast.Function(called.location, name, [self(part) for part in arguments], 0))

    def _sided(self, name: str, arity: int) -> str:
        return f"{self.side}__{name}" if self.side and (name, arity) in self.derived else name

    def _step(self, name: str, arguments: list[AST]) -> str | None:
        if name in GIVEN_WITH_STEP:
            return None
        text = str(arguments[-1])
        if text in STEPS:
            self.repeated = True
            return HERE if text == "T" else BEFORE
        return "0" if text == "0" and (name, len(arguments)) in self.with_a_step else None
