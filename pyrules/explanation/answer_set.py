"""One answer set, asked what was the case at a micro-step and which rule says so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from clingo import Function, String, Symbol, SymbolType

from pyrules.asp.control import Atoms
from pyrules.asp.justify.justification import Justification, Stop, Support, justify, stopped
from pyrules.asp.module import Rule, rules_of
from pyrules.asp.origin import is_built_in
from pyrules.engine import readback
from pyrules.engine.instance import Instance
from pyrules.errors import InputError
from pyrules.explanation.explanation import Basis
from pyrules.explanation.ledger_writer import Checked
from pyrules.language import _
from pyrules.model import circumstances
from pyrules.model.result import Attempt, Evaluation, Outcome


class AnswerSet:
    """Every atom of one answer set of a scenario under a rulebook, by predicate and micro-step."""

    def __init__(self, instance: Instance, atoms: Atoms) -> None:
        self.instance, self.atoms = instance, atoms
        self.scenario, self.timeline, self.rulebook = instance.scenario, instance.timeline, instance.rulebook
        self._indexed: dict[str, Mapping[int, Sequence[Sequence[Symbol]]]] = {}
        self._at_once: Justification | None = None

    @cached_property
    def outcome(self) -> Outcome:
        """The states that it shows."""
        return readback.outcome(self.instance, self.atoms)

    # --- atoms ------------------------------------------------------------------------------------

    def at(self, name: str, step: int) -> Sequence[Sequence[Symbol]]:
        """The atoms of a predicate at a micro-step: their arguments without the step."""
        if name not in self._indexed:
            index: dict[int, list[Sequence[Symbol]]] = defaultdict(list)
            for *rest, when in self.atoms.get(name, ()):
                index[when.number].append(rest)
            self._indexed[name] = {when: sorted(each, key=list) for when, each in index.items()}
        return self._indexed[name].get(step, ())

    def of(self, name: str, step: int, *subject: Symbol) -> list[Sequence[Symbol]]:
        """What the atoms of a predicate at a micro-step say of a subject, their first arguments: the others of each."""
        place = len(subject)
        return [rest[place:] for rest in self.at(name, step) if tuple(rest[:place]) == subject]

    def about(self, card: str, name: str) -> Sequence[Symbol]:
        """Every derived atom that speaks of this feature of this card, or of a thing that it is to the card."""
        return self._about.get((String(card), String(name)), ())

    @cached_property
    def _about(self) -> Mapping[tuple[Symbol, ...], Sequence[Symbol]]:
        found: dict[tuple[Symbol, ...], list[Symbol]] = defaultdict(list)
        for predicate, atoms in self.atoms.items():
            for arguments in atoms:
                if len(arguments) > 1:
                    subject = _of_thing(arguments[0]) or tuple(arguments[:2])
                    found[subject].append(Function(predicate, list(arguments)))
        return found

    def named(self, predicates: Iterable[str]) -> Iterable[Symbol]:
        """Every atom of some predicates."""
        return (Function(name, list(each)) for name in predicates for each in self.atoms.get(name, ()))

    # --- attempts ---------------------------------------------------------------------------------

    def attempts_at(self, step: int) -> Sequence[tuple[Symbol, Attempt]]:
        """What was attempted in a micro-step, with the effects that attempt it."""
        return self._attempts.get(step, ())

    @cached_property
    def _attempts(self) -> Mapping[int, Sequence[tuple[Symbol, Attempt]]]:
        effects = {str(effect): effect for effect, _ in self.atoms.get("attempted", ())}
        found: dict[int, list[tuple[Symbol, Attempt]]] = defaultdict(list)
        made = readback.attempts(self.instance, self.atoms)
        for (effect, step), attempt in made.items():
            found[step].append((effects[effect], attempt))
        return found

    def is_boosted(self, effect: Symbol) -> bool:
        """Whether the number that an effect attempts is not its own."""
        return [effect] in map(list, self.atoms.get("boosted", ()))

    def existence(self, effect: Symbol, step: int) -> tuple[Checked, ...]:
        """The existence condition of what an effect gives, where it fails at a micro-step."""
        terms = (term for each, term in self.atoms.get("existence", ()) if each == effect)
        return tuple(Checked(term, step) for term in terms if self.fails(term, step))

    def triggers(self, effect: Symbol) -> list[Symbol]:
        """The conditions on which an effect makes its attempt by itself."""
        return [condition for each, condition in self.atoms.get("trigger", ()) if each == effect]

    # --- why --------------------------------------------------------------------------------------

    def justification(self, atoms: Iterable[Symbol], deep: bool = False) -> Justification:
        """Which rules support the atoms, and with `deep` all that they rest on."""
        if self._at_once is not None and not deep:
            return self._at_once
        return justify(self.instance.modules, self.atoms, atoms, deep)

    def justify_at_once(self, predicates: Iterable[str]) -> None:
        """Finds what supports every atom of some predicates: quicker than bit by bit where much will be asked for."""
        self._at_once = self.justification(self.named(predicates))

    def stopped(self, absent: Iterable[Symbol]) -> tuple[Stop, ...]:
        """What stops the rules that would derive atoms that are absent."""
        every = set(absent) - set(self.named(self.atoms))
        return stopped(self.instance.modules, self.atoms, sorted(every))

    def bases(self, support: Support | None) -> tuple[Basis, ...]:
        """The clause that a rule belongs to, and the rule."""
        if support is None:
            return ()
        return (self.basis(support.rule),)

    def basis(self, rule: Rule) -> Basis:
        """A rule, and the clause that it belongs to."""
        clause = self.rulebook.cite_rule(rule.module, rule.sentence)
        return Basis(clause, rule.sentence, rule.place, not is_built_in(rule.module))

    def deriving(self, predicate: str) -> tuple[Basis, ...]:
        """The rules that derive atoms of a predicate where they apply."""
        rules = rules_of(self.instance.modules)
        return tuple(self.basis(rule) for rule in rules if any(u.derived and u.name == predicate for u in rule.uses))

    def fails(self, term: Symbol, step: int) -> bool:
        """Whether a condition fails at a micro-step."""
        return bool(self.of("fails", step, term))

    def failing(self, term: Symbol, step: int) -> str:
        """That a condition does not hold at a micro-step, in words: the parts of it that fail."""
        parts = [part for part in _conjuncts(term) if self.fails(part, step)]
        return _(" and ").join(circumstances.failing(readback.condition(part)) for part in parts or [term])


def record_of(instance: Instance, sets: Iterable[Atoms], evaluation: Evaluation, outcome: int) -> AnswerSet:
    """The answer set that shows the outcome with this number; raises InputError when there is no such outcome."""
    if not 0 <= outcome < len(evaluation.outcomes):
        raise InputError.at(
            evaluation.file,
            _("there is no outcome {number}; there are {count}", number=outcome + 1, count=len(evaluation.outcomes)),
        )
    records = (AnswerSet(instance, atoms) for atoms in sets)
    wanted = evaluation.outcomes[outcome]
    return next(record for record in records if record.outcome == wanted)


def _conjuncts(term: Symbol) -> Iterator[Symbol]:
    """What a condition joins by "and"."""
    if term.name != "both":
        yield term
        return
    for part in term.arguments:
        yield from _conjuncts(part)


def _of_thing(term: Symbol) -> tuple[Symbol, ...]:
    """The card and the feature of an instance or a modifier; nothing for any other term."""
    is_thing = term.type is SymbolType.Function and term.name in ("instance", "modifier")
    return tuple(term.arguments[:2]) if is_thing else ()
