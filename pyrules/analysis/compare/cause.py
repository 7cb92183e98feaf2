"""Why two answers part: the first event that leads to what differs, and the rules that act there on one side only.

What differs is traced back through the rules that support it. An atom that only one answer has rests on atoms of which
only that answer has some, or on the absence of some that only the other one has; and so on, from micro-step to
micro-step, until a rule applies on one side only although all that it asks for is the same on both. Such a rule is to
blame; the earliest are the cause, though what they do may not be seen before many events later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from clingo import Symbol, SymbolType

from pyrules.analysis.compare.differences import Difference, Observed
from pyrules.asp.justify.justification import Justification, Support
from pyrules.asp.module import rules_of
from pyrules.asp.unroll import template
from pyrules.engine.evaluate import answer_sets, read
from pyrules.engine.guard import guarded
from pyrules.engine.instance import Instance
from pyrules.explanation.answer_set import AnswerSet, record_of
from pyrules.model.result import Citation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook

ROLL = ("roll_result", "roll_high", "roll_low", "roll_undetermined", "roll_refused", "roll_illegal")
ATTACK = ("speed", "target_fights", "defender_allowed", "illegal", "magnitude", "damage")
SHOWN: Mapping[Observed, tuple[str, ...]] = {
    "value": ("has", "value", "property_value"),
    "effective": ("effective",),
    "losses": ("loss",),
    "attempts": ("performed", "refused"),
    "roll": ROLL,
    "attack": ATTACK,
    "properties": ("property_value",),
}
"""The predicates in which something that is observed shows."""
ANYTHING = "anything"
"""What stands, in an atom that a rule denies, for any term."""

Clauses = tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Cause:
    """The state (0: the start) in which two answers first part in a way that leads to what differs, seen or not.

    `after` is None where that is not known. `clauses` are those of the left and of the right side whose rules act there
    on that side only; where a side has none that does, the same clauses as the other's, if it has these: they say
    nothing of it there.
    """

    after: int | None
    clauses: tuple[Clauses, Clauses]


@guarded
def cause_of(
    scenario: Scenario,
    left: Rulebook,
    right: Rulebook,
    differences: tuple[Difference, ...],
    outcomes: tuple[int, int] = (0, 0),
) -> Cause | None:
    """The cause of the first of the differences that a state shows; None where no rule is met that is to blame.

    `outcomes` says which one of each side is meant, from 0.
    """
    first = min((each.after for each in differences if each.after is not None), default=None)
    if first is None:
        return None
    shown = {name for each in differences if each.after == first for name in SHOWN.get(each.what, ())}
    sides = tuple(_record(scenario, book, outcome) for book, outcome in zip((left, right), outcomes, strict=True))
    return _Tracing(sides[0], sides[1]).cause(first, shown)


def _record(scenario: Scenario, book: Rulebook, outcome: int) -> AnswerSet:
    instance = Instance(scenario, book)
    sets = answer_sets(instance, every_atom=True)
    return record_of(instance, sets, read(instance, sets), outcome)


@dataclass(frozen=True, slots=True)
class _Blamed:
    """A rule that applies on one side only: its support of an atom, and the micro-step at which it acts."""

    support: Support
    step: int


class _Side:
    """One answer, and the atoms that it has."""

    def __init__(self, record: AnswerSet) -> None:
        self.record = record
        self.atoms = frozenset(record.named(record.atoms))
        self.blamed: list[_Blamed] = []

    @cached_property
    def by_name(self) -> Mapping[str, tuple[Symbol, ...]]:
        """The atoms of each predicate."""
        found: dict[str, list[Symbol]] = {}
        for atom in self.atoms:
            found.setdefault(atom.name, []).append(atom)
        return {name: tuple(sorted(each)) for name, each in found.items()}

    @cached_property
    def derivative(self) -> frozenset[str]:
        """The predicates that say in other words what is the case: where they part, the state need not yet."""
        return frozenset(name for name, _ in template(self.record.instance.modules).told_by_state)

    @cached_property
    def rules(self) -> frozenset[str]:
        """The texts of its rules."""
        return frozenset(rule.text for rule in rules_of(self.record.instance.modules))

    def only(self, other: _Side) -> frozenset[Symbol]:
        """The atoms that the other side does not have."""
        return self.atoms - other.atoms

    def justified(self, atoms: Iterable[Symbol]) -> Justification:
        """What supports the atoms, and what that rests on."""
        return self.record.justification(sorted(atoms), deep=True)

    def clauses(self, step: int) -> Clauses:
        """The clauses of the rules to blame that act at a micro-step."""
        rules = (each.support.rule for each in self.blamed if each.step == step)
        return tuple(dict.fromkeys(self.record.rulebook.cite_rule(rule.module, rule.sentence) for rule in rules))


class _Tracing:
    def __init__(self, left: AnswerSet, right: AnswerSet) -> None:
        self.sides = _Side(left), _Side(right)
        self.timeline = left.timeline

    def cause(self, after: int, shown: set[str]) -> Cause | None:
        """What leads to a difference in what is shown of a state."""
        first, last = self._steps(after)
        for side, other in (self.sides, self.sides[::-1]):
            seeds = {atom for atom in side.only(other) if atom.name in shown and first <= (_step(atom) or 0) <= last}
            self._trace(side, other, seeds)
        steps = [each.step for side in self.sides for each in side.blamed]
        if not steps:
            return None
        step = min(steps)
        heads = [each.support.head for side in self.sides for each in side.blamed if each.step == step]
        for side, other in (self.sides, self.sides[::-1]):
            if not side.clauses(step):
                side.blamed += self._instead(side, other, step, heads)
        left, right = (side.clauses(step) for side in self.sides)
        books = tuple(side.record.rulebook for side in self.sides)
        clauses = left or _same(right, *books[::-1]), right or _same(left, *books)
        return Cause(self.timeline.state_of(step), clauses)

    def _steps(self, after: int) -> tuple[int, int]:
        """The micro-steps, the first and the last, that lead to a state."""
        before = self.timeline.last[after - 1] + 1 if after else 0
        return before, self.timeline.last[after]

    def _trace(self, side: _Side, other: _Side, seeds: Iterable[Symbol]) -> None:
        """Follows what only one side has to the rules that are to blame; what the other side has against it, too."""
        waiting = {(side, atom, _step(atom) or 0) for atom in seeds}
        seen: set[tuple[_Side, Symbol]] = set()
        while waiting:
            supported = {each: each.justified(a for s, a, _ in waiting if s is each) for each in (side, other)}
            stack, waiting = list(waiting), set()
            while stack:
                at, atom, step = stack.pop()
                support = supported[at].of(atom)
                if support is None or (at, atom) in seen:
                    continue
                seen.add((at, atom))
                against = other if at is side else side
                own = [each for each in (*support.positives, *support.counted) if each not in against.atoms]
                denied = list(self._denied(support, against))
                stack += ((at, each, self._acts(at, each, step)) for each in own)
                waiting |= {(against, each, self._acts(against, each, step)) for each in denied}
                if not own and not denied:
                    at.blamed.append(_Blamed(support, step))

    def _acts(self, side: _Side, atom: Symbol, step: int) -> int:
        """The micro-step at which an atom does something that is used at a step."""
        own = _step(atom)
        return step if own is None or atom.name in side.derivative else own

    def _denied(self, support: Support, other: _Side) -> Iterator[Symbol]:
        """The atoms of the other side that a rule asks for the absence of."""
        for pattern in support.negatives:
            yield from (atom for atom in other.by_name.get(pattern.name, ()) if _fits(atom, pattern))

    def _instead(self, side: _Side, other: _Side, step: int, heads: Iterable[Symbol]) -> Iterator[_Blamed]:
        """What a side does at a micro-step with the same things, where only the other side was found to do something.

        That is what only it comes to, or what both come to and it by a rule of its own.
        """
        heads = tuple(heads)
        for things in (_things, _subject):
            meant = {thing for head in heads for thing in things(head)}
            there = [a for a in side.atoms if meant & set(things(a)) and self._is_used_at(side, a, step)]
            known = side.justified(there)
            supports = [support for support in map(known.of, sorted(there)) if support is not None]
            alone = [each for each in supports if each.head not in other.atoms and self._is_to_blame(each, other)]
            otherwise = [each for each in supports if each.rule.text not in other.rules and _looks_back(each)]
            if alone or otherwise:
                yield from (_Blamed(support, step) for support in alone or otherwise)
                return

    def _is_used_at(self, side: _Side, atom: Symbol, step: int) -> bool:
        """Whether an atom is of a micro-step, or says what is the case before it."""
        return _step(atom) == step or (_step(atom) == step - 1 and atom.name in side.derivative)

    def _is_to_blame(self, support: Support, other: _Side) -> bool:
        """Whether a rule asks for nothing that is another on the other side."""
        return {*support.positives, *support.counted} <= other.atoms and not any(self._denied(support, other))


def _same(clauses: Clauses, of: Rulebook, book: Rulebook) -> Clauses:
    """The clauses of one rulebook as another has them that was made from the same revision."""
    if of.manifests[0] != book.manifests[0]:
        return ()
    known = {entry.key: entry.citation for entry in book}
    return tuple(dict.fromkeys(known[key] for each in clauses if (key := (each.number, each.inherited_from)) in known))


def _step(atom: Symbol) -> int | None:
    """The micro-step that an atom speaks of, if it does of one."""
    last = atom.arguments[-1] if atom.arguments else None
    return last.number if last is not None and last.type is SymbolType.Number else None


def _looks_back(support: Support) -> bool:
    """Whether a rule rests on something of the micro-step before."""
    return any(_step(each) == (_step(support.head) or 0) - 1 for each in support.positives)


def _things(atom: Symbol) -> Iterator[Symbol]:
    """The effect, the instance or the modifier that an atom speaks of."""
    first = next(iter(atom.arguments), None)
    if first is not None and first.type is SymbolType.Function and first.arguments:
        yield first


def _subject(atom: Symbol) -> Iterator[tuple[Symbol, ...]]:
    """The card and the feature that an atom is about."""
    for thing in _things(atom):
        yield tuple(thing.arguments[:2])
        return
    if len(atom.arguments) > 2:
        yield tuple(atom.arguments[:2])


def _fits(atom: Symbol, pattern: Symbol) -> bool:
    """Whether an atom is one of those that a pattern stands for."""
    if pattern.type is SymbolType.Function and pattern.name == ANYTHING and not pattern.arguments:
        return True
    if atom.type is not pattern.type or atom.type is not SymbolType.Function:
        return bool(atom == pattern)
    if atom.name != pattern.name or len(atom.arguments) != len(pattern.arguments):
        return False
    return all(map(_fits, atom.arguments, pattern.arguments))
