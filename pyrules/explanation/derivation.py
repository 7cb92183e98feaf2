"""The full derivation of a value: every atom that it rests on, down to the facts; what has not changed is told once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

from clingo import Function, Number, String, Symbol, SymbolType

from pyrules.asp.justify.justification import Justification, Support
from pyrules.engine.guard import guarded
from pyrules.explanation.answer_set import AnswerSet
from pyrules.explanation.question import Inquiry, Question
from pyrules.model.result import Citation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook


@dataclass(frozen=True, slots=True)
class Derivation:
    """An atom with the rule instance that derives it.

    `given` marks a fact of the scenario. `since` is the number of the event since which the atom has stood without
    anything in its derivation changing, None where it came about in the micro-step that it speaks of. `absent` are the
    atoms whose absence the rule asks for. A `repeated` atom is derived elsewhere in the tree, and has no children here.
    """

    atom: str
    given: bool
    since: int | None
    sentence: str
    place: str
    clause: Citation | None
    absent: tuple[str, ...]
    repeated: bool
    children: tuple[Derivation, ...]


@guarded
def derivations(scenario: Scenario, under: Rulebook, question: Question) -> tuple[Derivation, ...]:
    """The derivations of a value that is asked about, or of what ended or refused a feature that is absent.

    None for a paradox, which has no answer set. Raises as `explain` does.
    """
    asked = Inquiry(scenario, under, question)
    if not asked.evaluation.outcomes:
        return ()
    record = asked.record()
    goals = tuple(_goals(asked, record))
    tree = _Tree(record, record.justification(_at_any_time(goals, asked, record), deep=True))
    return tuple(tree.grow(goal) for goal in goals)


def _goals(asked: Inquiry, record: AnswerSet) -> Iterable[Symbol]:
    """The atoms that say what the value is; else those that say how it ended or why it never came."""
    last = record.timeline.last[asked.after]
    if asked.subject in ("attack", "roll"):
        names = ("damage", "roll_result")
        return (each for each in record.named(names) if each.arguments[0] == Number(asked.after))
    wanted = ("value", "effective", "has", "property_value") if asked.subject == "feature" else ("property_value",)
    about = list(record.about(asked.card, asked.name))
    for name in wanted:
        found = [each for each in about if each.name == name and each.arguments[-1] == Number(last)]
        if found:
            return found
    return _why_absent(about, record, asked, last)


def _why_absent(about: Sequence[Symbol], record: AnswerSet, asked: Inquiry, last: int) -> Iterable[Symbol]:
    """What stopped the rules by which the card had the feature before; else what refused it."""
    had = [each for each in about if each.name == "has" and (_step(each) or 0) <= last]
    if had:
        latest = max(had, key=lambda each: _step(each) or 0)
        before = _Tree(record, record.justification([latest], deep=True)).of_its_step(latest)
        return dict.fromkeys(stop.by for stop in record.stopped(_at(each, (_step(each) or 0) + 1) for each in before))
    of_card = [String(asked.card), String(asked.name)]
    effects = {str(effect) for effect, _, *what in record.atoms.get("effect", ()) if what == of_card}
    return [each for each in record.named(["refused"]) if str(each.arguments[0]) in effects]


def _at_any_time(goals: Sequence[Symbol], asked: Inquiry, record: AnswerSet) -> list[Symbol]:
    """The goals and what was said of the same value in other micro-steps: what has not changed leads there."""
    names = {goal.name for goal in goals}
    return [*goals, *(atom for atom in record.about(asked.card, asked.name) if atom.name in names)]


class _Tree:
    """Derivations being grown; an atom is derived once."""

    def __init__(self, record: AnswerSet, justification: Justification) -> None:
        self.record, self.justification = record, justification
        self.grown: set[Symbol] = set()

    def grow(self, atom: Symbol) -> Derivation:
        """The derivation of an atom, from the micro-step since which nothing in it has changed."""
        start = atom
        while start in self._unchanged and self._stood(start):
            start = _earlier(start)
        support = self.justification.of(start)
        node = self._node(start, support)
        if start != atom:
            node = replace(node, since=self.record.timeline.state_of(start.arguments[-1].number))
        if support is None:
            return node
        if start in self.grown:
            return replace(node, repeated=True)
        self.grown.add(start)
        rests_on = dict.fromkeys(_parts(support))
        return replace(node, children=tuple(self.grow(each) for each in rests_on))

    def of_its_step(self, atom: Symbol) -> Iterator[Symbol]:
        """An atom and all of the same micro-step that it rests on."""
        yield atom
        support = self.justification.of(atom)
        for part in () if support is None else self._derived_parts(support):
            if _step(part) == _step(atom) and self.justification.of(part) is not None:
                yield from self.of_its_step(part)

    def _node(self, atom: Symbol, support: Support | None) -> Derivation:
        if support is None:
            return Derivation(str(atom), True, None, "", "", None, (), False, ())
        rule, clause = support.rule, self.record.rulebook.cite_rule(support.rule.module, support.rule.sentence)
        absent = tuple(map(str, support.negatives))
        return Derivation(str(atom), False, None, rule.sentence, rule.place, clause, absent, False, ())

    @cached_property
    def _unchanged(self) -> Set[Symbol]:
        """The atoms that stand as a micro-step before, by what stands so too or stood then: the largest such set."""
        supports = ((atom, self.justification.of(atom)) for atom in self.justification.supports)
        derived = {atom: support for atom, support in supports if support is not None and _step(atom) is not None}
        same = {atom for atom, support in derived.items() if self._is_old(atom, support)}
        while changed := {atom for atom in same if self._is_news(atom, derived[atom], same)}:
            same -= changed
        return same

    def _is_old(self, atom: Symbol, support: Support) -> bool:
        """Whether the atom stood a micro-step before, or is nothing but what was left then."""
        if self._stood(atom):
            return True
        steps = {_step(part) for part in self._derived_parts(support)}
        return steps == {(_step(atom) or 0) - 1}

    def _is_news(self, atom: Symbol, support: Support, same: Set[Symbol]) -> bool:
        """Whether any part of an atom's support is not as it was."""
        return any(_at(part, _step(atom) or 0) not in same for part in self._derived_parts(support))

    def _derived_parts(self, support: Support) -> list[Symbol]:
        timed = (part for part in _parts(support) if _step(part) is not None)
        return [part for part in timed if part.name != "step"]

    def _stood(self, atom: Symbol) -> bool:
        """Whether the atom was the case a micro-step before."""
        return _earlier(atom) in self.justification.supports


def _parts(support: Support) -> Iterable[Symbol]:
    return (*support.positives, *support.counted)


def _step(atom: Symbol) -> int | None:
    """The micro-step of a derived atom; None for one that speaks of no time."""
    last = atom.arguments[-1] if atom.arguments else None
    return last.number if last is not None and last.type is SymbolType.Number else None


def _earlier(atom: Symbol) -> Symbol:
    """The same atom a micro-step before."""
    return _at(atom, (_step(atom) or 0) - 1)


def _at(atom: Symbol, step: int) -> Symbol:
    return Function(atom.name, [*atom.arguments[:-1], Number(step)])
