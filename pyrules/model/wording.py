"""Conditions and events in words, the same ones in tables, in JSON and in explanations.

Names stand as they are given; a number that changes another carries its sign.
"""

from __future__ import annotations

from pyrules.model import scenario


def condition(what: scenario.Condition) -> str:
    """A condition in words: `hill and not night`, `vail has Броня`, `Броня of vail at least 2`."""
    match what:
        case scenario.Flag(name):
            return name
        case scenario.Adjacent(first, second):
            return f"{first} adjacent to {second}"
        case scenario.InPlay(card):
            return f"{card} in play"
        case scenario.Has(card, feature):
            return f"{card} has {feature}"
        case scenario.AtLeast(card, feature, number):
            return f"{feature} of {card} at least {number}"
        case scenario.Not(denied):
            return _denial(denied)
        case scenario.AllOf(parts):
            return " and ".join(map(_part, parts)) or "always"
        case scenario.AnyOf(parts):
            return " or ".join(map(_part, parts)) or "never"


def _denial(denied: scenario.Condition) -> str:
    match denied:
        case scenario.Adjacent(first, second):
            return f"{first} not adjacent to {second}"
        case scenario.InPlay(card):
            return f"{card} not in play"
        case scenario.Has(card, feature):
            return f"{card} has no {feature}"
        case scenario.AtLeast(card, feature, number):
            return f"{feature} of {card} not at least {number}"
        case _:
            return f"not {_part(denied)}"


def _part(what: scenario.Condition) -> str:
    """A condition as part of another one: in brackets when it has parts of its own."""
    words = condition(what)
    return f"({words})" if isinstance(what, scenario.AllOf | scenario.AnyOf) and len(what.conditions) > 1 else words


def happening(what: scenario.Happening) -> str:
    """An event in words, led by its key in a scenario: `gain Отравление 2 on vail while hill from bokor`."""
    match what:
        case scenario.Start(flag):
            return f"start {flag}"
        case scenario.Stop(flag):
            return f"stop {flag}"
        case scenario.Approach(first, second):
            return f"approach {first} and {second}"
        case scenario.Withdraw(first, second):
            return f"withdraw {first} and {second}"
        case scenario.Depart(card):
            return f"depart {card}"
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
    if number is None:
        return f"{kind} {name} on {card}"
    return f"{kind} {name} {number} on {card}" if kind == "gain" else f"{kind} {name} {number:+d} on {card}"


def _attack(what: scenario.Attack) -> str:
    defender = [f"defender {what.defender}"] if what.defender is not None else []
    modifiers = [f"{modifier.by:+d} by {modifier.source}{_called(modifier.name)}" for modifier in what.modifiers]
    return ", ".join([f"{what.kind} attack {what.value} by {what.by} on {what.on}", *defender, *modifiers])


def _roll(what: scenario.Roll) -> str:
    table = " on the strike table" if what.strike_table else ""
    return ", ".join([f"roll {what.natural} by {what.by}{table}", *map(roll_step, what.steps)])


def roll_step(step: scenario.RollStep) -> str:
    """What happens to a roll while it waits: `+1 by menhir`, `at least 3 by vail`, `reroll 2`, `flip`, `top`."""
    match step:
        case scenario.Reroll(natural):
            return f"reroll {natural}"
        case scenario.Flip():
            return "flip"
        case scenario.Top():
            return "top"
        case scenario.RollModifier(source, operation, number, name):
            change = f"{number:+d}" if operation == "add" else f"{operation.replace('_', ' ')} {number}"
            return f"{change} by {source}{_called(name)}"


def _boosted(boosts: tuple[scenario.Boost, ...]) -> str:
    return "".join(f", {boost.by:+d} by {boost.source}" for boost in boosts)


def _while(existence: scenario.Condition | None) -> str:
    return "" if existence is None else f" while {condition(existence)}"


def _from(source: str | None) -> str:
    return "" if source is None else f" from {source}"


def _called(name: str | None) -> str:
    return "" if name is None else f" ({name})"


def counted(number: int, noun: str) -> str:
    """So many of something: `1 card`, `2 cards`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
