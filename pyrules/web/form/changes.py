"""What each button does: it changes the scenario as plain data, which is then checked and written as any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pyrules.errors import InputError
from pyrules.language import _
from pyrules.model.scenario import Scenario
from pyrules.scenario.dump import dump, to_data
from pyrules.scenario.load import load_scenario
from pyrules.web.form.filled import Data, Given, is_number, of_fields, of_part
from pyrules.web.form.parts import AURAS, CARDS, CONDITIONS, DECLARED, DETAILS, EVENTS, EXPECTED, Details

LASTING = ("gain", "modify", "adjust")
"""The events whose effects may last while a condition holds."""


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
    kind, filled = given("part"), of_part(CARDS, given)
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
    return (name, {"value": int(number)}) if name and is_number(number) else (feature, {})


def _add_flag(data: Data, given: Given) -> None:
    _list(data, "conditions").append(given("flag"))


def _add_adjacent(data: Data, given: Given) -> None:
    _list(data, "adjacent").append([given("first"), given("second")])


def _add_aura(data: Data, given: Given) -> None:
    kind, filled = given("part"), of_part(AURAS, given)
    condition = {filled.pop("mode", "while"): filled.pop("while")} if "while" in filled else {}
    sides = {key: filled.pop(key) for key in ("from", "to") if key in filled}
    when = {"when": filled.pop("when")} if "when" in filled else {}
    granted: object = filled["feature"] if kind in ("gain", "lose") and "feature" in filled else filled
    _list(data, "auras").append({**sides, kind: granted, **condition, **when})


def _add_condition(data: Data, given: Given) -> None:
    """A condition is put beside the one that is there: both must hold, or either, or it takes its place."""
    filled = of_part(CONDITIONS, given)
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
    if given("of") == "auras":
        auras = _list(data, "auras")
        aura = auras[_number(given("at"), len(auras))]
        return aura, "when" if "when" in aura else "while"
    event = _event(data, given("at"))
    lasting = next((event[kind] for kind in LASTING if kind in event), None)
    if lasting is None:
        raise InputError.at("", _("only what is gained, modified or adjusted lasts while a condition holds"))
    return lasting, "while"


def _add_expectation(data: Data, given: Given) -> None:
    kind, filled = given("part"), of_part(EXPECTED, given)
    when = {"after": filled.pop("after")} if "after" in filled else {}
    books = {"in": [filled.pop("in")]} if "in" in filled else {}
    if kind == "value":
        level = filled["level"]
        wanted: Data = {filled["card"]: {filled["feature"]: int(level) if is_number(level) else level}}
    elif kind == "performed":
        wanted = {kind: filled[kind] == "yes"}
    elif kind == "roll":
        results = filled["results"].replace(",", " ").split()
        wanted = {kind: [int(each) if is_number(each) else each for each in results]}
    else:
        wanted = {kind: filled.get(kind, [])}
    _list(data, "expect").append({**when, **wanted, **books})


def _add_event(data: Data, given: Given) -> None:
    kind, filled = given("part"), of_part(EVENTS, given)
    if kind in ("approach", "withdraw"):
        happens: object = [filled["first"], filled["second"]]
    else:
        happens = filled.get("", filled)
    _list(data, "events").append({kind: happens})


def _add_detail(data: Data, given: Given) -> None:
    """A boost of what is gained or modified, a modifier of an attack, a step of a roll."""
    details, happening = _details(data, given)
    kind, filled = given("part"), of_part(details.parts, given)
    operation = filled.pop("operation", None)
    if operation is not None:
        filled[operation] = filled.pop("number")
    detail: object = filled
    if details.key == "steps":
        detail = {kind: filled.get("", filled)} if filled else kind
    happening.setdefault(details.key, []).append(detail)


def _remove_detail(data: Data, given: Given) -> None:
    details, happening = _details(data, given)
    listed = happening.get(details.key, [])
    _remove(listed, given("number"))
    if not listed:
        del happening[details.key]


def _details(data: Data, given: Given) -> tuple[Details, Data]:
    """What an event may have several of, and the data that have the list."""
    event = _event(data, given("at"))
    kind = next((kind for kind in DETAILS if kind in event), None)
    if kind is None:
        raise InputError.at("", _("such an event has no boosts, modifiers or steps"))
    return DETAILS[kind], event[kind]


def _set_label(data: Data, given: Given) -> None:
    event = _event(data, given("at"))
    event.pop("label", None)
    if given("label").strip():
        event["label"] = given("label").strip()


def _event(data: Data, number: str) -> Data:
    events = _list(data, "events")
    found = events[_number(number, len(events))]
    assert isinstance(found, dict)
    return found


def _declare(data: Data, given: Given) -> None:
    filled = of_fields(DECLARED, given)
    if filled["modifies"] != "roll":
        del filled["of"]
    data["features"] = {**(data.get("features") or {}), filled.pop("feature"): filled}


def _remove_declared(data: Data, given: Given) -> None:
    data.get("features", {}).pop(given("feature"), None)


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
    "label": _set_label,
    "add-detail": _add_detail,
    "remove-detail": _remove_detail,
    "declare": _declare,
    "remove-declared": _remove_declared,
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
