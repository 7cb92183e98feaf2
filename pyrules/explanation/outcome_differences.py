"""Where the outcomes of an undetermined scenario part."""

from __future__ import annotations

from collections.abc import Sequence

from pyrules.explanation.explanation import Level, Parting
from pyrules.model.result import Outcome, State


def partings(outcomes: Sequence[Outcome]) -> tuple[Parting, ...]:
    """The features that differ in the first state in which any does; none when there is one outcome."""
    for states in zip(*(outcome.states for outcome in outcomes), strict=True):
        names = {(card, name): None for state in states for card in state.features for name in state.features[card]}
        found = (
            Parting(states[0].after, card, name, tuple(_level(state, card, name) for state in states))
            for card, name in names
        )
        differing = tuple(parting for parting in found if len(set(parting.levels)) > 1)
        if differing:
            return differing
    return ()


def _level(state: State, card: str, name: str) -> Level:
    feature = state.features.get(card, {}).get(name)
    if feature is None:
        return "absent"
    return "present" if feature.value is None else feature.value
