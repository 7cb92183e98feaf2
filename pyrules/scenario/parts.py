"""The parts of a scenario as written that checks ask about, in data that may have any shape.

What does not have the shape it should have is passed over: `scenario_shape` reports it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyrules.files.source import Path
from pyrules.scenario.shorthand import read_shorthand

Part = tuple[Path, object]


def parts(path: Path, node: object) -> Iterator[Part]:
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

    `number` is the number of a shorthand `NAME X`.
    """

    path: Path
    feature: str
    numeric: bool | None = None
    number: int | None = None


def mentions(data: object) -> Iterator[Mention]:
    """Where named features are printed, got, changed, lost or asked about; declarations and expectations aside."""
    for path, node in statements(data):
        match path, node:
            case ("cards", _, "features", _) | ("auras", _, "gain"), str():
                yield _shorthand(path, node)
            case ("auras" | "events", _, "gain"), {"feature": str(text), **others} if "value" not in others:
                yield _shorthand((*path, "feature"), text)
            case ("auras" | "events", _, "gain"), {"feature": str(name)}:
                yield Mention((*path, "feature"), name, numeric=True)
            case ("cards", _, "features", _) | ("auras" | "events", _, "gain"), {"name": str(name), **others}:
                yield Mention((*path, "name"), name, numeric="value" in others)
            case ("cards", _, "features", _), {"modifier": str(name)}:
                yield Mention((*path, "modifier"), name, numeric=True)
            case ("auras" | "events", _, "modify"), {"feature": str(name)}:
                yield Mention((*path, "feature"), name, numeric=True)
            case ("events", _, "lose"), {"feature": str(name)}:
                yield Mention((*path, "feature"), name)
            case (*_, "has"), [_, str(name)]:
                yield Mention((*path, 1), name)
            case (*_, "at_least"), [_, str(name), _]:
                yield Mention((*path, 1), name, numeric=True)


def expected_numbers(data: object) -> Iterator[Mention]:
    """The named features that are expected to have a number."""
    cards = mapping(data, "cards")
    for index, expectation in enumerate(items(data, "expect")):
        for card in cards:
            properties = mapping(cards[card], "properties")
            for name, wanted in mapping(expectation, card).items():
                if type(wanted) is int and name not in properties:
                    yield Mention(("expect", index, card, name), name, numeric=True)


def _shorthand(path: Path, text: str) -> Mention:
    name, number = read_shorthand(text)
    return Mention(path, name, number is not None, number)
