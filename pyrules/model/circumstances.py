"""That a condition holds, or fails, said as a sentence."""

from __future__ import annotations

from pyrules.language import _
from pyrules.model import wording
from pyrules.model.scenario import Adjacent, AllOf, AnyOf, AtLeast, Condition, Flag, Has, InPlay, Not, PropertyAtLeast


def holding(what: Condition) -> str:
    """`hill holds`, `vail is adjacent to bokor`, `vail has no Броня`."""
    match what:
        case Flag(name):
            return _("{name} holds", name=name)
        case Adjacent(first, second):
            return _("{first} is adjacent to {second}", first=first, second=second)
        case InPlay(card):
            return _("{card} is in play", card=card)
        case Has():
            return wording.condition(what)
        case AtLeast(card, feature, number) | PropertyAtLeast(card, feature, number):
            return _("{feature} of {card} is at least {number}", feature=feature, card=card, number=number)
        case Not(denied):
            return failing(denied)
        case AllOf(parts) if parts:
            return _(" and ").join(map(holding, parts))
        case AnyOf(parts) if parts:
            return _(" or ").join(map(holding, parts))
        case _:
            return _("{condition} holds", condition=wording.condition(what))


def failing(what: Condition) -> str:
    """`hill does not hold`, `vail is not adjacent to bokor`, `vail has no Броня`."""
    match what:
        case Adjacent(first, second):
            return _("{first} is not adjacent to {second}", first=first, second=second)
        case InPlay(card):
            return _("{card} is not in play", card=card)
        case Has():
            return wording.condition(Not(what))
        case AtLeast(card, feature, number) | PropertyAtLeast(card, feature, number):
            return _("{feature} of {card} is not at least {number}", feature=feature, card=card, number=number)
        case Not(denied):
            return holding(denied)
        case AllOf(parts) if len(parts) > 1:
            return _("it is not so that {circumstance}", circumstance=holding(what))
        case AnyOf(parts) if parts:
            return _(" and ").join(map(failing, parts))
        case _:
            return _("{condition} does not hold", condition=wording.condition(what))
