"""What stands in a state, thing by thing, in words short enough for a cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pyrules.model.result import FeatureState, State


@dataclass(frozen=True, slots=True)
class Thing:
    """A feature or a property of a card."""

    card: str
    name: str
    kind: Literal["feature", "property"]

    def __str__(self) -> str:
        return f"{self.name} of {self.card}"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a thing stands: its number (or whether it is there), and what more there is to know."""

    number: str
    details: str = ""

    def __str__(self) -> str:
        return f"{self.number} ({self.details})" if self.details else self.number


ABSENT, PRESENT = Standing("absent"), Standing("present")


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
        details.append(f"works as {feature.effective}")
    if feature.suppressed is not None:
        details.append(f"{feature.suppressed} suppressed")
    if feature.modifiers:
        details.append(f"{feature.modifiers:+d} in force")
    return Standing(str(feature.value), ", ".join(details))
