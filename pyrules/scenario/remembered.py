"""Scenarios by the thousand, from plain data: each part (a card, an aura, an event) is checked and built once.

Most parts of many scenarios are the same. A part that is fine by itself is remembered with what it says of names and
numbers; of a whole scenario it is then left to see whether its parts go together. Where that is not sure, because a
name resembles another, say, nothing is decided here, and the scenario is loaded with all checks. So a scenario that
comes from here is the one that `load_scenario` gives, and there is nothing to warn of.
"""

from __future__ import annotations

import marshal
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from pyrules.errors import InputError
from pyrules.files.source import composed
from pyrules.model.queries import reads_features
from pyrules.model.scenario import Scenario
from pyrules.scenario import schema
from pyrules.scenario.load import load_scenario
from pyrules.scenario.name_warnings import resemble
from pyrules.scenario.numbers import GREATEST_SUM
from pyrules.scenario.parts import cards_named, declared, flags_asked_about, is_group, items, mapping, mentions, parts

MOST_PARTS = 50_000
"""So many parts are remembered, then all are forgotten."""
SURE_TITLE = re.compile(
    "[ -~\u00a1-\u00ac\u00ae-\u02ff\u0400-\u0482\u048a-\u04ff\u2013\u2014\u2018-\u201f\u2026\u2116]*"
)
"""Letters and signs that stand in a title as they are."""
KEYS = frozenset({"title", "cards", "features", "conditions", "adjacent", "auras", "events"})
LISTS = ("auras", "events", "conditions", "adjacent")
FACE = 6


@dataclass(frozen=True, slots=True)
class _Part:
    """A part that is fine by itself: what it is in the model, and what it says of names and numbers.

    `given` is the sum of the magnitudes of its numbers, `factor` the product of what a roll is multiplied by.
    """

    built: Any
    cards: frozenset[str]
    numeric: frozenset[str]
    plain: frozenset[str]
    names: tuple[frozenset[str], ...]
    started: frozenset[str]
    asked: frozenset[str]
    adjusted: frozenset[tuple[str, str]]
    given: int
    factor: int
    rolls: bool


_known: dict[bytes, _Part | None] = {}


def sure_scenario(data: Mapping[str, Any], file: str) -> Scenario | None:
    """The scenario in plain data; None where it is not sure that there is nothing to say against it."""
    title, written = data.get("title"), data.get("cards")
    if not data.keys() <= KEYS or type(title) is not str or type(written) is not dict:
        return None
    if not SURE_TITLE.fullmatch(title) or not title.strip():
        return None
    cards = {card: _part("cards", {card: content}) for card, content in written.items()}
    lists = {key: [_part(key, each) for each in _list(data, key)] for key in LISTS}
    features = _part("features", data["features"]) if "features" in data else _NOTHING
    every = [features, *cards.values(), *(part for each in lists.values() for part in each)]
    sure = [part for part in every if part is not None]
    if len(sure) < len(every) or not _go_together(written, lists, sure):
        return None
    auras, events, conditions, adjacent = ([part.built for part in each if part] for each in lists.values())
    return Scenario(
        title=title,
        cards=MappingProxyType({card: part.built for card, part in cards.items() if part}),
        features=sure[0].built,
        conditions=tuple(conditions),
        adjacent=tuple(adjacent),
        auras=tuple(auras),
        events=tuple(events),
        file=file,
    )


def _list(data: Mapping[str, Any], key: str) -> Sequence[object]:
    """The list under a key; of what is none, a part that cannot be sure."""
    found = data.get(key, ())
    return found if type(found) is list or found == () else (None,)


# --- whether parts go together --------------------------------------------------------------------


def _go_together(cards: Mapping[str, Any], lists: Mapping[str, Sequence[object]], sure: Sequence[_Part]) -> bool:
    """Whether the parts of a scenario, each fine by itself, surely are together."""
    numeric = frozenset().union(*[part.numeric for part in sure])
    plain = frozenset().union(*[part.plain for part in sure])
    named = frozenset().union(*[part.cards for part in sure])
    started = frozenset().union(*[part.started for part in sure])
    asked = frozenset().union(*[part.asked for part in sure])
    reach = sum([part.given for part in sure]) * (len(lists["events"]) + 1) + FACE
    return (
        not numeric & plain
        and named <= cards.keys()
        and asked <= started
        and len(lists["events"]) <= schema.EVENT_LIMIT
        and reach * max([part.factor for part in sure]) <= GREATEST_SUM
        and all(name in cards[card].get("properties", ()) for part in sure for card, name in part.adjusted if card)
        and (not any(part.rolls for part in sure) or all("player" in card for card in cards.values()))
        and all(map(_distinct, map(frozenset().union, *[part.names for part in sure])))
        and _distinct(frozenset(cards))
        and _modified(sure[0], cards)
    )


def _modified(features: _Part, cards: Mapping[str, Any]) -> bool:
    """Whether the properties that features modify are those of some card."""
    modified = [name for card, name in features.adjusted if not card]
    return all(any(name in card.get("properties", ()) for card in cards.values()) for name in modified)


@lru_cache(maxsize=10_000)
def _distinct(names: frozenset[str]) -> bool:
    """Whether nobody could take one name for another."""
    return len(names) < 2 or not resemble(sorted(names))


# --- one part by itself ---------------------------------------------------------------------------


def _part(kind: str, written: Any) -> _Part | None:
    """The part, remembered; None when it is not surely fine."""
    try:
        key = kind.encode() + marshal.dumps(written, 2)
    except ValueError:
        return None
    if key not in _known:
        if len(_known) >= MOST_PARTS:
            _known.clear()
        _known[key] = _looked_at(kind, written)
    return _known[key]


def _looked_at(kind: str, written: object) -> _Part | None:
    """The part, alone in a scenario with all that it speaks of."""
    data: dict[str, Any] = {kind: written if kind in ("cards", "features") else [written]}
    if _is_not_sure(kind, written, data):
        return None
    adjusted = frozenset(_adjusted(data))
    cards = {card for _, card in cards_named(data)}
    asked = frozenset(flag for _, flag in flags_asked_about(data))
    properties = dict.fromkeys((name for _, name in adjusted), 0)
    around = {card: {"player": "p", "properties": properties} for card in cards or {"card"}}
    alone = {"title": "t", **data, "cards": around | mapping(data, "cards")}
    alone["conditions"] = [*items(data, "conditions"), *sorted(asked - set(map(str, items(data, "conditions"))))]
    try:
        scenario = load_scenario(alone)
    except InputError:
        return None
    return None if scenario.doubts or reads_features(scenario) else _described(kind, data, scenario, adjusted)


def _is_not_sure(kind: str, written: object, data: object) -> bool:
    """Whether what a part is rests on other parts, or its texts on how they are composed."""
    if kind == "features" and type(written) is not dict:
        return True
    if kind == "events" and (type(written) is not dict or "label" in written):
        return True
    for path, node in parts((), data):
        if is_group(path, node) or (type(node) is str and composed(node) != node):
            return True
        if type(node) is dict and any(composed(key) != key for key in node):
            return True
    return False


def _described(kind: str, data: Mapping[str, Any], scenario: Scenario, adjusted: frozenset[tuple[str, str]]) -> _Part:
    found = list(mentions(data))
    asked = frozenset(flag for _, flag in flags_asked_about(data))
    started = frozenset(_started(data))
    nodes = list(parts((), data))
    numbers = [abs(node) for _, node in nodes if isinstance(node, int)]
    factors = [node for path, node in nodes if path[-1:] == ("times",) and isinstance(node, int)]
    numbers += [abs(each.number) for each in found if each.number is not None]
    players = frozenset(card.player for card in scenario.cards.values() if card.player and kind == "cards")
    called = frozenset(node for path, node in nodes if path[-1:] == ("named",) and isinstance(node, str))
    features = frozenset(each.feature for each in found) | {name for _, name, _ in declared(data)}
    properties = frozenset(name for _, name in adjusted) | {
        name for card in mapping(data, "cards").values() for name in mapping(card, "properties")
    }
    return _Part(
        built=_built(kind, data, scenario),
        cards=frozenset(card for _, card in cards_named(data)),
        numeric=frozenset(each.feature for each in found if each.numeric is True),
        plain=frozenset(each.feature for each in found if each.numeric is False),
        names=(features, asked | started, properties, called, players),
        started=started,
        asked=asked,
        adjusted=adjusted,
        given=sum(numbers),
        factor=math.prod(max(1, abs(factor)) for factor in factors),
        rolls="roll" in str(data.get("events", "")) or "'roll'" in str(data.get("features", "")),
    )


def _built(kind: str, data: Mapping[str, Any], scenario: Scenario) -> Any:
    """The part as it stands in the model."""
    match kind:
        case "cards":
            return scenario.cards[next(iter(data["cards"]))]
        case "features":
            return scenario.features
        case "auras":
            return scenario.auras[0]
        case "events":
            return scenario.events[0]
        case "conditions":
            return scenario.conditions[0]
    return scenario.adjacent[0]


def _started(data: Mapping[str, Any]) -> Iterator[str]:
    yield from (flag for flag in items(data, "conditions") if isinstance(flag, str))
    events = (event for event in items(data, "events") if isinstance(event, dict))
    yield from (event["start"] for event in events if isinstance(event.get("start"), str))


def _adjusted(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The properties that a part changes, each with its card; those that features modify without."""
    for event in items(data, "events"):
        adjust = mapping(event, "adjust")
        if adjust:
            yield str(adjust.get("card")), str(adjust.get("property"))
    for aura in items(data, "auras"):
        adjust = mapping(aura, "adjust")
        if adjust:
            yield str(mapping({"aura": aura}, "aura").get("to")), str(adjust.get("property"))
    for _, _, declaration in declared(data):
        modified = declaration.get("modifies") if isinstance(declaration, dict) else None
        if isinstance(modified, str) and modified not in schema.OTHER_NUMBERS:
            yield "", modified


_NONE: frozenset[Any] = frozenset()
_NOTHING = _Part(MappingProxyType({}), _NONE, _NONE, _NONE, (_NONE,) * 5, _NONE, _NONE, _NONE, 0, 1, False)
