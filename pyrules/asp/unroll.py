"""Encodings with their micro-steps written out, so that the grounder can decide everything that is certain.

A rule that speaks of a micro-step does so with the variable `T`, which is the last argument of every atom derived for a
step and occurs as `T` or `T-1`. Written out, the rule stands once for each step, and the step has moved into the
predicate's name: `stands(Q,T)` becomes `stands@3(Q)` in spirit, `stands_at_3(Q)` in text. Then no two steps share a
predicate, nothing is recursive that need not be, and the grounder derives facts where it would otherwise leave guesses
to the solver.

A rule cannot apply where something that it needs is neither given nor derived by a rule that can; most rules cannot in
most steps. For one scenario each step is written out with the rules that can apply in it, and no others. What is left
out derives nothing, so the answer sets are the same; the grounder, whose time goes with the number of rules, has far
less to do.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from clingo import Function as Term
from clingo import Number, Symbol, ast
from clingo.ast import AST, ASTType, Transformer, Variable

from pyrules.asp.cache import remembered
from pyrules.asp.module import Rule, rules_of
from pyrules.asp.syntax import Signature, Use

GIVEN_WITH_STEP = frozenset({"step", "happens", "examined", "state_after", "during"})
STEPS = ("T", "(T-1)")
NONE: frozenset[Signature] = frozenset()
HERE, BEFORE = "STEP__", "PRECEDING__"
NAMED = re.compile(r"^(.*)_at_(\d+)$")
AT_START = re.compile(r"\b(?:[a-z]+__)?(\w+?)_at_0\b")

StepSignature = tuple[str, int]
"""A predicate's name and the number of its arguments, the step not counted."""


@dataclass(frozen=True, slots=True)
class StepRule:
    """A rule that is repeated for each step: its text, and the predicates that it derives and reads in that step.

    It `denies` those of the ones read whose absence, or number, it asks for.
    It cannot apply unless there are atoms of all that it `needs` in that step, and `needs_before` in the one before;
    what it `needs_given` has no step, or is given with one.
    """

    text: str
    derives: frozenset[StepSignature]
    reads: frozenset[StepSignature]
    reads_before: frozenset[StepSignature]
    denies: frozenset[StepSignature]
    needs: frozenset[StepSignature]
    needs_before: frozenset[StepSignature]
    needs_given: frozenset[StepSignature]


@dataclass(frozen=True)
class Template:
    """Encodings as text: what speaks of no step (or of step 0 alone), and the rules that are repeated for each step.

    `derived` are the predicates, with their number of arguments as written, that some rule derives; `derived_once`
    those that have no step, `derived_at_start` (the step not counted) those that are derived for step 0 alone.
    """

    once: str
    rules: tuple[StepRule, ...]
    derived: frozenset[StepSignature]
    derived_once: frozenset[StepSignature]
    derived_at_start: frozenset[StepSignature]

    @cached_property
    def read_before(self) -> frozenset[StepSignature]:
        """What some rule reads in the step before: together, all that one step hands on to the next."""
        return frozenset(signature for rule in self.rules for signature in rule.reads_before)

    @cached_property
    def told_by_state(self) -> frozenset[StepSignature]:
        """What says in other words what a step hands on: it rests on that, and on nothing else."""
        by_head: dict[StepSignature, list[StepRule]] = defaultdict(list)
        for rule in self.rules:
            for signature in rule.derives:
                by_head[signature].append(rule)
        told = {signature for signature, rules in by_head.items() if not any(rule.reads_before for rule in rules)}
        while more := {
            signature
            for signature in told
            if any(not rule.reads & by_head.keys() <= told | self.read_before for rule in by_head[signature])
        }:
            told -= more
        return frozenset(told)

    def copy(self, step: int) -> str:
        """The rules of one step."""
        return at_step(self._each, step)

    @cached_property
    def _each(self) -> str:
        return "\n".join(rule.text for rule in self.rules)


def at_step(text: str, step: int) -> str:
    """The text of step rules, for one step."""
    return text.replace(HERE, str(step)).replace(BEFORE, str(step - 1) if step else "none")


@remembered
def template(modules: tuple[Path, ...], side: str = "") -> Template:
    """The modules as a template; `#show` and `#defined` statements are left out, all atoms can be read.

    With a `side`, every derived predicate carries its name before its own (`left__value`), so that two rulebooks can
    stand in one program; what is given is shared by both.
    """
    rules = rules_of(modules)
    used = [use for rule in rules for use in rule.uses]
    derived = frozenset(use.signature for use in used if use.derived)
    with_a_step = frozenset(use.signature for use in used if use.arguments and str(use.arguments[-1]) in STEPS)
    once: list[str] = []
    each: list[StepRule] = []
    derived_once: set[StepSignature] = set()
    derived_at_start: set[StepSignature] = set()
    for rule in rules:
        signatures = {use.signature for use in rule.uses}
        text, repeated = _stepped(rule, side, derived & signatures if side else NONE, with_a_step & signatures)
        if repeated is not None:
            each.append(repeated)
            continue
        once.append(text)
        heads = [use for use in rule.uses if use.derived]
        derived_at_start |= {_without_step(use) for use in heads if use.signature in with_a_step}
        derived_once |= {use.signature for use in heads if use.signature not in with_a_step}
    return Template("\n".join(once), tuple(each), derived, frozenset(derived_once), frozenset(derived_at_start))


@lru_cache(maxsize=8192)
def _stepped(
    rule: Rule, side: str, derived: frozenset[Signature], with_a_step: frozenset[Signature]
) -> tuple[str, StepRule | None]:
    """The text of a rule with the step in the names of atoms; and the rule, if it is repeated for each step.

    Of the predicates that are derived, or have a step, those in the rule matter.
    """
    stepped = _Stepped(side, derived, with_a_step)
    text = str(stepped(rule.tree))
    return text, _step_rule(text, stepped, rule.uses) if stepped.repeated else None


def _step_rule(text: str, stepped: _Stepped, used: tuple[Use, ...]) -> StepRule:
    needed: dict[str, set[StepSignature]] = {step: set() for step in ("", *STEPS)}
    for use in used:
        if use.sure:
            step = str(use.arguments[-1]) if use.arguments and use.name not in GIVEN_WITH_STEP else ""
            needed[step if step in STEPS else ""].add(_without_step(use) if step in STEPS else use.signature)
    return StepRule(
        text=text,
        derives=frozenset(_without_step(use) for use in used if use.derived),
        reads=frozenset(stepped.reads),
        reads_before=frozenset(stepped.reads_before),
        denies=frozenset(_without_step(use) for use in used if not use.derived and not use.sure) & stepped.reads,
        needs=frozenset(needed["T"]),
        needs_before=frozenset(needed["(T-1)"]),
        needs_given=frozenset(needed[""]),
    )


def _without_step(use: Use) -> StepSignature:
    return use.name, len(use.arguments) - 1


def with_step(symbol: Symbol) -> Symbol:
    """The atom as the encodings name it: `stands_at_3(q)` becomes `stands(q,3)` again."""
    named = NAMED.match(symbol.name)
    if named is None:
        return symbol
    return Term(named[1], [*symbol.arguments, Number(int(named[2]))])


def written_out(template: Template, steps: int, given: Iterable[Symbol]) -> str:
    """The program for micro-steps 0 to `steps` - 1, as far as it can apply to given atoms."""
    always = set(template.derived_once)
    at: dict[int, set[StepSignature]] = defaultdict(set)
    for symbol in given:
        signature = symbol.name, len(symbol.arguments)
        if symbol.name in GIVEN_WITH_STEP:
            at[symbol.arguments[-1].number].add(signature)
        else:
            always.add(signature)
    texts, before = [template.once], frozenset[StepSignature]()
    known: dict[tuple[frozenset[StepSignature], frozenset[StepSignature]], tuple[str, frozenset[StepSignature]]] = {}
    for step in range(steps):
        situation = frozenset(always | at[step]), before
        if step == 0:
            text, before = _applicable(template.rules, *situation, template.derived_at_start)
        else:
            if situation not in known:
                known[situation] = _applicable(template.rules, *situation, frozenset())
            text, before = known[situation]
        texts.append(at_step(text, step))
    return "\n".join(texts)


def able(template: Template, given: Iterable[StepSignature]) -> Template:
    """The template without the rules that can apply in no step, as long as nothing is given but these predicates."""
    there = {*given, *template.derived_once, *template.derived_at_start}
    waiting, ready = list(template.rules), set[StepRule]()
    while more := {rule for rule in waiting if rule.needs | rule.needs_before | rule.needs_given <= there}:
        ready |= more
        waiting = [rule for rule in waiting if rule not in more]
        there.update(*(rule.derives for rule in more))
    return replace(template, rules=tuple(rule for rule in template.rules if rule in ready))


def resting(template: Template, names: Iterable[str]) -> Template:
    """The template with those rules alone on which predicates with these names rest, and what is so at the start."""
    needed = {*names, *AT_START.findall(template.once)}
    while (
        more := {
            name
            for rule in template.rules
            if any(name in needed for name, _arity in rule.derives)
            for name, _arity in rule.reads | rule.reads_before
        }
        - needed
    ):
        needed |= more
    rules = (rule for rule in template.rules if any(name in needed for name, _arity in rule.derives))
    return replace(template, rules=tuple(rules))


def _applicable(
    rules: Iterable[StepRule],
    given: frozenset[StepSignature],
    before: frozenset[StepSignature],
    here: frozenset[StepSignature],
) -> tuple[str, frozenset[StepSignature]]:
    """The text of the rules that can apply in a step, and all that there can be in it."""
    waiting = [rule for rule in rules if rule.needs_given <= given and rule.needs_before <= before]
    applicable: list[StepRule] = []
    there, grown = set(here), True
    while grown:
        ready = [rule for rule in waiting if rule.needs <= there]
        waiting = [rule for rule in waiting if not rule.needs <= there]
        there.update(*(rule.derives for rule in ready))
        applicable += ready
        grown = bool(ready)
    return "\n".join(rule.text for rule in applicable), frozenset(there)


class _Stepped(Transformer):
    """Moves the step from the arguments into the names of atoms, and puts the side before them.

    `repeated` tells whether a variable step was met, `reads` and `reads_before` what was met in the step and before it.
    """

    def __init__(self, side: str, derived: frozenset[StepSignature], with_a_step: frozenset[StepSignature]) -> None:
        self.side, self.derived, self.with_a_step = side, derived, with_a_step
        self.repeated = False
        self.reads: set[StepSignature] = set()
        self.reads_before: set[StepSignature] = set()

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
            (self.reads_before if step == BEFORE else self.reads).add((called.name, len(arguments)))
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
