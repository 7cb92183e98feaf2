"""What there was of one feature of one card after every micro-step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from clingo import Symbol, SymbolType

from pyrules.explanation.answer_set import AnswerSet
from pyrules.explanation.explanation import Level

CITED = frozenset(
    ("given", "slept", "taken", "suppressed", "stands", "wakes", "lapses", "yields", "sleeps", "forfeited", "loss")
    + ("uncovered", "beside", "expires", "given_number", "brings")
    + ("base", "outdone", "compared", "number", "raised", "raised_from_zero", "modifier_sum", "value", "effective")
)
"""What a ledger asks the rules for."""

Things = Mapping[Symbol, int | None]
"""Instances and modifiers, each with its number (None where it bears none)."""


@dataclass(frozen=True, slots=True)
class FeatureMoment:
    """One micro-step: what stands and what sleeps after it.

    `base` is the instance that applies, `counted` the modifiers that its value counts, `suppressed` whether a printed
    instance lies beneath.
    """

    standing: Things = field(default_factory=dict)
    sleeping: Things = field(default_factory=dict)
    base: Symbol | None = None
    counted: Mapping[Symbol, int] = field(default_factory=dict)
    suppressed: bool = False
    value: Level = "absent"
    effective: Level = "absent"


NOTHING = FeatureMoment()


class FeatureHistory:
    """The atoms about the feature `name` of a card, by micro-step."""

    def __init__(self, record: AnswerSet, card: str, name: str) -> None:
        self.card, self.name = card, name
        self._atoms: dict[tuple[str, int], list[Sequence[Symbol]]] = defaultdict(list)
        about = record.about(card, name)
        self.cited = [atom for atom in about if atom.name in CITED]
        for atom in about:
            *rest, step = atom.arguments
            if step.type == SymbolType.Number:
                self._atoms[atom.name, step.number].append(rest)

    def things(self, name: str, step: int) -> list[Symbol]:
        """The instances and modifiers of which a predicate is true at a micro-step."""
        return sorted(rest[0] for rest in self._atoms.get((name, step), ()))

    def raised(self, step: int) -> list[tuple[Symbol, int]]:
        """The instances whose number is raised at a micro-step, and by how much."""
        return sorted((rest[0], rest[1].number) for rest in self._atoms.get(("raised", step), ()))

    def condition_of(self, thing: Symbol, step: int) -> Symbol | None:
        """The existence condition of a thing at a micro-step."""
        return next((rest[1] for rest in self._atoms.get(("exists_while", step), ()) if rest[0] == thing), None)

    def causes_of_loss(self, step: int) -> list[str]:
        """As what the card loses the feature at a micro-step: lapsed, stripped, replaced."""
        return sorted(rest[2].name for rest in self._atoms.get(("loss", step), ()))

    def forfeited_before(self, step: int) -> list[Symbol]:
        """The modifiers that went with the feature in the micro-step before: settling lets them go only now."""
        return self.things("forfeited", step - 1)

    def at(self, step: int) -> FeatureMoment:
        """What there was after a micro-step."""
        if step < 0:
            return NOTHING
        numbers = {rest[0]: rest[1].number for rest in self._atoms.get(("number", step), ())}
        standing = {thing: numbers.get(thing) for thing in self.things("stands", step)}
        sleeping = {thing: numbers.get(thing) for thing in self.things("sleeps", step)}
        return FeatureMoment(
            standing=standing,
            sleeping=sleeping,
            base=self._base(standing, step),
            counted=self._counted(standing, step),
            suppressed=("suppressed", step) in self._atoms,
            value=self._level("value", step),
            effective=self._level("effective", step),
        )

    def _base(self, standing: Things, step: int) -> Symbol | None:
        which = {rest[2] for rest in self._atoms.get(("base", step), ())}
        return next((each for each in standing if each.name == "instance" and each.arguments[2] in which), None)

    def _counted(self, standing: Things, step: int) -> dict[Symbol, int]:
        if ("modifier_sum", step) not in self._atoms:
            return {}
        return {each: by for each, by in standing.items() if each.name == "modifier" and by is not None}

    def _level(self, name: str, step: int) -> Level:
        numbers = self._atoms.get((name, step))
        if numbers:
            return numbers[0][2].number
        return "present" if ("has", step) in self._atoms else "absent"
