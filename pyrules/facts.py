"""A scenario as facts: the text that is solved, in the words of `rules_lp/vocabulary.lp`.

This is the only module that writes predicate names into facts. Text never becomes code: every name passes through the
one quoting filter, `name`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, reduce
from typing import TYPE_CHECKING

from pyrules.model import (
    Adjacent,
    All,
    Any,
    AtLeast,
    Aura,
    Change,
    Condition,
    Declaration,
    Event,
    Flag,
    Gain,
    Grant,
    Happening,
    Has,
    InPlay,
    Lose,
    Modify,
    Not,
    PrintedFeature,
    PrintedModifier,
    RollStep,
    Scenario,
)
from pyrules.timeline import Examined, adjacency, timeline

if TYPE_CHECKING:
    from jinja2 import Template

FIXED_NUMBERS = ("incoming_attack", "outgoing_attack", "roll")


def facts(scenario: Scenario) -> str:
    """The scenario as plain clingo facts, one a line, the same for every rulebook."""
    numeric, plain = feature_kinds(scenario)
    return _template().render(scenario=scenario, timeline=timeline(scenario), numeric=numeric, plain=plain)


def reads_features(scenario: Scenario) -> bool:
    """Whether any condition of the scenario asks for a feature (`has`, `at_least`)."""
    return any(isinstance(part, Has | AtLeast) for condition in conditions(scenario) for part in parts(condition))


def conditions(scenario: Scenario) -> Iterator[Condition]:
    """Every condition that the scenario states, in order."""
    for card in scenario.cards.values():
        yield from (thing.existence for thing in card.printed if thing.existence is not None)
    for aura in scenario.auras:
        yield from (condition for condition in (aura.existence, aura.when) if condition is not None)
    for event in scenario.events:
        existence = getattr(event.happening, "existence", None)
        if existence is not None:
            yield existence


def parts(condition: Condition) -> Iterator[Condition]:
    """The condition and all that it is made of."""
    yield condition
    match condition:
        case Not(inner):
            yield from parts(inner)
        case All(inners) | Any(inners):
            for inner in inners:
                yield from parts(inner)


def feature_names(scenario: Scenario) -> tuple[str, ...]:
    """Every named feature of the scenario, in order of appearance."""
    return tuple(dict.fromkeys(feature for feature, _ in _mentions(scenario)))


def feature_kinds(scenario: Scenario) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The features that bear a number in the scenario, and those that do not, each in order of appearance."""
    kinds: dict[str, bool] = {}
    for feature, numeric in _mentions(scenario):
        kinds[feature] = kinds.get(feature, False) or numeric
    numbered = tuple(feature for feature, numeric in kinds.items() if numeric)
    return numbered, tuple(feature for feature in kinds if feature not in numbered)


def _mentions(scenario: Scenario) -> Iterator[tuple[str, bool]]:
    """Every mention of a named feature, and whether it bears a number there."""
    things: list[object] = [thing for card in scenario.cards.values() for thing in card.printed]
    things += [aura.grant for aura in scenario.auras]
    things += [event.happening for event in scenario.events]
    things += [part for condition in conditions(scenario) for part in parts(condition)]
    for thing in things:
        match thing:
            case PrintedFeature(feature, value) | Grant(feature, value) | Gain(_, feature, value):
                yield feature, value is not None
            case PrintedModifier(feature) | Change(feature) | Modify(_, feature) | AtLeast(_, feature):
                yield feature, True
            case Lose(_, feature) | Has(_, feature):
                yield feature, False


# --- filters of the template ----------------------------------------------------------------------


def quoted(text: str) -> str:
    """The text as a clingo string term."""
    return '"' + text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"') + '"'


def term(condition: Condition | None) -> str:
    """The condition as a clingo term; `always` for none."""
    match condition:
        case None:
            return "always"
        case Flag(flag):
            return f"flag({quoted(flag)})"
        case Adjacent(first, second):
            return _adjacency_term((first, second))
        case InPlay(card):
            return f"in_play({quoted(card)})"
        case Has(card, feature):
            return f"has({quoted(card)},{quoted(feature)})"
        case AtLeast(card, feature, number):
            return f"at_least({quoted(card)},{quoted(feature)},{number})"
        case Not(inner):
            return f"negation({term(inner)})"
        case All(inners):
            return _joined("both", "always", inners)
        case Any(inners):
            return _joined("either", "never", inners)


def _joined(functor: str, empty: str, inners: tuple[Condition, ...]) -> str:
    terms = [term(inner) for inner in inners]
    if not terms:
        return empty
    return reduce(lambda right, left: f"{functor}({left},{right})", reversed(terms[:-1]), terms[-1])


def _adjacency_term(pair: tuple[str, str]) -> str:
    return f"adjacent({_ordered(*pair)})"


def _ordered(first: str, second: str) -> str:
    return ",".join(quoted(card) for card in adjacency(first, second))


def _modified(declaration: Declaration) -> str:
    fixed = declaration.modifies in FIXED_NUMBERS
    return declaration.modifies if fixed else f"property({quoted(declaration.modifies)})"


def _examined(examined: Examined) -> str:
    if examined.card is None:
        return f"aura({examined.number})"
    return f"printed({quoted(examined.card)},{examined.number})"


def _kind(thing: Event | RollStep) -> str:
    inner: Happening | RollStep = thing.happening if isinstance(thing, Event) else thing
    return type(inner).__name__.lower()


def _amount(aura: Aura) -> int | None:
    return aura.grant.value if isinstance(aura.grant, Grant) else aura.grant.by


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("pyrules"), undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True
    )
    environment.filters.update(
        name=quoted,
        term=term,
        number=lambda value: "none" if value is None else value,
        optional=lambda value: "none" if value is None else quoted(value),
        adjacency=_adjacency_term,
        ordered=lambda happening: _ordered(happening.first, happening.second),
        modified=_modified,
        sign=lambda declaration: 1 if declaration.sign == "plus" else -1,
        action=lambda aura: "gain" if isinstance(aura.grant, Grant) else "modify",
        amount=_amount,
        kind=_kind,
        examined=_examined,
    )
    environment.tests["modifier"] = lambda thing: isinstance(thing, PrintedModifier)
    return environment.get_template("facts.lp.jinja")
