"""The parts of a scenario as written that checks ask about, in data that may have any shape.

What does not have the shape it should have is passed over: `scenario_shape` reports it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyrules.files.source import KeyPath
from pyrules.scenario.schema import GROUPS
from pyrules.scenario.shorthand import read_shorthand

Part = tuple[KeyPath, object]


def parts(path: KeyPath, node: object) -> Iterator[Part]:
    """A part and everything in it, each with its path."""
    yield path, node
    match node:
        case dict():
            for key, value in node.items():
                yield from parts((*path, key), value)
        case list():
            for index, value in enumerate(node):
                yield from parts((*path, index), value)


def mapping(data: object, key: str) -> dict[str, object]:
    """The mapping under a key, empty when there is none."""
    value = data.get(key) if isinstance(data, dict) else None
    return value if isinstance(value, dict) else {}


def items(data: object, key: str) -> list[object]:
    """The list under a key, empty when there is none."""
    value = data.get(key) if isinstance(data, dict) else None
    return value if isinstance(value, list) else []


def statements(data: object) -> Iterator[Part]:
    """Every part of what is printed, of the auras and of the events. No key within is a name of the user's."""
    for card, content in mapping(data, "cards").items():
        for index, printed in enumerate(items(content, "features")):
            yield from parts(("cards", card, "features", index), printed)
    for key in ("auras", "events"):
        for index, each in enumerate(items(data, key)):
            yield from parts((key, index), each)


@dataclass(frozen=True)
class Mention:
    """A named feature is mentioned at a path. `numeric` is None where that does not tell whether it bears a number.

    `number` is the number of a shorthand `NAME X`, and `text` the whole of it, else the name. A mention `bears` where
    a card comes to have the feature; it is `spelled` where the name stands as it is, whatever number is in it.
    """

    path: KeyPath
    feature: str
    text: str
    numeric: bool | None = None
    number: int | None = None
    bears: bool = False
    spelled: bool = False


def mentions(data: object) -> Iterator[Mention]:
    """Where named features are printed, got, changed, lost or asked about; declarations and expectations aside."""
    for path, node in statements(data):
        match path, node:
            case ("cards", _, "features", _) | ("auras", _, "gain"), str():
                yield _shorthand(path, node)
            case ("auras" | "events", _, "gain"), {"feature": str(text), **others} if "value" not in others:
                yield _shorthand((*path, "feature"), text)
            case ("auras" | "events", _, "gain"), {"feature": str(name)}:
                yield Mention((*path, "feature"), name, name, numeric=True, bears=True, spelled=True)
            case ("cards", _, "features", _) | ("auras" | "events", _, "gain"), {"name": str(name), **others}:
                yield Mention((*path, "name"), name, name, numeric="value" in others, bears=True, spelled=True)
            case ("cards", _, "features", _), {"modifier": str(name)}:
                yield Mention((*path, "modifier"), name, name, numeric=True)
            case ("auras" | "events", _, "modify"), {"feature": str(name)}:
                yield Mention((*path, "feature"), name, name, numeric=True)
            case ("auras" | "events", _, "lose"), {"feature": str(name)}:
                yield Mention((*path, "feature"), name, name)
            case ("auras", _, "lose"), str():
                yield Mention(path, node, node)
            case (*_, "has"), [_, str(name)]:
                yield Mention((*path, 1), name, name)
            case (*_, "at_least"), [_, str(name), _]:
                yield Mention((*path, 1), name, name, numeric=True)


def expected_numbers(data: object) -> Iterator[Mention]:
    """The named features that are expected to have a number."""
    cards = mapping(data, "cards")
    for index, expectation in enumerate(items(data, "expect")):
        for card in cards:
            properties = mapping(cards[card], "properties")
            for name, wanted in mapping(expectation, card).items():
                if name in properties:
                    continue
                for path, number in parts(("expect", index, card, name), wanted):
                    if isinstance(number, int) and not isinstance(number, bool) and path[-1] != "modifiers":
                        yield Mention(path, name, name, numeric=True)


def _shorthand(path: KeyPath, text: str) -> Mention:
    name, number = read_shorthand(text)
    return Mention(path, name, text, number is not None, number, bears=True)


def borne(data: object) -> set[str]:
    """The named features that a card can come to have: those printed and those that something gives."""
    return {mention.feature for mention in mentions(data) if mention.bears}


def declared(data: object) -> Iterator[tuple[KeyPath, str, object]]:
    """The named features under `features`, each with its path and what is said of it, None where nothing is."""
    for name, declaration in mapping(data, "features").items():
        yield ("features", name), name, declaration
    for index, item in enumerate(items(data, "features")):
        match item:
            case str():
                yield ("features", index), item, None
            case dict():
                yield from ((("features", index, name), name, declaration) for name, declaration in item.items())


def lists_all_features(data: object) -> bool:
    """Whether `features` names every feature that is meant: it does where it is a list."""
    return isinstance(data, dict) and isinstance(data.get("features"), list)


def features_asked_about(data: object) -> Iterator[tuple[KeyPath, object, str]]:
    """Where a condition asks about a feature, with the card: the path of its name, within `has` or `at_least`."""
    for path, node in statements(data):
        match path, node:
            case (*_, "has"), [card, str(name)]:
                yield (*path, 1), card, name
            case (*_, "at_least"), [card, str(name), _]:
                yield (*path, 1), card, name


def flags_asked_about(data: object) -> Iterator[tuple[KeyPath, str]]:
    """The flags that conditions ask about, and those that an event stops."""
    for path, node in statements(data):
        match path, node:
            case (
                (*_, "while" | "when" | "not") | (*_, "all" | "any", _) | ("events", _, "stop"),
                str(flag),
            ):
                yield path, flag


def names_expected(data: object) -> Iterator[tuple[KeyPath, str, str]]:
    """What a card is expected to have: the path, the card and the name, of a feature or of a property."""
    for index, expectation in enumerate(items(data, "expect")):
        for card in mapping(data, "cards"):
            yield from ((("expect", index, card, name), card, name) for name in mapping(expectation, card))


def cards_named(data: object) -> Iterator[tuple[KeyPath, str]]:
    """Where what is printed, auras and events, and the pairs at the start, speak of a card."""
    for path, node in (*statements(data), *parts(("adjacent",), items(data, "adjacent"))):
        if isinstance(node, str) and _is_card(path) and not is_group(path, node):
            yield path, node


def is_group(path: KeyPath, name: object) -> bool:
    """Whether the name at a path is that of a group of cards."""
    match path:
        case ("auras", _, "to"):
            return name in GROUPS
    return False


def _is_card(path: KeyPath) -> bool:
    """Whether the text at a path is a card's id."""
    match path:
        case (
            ("adjacent", _, _)
            | ("auras", _, "from" | "to")
            | ("events", _, "depart")
            | ("events", _, "approach" | "withdraw", _)
            | ("events", _, _, "card" | "from" | "on" | "defender")
            | ("events", _, "attack" | "roll", "by")
            | ("events", _, _, "boosts" | "modifiers", _, "from")
            | ("events", _, "roll", "steps", _, "modifier", "from")
            | (*_, "in_play")
            | (*_, "adjacent", _)
            | (*_, "has" | "at_least", 0)
        ):
            return True
    return False
