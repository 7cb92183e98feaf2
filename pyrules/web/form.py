"""A scenario by buttons, for those who do not write YAML: what can be added, and what a button does to the scenario.

A button changes the scenario as plain data, in the form that files have; it is then checked and written as any other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

from pyrules.errors import InputError
from pyrules.language import _, mark
from pyrules.model.queries import conditions, feature_names, parts
from pyrules.model.scenario import (
    Adjacent,
    Condition,
    Flag,
    Has,
    InPlay,
    Not,
    Scenario,
    Start,
    Stop,
)
from pyrules.model.wording import condition as in_words
from pyrules.model.wording import happening
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.dump import condition_data, dump, to_data
from pyrules.scenario.load import load_scenario
from pyrules.scenario.schema import GROUPS

Data = dict[str, Any]
Kind = Literal["card", "to", "feature", "name", "number", "condition", "flag", "after", "rulebook"]
CHOICES = {
    "die": {str(number): str(number) for number in range(1, 7)},
    "attack": {"slow": mark("slow attack"), "sudden": mark("sudden attack")},
    "operation": {
        "add": mark("adds"),
        "times": mark("multiplies by"),
        "at_least": mark("makes it at least"),
        "at_most": mark("makes it at most"),
        "set": mark("sets it to"),
    },
    "mode": {"while": mark("while the condition holds"), "when": mark("once, when it begins to hold")},
    "how": {"all": mark("and also"), "any": mark("or else"), "instead": mark("instead of it")},
    "holds": {"yes": mark("holds"), "no": mark("does not hold")},
    "performed": {"yes": mark("performed"), "no": mark("not performed")},
}
"""The kinds of field with a fixed choice: what the file says, and what it is called."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in: the key of the file it is for, what kind of thing it is, and what it is called."""

    key: str
    kind: Kind | Literal["die", "attack", "operation", "mode", "how", "holds", "performed"]
    label: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Something that can be added: its key, what its button says, and what is to be filled in."""

    key: str
    label: str
    fields: tuple[Field, ...]


CARD = Field("card", "card", mark("card"))
FEATURE = Field("feature", "feature", mark("feature"))
BY = Field("by", "number", mark("by how much"))
PROPERTY = Field("property", "name", mark("property"))
THING = Field("feature", "feature", mark("feature or property"))
NUMBER = Field("number", "number", mark("number"))
WHILE = Field("while", "condition", mark("while"), optional=True)
FROM = Field("from", "card", mark("from card"), optional=True)
PAIR = (Field("first", "card", mark("card")), Field("second", "card", mark("and card")))

EVENTS = (
    Part("gain", mark("Gain"), (CARD, Field("feature", "feature", mark("feature, with its number")), WHILE, FROM)),
    Part("modify", mark("Modifier"), (CARD, FEATURE, BY, WHILE, FROM)),
    Part("lose", mark("Loss"), (CARD, FEATURE)),
    Part("adjust", mark("Property"), (CARD, PROPERTY, BY, WHILE)),
    Part("start", mark("A condition begins"), (Field("", "flag", mark("condition")),)),
    Part("stop", mark("A condition ends"), (Field("", "flag", mark("condition")),)),
    Part("approach", mark("Cards meet"), PAIR),
    Part("withdraw", mark("Cards part"), PAIR),
    Part("depart", mark("A card leaves"), (Field("", "card", mark("card")),)),
    Part(
        "attack",
        mark("Attack"),
        (
            Field("kind", "attack", mark("kind")),
            Field("by", "card", mark("by")),
            Field("on", "card", mark("on")),
            Field("value", "number", mark("number")),
            Field("defender", "card", mark("defender"), optional=True),
        ),
    ),
    Part("roll", mark("Roll"), (Field("by", "card", mark("by")), Field("natural", "die", mark("natural value")))),
)
STEPS = (
    Part(
        "modifier",
        mark("Modifier"),
        (
            Field("from", "card", mark("from card")),
            Field("operation", "operation", mark("what it does")),
            NUMBER,
        ),
    ),
    Part("reroll", mark("Reroll"), (Field("", "die", mark("new value")),)),
    Part("flip", mark("Flip"), ()),
    Part("top", mark("The roll is on top"), ()),
)
MODE = (Field("mode", "mode", mark("lasting or once")), Field("while", "condition", mark("condition")))
SIDES = (Field("from", "card", mark("from card"), optional=True), Field("to", "to", mark("for")))
AURAS = (
    Part("gain", mark("Gain"), (*SIDES, Field("feature", "feature", mark("feature, with its number")), *MODE)),
    Part("modify", mark("Modifier"), (*SIDES, FEATURE, BY, *MODE)),
    Part("adjust", mark("Property"), (*SIDES, PROPERTY, BY, *MODE)),
    Part("lose", mark("Loss"), (*SIDES, FEATURE, Field("when", "condition", mark("when")))),
)
CARDS = (
    Part("feature", mark("Feature"), (Field("feature", "feature", mark("feature, with its number")), WHILE)),
    Part("modifier", mark("Modifier"), (Field("modifier", "feature", mark("feature")), BY, WHILE)),
    Part("property", mark("Property"), (PROPERTY, NUMBER)),
    Part("player", mark("Player"), (Field("player", "name", mark("player")),)),
)
HOW = (Field("holds", "holds", mark("and it")), Field("how", "how", mark("beside what is there")))
CONDITIONS = (
    Part("flag", mark("A condition"), (Field("flag", "flag", mark("condition")), *HOW)),
    Part("has", mark("A card has a feature"), (CARD, FEATURE, *HOW)),
    Part(
        "at_least",
        mark("A number is at least"),
        (
            CARD,
            THING,
            NUMBER,
            *HOW,
        ),
    ),
    Part("adjacent", mark("Cards stand side by side"), (*PAIR, *HOW)),
    Part("in_play", mark("A card is in play"), (CARD, *HOW)),
)
AFTER = Field("after", "after", mark("after"))
IN = Field("in", "rulebook", mark("under"), optional=True)
EXPECTED = (
    Part(
        "value",
        mark("What a card has"),
        (
            AFTER,
            CARD,
            THING,
            Field("level", "name", mark("a number, present or absent")),
            IN,
        ),
    ),
    Part("performed", mark("Whether it is performed"), (AFTER, Field("performed", "performed", mark("it is")), IN)),
    Part("roll", mark("What a roll comes to"), (AFTER, Field("results", "name", mark("its results, as 3 4")), IN)),
    Part("losses", mark("Nothing is lost"), (AFTER, IN)),
    Part("outcomes", mark("In how many ways it can go"), (Field("outcomes", "number", mark("ways")), IN)),
)


# --- what can be chosen ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choices:
    """The names that a form offers for a scenario.

    `conditions` are theirs in words, by the data they stand for; `moments` the states, by their numbers.
    """

    cards: tuple[str, ...]
    targets: tuple[str, ...]
    features: tuple[str, ...]
    flags: tuple[str, ...]
    conditions: Mapping[str, str]
    moments: Mapping[str, str]
    rulebooks: tuple[str, ...]


def choices(scenario: Scenario) -> Choices:
    """What the forms of a scenario offer."""
    cards, features, flags = tuple(scenario.cards), feature_names(scenario), tuple(dict.fromkeys(_flags(scenario)))
    offered = {json.dumps(data, ensure_ascii=False): words for data, words in _conditions(scenario, features, flags)}
    told = [_("start"), *(happening(event.happening) for event in scenario.events)]
    moments = {str(number): f"{number} {words}" for number, words in enumerate(told)}
    return Choices(cards, (*cards, *GROUPS), features, flags, offered, moments, rulebook_names())


def _flags(scenario: Scenario) -> Iterator[str]:
    yield from scenario.conditions
    for event in scenario.events:
        if isinstance(event.happening, Start | Stop):
            yield event.happening.flag
    for each in conditions(scenario):
        yield from (part.name for part in parts(each) if isinstance(part, Flag))


def _conditions(scenario: Scenario, features: tuple[str, ...], flags: tuple[str, ...]) -> Iterator[tuple[object, str]]:
    """Plain conditions on what there is, each with its opposite, and all that stand in the scenario."""
    cards = tuple(scenario.cards)
    plain: list[Condition] = [Flag(flag) for flag in flags]
    plain += [Adjacent(*pair) for pair in combinations(cards, 2)]
    plain += [InPlay(card) for card in cards]
    plain += [Has(card, each) for card in cards for each in features]
    opposites = (opposite for each in plain for opposite in (each, Not(each)))
    for each in dict.fromkeys([*opposites, *conditions(scenario)]):
        yield condition_data(each), in_words(each)


# --- what buttons do ------------------------------------------------------------------------------

LASTING = ("gain", "modify", "adjust")
"""The events whose effects may last while a condition holds."""
Given = Callable[[str], str]
"""What was filled in under a name; empty where nothing was."""


def changed(scenario: Scenario, action: str, given: Given) -> str:
    """The text of the scenario after a button: `add-event` or `remove-card`, say, with what was filled in.

    Raises InputError for what makes no scenario, and for an action that there is not.
    """
    data: Data = to_data(scenario)
    do = ACTIONS.get(action)
    if do is None:
        raise InputError.at("", _("there is no button {name!r}", name=action))
    do(data, given)
    kept = {key: value for key, value in data.items() if value or key in ("title", "cards")}
    return dump(load_scenario(kept, scenario.file))


def _add_card(data: Data, given: Given) -> None:
    name = given("name")
    if name in data["cards"]:
        raise InputError.at("", _("there is a card {name!r} already", name=name))
    data["cards"][name] = {"player": given("player")} if given("player") else {}


def _remove_card(data: Data, given: Given) -> None:
    data["cards"].pop(given("card"), None)


def _add_printed(data: Data, given: Given) -> None:
    card = _card(data, given("card"))
    kind, filled = given("part"), _filled(CARDS, given)
    if kind == "property":
        card.setdefault("properties", {})[filled["property"]] = filled["number"]
    elif kind == "player":
        card["player"] = filled["player"]
    elif kind == "feature" and "while" in filled:
        name, value = _numbered(filled["feature"])
        card.setdefault("features", []).append({"name": name, **value, "while": filled["while"]})
    else:
        card.setdefault("features", []).append(filled["feature"] if kind == "feature" else filled)


def _remove_printed(data: Data, given: Given) -> None:
    card = _card(data, given("card"))
    card.get("properties", {}).pop(given("property"), None)
    if given("number"):
        _remove(card.get("features", []), given("number"))


def _card(data: Data, name: str) -> Data:
    found = data["cards"].get(name)
    if not isinstance(found, dict):
        raise InputError.at("", _("there is no card {name!r}", name=name))
    return found


def _numbered(feature: str) -> tuple[str, Data]:
    """A feature written as NAME X, apart."""
    name, _between, number = feature.rpartition(" ")
    return (name, {"value": int(number)}) if name and _is_number(number) else (feature, {})


def _is_number(written: str) -> bool:
    return re.fullmatch(r"[+-]?[0-9]{1,5}", written) is not None


def _add_flag(data: Data, given: Given) -> None:
    _list(data, "conditions").append(given("flag"))


def _add_adjacent(data: Data, given: Given) -> None:
    _list(data, "adjacent").append([given("first"), given("second")])


def _add_aura(data: Data, given: Given) -> None:
    kind, filled = given("part"), _filled(AURAS, given)
    condition = {filled.pop("mode", "while"): filled.pop("while")} if "while" in filled else {}
    sides = {key: filled.pop(key) for key in ("from", "to") if key in filled}
    when = {"when": filled.pop("when")} if "when" in filled else {}
    granted: object = filled["feature"] if kind in ("gain", "lose") and "feature" in filled else filled
    _list(data, "auras").append({**sides, kind: granted, **condition, **when})


def _add_condition(data: Data, given: Given) -> None:
    """A condition is put beside the one that is there: both must hold, or either, or it takes its place."""
    filled = _filled(CONDITIONS, given)
    holds, how, kind = filled.pop("holds"), filled.pop("how"), given("part")
    named = list(filled.values())
    plain: object = named[0] if kind == "flag" else {kind: named[0] if kind == "in_play" else named}
    condition = plain if holds == "yes" else {"not": plain}
    bearer, key = _conditional(data, given)
    there = bearer.get(key)
    if there is None or how == "instead":
        bearer[key] = condition
    else:
        bearer[key] = {how: [*(there[how] if isinstance(there, dict) and how in there else [there]), condition]}


def _remove_condition(data: Data, given: Given) -> None:
    bearer, key = _conditional(data, given)
    bearer.pop(key, None)


def _conditional(data: Data, given: Given) -> tuple[Data, str]:
    """What bears a condition, or may: part of an event, an aura, something printed; and the key of its condition."""
    if given("of") == "printed":
        printed = _card(data, given("bearer")).get("features", [])
        number = _number(given("at"), len(printed))
        if isinstance(printed[number], str):
            name, value = _numbered(printed[number])
            printed[number] = {"name": name, **value}
        return printed[number], "while"
    listed = _list(data, "auras" if given("of") == "auras" else "events")
    bearer = listed[_number(given("at"), len(listed))]
    if given("of") != "auras":
        bearer = next((bearer[kind] for kind in LASTING if kind in bearer), None)
        if bearer is None:
            raise InputError.at("", _("only what is gained, modified or adjusted lasts while a condition holds"))
    return bearer, "when" if "when" in bearer else "while"


def _add_expectation(data: Data, given: Given) -> None:
    kind, filled = given("part"), _filled(EXPECTED, given)
    when = {"after": filled.pop("after")} if "after" in filled else {}
    books = {"in": [filled.pop("in")]} if "in" in filled else {}
    if kind == "value":
        level = filled["level"]
        wanted: Data = {filled["card"]: {filled["feature"]: int(level) if _is_number(level) else level}}
    elif kind == "performed":
        wanted = {kind: filled[kind] == "yes"}
    elif kind == "roll":
        results = filled["results"].replace(",", " ").split()
        wanted = {kind: [int(each) if _is_number(each) else each for each in results]}
    else:
        wanted = {kind: filled.get(kind, [])}
    _list(data, "expect").append({**when, **wanted, **books})


def _add_event(data: Data, given: Given) -> None:
    kind, filled = given("part"), _filled(EVENTS, given)
    if kind in ("approach", "withdraw"):
        happens: object = [filled.get("first", ""), filled.get("second", "")]
    else:
        happens = filled.get("", filled)
    _list(data, "events").append({kind: happens})


def _add_step(data: Data, given: Given) -> None:
    events = _list(data, "events")
    roll = events[_number(given("number_of_event"), len(events))].get("roll")
    if not isinstance(roll, dict):
        raise InputError.at("", _("only a roll has steps"))
    kind, filled = given("part"), _filled(STEPS, given)
    step: object = kind
    if kind == "modifier":
        step = {"modifier": {"from": filled.get("from", ""), filled["operation"]: filled["number"]}}
    elif kind == "reroll":
        step = {"reroll": filled[""]}
    roll.setdefault("steps", []).append(step)


def _remove_event(data: Data, given: Given) -> None:
    number = _number(given("number"), len(_list(data, "events")))
    del data["events"][number]
    _forget_expectations(data, number)


def _move_event(data: Data, given: Given) -> None:
    """An event changes places with the one before it."""
    events = _list(data, "events")
    number = _number(given("number"), len(events))
    if number:
        events[number - 1 : number + 1] = reversed(events[number - 1 : number + 1])
        _forget_expectations(data, number - 1)


def _forget_expectations(data: Data, number: int) -> None:
    """What was expected from an event on is about other events now."""
    expected = data.get("expect") or []
    data["expect"] = [each for each in expected if isinstance(each.get("after"), int) and each["after"] <= number]


def _remove_from(key: str) -> Callable[[Data, Given], None]:
    return lambda data, given: _remove(_list(data, key), given("number"))


def _set_title(data: Data, given: Given) -> None:
    data["title"] = given("title")


ACTIONS: Mapping[str, Callable[[Data, Given], None]] = {
    "title": _set_title,
    "add-card": _add_card,
    "remove-card": _remove_card,
    "add-printed": _add_printed,
    "remove-printed": _remove_printed,
    "add-flag": _add_flag,
    "remove-flag": _remove_from("conditions"),
    "add-adjacent": _add_adjacent,
    "remove-adjacent": _remove_from("adjacent"),
    "add-aura": _add_aura,
    "remove-aura": _remove_from("auras"),
    "add-condition": _add_condition,
    "remove-condition": _remove_condition,
    "add-expectation": _add_expectation,
    "remove-expectation": _remove_from("expect"),
    "add-event": _add_event,
    "remove-event": _remove_event,
    "move-event": _move_event,
    "add-step": _add_step,
}


def _list(data: Data, key: str) -> list[Any]:
    if data.get(key) is None:
        data[key] = []
    found = data[key]
    assert isinstance(found, list)
    return found


def _remove(of: list[Any], number: str) -> None:
    del of[_number(number, len(of))]


def _number(written: str, length: int) -> int:
    if not written.isdecimal() or not int(written) < length:
        raise InputError.at("", _("the scenario has changed meanwhile; load the page again"))
    return int(written)


def _filled(offered: tuple[Part, ...], given: Given) -> Data:
    """What was filled in, as the file has it; what was left empty is left out."""
    part = next((each for each in offered if each.key == given("part")), None)
    if part is None:
        raise InputError.at("", _("there is no form for {name!r}", name=given("part")))
    values = {field.key: _value(field, given) for field in part.fields}
    missing = [field for field in part.fields if not field.optional and values[field.key] is None]
    if missing:
        names = ", ".join(_(field.label) for field in missing)
        raise InputError.at("", _("fill in what is missing: {names}", names=names))
    return {key: value for key, value in values.items() if value is not None}


def _value(field: Field, given: Given) -> object:
    written = given(field.key or "value").strip()
    if field.kind == "condition":
        flag = given(f"{field.key}-flag").strip()
        return flag or _condition(written)
    if not written:
        return None
    if field.kind in ("number", "die", "after"):
        try:
            return int(written)
        except ValueError:
            message = _("{field}: expected a whole number, got {written!r}", field=_(field.label), written=written)
            raise InputError.at("", message) from None
    return written


def _condition(written: str) -> object:
    """A condition as data; what is no such text is taken for the name of a flag, and checked with all the rest."""
    if not written:
        return None
    try:
        return json.loads(written)
    except ValueError:
        return written
