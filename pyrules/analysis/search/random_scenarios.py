"""Scenarios within a bound, drawn by chance, and made smaller while they still show what they show."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from pyrules.analysis.search.bound import CARDS, FEATURES, FLAGS, Bound
from pyrules.language import _
from pyrules.model import scenario as model

Printed = tuple[model.PrintedFeature | model.PrintedModifier, ...]
PLAIN_SHARE = 0.15
"""How often a feature is drawn without a number."""


def drawn(bound: Bound, seed: int) -> model.Scenario:
    """A scenario within the bound; the same seed draws the same one."""
    return Draw(bound, random.Random(seed)).scenario()


def shrunk(scenario: model.Scenario, still: Callable[[model.Scenario], bool]) -> model.Scenario:
    """The scenario without the events, printed things, auras and flags that it can do without, `still` being true."""
    less = next((each for each in smaller(scenario) if still(each)), None)
    return scenario if less is None else shrunk(less, still)


def smaller(scenario: model.Scenario) -> Iterator[model.Scenario]:
    """The scenarios without one event, printed thing, aura or flag of this one."""
    for place in range(len(scenario.events)):
        yield replace(scenario, events=scenario.events[:place] + scenario.events[place + 1 :])
    for place in range(len(scenario.auras)):
        yield replace(scenario, auras=scenario.auras[:place] + scenario.auras[place + 1 :])
    for id, card in scenario.cards.items():
        for place in range(len(card.printed)):
            less = replace(card, printed=card.printed[:place] + card.printed[place + 1 :])
            yield replace(scenario, cards={**scenario.cards, id: less})
    for flag in scenario.conditions:
        yield replace(scenario, conditions=tuple(other for other in scenario.conditions if other != flag))


def simpler(scenario: model.Scenario) -> Iterator[model.Scenario]:
    """The scenarios in which one thing exists always, or has a number nearer to 0, or stands behind its feature."""
    for place, event in enumerate(scenario.events):
        for thing in _simpler(event.happening):
            events = (*scenario.events[:place], replace(event, happening=thing), *scenario.events[place + 1 :])
            yield replace(scenario, events=events)
    for id, card in scenario.cards.items():
        for printed in _simpler_cards(card.printed):
            yield replace(scenario, cards={**scenario.cards, id: replace(card, printed=printed)})


def _simpler_cards(printed: Printed) -> Iterator[Printed]:
    for place, thing in enumerate(printed):
        before, behind = printed[:place], printed[place + 1 :]
        yield from ((*before, less, *behind) for less in _simpler(thing))
        if isinstance(thing, model.PrintedModifier) and any(isinstance(each, model.PrintedFeature) for each in behind):
            yield (*before, behind[0], thing, *behind[1:])


def _simpler(thing: Any) -> Iterator[Any]:
    if getattr(thing, "existence", None) is not None:
        yield replace(thing, existence=None)
    for name in ("by", "value"):
        number = getattr(thing, name, None)
        if isinstance(number, int) and abs(number) > 1:
            yield replace(thing, **{name: number - (1 if number > 0 else -1)})


class Draw:
    """Draws the parts of a scenario within a bound."""

    def __init__(self, bound: Bound, chance: random.Random) -> None:
        self.bound, self.chance = bound, chance
        self.cards = CARDS[: bound.cards]
        self.numeric = {name: chance.random() > PLAIN_SHARE for name in FEATURES[: bound.features]}
        self.modifiable = [name for name, numeric in self.numeric.items() if numeric]

    def scenario(self) -> model.Scenario:
        """The whole of one."""
        flags = FLAGS[: self.bound.conditions]
        cards = {card: model.Card(printed=tuple(self._printed())) for card in self.cards}
        auras = tuple(self._aura() for _ in range(self.bound.auras)) if self.numeric else ()
        events = tuple(model.Event(happening) for _ in range(self.bound.events) if (happening := self._happening()))
        return model.Scenario(
            title=_("drawn by chance"),
            cards=cards,
            conditions=tuple(flag for flag in flags if self.chance.random() < 0.5),
            auras=auras,
            events=events,
        )

    def _printed(self) -> Iterator[model.PrintedFeature | model.PrintedModifier]:
        names = set(self.numeric)
        for _place in range(self.chance.randint(0, self.bound.printed)):
            if self.modifiable and self.chance.random() < 0.4:
                yield model.PrintedModifier(self.chance.choice(self.modifiable), self._change(), self._existence())
            elif names:
                name = self.chance.choice(sorted(names))
                names.remove(name)
                yield model.PrintedFeature(name, self._number(name), self._existence())

    def _aura(self) -> model.Aura:
        condition = self._condition()
        grant = self._grant()
        to = self.chance.choice(self.cards)
        if condition is None:
            return model.Aura(to, grant, source=self.chance.choice(self.cards))
        if self.chance.random() < 0.6:
            return model.Aura(to, grant, existence=condition)
        return model.Aura(to, grant, when=condition)

    def _grant(self) -> model.Grant | model.Modification:
        if self.modifiable and self.chance.random() < 0.4:
            return model.Modification(self.chance.choice(self.modifiable), self._change())
        name = self.chance.choice(sorted(self.numeric))
        return model.Grant(name, self._number(name))

    def _happening(self) -> model.Happening | None:
        card = self.chance.choice(self.cards)
        kinds = [kind for kind in self.bound.deeds if self._possible(kind)]
        weights = [0.3 if kind == "depart" else 1.0 for kind in kinds]
        if not kinds:
            return None
        match self.chance.choices(kinds, weights)[0]:
            case "start":
                return model.Start(self.chance.choice(FLAGS[: self.bound.conditions]))
            case "stop":
                return model.Stop(self.chance.choice(FLAGS[: self.bound.conditions]))
            case "approach":
                return model.Approach(*self.chance.sample(self.cards, 2))
            case "withdraw":
                return model.Withdraw(*self.chance.sample(self.cards, 2))
            case "depart":
                return model.Depart(card)
            case "lose":
                return model.Lose(card, self.chance.choice(sorted(self.numeric)))
            case "modify":
                return model.Modify(card, self.chance.choice(self.modifiable), self._change(), self._existence())
            case _:
                name = self.chance.choice(sorted(self.numeric))
                return model.Gain(card, name, self._number(name), self._existence())

    def _possible(self, kind: str) -> bool:
        if kind in ("start", "stop"):
            return bool(self.bound.conditions)
        if kind == "modify":
            return bool(self.modifiable)
        return kind not in ("gain", "lose") or bool(self.numeric)

    def _number(self, name: str) -> int | None:
        return self.chance.randint(1, self.bound.max_value) if self.numeric[name] else None

    def _change(self) -> int:
        return self.chance.choice((1, -1)) * self.chance.randint(1, self.bound.max_value)

    def _existence(self) -> model.Condition | None:
        return self._condition() if self.chance.random() < 0.5 else None

    def _condition(self) -> model.Condition | None:
        menu: list[model.Condition] = [model.Flag(flag) for flag in FLAGS[: self.bound.conditions]]
        if len(self.cards) > 1:
            menu.append(model.Adjacent(self.cards[0], self.cards[1]))
        if self.bound.on_features:
            menu += [model.Has(card, name) for card in self.cards for name in self.numeric]
            menu += [
                model.AtLeast(card, name, self.chance.randint(1, self.bound.max_value))
                for card in self.cards
                for name in self.modifiable
            ]
        if not menu:
            return None
        condition = self.chance.choice(menu)
        return model.Not(condition) if self.chance.random() < 0.5 else condition
