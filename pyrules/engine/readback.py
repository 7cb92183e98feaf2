"""From the shown atoms of an answer set to states. The only module that reads predicate names back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, cast

from pyrules.asp.control import Atoms
from pyrules.engine import deeds, moments
from pyrules.engine.deeds import Deed
from pyrules.engine.instance import Instance
from pyrules.language import mark
from pyrules.model import wording
from pyrules.model.result import (
    AttackResult,
    Attempt,
    FeatureState,
    Loss,
    Outcome,
    RollResult,
    State,
)
from pyrules.model.scenario import (
    Adjacent,
    AllOf,
    AnyOf,
    AtLeast,
    Attack,
    Condition,
    Flag,
    Has,
    InPlay,
    Not,
    PropertyAtLeast,
    Roll,
)

if TYPE_CHECKING:
    from clingo import Symbol

    from pyrules.asp.module import Rule

CAUSES = (mark("lapsed"), mark("stripped"), mark("replaced"))


def outcome(instance: Instance, atoms: Atoms) -> Outcome:
    """The states that an answer set shows."""
    return _Reading(instance, atoms).outcome()


def attempts(instance: Instance, atoms: Atoms) -> Mapping[tuple[str, int], Attempt]:
    """Every attempt in order, by its effect (as a term) and its micro-step."""
    return _Reading(instance, atoms).attempts


def condition(term: Symbol) -> Condition:
    """The condition that a term of an atom stands for."""
    arguments = term.arguments
    match term.name:
        case "flag":
            return Flag(arguments[0].string)
        case "adjacent":
            return Adjacent(arguments[0].string, arguments[1].string)
        case "in_play":
            return InPlay(arguments[0].string)
        case "has":
            return Has(arguments[0].string, arguments[1].string)
        case "at_least":
            return AtLeast(arguments[0].string, arguments[1].string, arguments[2].number)
        case "at_least_of_property":
            return PropertyAtLeast(arguments[0].string, arguments[1].string, arguments[2].number)
        case "negation":
            return Not(condition(arguments[0]))
        case "both":
            return AllOf(tuple(condition(part) for part in _joined(term) if part.name != "always"))
        case "either":
            return AnyOf(tuple(map(condition, _joined(term))))
    return AllOf(()) if term.name == "always" else AnyOf(())


def _joined(term: Symbol) -> Iterator[Symbol]:
    """The parts of a conjunction or disjunction, which a term joins two by two."""
    for part in term.arguments:
        if part.name == term.name:
            yield from _joined(part)
        else:
            yield part


class _Reading:
    """One answer set being read; every list of the result comes out in the order of the scenario."""

    def __init__(self, instance: Instance, atoms: Atoms) -> None:
        self.scenario, self.timeline, self.rulebook = instance.scenario, instance.timeline, instance.rulebook
        self.features = instance.features
        self.atoms = atoms

    def outcome(self) -> Outcome:
        return Outcome(tuple(self._state(number) for number in range(len(self.timeline.last))))

    def _state(self, number: int) -> State:
        event = self.scenario.events[number - 1].happening if number else None
        last = self.timeline.last[number]
        return State(
            after=number,
            event=None if event is None else wording.happening(event),
            conditions=MappingProxyType({flag: (flag, last) in self._obtaining for flag in self._flags}),
            features=MappingProxyType(self._features_at(last)),
            properties=MappingProxyType(self._properties_at(last)),
            attempts=tuple(self._attempts.get(number, ())),
            losses=tuple(self._losses.get(number, ())),
            roll=self._roll(number) if isinstance(event, Roll) else None,
            attack=self._attack(number, event) if isinstance(event, Attack) else None,
        )

    # --- order ------------------------------------------------------------------------------------

    @cached_property
    def _cards(self) -> Mapping[str, int]:
        return {card: place for place, card in enumerate(self.scenario.cards)}

    @cached_property
    def _names(self) -> Mapping[str, int]:
        return {feature: place for place, feature in enumerate(self.features)}

    @cached_property
    def _flags(self) -> tuple[str, ...]:
        from pyrules.model.queries import flags

        return flags(self.scenario)

    # --- what stands ------------------------------------------------------------------------------

    @cached_property
    def _obtaining(self) -> frozenset[tuple[str, int]]:
        found = ((term, step) for term, step in self.atoms.get("obtains", ()) if term.name == "flag")
        return frozenset((term.arguments[0].string, step.number) for term, step in found)

    @cached_property
    def _features(self) -> Mapping[int, Mapping[str, Mapping[str, FeatureState]]]:
        wanted = frozenset(self.timeline.last)
        found = sorted(
            (step.number, self._cards[card.string], self._names[feature.string], card.string, feature.string)
            for card, feature, step in self.atoms.get("has", ())
            if step.number in wanted
        )
        features: dict[int, dict[str, dict[str, FeatureState]]] = {}
        for step, _card, _name, card, feature in found:
            state = self._feature(card, feature, step)
            features.setdefault(step, {}).setdefault(card, {})[feature] = state
        return features

    def _features_at(self, step: int) -> dict[str, Mapping[str, FeatureState]]:
        return {card: MappingProxyType(dict(of)) for card, of in self._features.get(step, {}).items()}

    def _feature(self, card: str, feature: str, step: int) -> FeatureState:
        key = (card, feature, step)
        value, effective = self._numbers["value"].get(key), self._numbers["effective"].get(key)
        suppressed = self._numbers["suppressed_number"].get(key)
        modifiers = self._numbers["modifier_sum"].get(key, 0)  # not every revision has modifiers of features
        return FeatureState(value, effective, self._origins[key], suppressed, modifiers)

    @cached_property
    def _numbers(self) -> Mapping[str, Mapping[tuple[str, str, int], int]]:
        names = ("value", "effective", "suppressed_number", "modifier_sum", "property_value")
        return {
            name: {(c.string, f.string, t.number): number.number for c, f, number, t in self.atoms.get(name, ())}
            for name in names
        }

    @cached_property
    def _origins(self) -> Mapping[tuple[str, str, int], Literal["printed", "acquired"]]:
        return {
            (c.string, f.string, t.number): "printed" if origin.name == "printed" else "acquired"
            for c, f, origin, t in self.atoms.get("origin", ())
        }

    def _properties_at(self, step: int) -> dict[str, Mapping[str, int]]:
        values = self._numbers["property_value"]
        properties: dict[str, Mapping[str, int]] = {}
        for id, card in self.scenario.cards.items():
            known = {name: values[id, name, step] for name in card.properties if (id, name, step) in values}
            if known:
                properties[id] = MappingProxyType(known)
        return properties

    # --- what happened ----------------------------------------------------------------------------

    @cached_property
    def _losses(self) -> Mapping[int, list[Loss]]:
        found = {
            (self.timeline.state_of(step.number), card.string, feature.string, cause.name)
            for card, feature, cause, step in self.atoms.get("loss", ())
        }
        order = sorted(found, key=lambda it: (it[0], self._cards[it[1]], self._names[it[2]], CAUSES.index(it[3])))
        losses: dict[int, list[Loss]] = {}
        for number, card, feature, cause in order:
            losses.setdefault(number, []).append(Loss(card, feature, cast(Literal["lapsed"], cause)))
        return losses

    @cached_property
    def _attempts(self) -> Mapping[int, list[Attempt]]:
        attempts: dict[int, list[Attempt]] = {}
        for (_effect, step), attempt in self.attempts.items():
            attempts.setdefault(self.timeline.state_of(step), []).append(attempt)
        return attempts

    @cached_property
    def attempts(self) -> Mapping[tuple[str, int], Attempt]:
        verdicts: dict[tuple[str, int], tuple[str | None, bool]] = {}
        if self.rulebook.foreign:  # an edit can leave an attempt without a clause that decides it
            verdicts |= {(str(e), t.number): (None, False) for e, t in self.atoms.get("attempted", ())}
        verdicts |= {(str(e), t.number): (label.name, True) for e, label, t in self.atoms.get("performed", ())}
        verdicts |= {(str(e), t.number): (label.name, False) for e, label, t in self.atoms.get("refused", ())}
        numbers = {str(effect): number.number for effect, number in self.atoms.get("attempted_number", ())}
        weighed = {(str(e), t.number): against.number for e, _, against, t in self.atoms.get("weighed", ())}
        attempts: dict[tuple[str, int], Attempt] = {}
        for effect, step in sorted(self.atoms.get("attempted", ()), key=lambda it: (it[1].number, str(it[0]))):
            key = (str(effect), step.number)
            if key in verdicts:
                rule = self._fired.get(key)
                deed, number = self._deed(effect), numbers.get(str(effect))
                attempts[key] = deeds.attempt(self.rulebook, deed, *verdicts[key], number, weighed.get(key), rule)
        return attempts

    @cached_property
    def _fired(self) -> Mapping[tuple[str, int], Rule]:
        """The rule that came to the verdict on an attempt, where several could have."""
        contested = [
            (predicate, arguments)
            for predicate in ("performed", "refused")
            for arguments in self.atoms.get(predicate, ())
            if (arguments[1].name, predicate) in self.rulebook.contested
        ]
        if not contested:
            return {}
        from clingo import Function

        from pyrules.asp.justify.justification import justify

        verdicts = [Function(predicate, list(arguments)) for predicate, arguments in contested]
        justification = justify(self.rulebook.modules, self.atoms, verdicts)
        supports = {atom: justification.of(atom) for atom in verdicts}
        return {
            (str(atom.arguments[0]), atom.arguments[2].number): support.rule
            for atom, support in supports.items()
            if support is not None
        }

    def _deed(self, effect: Symbol) -> Deed:
        arguments = effect.arguments
        if effect.name == "event":
            return deeds.of_event(self.scenario.events[arguments[0].number - 1].happening)
        if effect.name == "aura":
            return deeds.of_aura(self.scenario.auras[arguments[0].number - 1])
        card = arguments[0].string
        return deeds.of_printed(card, self.scenario.cards[card].printed[arguments[1].number - 1])

    # --- rolls and attacks ------------------------------------------------------------------------

    def _of_event(self, name: str, number: int) -> Iterator[list[Symbol]]:
        """The arguments of the atoms of an event in its own micro-step, without the event's number and the step."""
        own = self.timeline.step_of(number)
        for event, *rest, step in self.atoms.get(name, ()):
            if event.number == number and step.number == own:
                yield rest

    def _one(self, name: str, number: int) -> Symbol:
        """What the one atom of an event says."""
        (rest,) = self._of_event(name, number)
        return rest[0]

    def _shaping(self, kind: str, number: int) -> list[str]:
        own = self.timeline.step_of(number)
        return [
            label.name
            for moment, label, step in self.atoms.get("shaped", ())
            if moment.name == kind and moment.arguments[0].number == number and step.number == own
        ]

    def _roll(self, number: int) -> RollResult:
        high = [rest[0].number for rest in self._of_event("roll_high", number)]
        low = [rest[0].number for rest in self._of_event("roll_low", number)]
        return moments.roll(
            self.rulebook,
            results=[rest[0].number for rest in self._of_event("roll_result", number)],
            high=high[0] if high else None,
            low=low[0] if low else None,
            illegal=[rest[0].name for rest in self._of_event("roll_illegal", number)],
            undetermined=any(True for _ in self._of_event("roll_undetermined", number)),
            refused=[(rest[0].number, rest[1].name) for rest in self._of_event("roll_refused", number)],
            shaped=self._shaping("roll", number),
        )

    def _attack(self, number: int, attack: Attack) -> AttackResult:
        return moments.attack(
            self.rulebook,
            attack.kind,
            illegal=[rest[0].name for rest in self._of_event("illegal", number)],
            speed=self._one("speed", number).name,
            target_fights=any(True for _ in self._of_event("target_fights", number)),
            defender_allowed=any(True for _ in self._of_event("defender_allowed", number)),
            magnitude=self._one("magnitude", number).number,
            damage=self._one("damage", number).number,
            shaped=self._shaping("attack", number),
        )
