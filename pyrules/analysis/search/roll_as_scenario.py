"""From a roll of `rules_lp/search/rolls/` to a scenario: the only module that reads one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clingo import Symbol, SymbolType

from pyrules.asp.control import Atoms
from pyrules.model import scenario as model

PLAYERS = {"one": "white", "two": "white", "three": "black", "four": "white", "five": "black"}
GONE = ("four", "five")
"""The cards that have left play before a roll is made."""
BORNE = ("printed_feature", "numeric", "plain", "modifies", "rolls_of")
"""The predicates that say what cards bear."""


def measure(roll: Symbol) -> tuple[object, ...]:
    """What makes one roll smaller than another: who is gone, how many steps, the sum of their numbers, plain ones."""
    by, natural, table, _ = roll.arguments
    steps = _steps(roll)
    numbers = [argument.number for step in steps for argument in step.arguments if argument.type == SymbolType.Number]
    named = [step for step in steps if step.name == "declared" and step.arguments[3].type == SymbolType.String]
    return (
        len(_departed(by.string, steps)),
        len(steps),
        sum(map(abs, numbers)),
        len(named),
        table.name == "strike_table",
        sum(number < 0 for number in numbers),
        abs(natural.number - 4),
        str(roll),
    )


def scenario(roll: Symbol, borne: Atoms) -> model.Scenario:
    """The roll, by the cards that have a part in it, once those that have left play are gone."""
    by, natural, table, _ = roll.arguments
    steps = _steps(roll)
    departed = _departed(by.string, steps)
    printed = {
        card.string: _printed(feature, number) for card, _, feature, number, _ in borne.get("printed_feature", ())
    }
    named = {by.string, *printed, *_declaring(steps)}
    made = model.Roll(by.string, natural.number, table.name == "strike_table", tuple(map(_step, steps)))
    happenings: list[model.Happening] = [*map(model.Depart, sorted(departed)), made]
    return model.Scenario(
        title="",
        cards={card: model.Card(owner, {}, printed.get(card, ())) for card, owner in PLAYERS.items() if card in named},
        features=_declarations(borne),
        events=tuple(map(model.Event, happenings)),
    )


def _steps(roll: Symbol) -> tuple[Symbol, ...]:
    """The steps, the first one first; they are kept the other way round, `((none,S1),S2)`."""
    rest, steps = roll.arguments[3], list[Symbol]()
    while rest.name != "none":
        rest, step = rest.arguments
        steps.insert(0, step)
    return tuple(steps)


def _declaring(steps: Iterable[Symbol]) -> Iterator[str]:
    return (step.arguments[0].string for step in steps if step.name == "declared")


def _departed(by: str, steps: Iterable[Symbol]) -> set[str]:
    return {by, *_declaring(steps)} & set(GONE)


def _printed(feature: Symbol, number: Symbol) -> tuple[model.PrintedFeature]:
    return (model.PrintedFeature(feature.string, number.number if number.type == SymbolType.Number else None),)


def _declarations(borne: Atoms) -> dict[str, model.Declaration]:
    whose = {feature.string: of.name for feature, of in borne.get("rolls_of", ())}
    return {
        feature.string: model.Declaration(
            "roll",
            "plus" if sign.number > 0 else "minus",
            whose.get(feature.string, "any"),  # type: ignore[arg-type]
        )
        for feature, _, sign in borne.get("modifies", ())
    }


def _step(step: Symbol) -> model.RollStep:
    match step.name:
        case "flip":
            return model.Flip()
        case "top":
            return model.Top()
        case "reroll":
            return model.Reroll(step.arguments[0].number)
    card, operation, number, name = step.arguments
    called = name.string if name.type == SymbolType.String else None
    return model.RollModifier(card.string, operation.name, number.number, called)  # type: ignore[arg-type]
