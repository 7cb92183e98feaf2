"""Whether what a scenario says makes sense: cards that are known, features numeric or not, and the like.

Every check takes data that may have any shape, so that all that is wrong is found at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pyrules.errors import did_you_mean
from pyrules.files.source import Finding, KeyPath, path_text, shown, unknown
from pyrules.language import _, mark
from pyrules.model.scenario import GREATEST_NUMBER, LEAST_NUMBER
from pyrules.scenario import schema
from pyrules.scenario.card_text import card_text_findings
from pyrules.scenario.expected import expectation_findings, rulebook_findings
from pyrules.scenario.numbers import number_findings
from pyrules.scenario.parts import (
    Mention,
    Part,
    cards_named,
    declared,
    expected_numbers,
    is_group,
    items,
    lists_all_features,
    mapping,
    mentions,
    parts,
    statements,
)
from pyrules.scenario.property_conditions import property_condition_findings


def check(data: object, folder: str) -> Iterator[Finding]:
    """Everything that does not make sense. Paths in the data are read from the folder."""
    yield from _nothing_written(data)
    yield from _cards(data)
    yield from _printed_twice(data)
    yield from _unknown_cards(data)
    yield from _adjacent_to_itself(data)
    yield from _auras(data)
    yield from _groups(data)
    yield from _whose_rolls(data)
    yield from _attacks(data)
    yield from _labels(data)
    yield from _shorthand_numbers(data)
    yield from card_text_findings(data)
    yield from property_condition_findings(data)
    yield from _features_listed(data)
    yield from _numeric_and_plain(data)
    yield from _boosts(data)
    yield from _properties(data)
    yield from _rolls(data)
    yield from rulebook_findings(("rulebooks",), data.get("rulebooks") if isinstance(data, dict) else None, folder)
    yield from number_findings(data)
    yield from expectation_findings(data, folder)


def _nothing_written(data: object) -> Iterator[Finding]:
    for path, node in parts((), data):
        match node, path[-1:]:
            case None, (str(key),):
                yield Finding(
                    path,
                    _("nothing is written under {key}; {to_write}", key=shown(key), to_write=_to_write(path, key)),
                    at_key=True,
                )
            case None, _:
                yield Finding(path, _("nothing is written here; write a value"))


def _to_write(path: KeyPath, key: str) -> str:
    """What to write where a key stands with nothing behind it."""
    name, colon, value = key.partition(":")
    if colon and value:
        return _("with a blank behind the colon it is {name}: {value}", name=name, value=value)
    if path[:-1] == ("cards",):
        return _("a card with nothing printed on it is written {key}: {{}}", key=key)
    return _("write a value, or leave the key out")


def _cards(data: object) -> Iterator[Finding]:
    for card, content in mapping(data, "cards").items():
        if card in schema.Expectation.written_keys():
            message = _(
                "a card cannot be called {card}: the word has a meaning of its own in expectations", card=shown(card)
            )
            yield Finding(("cards", card), message, at_key=True)
        for name in mapping(content, "properties"):
            if name in schema.OTHER_NUMBERS:
                message = _(
                    "a property cannot be called {name}: in `modifies` the word has a meaning of its own",
                    name=shown(name),
                )
                yield Finding(("cards", card, "properties", name), message, at_key=True)


def _printed_twice(data: object) -> Iterator[Finding]:
    """Decision D-1."""
    printed: dict[tuple[object, str], KeyPath] = {}
    for mention in mentions(data):
        match mention.path:
            case ("cards", card, "features", _) | ("cards", card, "features", _, "name"):
                first = printed.setdefault((card, mention.feature), mention.path)
                if first != mention.path:
                    message = _(
                        "{feature} is printed twice, first as {path_text}",
                        feature=shown(mention.feature),
                        path_text=path_text(first[:4]),
                    )
                    yield Finding(mention.path, _("{message}; a card prints a feature at most once", message=message))


def _statements_and_pairs(data: object) -> Iterator[Part]:
    yield from statements(data)
    yield from parts(("adjacent",), items(data, "adjacent"))


def _unknown_cards(data: object) -> Iterator[Finding]:
    cards = mapping(data, "cards")
    for path, card in cards_named(data):
        if card not in cards:
            known = [*cards, *schema.GROUPS] if path[-1] == "to" else list(cards)
            yield unknown(path, mark("unknown card {name}{hint}"), card, known)


def _adjacent_to_itself(data: object) -> Iterator[Finding]:
    for path, node in _statements_and_pairs(data):
        match path, node:
            case (
                ("adjacent", _) | ("events", _, "approach" | "withdraw") | (*_, "adjacent"),
                [str(first), str(second)],
            ) if first == second:
                yield Finding(
                    path, _("{first} is never adjacent to itself; expected two different cards", first=shown(first))
                )


def _auras(data: object) -> Iterator[Finding]:
    """Decision D-7."""
    for index, aura in enumerate(items(data, "auras")):
        match aura:
            case {"while": _, "when": _}:
                message = _("an aura is either continuous (`while`) or triggered (`when`), not both")
                yield Finding(("auras", index, "when"), message, at_key=True)
            case dict() if not {"from", "while", "when"} & aura.keys():
                yield Finding(
                    ("auras", index), _("an aura needs a condition: `while`, `when`, or a card it comes `from`")
                )
            case {"lose": _, **others} if "when" not in others:
                message = _("a loss is not undone: expected `when`, the condition at which the feature is lost")
                yield Finding(("auras", index, "lose"), message, at_key=True)


def _groups(data: object) -> Iterator[Finding]:
    """Whether there is a card from which the group of an aura is seen, and what it needs."""
    cards = mapping(data, "cards")
    for index, aura in enumerate(items(data, "auras")):
        path: KeyPath = ("auras", index, "to")
        group = aura.get("to") if isinstance(aura, dict) else None
        if not isinstance(group, str) or not is_group(path, group):
            continue
        source = aura.get("from") if isinstance(aura, dict) else None
        if group in cards:
            yield Finding(
                path, _("{group} is a group of cards and the name of one; rename the card", group=shown(group))
            )
        elif source is None:
            yield Finding(path, _("expected `from`, the card whose {group} are meant", group=group))
        elif group in ("squad", "opponents") and "player" not in _card(cards, source):
            yield Finding(
                path,
                _("{source} has no player; expected one, as its {group} are meant", source=shown(source), group=group),
            )


def _card(cards: dict[str, object], card: object) -> dict[str, object]:
    """What is said of a card; that one is not known is said elsewhere, so it has a player."""
    content = cards.get(str(card), {"player": None})
    return content if isinstance(content, dict) else {"player": None}


def _whose_rolls(data: object) -> Iterator[Finding]:
    for path, _name, declaration in declared(data):
        match declaration:
            case {"of": _, "modifies": str(modified)} if modified != "roll":
                message = _("`of` says whose rolls are modified; {modified} is no roll", modified=shown(modified))
                yield Finding((*path, "of"), message, at_key=True)


def _attacks(data: object) -> Iterator[Finding]:
    cards = mapping(data, "cards")
    for path, node in statements(data):
        match path, node:
            case ("events", _, "attack"), {"by": str(attacker), "on": str(target), **others} if attacker in cards:
                if attacker == target:
                    yield Finding(
                        (*path, "on"), _("{target} cannot attack itself; expected another card", target=shown(target))
                    )
                elif others.get("defender") in (attacker, target):
                    part = _("the attacker") if others["defender"] == attacker else _("the target")
                    message = _(
                        "{others} is {part}; expected another card as the defender",
                        others=shown(others["defender"]),
                        part=part,
                    )
                    yield Finding((*path, "defender"), message)


def _labels(data: object) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for index, event in enumerate(items(data, "events")):
        match event:
            case {"label": "end"}:
                yield Finding(("events", index, "label"), _("an event cannot be called 'end': that is the last one"))
            case {"label": str(label)} if first.setdefault(label, index) != index:
                message = _(
                    "the label {label} stands twice, first at event {number}",
                    label=shown(label),
                    number=first[label] + 1,
                )
                yield Finding(("events", index, "label"), message)


def _shorthand_numbers(data: object) -> Iterator[Finding]:
    for mention in mentions(data):
        if mention.number is not None and not LEAST_NUMBER <= mention.number <= GREATEST_NUMBER:
            wanted = _(
                "expected a number from {least_number} to {greatest_number}",
                least_number=LEAST_NUMBER,
                greatest_number=GREATEST_NUMBER,
            )
            yield Finding(
                mention.path,
                _(
                    "{number} of {feature} is out of range; {wanted}",
                    number=shown(mention.number),
                    feature=shown(mention.feature),
                    wanted=wanted,
                ),
            )


def _numeric_and_plain(data: object) -> Iterator[Finding]:
    first: dict[str, Mention] = {}
    for mention in [*mentions(data), *expected_numbers(data)]:
        if mention.numeric is None:
            continue
        other = first.setdefault(mention.feature, mention)
        if other.numeric != mention.numeric:
            one_here = (
                mark("{feature} has a number here and none at {path}")
                if mention.numeric
                else mark("{feature} has no number here and one at {path}")
            )
            message = _(one_here, feature=shown(mention.feature), path=path_text(other.path))
            yield Finding(mention.path, _("{message}; a feature has one everywhere or nowhere", message=message))


def _features_listed(data: object) -> Iterator[Finding]:
    """Where `features` names all that are meant."""
    known: dict[str, KeyPath] = {}
    for path, name, _declaration in declared(data):
        if known.setdefault(name, path) != path:
            yield Finding(path, _("{name} stands twice in `features`", name=shown(name)), isinstance(path[-1], str))
    if lists_all_features(data):
        for mention in mentions(data):
            if mention.feature not in known:
                message = mark("`features` does not list {name}{hint}")
                yield unknown(mention.path, message, mention.feature, known)


def _boosts(data: object) -> Iterator[Finding]:
    numeric = {mention.path[:3] for mention in mentions(data) if mention.numeric}
    for path, node in statements(data):
        match path, node:
            case ("events", _, "gain"), {"boosts": [_, *_]} if path not in numeric:
                yield Finding((*path, "boosts"), _("a boost needs a number to add to, and the feature has none"), True)


def _properties(data: object) -> Iterator[Finding]:
    cards = mapping(data, "cards")
    for path, node in statements(data):
        match path, node:
            case ("events", _, "adjust"), {"card": str(card), "property": str(name)} if card in cards:
                yield from _has_property(path, card, name, mapping(cards[card], "properties"))
            case ("auras", _), {"to": str(card), "adjust": {"property": str(name)}} if card in cards:
                yield from _has_property((*path, "adjust"), card, name, mapping(cards[card], "properties"))
            case ("auras", _), {"to": str(group), "adjust": {"property": str(name)}} if group in schema.GROUPS:
                every = {each: None for card in cards.values() for each in mapping(card, "properties")}
                yield from _has_property((*path, "adjust"), NO_CARD, name, every)


NO_CARD = ""
"""In the place of a card, where a group of cards is meant."""


def _has_property(path: KeyPath, card: str, name: str, known: Mapping[str, object]) -> Iterator[Finding]:
    if name in known:
        return
    if card == NO_CARD:
        yield unknown((*path, "property"), mark("no card has a property {name}{hint}"), name, known)
    else:
        lacking = _("{card} has no property {name}", card=shown(card), name=shown(name))
        yield Finding((*path, "property"), lacking + did_you_mean(name, known))


def _rolls(data: object) -> Iterator[Finding]:
    cards = mapping(data, "cards")
    for path, node in statements(data):
        match path, node:
            case ("events", _, "roll", "by") | ("events", _, "roll", "steps", _, "modifier", "from"), str():
                card = cards.get(node)
                if isinstance(card, dict) and "player" not in card:
                    yield Finding(
                        path,
                        _("{node} has no player; whose card it is decides how dice are modified", node=shown(node)),
                    )
            case ("events", _, "roll", "steps", _, "modifier"), {"named": _, **others} if "add" not in others:
                message = _("only a modifier with `add` can be named")
                yield Finding((*path, "named"), message, at_key=True)
