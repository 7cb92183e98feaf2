"""What stands in a state, thing by thing, in words short enough for a cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pyrules.language import _, mark
from pyrules.model.result import FeatureState, State


@dataclass(frozen=True, slots=True)
class Thing:
    """A feature or a property of a card."""

    card: str
    name: str
    kind: Literal["feature", "property"]

    def __str__(self) -> str:
        return _("{name} of {card}", name=self.name, card=self.card)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a thing stands: its number (or whether it is there), and what more there is to know."""

    number: str
    details: str = ""

    def __str__(self) -> str:
        number = _(self.number)
        return f"{number} ({self.details})" if self.details else number


ABSENT, PRESENT = Standing(mark("absent")), Standing(mark("present"))


def standings(state: State) -> dict[Thing, Standing]:
    """Everything that stands in a state: features and then properties, card by card."""
    features = {
        Thing(card, name, "feature"): _feature(feature)
        for card, names in state.features.items()
        for name, feature in names.items()
    }
    properties = {
        Thing(card, name, "property"): Standing(str(number))
        for card, names in state.properties.items()
        for name, number in names.items()
    }
    return features | properties


def _feature(feature: FeatureState) -> Standing:
    if feature.value is None:
        return PRESENT
    details = []
    if feature.effective != feature.value:
        details.append(_("works as {effective}", effective=feature.effective))
    if feature.suppressed is not None:
        details.append(_("{suppressed} suppressed", suppressed=feature.suppressed))
    if feature.modifiers:
        details.append(_("{modifiers:+d} in force", modifiers=feature.modifiers))
    return Standing(str(feature.value), ", ".join(details))
