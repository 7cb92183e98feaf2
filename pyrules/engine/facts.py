"""A scenario as facts: the text that is solved, in the words of `rules_lp/vocabulary.lp`.

This is the only module that writes predicate names into facts. Text never becomes code: every name passes through the
one quoting filter, `name`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pyrules.engine.timeline import Examined, Timeline
from pyrules.model.queries import adjacency, feature_kinds, properties_asked_about
from pyrules.model.scenario import (
    Adjacent,
    Adjustment,
    AllOf,
    AnyOf,
    AtLeast,
    Aura,
    Condition,
    Declaration,
    Event,
    Flag,
    Grant,
    Happening,
    Has,
    InPlay,
    Modification,
    Not,
    PrintedModifier,
    PropertyAtLeast,
    Removal,
    RollStep,
    Scenario,
)

if TYPE_CHECKING:
    from jinja2 import Template

FIXED_NUMBERS = ("incoming_attack", "outgoing_attack", "roll")


def facts(scenario: Scenario, timeline: Timeline) -> str:
    """The scenario, with its timeline, as plain clingo facts, one a line, the same for every rulebook."""
    numeric, plain = feature_kinds(scenario)
    asked = properties_asked_about(scenario)
    return _template().render(scenario=scenario, timeline=timeline, numeric=numeric, plain=plain, asked=asked)


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
        case PropertyAtLeast(card, named, number):
            return f"at_least_of_property({quoted(card)},{quoted(named)},{number})"
        case Not(inner):
            return f"negation({term(inner)})"
        case AllOf(inners):
            return _joined("both", "always", inners)
        case AnyOf(inners):
            return _joined("either", "never", inners)


def _joined(functor: str, empty: str, inners: tuple[Condition, ...]) -> str:
    """The parts, each once and in order, joined two by two: no deeper than their number demands."""
    terms = list(dict.fromkeys(map(term, inners)))
    return _balanced(functor, terms) if terms else empty


def _balanced(functor: str, terms: list[str]) -> str:
    if len(terms) == 1:
        return terms[0]
    middle = len(terms) // 2
    return f"{functor}({_balanced(functor, terms[:middle])},{_balanced(functor, terms[middle:])})"


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


def _action(aura: Aura) -> str:
    match aura.grant:
        case Grant():
            return "gain"
        case Modification():
            return "modify"
        case Adjustment():
            return "adjust"
        case Removal():
            return "lose"


def _amount(aura: Aura) -> int | None:
    match aura.grant:
        case Grant(_, value):
            return value
        case Modification(_, by) | Adjustment(_, by):
            return by
        case Removal():
            return None


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("pyrules.engine"), undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True
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
        action=_action,
        amount=_amount,
        kind=_kind,
        examined=_examined,
    )
    environment.tests["modifier"] = lambda thing: isinstance(thing, PrintedModifier)
    return environment.get_template("facts.lp.jinja")
