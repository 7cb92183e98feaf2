"""The bound of a search: how large the scenarios are that it looks at, and what it looks at in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import TypedDict

from pyrules.analysis.compare.differences import Observed

CARDS = ("one", "two", "three", "four")
FEATURES = ("A", "B", "C", "D")
FLAGS = ("h", "k", "m", "n")
DEEDS = ("start", "stop", "gain", "modify", "lose", "depart")
DEEDS_OF_SEVERAL = ("approach", "withdraw")


class Sizes(TypedDict, total=False):
    """The parts of a bound by name."""

    cards: int
    features: int
    conditions: int
    events: int
    max_value: int
    printed: int
    auras: int
    on_features: bool
    observe: tuple[Observed, ...]


@dataclass(frozen=True, slots=True)
class Bound:
    """How many cards, features, flags and auras a scenario has at most, how many events, and how large its numbers are.

    `printed` is the number of things printed on each card; numbers given are 1 to `max_value`, modifiers of either
    sign. `on_features` lets conditions ask for features. `observe` is what must differ. `adjacency` lets several cards
    be adjacent.
    """

    cards: int = 1
    features: int = 1
    conditions: int = 1
    events: int = 4
    max_value: int = 3
    printed: int = 2
    auras: int = 0
    on_features: bool = False
    observe: tuple[Observed, ...] = ("value", "losses")
    adjacency: bool = True

    def facts(self) -> str:
        """The bound in the words of `rules_lp/search/scenario.lp` and `event.lp`."""
        return "\n".join(self._facts()) + "\n"

    def _facts(self) -> Iterator[str]:
        yield from (f'may_card("{card}").' for card in CARDS[: self.cards])
        yield from (f'may_feature("{feature}").' for feature in FEATURES[: self.features])
        yield from (f'may_flag("{flag}").' for flag in FLAGS[: self.conditions])
        yield f"may_number(1..{self.max_value})."
        yield from (f'may_place("{card}",1..{self.printed}).' for card in CARDS[: self.cards] if self.printed)
        yield from (f"may_aura({number})." for number in range(1, self.auras + 1))
        yield f"may_event(1..{self.events})."
        yield from (f"may_deed({deed})." for deed in self.deeds)
        yield from (f"observes({what})." for what in self.observe)
        if self.on_features:
            yield "may_depend(features)."

    def no_larger_than(self, other: Bound) -> Bound:
        """The part of the bound that is no larger than the other one."""
        sizes = ("cards", "features", "conditions", "events", "max_value", "printed", "auras")
        return replace(self, **{size: min(getattr(self, size), getattr(other, size)) for size in sizes})

    def parts(self) -> tuple[Bound, ...]:
        """Ever larger parts of the bound, itself the last: by what makes a scenario of one card small, then by numbers.

        With several cards the number of things printed on each does not say how many there are: by numbers alone.
        """
        sizes = (self.printed, self.auras, self.conditions)
        shapes = product(*(range(most + 1) for most in sizes)) if self.cards == 1 else (sizes,)
        return tuple(
            replace(self, printed=printed, auras=auras, conditions=conditions, max_value=number)
            for printed, auras, conditions in shapes
            for number in range(1, self.max_value + 1)
        )

    @property
    def shape(self) -> tuple[int, int, int]:
        """How many printed things, auras and conditions a scenario of one card has at most."""
        return self.printed, self.auras, self.conditions

    @property
    def deeds(self) -> tuple[str, ...]:
        """The kinds of event that the bound has."""
        return DEEDS + (DEEDS_OF_SEVERAL if self.cards > 1 and self.adjacency else ())


USUAL = Bound()
