"""Conditions and events in words, the same ones in tables, in JSON and in explanations.

Names stand as they are given; a number that changes another carries its sign.
"""

from __future__ import annotations

from pyrules.language import _
from pyrules.model import scenario


def condition(what: scenario.Condition) -> str:
    """A condition in words: `hill and not night`, `vail has Броня`, `Броня of vail at least 2`."""
    match what:
        case scenario.Flag(name):
            return name
        case scenario.Adjacent(first, second):
            return _("{first} adjacent to {second}", first=first, second=second)
        case scenario.InPlay(card):
            return _("{card} in play", card=card)
        case scenario.Has(card, feature):
            return _("{card} has {feature}", card=card, feature=feature)
        case scenario.AtLeast(card, feature, number) | scenario.PropertyAtLeast(card, feature, number):
            return _("{feature} of {card} at least {number}", feature=feature, card=card, number=number)
        case scenario.Not(denied):
            return _denial(denied)
        case scenario.AllOf(parts):
            return _(" and ").join(map(_part, parts)) or _("always")
        case scenario.AnyOf(parts):
            return _(" or ").join(map(_part, parts)) or _("never")


def _denial(denied: scenario.Condition) -> str:
    match denied:
        case scenario.Adjacent(first, second):
            return _("{first} not adjacent to {second}", first=first, second=second)
        case scenario.InPlay(card):
            return _("{card} not in play", card=card)
        case scenario.Has(card, feature):
            return _("{card} has no {feature}", card=card, feature=feature)
        case scenario.AtLeast(card, feature, number) | scenario.PropertyAtLeast(card, feature, number):
            return _("{feature} of {card} not at least {number}", feature=feature, card=card, number=number)
        case _:
            return _("not {condition}", condition=_part(denied))


def _part(what: scenario.Condition) -> str:
    """A condition as part of another one: in brackets when it has parts of its own."""
    words = condition(what)
    return f"({words})" if isinstance(what, scenario.AllOf | scenario.AnyOf) and len(what.conditions) > 1 else words


def happening(what: scenario.Happening) -> str:
    """An event in words, led by its key in a scenario: `gain Отравление 2 on vail while hill from bokor`."""
    match what:
        case scenario.Start(flag):
            return _("start {flag}", flag=flag)
        case scenario.Stop(flag):
            return _("stop {flag}", flag=flag)
        case scenario.Approach(first, second):
            return _("approach {first} and {second}", first=first, second=second)
        case scenario.Withdraw(first, second):
            return _("withdraw {first} and {second}", first=first, second=second)
        case scenario.Depart(card):
            return _("depart {card}", card=card)
        case scenario.Attack():
            return _attack(what)
        case scenario.Roll():
            return _roll(what)
        case _:
            return _action(what)


def _action(what: scenario.Gain | scenario.Modify | scenario.Lose | scenario.Adjust) -> str:
    match what:
        case scenario.Gain(card, feature, value, existence, source, boosts):
            return f"{attempt('gain', card, feature, value)}{_while(existence)}{_from(source)}{_boosted(boosts)}"
        case scenario.Modify(card, feature, by, existence, source, boosts):
            return f"{attempt('modify', card, feature, by)}{_while(existence)}{_from(source)}{_boosted(boosts)}"
        case scenario.Lose(card, feature):
            return attempt("lose", card, feature, None)
        case scenario.Adjust(card, changed, by, existence, name):
            return f"{attempt('adjust', card, changed, by)}{_called(name)}{_while(existence)}"


def attempt(kind: str, card: str, name: str, number: int | None) -> str:
    """What is to be done to a card: `gain Броня 2 on vail`, `modify Броня -1 on vail`, `lose Броня on vail`."""
    match kind:
        case "gain":
            thing = name if number is None else f"{name} {number}"
            return _("gain {thing} on {card}", thing=thing, card=card)
        case "lose":
            return _("lose {name} on {card}", name=name, card=card)
        case "modify":
            return _("modify {name} {number:+d} on {card}", name=name, number=number, card=card)
        case _:
            return _("adjust {name} {number:+d} on {card}", name=name, number=number, card=card)


def _attack(what: scenario.Attack) -> str:
    parts = {"number": what.value, "by": what.by, "on": what.on}
    attack = (
        _("sudden attack {number} by {by} on {on}", **parts)
        if what.kind == "sudden"
        else _("slow attack {number} by {by} on {on}", **parts)
    )
    defender = [_("defender {card}", card=what.defender)] if what.defender is not None else []
    return ", ".join([attack, *defender, *map(change, what.modifiers)])


def _roll(what: scenario.Roll) -> str:
    roll = _("roll {number} by {card}", number=what.natural, card=what.by)
    table = _(" on the strike table") if what.strike_table else ""
    return ", ".join([f"{roll}{table}", *map(roll_step, what.steps)])


def roll_step(step: scenario.RollStep) -> str:
    """What happens to a roll while it waits: `+1 by menhir`, `at least 3 by vail`, `reroll 2`, `flip`, `top`."""
    match step:
        case scenario.Reroll(natural):
            return _("reroll {number}", number=natural)
        case scenario.Flip():
            return _("flip")
        case scenario.Top():
            return _("top")
        case scenario.RollModifier(source, operation, number, name):
            return _by(_change(operation, number), source, name)


def change(what: scenario.Boost | scenario.AttackModifier) -> str:
    """What changes the number of a gain, a modifier or an attack: `+1 by menhir`."""
    name = what.name if isinstance(what, scenario.AttackModifier) else None
    return _by(f"{what.by:+d}", what.source, name)


def aura(what: scenario.Aura) -> str:
    """An aura in words, as an event is: `gain Броня 1 on vail while hill from bokor`."""
    match what.grant:
        case scenario.Grant(feature, value):
            told = attempt("gain", what.to, feature, value)
        case scenario.Modification(feature, by):
            told = attempt("modify", what.to, feature, by)
        case scenario.Adjustment(name, by, named):
            told = attempt("adjust", what.to, name, by) + _called(named)
        case scenario.Removal(feature):
            told = attempt("lose", what.to, feature, None)
    when = "" if what.when is None else _(" when {condition}", condition=condition(what.when))
    return f"{told}{_while(what.existence)}{when}{_from(what.source)}"


def declaration(feature: str, what: scenario.Declaration) -> str:
    """What a feature changes, in words: `Clumsiness is taken from movement`."""
    changed = modified(what.modifies, what.of)
    if what.sign == "minus":
        return _("{feature} is taken from {changed}", feature=feature, changed=changed)
    return _("{feature} is added to {changed}", feature=feature, changed=changed)


def modified(what: str, of: str = "any") -> str:
    """A number that a feature may change, by its key in a scenario, in words; `of` says whose rolls."""
    match what, of:
        case "incoming_attack", _whose:
            return _("the number of attacks on the card")
        case "outgoing_attack", _whose:
            return _("the number of attacks by the card")
        case "roll", "own":
            return _("rolls of the card")
        case "roll", "squad":
            return _("rolls of all cards of its player")
        case "roll", "opponents":
            return _("rolls of the cards of other players")
        case "roll", _whose:
            return _("rolls of all cards")
        case _:
            return what


def _change(operation: str, number: int) -> str:
    """What a modifier does to a roll."""
    match operation:
        case "times":
            return _("times {number}", number=number)
        case "at_least":
            return _("at least {number}", number=number)
        case "at_most":
            return _("at most {number}", number=number)
        case "set":
            return _("set {number}", number=number)
        case _:
            return f"{number:+d}"


def _by(change: str, source: str, name: str | None) -> str:
    return _("{change} by {card}", change=change, card=source) + _called(name)


def _boosted(boosts: tuple[scenario.Boost, ...]) -> str:
    return "".join(f", {change(boost)}" for boost in boosts)


def _while(existence: scenario.Condition | None) -> str:
    return "" if existence is None else _(" while {condition}", condition=condition(existence))


def _from(source: str | None) -> str:
    return "" if source is None else _(" from {card}", card=source)


def _called(name: str | None) -> str:
    return "" if name is None else f" ({name})"
