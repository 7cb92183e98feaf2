"""Proof for scenarios of any length: equal states stay equal under every single micro-step.

Both rulebooks must hand on the same predicates from step to step; of these, what each side derives from the others
within one state may differ. Then one micro-step, an event's own or an
examination, is taken from a free state that is equal on both sides, and what it hands on and lets be seen must come out
equal; and every start must be equal. What both sides derive by the same rules from equal things is equal and is derived
once, for both: only what the two rulebooks word differently, and what follows from it, has to be proved. Where that
fails from a state that no scenario reaches, the states are limited by invariants, which are proved along.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.program import (
    FREE_STATE,
    INVARIANTS,
    LEMMAS,
    SEEN,
    SIDES,
    Program,
    atoms_at,
    text_of,
    variables,
)
from pyrules.asp.control import Atoms, Incremental
from pyrules.asp.unroll import StepRule, StepSignature, Template, at_step
from pyrules.errors import NotDecided
from pyrules.language import _

EVENTS_FOR_STATES = 1
"""A free state may hold what so many events can bring about, beside what is printed."""

SECONDS_FOR_A_TRY, SECONDS_WHERE_LESS_IS_EQUAL = 2.0, 8.0
"""How long a predicate is tried without the help of invariants."""

COVERED = 2
"""Where a scenario has no more events, a free state holds whatever there can be before the last of its micro-steps."""

OF_TOPICS = ("attack", "properties")
"""What is seen only in scenarios of the topic with that name."""

MAYBE_MODIFIER = re.compile(r"__(?:stands|sleeps|stood|slept)_at_[A-Z]+__\((?!instance\()(.+?)\)(?=;|\.|$)")
"""Things that a rule speaks of, other than instances of a feature: a free state has few modifiers."""

NAME = re.compile(r"\b(?:(?:left|right)__)?([a-z]\w*)(?=\()")
KIND = re.compile(r"^(?:violation|exception)\(([a-z]\w*),", re.MULTILINE)
"""What an invariant or a lemma is about, at the head of its rule."""

Definitions = dict[StepSignature, list[StepRule]]


@dataclass(frozen=True, slots=True)
class Induction:
    """What came of the attempt: `proved`, or the reason why this says nothing."""

    proved: bool
    reason: str = ""


def prove(program: Program, seconds: float) -> Induction:
    """Try to prove that two rulebooks agree on scenarios of any length, within the value range of the bound.

    It is given up after `seconds`, all questions together.
    """
    clock = Clock(seconds)
    left, right = program.templates
    if program.foresees:
        return Induction(False, _("a rule looks ahead at events that are still to come"))
    if program.bound.on_features:
        return Induction(False, _("conditions on features make loops, which can be settled in more than one way"))
    if left.read_before != right.read_before:
        private = ", ".join(sorted({name for name, _ in left.read_before ^ right.read_before}))
        return Induction(False, _("one side remembers what the other does not ({what})", what=private))
    if any(
        what in ("roll", "verdict") or (what in OF_TOPICS and what != program.topic) for what in program.bound.observe
    ):
        return Induction(False, _("rolls, attacks and verdicts are not part of a state"))
    step, seconds_for_a_try = InductionStep(program, left.read_before), SECONDS_FOR_A_TRY
    if program.bound.events > COVERED and any(map(_relates_modifiers, step.told_apart)):
        return Induction(
            False, _("a rule that one side alone has relates several modifiers, which a free state has few of")
        )
    try:
        if step.start_differs(clock):
            step, seconds_for_a_try = InductionStep(program, _state(left, right)), SECONDS_WHERE_LESS_IS_EQUAL
            if step.start_differs(clock):
                return Induction(False, _("the states at the start are not equal"))
        step.compare_rules(frozenset(), clock, seconds_for_a_try)
        if not step.open_questions:
            return Induction(True)
        invariants = step.kept(exceptions(), clock)
        step.compare_rules(invariants, clock)
        if not step.open_questions or not step.differs(invariants, clock):
            return Induction(True)
    except NotDecided:
        return Induction(False, _("it took longer than the time allowed"))
    return Induction(False, _("from some state that is equal on both sides, one event leads to different ones"))


class InductionStep:
    """One micro-step from a free state that is equal on both sides: in all that is handed on as `state`."""

    def __init__(self, program: Program, state: frozenset[StepSignature]) -> None:
        self.program = program.beside(INVARIANTS, LEMMAS)
        self.left, self.right = self.program.templates
        self.rules = (_by_head(self.left), _by_head(self.right))
        self.defined = _definitions(self.left), _definitions(self.right)
        self.state = state
        self.apart = _apart_at_all_times(self.left, self.right)
        self.alike = _alike(*self.rules, frozenset(), self.state, self.apart)
        self.number = EVENTS_FOR_STATES + 1
        covers = program.bound.events <= COVERED
        self.before = program.last_step(self.number) - 1 if covers else program.last_step(EVENTS_FOR_STATES)
        self.here = self.before + 1

    @property
    def open_questions(self) -> frozenset[StepSignature]:
        """What must be proved equal: what is handed on or seen, and is not derived alike."""
        return (self.state | SEEN) - self.alike

    @property
    def told_apart(self) -> Iterator[StepRule]:
        """The rules that only one side has."""
        for own, others, side, there in ((*self.rules, *SIDES), (*self.rules[::-1], *SIDES[::-1])):
            known = _texts((rule for rules in others.values() for rule in rules), there)
            yield from (rule for rules in own.values() for rule in rules if _texts((rule,), side) - known)

    def compare_rules(self, invariants: frozenset[str], clock: Clock, most: float | None = None) -> None:
        """Prove, one predicate after the other, that what is worded differently comes to the same.

        A predicate is taken up when all that it rests on is alike; once proved, it is alike as well. `most` is how many
        seconds it may take.
        """
        proved = set(self.alike)
        failed: set[StepSignature] = set()
        while self.open_questions and (ready := sorted(self._ready() - failed)):
            question = (*self._unequal(ready[:1], self._place(ready[0])), ":- not wrong.")
            (proved if self._holds(question, invariants, clock.left(most)) else failed).add(ready[0])
            self.alike = _alike(*self.rules, frozenset(proved), self.state, self.apart)

    def _holds(self, question: Iterable[str], invariants: frozenset[str], seconds: float) -> bool:
        try:
            return self._answer(question, invariants, SIDES, seconds) is None
        except NotDecided:
            return False

    def _ready(self) -> set[StepSignature]:
        """What both sides derive, not yet alike, from things that are, or that only one side has."""
        left, right = self.rules
        shared = set(left) & set(right)
        unknown = shared - self.alike
        return {s for s in unknown if not (_rests_on(s, left, shared) | _rests_on(s, right, shared)) & unknown - {s}}

    def _place(self, signature: StepSignature) -> int:
        """The step at which to compare: in the state where the state defines it, else in the step that follows."""
        return self.before if all(signature in each for each in self.defined) else self.here

    def _unequal(self, signatures: Iterable[StepSignature], step: int) -> Iterator[str]:
        yield from _unequal(frozenset(signatures) - SEEN, step)
        if not SEEN.isdisjoint(signatures):
            yield f"during({self.number},{step}). state_after({self.number},{step})."
            left, right = (f"{side}__seen(X,{self.number})" for side in SIDES)
            yield from (f"wrong :- {left}, not {right}.", f"wrong :- {right}, not {left}.")

    def start_differs(self, clock: Clock) -> bool:
        """Whether the two sides come to different states at the start of some scenario."""
        control = self.program.begun()
        unequal = _unequal(self.state, self.program.last_step(0))
        control.extend("\n".join((*unequal, "wrong :- differs(0).", ":- not wrong.")))
        return control.solve(clock.left()) is not None

    def differs(self, invariants: frozenset[str], clock: Clock) -> bool:
        """Whether some micro-step leads from an equal state that keeps the invariants to different ones."""
        questions = self._unequal(self.open_questions, self.here)
        return self._answer((*questions, ":- not wrong."), invariants, SIDES, clock.left()) is not None

    def kept(self, invariants: frozenset[str], clock: Clock) -> frozenset[str]:
        """The invariants that every start has and that no micro-step breaks, given all of them before it."""
        while True:
            broken = self._broken_at_start(invariants, clock) or self._broken_by_step(invariants, clock)
            if not broken:
                return invariants
            invariants -= broken

    def _broken_at_start(self, invariants: frozenset[str], clock: Clock) -> frozenset[str]:
        control = self.program.begun(besides="\n".join(_broken(invariants, 0)))
        return _kinds(control.solve(clock.left()))

    def _broken_by_step(self, invariants: frozenset[str], clock: Clock) -> frozenset[str]:
        return _kinds(self._answer(_broken(invariants, self.here), invariants, SIDES[:1], clock.left()))

    def _answer(
        self, question: Iterable[str], invariants: frozenset[str], sides: tuple[str, ...], seconds: float
    ) -> Atoms | None:
        control = Incremental()
        lines = [self.program.givens(), *self._free_state(invariants), *self._micro_step(sides), *question]
        control.extend("\n".join(lines))
        control.ask("played", self.number, True)
        return control.solve(seconds)

    def _free_state(self, invariants: Iterable[str]) -> Iterator[str]:
        for name, arity in sorted(self.state - (self.defined[0].keys() & self.defined[1].keys())):
            arguments = variables(arity).strip("()")
            chosen = f"{name},{arguments}" if arity else name
            yield from (f"{{ free({name}{these}) }}." for these in sorted(self._atoms.get((name, arity), ())))
            yield from (f"{side}__{name}_at_{self.before}{variables(arity)} :- free({chosen})." for side in SIDES)
        yield from self._rules_at(self.before, *self.defined)
        yield from (f":- left__exception_at_{self.before}({kind},X)." for kind in sorted(invariants))
        yield f"step({self.before})."
        yield text_of(FREE_STATE)
        yield from (f"{side}__condition(K) :- known(K)." for side in SIDES)

    def _micro_step(self, sides: tuple[str, ...]) -> Iterator[str]:
        """The rules of the step; what is derived alike is derived for the left and handed to the right."""
        occasions = [f"happens({self.number},{self.here})"]
        occasions += [f"examined({slot},{self.here})" for slot in self.program.slots]
        yield f"step({self.here}). 1 {{ {'; '.join(occasions)} }} 1."
        yield from self._rules_at(self.here, self.rules[0], self.rules[1] if len(sides) > 1 else {})

    def _rules_at(self, step: int, left: Definitions, right: Definitions) -> Iterator[str]:
        texts = {at_step(rule.text, step) for rules in left.values() for rule in rules}
        texts |= {at_step(rule.text, step) for s, rules in right.items() if s not in self.alike for rule in rules}
        yield from sorted(texts)
        for name, arity in sorted(set(left) & set(right) & self.alike):
            here, there = (f"{side}__{name}_at_{step}{variables(arity)}" for side in SIDES)
            yield f"{there} :- {here}."

    @cached_property
    def _atoms(self) -> Mapping[StepSignature, set[str]]:
        """What can be handed on after a few events, as far as the grounder can tell, on either side."""
        control = Incremental()
        control.extend(self.program.start)
        for number in range(1, self.before // (1 + len(self.program.slots)) + 1):
            control.extend(self.program.event(number))
        return atoms_at(control.possible(), self.before)


def exceptions() -> frozenset[str]:
    """The kinds of exception that there can be."""
    return frozenset(KIND.findall(text_of(INVARIANTS) + text_of(LEMMAS)))


def _broken(invariants: Iterable[str], step: int) -> Iterator[str]:
    """The demand that some invariant be broken in a step."""
    yield from (f"broken({kind}) :- left__exception_at_{step}({kind},X)." for kind in sorted(invariants))
    yield "#defined broken/1. wrong :- broken(X). :- not wrong."


def _kinds(model: Atoms | None) -> frozenset[str]:
    """The kinds of invariant that are broken."""
    return frozenset(kind.name for (kind,) in model["broken"]) if model else frozenset()


def together(program: Program, number: int) -> str:
    """Rules by which the two sides are apart after an event when they hand on different things."""
    lines = _unequal(_state(*program.templates), program.last_step(number), f"parts({number})")
    return "\n".join((f"#external apart({number}).", f":- apart({number}), not parts({number}).", *lines))


def _unequal(signatures: Iterable[StepSignature], step: int, head: str = "wrong") -> Iterator[str]:
    for name, arity in sorted(signatures):
        left, right = (f"{side}__{name}_at_{step}{variables(arity)}" for side in SIDES)
        yield from (f"{head} :- {left}, not {right}.", f"{head} :- {right}, not {left}.")


def _by_head(sheet: Template) -> Definitions:
    rules: Definitions = {}
    for rule in sheet.rules:
        for signature in rule.derives:
            rules.setdefault(signature, []).append(rule)
    return rules


def _relates_modifiers(rule: StepRule) -> bool:
    """Whether a rule counts modifiers, or holds one thing that may be a modifier against another."""
    if "#count" in rule.text and "modifier(" in rule.text:
        return True
    outside_sums = re.sub(r"\{.*?\}", "", rule.text)
    return len(set(MAYBE_MODIFIER.findall(outside_sums))) > 1


def _state(left: Template, right: Template) -> frozenset[StepSignature]:
    """What both sides hand on, without what each defines by the rest of it."""
    return frozenset(left.read_before & right.read_before - (_definitions(left).keys() & _definitions(right).keys()))


def _definitions(sheet: Template) -> Definitions:
    """What is defined by the state alone, with its rules: by what is handed on, or by what is so defined itself.

    What no rule derives is known: there is none of it.
    """
    rules = _by_head(sheet)
    defined = {signature for signature, those in rules.items() if not any(rule.reads_before for rule in those)}
    known = defined | sheet.read_before
    while lost := {s for s in defined if any(not rule.reads & rules.keys() <= known for rule in rules[s])}:
        defined -= lost
        known = defined | sheet.read_before
    return {signature: those for signature, those in rules.items() if signature in defined}


def _apart_at_all_times(left: Template, right: Template) -> frozenset[str]:
    """The names of what speaks of no step, and is not derived by the same rules on both sides from equal things."""
    one, two = (
        {line.replace(f"{side}__", "") for line in sheet.once.splitlines()} for side, sheet in _sides(left, right)
    )
    apart: set[str] = set()
    while (
        more := {
            name
            for line in one | two
            if line not in one & two or _names(line) & apart
            for name in _names(line.partition(" :- ")[0])
        }
        - apart
    ):
        apart |= more
    return frozenset(apart)


def _sides(left: Template, right: Template) -> Iterator[tuple[str, Template]]:
    return zip(SIDES, (left, right), strict=True)


def _names(text: str) -> set[str]:
    """The names of predicates in a rule, and of functions; without the side."""
    return set(NAME.findall(text))


def _alike(
    left: Definitions,
    right: Definitions,
    proved: frozenset[StepSignature],
    state: frozenset[StepSignature],
    apart: frozenset[str],
) -> frozenset[StepSignature]:
    """What is proved equal, and what both sides derive by the same rules from equal things.

    Of the step before, what is handed on as `state` is equal, and what is alike. What is `apart` at all times is not.
    """
    derived = set(left) | set(right)
    alike = {s for s in derived if _texts(left.get(s, ()), SIDES[0]) == _texts(right.get(s, ()), SIDES[1])} | proved

    def unlike(rule: StepRule) -> bool:
        unequal = rule.reads & (derived - alike) or rule.reads_before & (derived - alike - state)
        return bool(unequal or _names(rule.text) & apart)

    while lost := {s for s in alike - proved if any(map(unlike, left[s]))}:
        alike -= lost
    return frozenset(alike)


def _rests_on(signature: StepSignature, rules: Definitions, shared: set[StepSignature]) -> set[StepSignature]:
    """The shared predicates that a predicate reads, directly or through what only its own side has."""
    reached: set[StepSignature] = set()
    waiting = [signature]
    while waiting:
        for rule in rules.get(waiting.pop(), ()):
            for read in rule.reads - reached:
                reached.add(read)
                if read not in shared:
                    waiting.append(read)
    return reached & shared


def _texts(rules: Iterable[StepRule], side: str) -> frozenset[str]:
    return frozenset(rule.text.replace(f"{side}__", "") for rule in rules)
