"""Scenarios drawn by chance with all that a scenario may hold beside what the bound of a search knows.

Their cards have players and a property, which features change, auras and events adjust, perhaps by name, and conditions
ask about; auras are for groups of cards and take features; gains and modifiers are boosted; dice are rolled.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from pyrules.analysis.search.bound import FEATURES, Bound
from pyrules.analysis.search.random_scenarios import Draw
from pyrules.model import scenario as model

PROPERTY = "movement"
PLAYERS = ("white", "black")
NAMES = (None, "Fear", FEATURES[0])
DECLARATIONS = (
    model.Declaration(PROPERTY),
    model.Declaration(PROPERTY, "minus"),
    model.Declaration("roll", of="own"),
    model.Declaration("roll", of="squad"),
    model.Declaration("roll", "minus", of="opponents"),
)
WIDER = 0.35
"""How often an aura or an event is of a kind that the bound does not know."""


def drawn_wide(bound: Bound, seed: int) -> model.Scenario:
    """A scenario as large as the bound says, of every kind; the same seed draws the same one."""
    return _WideDraw(bound, random.Random(seed)).scenario()


class _WideDraw(Draw):
    def scenario(self) -> model.Scenario:
        less = super().scenario()
        owned = zip(less.cards.items(), PLAYERS * len(less.cards), strict=False)
        return replace(
            less,
            cards={id: replace(card, player=player, properties=self._property()) for (id, card), player in owned},
            features={name: self._declaration() for name in self.numeric if self.chance.random() < 0.7},
            auras=tuple(each for aura in less.auras for each in self._for_group(aura)),
        )

    def _property(self) -> dict[str, int]:
        return {PROPERTY: self.chance.randint(0, self.bound.max_value)}

    def _declaration(self) -> model.Declaration:
        return self.chance.choice(DECLARATIONS)

    def _for_group(self, aura: model.Aura) -> Iterator[model.Aura]:
        """The aura, or one for each other card than the one that it comes from."""
        if aura.source is None or self.chance.random() < 0.5:
            yield aura
            return
        yield from (replace(aura, to=card) for card in self.cards if card != aura.source)

    def _aura(self) -> model.Aura:
        aura = super()._aura()
        if self.chance.random() < WIDER:
            aura = replace(aura, source=self.chance.choice(self.cards))
        if self.chance.random() > WIDER:
            return aura
        if aura.when is not None and self.numeric:
            return replace(aura, grant=model.Removal(self.chance.choice(sorted(self.numeric))))
        return replace(aura, grant=model.Adjustment(PROPERTY, self._change(), self._name()))

    def _happening(self) -> model.Happening | None:
        happening = super()._happening()
        match happening:
            case model.Gain(value=int()) | model.Modify() if self.chance.random() < WIDER:
                return replace(happening, boosts=(model.Boost(self.chance.choice(self.cards), self._change()),))
            case _ if self.chance.random() < WIDER:
                return self._beyond()
        return happening

    def _beyond(self) -> model.Happening:
        card = self.chance.choice(self.cards)
        if self.chance.random() < 0.3:
            return model.Roll(card, self.chance.randint(1, 6))
        return model.Adjust(card, PROPERTY, self._change(), self._existence(), self._name())

    def _name(self) -> str | None:
        return self.chance.choice(NAMES)

    def _condition(self) -> model.Condition | None:
        if not self.bound.on_features or self.chance.random() > WIDER:
            return super()._condition()
        number = self.chance.randint(1, self.bound.max_value)
        asked = model.PropertyAtLeast(self.chance.choice(self.cards), PROPERTY, number)
        return model.Not(asked) if self.chance.random() < 0.5 else asked
