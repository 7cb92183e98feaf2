"""That a condition holds, or fails, said as a sentence."""

from __future__ import annotations

from pyrules.model import wording
from pyrules.model.scenario import Adjacent, AllOf, AtLeast, Condition, Flag, Has, InPlay, Not


def holding(what: Condition) -> str:
    """`hill holds`, `vail is adjacent to bokor`, `vail has no Броня`."""
    match what:
        case Flag(name):
            return f"{name} holds"
        case Adjacent(first, second):
            return f"{first} is adjacent to {second}"
        case InPlay(card):
            return f"{card} is in play"
        case Has():
            return wording.condition(what)
        case AtLeast(card, feature, number):
            return f"{feature} of {card} is at least {number}"
        case Not(denied):
            return failing(denied)
        case AllOf(parts) if parts:
            return " and ".join(map(holding, parts))
        case _:
            return f"{wording.condition(what)} holds"


def failing(what: Condition) -> str:
    """`hill does not hold`, `vail is not adjacent to bokor`, `vail has no Броня`."""
    match what:
        case Adjacent(first, second):
            return f"{first} is not adjacent to {second}"
        case InPlay(card):
            return f"{card} is not in play"
        case Has():
            return wording.condition(Not(what))
        case AtLeast(card, feature, number):
            return f"{feature} of {card} is not at least {number}"
        case Not(denied):
            return holding(denied)
        case _:
            return f"{wording.condition(what)} does not hold"
