"""Moments at which what cards have is needed: properties in every state, attacks and rolls as they happen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from pyrules.model.result import FeatureState
from pyrules.model.scenario import Attack, Declaration, Flip, Reroll, Roll, RollStep, Top
from pyrules.table.questions.kind import Key
from pyrules.table.table import Asking, Unfit

if TYPE_CHECKING:
    from pyrules.table.walk import _Walk

ATTACK, ROLL = ("incoming_attack", "outgoing_attack"), ("roll",)


class _Names:
    """Names in the order in which they are first used: what they are called makes no difference."""

    def __init__(self, letter: str) -> None:
        self._letter = letter
        self._names: dict[str, str] = {}

    def of(self, name: str) -> str:
        return self._names.setdefault(name, f'"{self._letter}{len(self._names)}"')


class Moments:
    """What is asked of what cards have, at one micro-step of a walk."""

    def __init__(self, walk: _Walk) -> None:
        self.walk, self.scenario = walk, walk.scenario
        self.declared = self.scenario.features

    def properties(self) -> Asking:
        """Card -> property -> value, for the cards in play."""
        found: dict[str, Mapping[str, int]] = {}
        for id, card in self.scenario.cards.items():
            if card.properties and self.walk.in_play[id]:
                values = {}
                for property, base in card.properties.items():
                    (values[property],) = yield from self.walk.table.ask("property", self._property(id, property, base))
                found[id] = MappingProxyType(values)
        return found

    def _property(self, card: str, property: str, base: int) -> Key:
        names = _Names("n")
        adjustments = []
        numbers = {"event": 0, "aura": 0}
        for each in self.walk.adjusting:
            deed = each.act.deed
            if each.made and (deed.card, deed.name) == (card, property):
                numbers[deed.by] += 1
                name = self.walk.called.get(each.act)
                if name is not None and name in self.declared:
                    raise Unfit
                called = None if name is None else names.of(name)
                adjustments.append((f"{deed.by}({numbers[deed.by]})", called, each.act.number, len(each.made)))
        had = tuple(
            (names.of(name), _sign(declared), self._bears(name), shown.effective)
            for name, declared in self.declared.items()
            if declared.modifies == property and (shown := self._shown(card, name)) is not None
        )
        return base, tuple(adjustments), had

    def _bears(self, name: str) -> bool:
        """Whether a feature bears a number."""
        return self.walk.numeric.get(name, False)

    def _shown(self, card: str, name: str) -> FeatureState | None:
        feature = self.walk.features.get((card, name))
        return feature.shown if feature is not None else None

    def of(self, happening: Attack | Roll) -> Asking:
        """The result of an attack or a roll that happens now."""
        if isinstance(happening, Attack):
            return (yield from self.walk.table.ask("attack", self._attack(happening)))
        return (yield from self.walk.table.ask("roll", self._roll(happening)))

    def _attack(self, attack: Attack) -> Key:
        names = _Names("n")
        cards = [attack.by, attack.on, *([attack.defender] if attack.defender else [])]
        cards += [modifier.source for modifier in attack.modifiers]
        called = _in_order(cards)
        parties = self._parties(called, ATTACK, names, players=False)
        self._refuse_declared(modifier.name for modifier in attack.modifiers)
        return (
            parties,
            attack.kind,
            called[attack.by],
            called[attack.on],
            attack.value,
            called[attack.defender] if attack.defender else None,
            tuple(
                [
                    (called[each.source], each.by, "none" if each.name is None else names.of(each.name))
                    for each in attack.modifiers
                ]
            ),
        )

    def _roll(self, roll: Roll) -> Key:
        names = _Names("n")
        cards = [roll.by, *(step.source for step in roll.steps if hasattr(step, "source"))]
        cards += [
            card
            for card in self.scenario.cards
            for name, declared in self.declared.items()
            if declared.modifies in ROLL and self._shown(card, name) is not None
        ]
        called = _in_order(cards)
        parties = self._parties(called, ROLL, names, players=True)
        self._refuse_declared(getattr(step, "name", None) for step in roll.steps)
        steps = tuple([_step(step, called, names) for step in roll.steps])
        return parties, called[roll.by], roll.natural, roll.strike_table, steps

    def _refuse_declared(self, names: Iterable[str | None]) -> None:
        """A modifier that bears the name of a declared feature is beyond the table."""
        if any(name is not None and name in self.declared for name in names):
            raise Unfit

    def _parties(self, called: Mapping[str, str], what: tuple[str, ...], names: _Names, players: bool) -> Key:
        owners = _Names("p")
        return tuple(
            (
                name,
                owners.of(player) if players and (player := self.scenario.cards[card].player) is not None else None,
                self.walk.in_play[card],
                tuple(
                    [
                        (
                            names.of(feature),
                            declared.modifies,
                            _sign(declared),
                            self._bears(feature),
                            shown.effective,
                            None if declared.of == "any" else declared.of,
                        )
                        for feature, declared in self.declared.items()
                        if declared.modifies in what and (shown := self._shown(card, feature)) is not None
                    ]
                ),
            )
            for card, name in called.items()
        )


def _in_order(cards: Iterable[str]) -> Mapping[str, str]:
    """Names for cards, in an order that is theirs: clingo compares names."""
    return {card: f'"c{place:03}"' for place, card in enumerate(sorted(set(cards), key=str.encode))}


def _sign(declared: Declaration) -> int:
    return 1 if declared.sign == "plus" else -1


def _step(step: RollStep, called: Mapping[str, str], names: _Names) -> tuple[str, tuple[object, ...]]:
    match step:
        case Reroll(natural):
            return "reroll", (natural,)
        case Flip():
            return "flip", ()
        case Top():
            return "top", ()
    name = "none" if step.name is None else names.of(step.name)
    return "roll_modifier", (called[step.source], step.operation, step.number, name)
