"""Data as it is written in a file, and where each part of it stands."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pyrules.errors import InputError, Problem, did_you_mean
from pyrules.language import _, mark

NESTING_LIMIT = 100
"""How deep lists and mappings may stand in one another; nothing that follows can then recurse too deep."""

TOO_DEEP = mark("lists and mappings are nested more than {limit} deep")
SURROGATE = mark("half of a surrogate pair is not a character")

_SHOWN_LENGTH = 60

KeyPath = tuple[str | int, ...]
"""The way from the top of a file to a part of it: keys of mappings and indices of lists."""

Place = tuple[int, int]
"""Line and column, both from 1."""


class SpelledInteger(int):
    """A whole number that is written in another way than its digits: `+1`, `0x10`, `007`."""

    text: str


class SpelledFloat(float):
    """A number with a fraction or an exponent that is written otherwise than Python writes it: `518.10`, `1e3`."""

    text: str


def spelled(number: int | float, text: str) -> int | float:
    """The number, which remembers how it was written."""
    if str(number) == text:
        return number
    kept = SpelledInteger(number) if isinstance(number, int) else SpelledFloat(number)
    kept.text = text
    return kept


def composed(text: str) -> str:
    """The text as people compare it: a letter and its accent are one character (NFC)."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


@dataclass(frozen=True)
class Finding:
    """Something wrong at a path; `at_key` when it is the key there that is wrong, not what stands under it."""

    path: KeyPath
    message: str
    at_key: bool = False


def unknown(path: KeyPath, message: str, name: str, known: Iterable[str], at_key: bool = False) -> Finding:
    """That no such thing is known: `{name}` in the message is its name, `{hint}` what was probably meant."""
    return Finding(path, _(message, name=shown(name), hint=did_you_mean(name, known)), at_key)


@dataclass(frozen=True)
class Source:
    """Plain data (mappings with text keys, lists, texts, numbers, truth values, None) with its places.

    Data that comes from no file has no places.
    """

    file: str
    data: object
    places: Mapping[KeyPath, Place] = field(default_factory=lambda: MappingProxyType({}))
    key_places: Mapping[KeyPath, Place] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def folder(self) -> str:
        """The folder from which paths in the file are read; the current one where there is no file."""
        return os.path.dirname(self.file)  # noqa: PTH120

    def line(self, path: KeyPath) -> int:
        """The line of a part, 0 when it has none."""
        return self.places.get(path, (0, 0))[0]

    def problem(self, finding: Finding) -> Problem:
        """The finding at its place, or else at the nearest place around it; without places, by its path."""
        if not self.places:
            return Problem(self.file, 0, 0, f"{path_text(finding.path)}: {finding.message}")
        if finding.at_key and finding.path in self.key_places:
            line, column = self.key_places[finding.path]
        else:
            around = (finding.path[:length] for length in range(len(finding.path), -1, -1))
            line, column = next(self.places[path] for path in around if path in self.places)
        return Problem(self.file, line, column, finding.message)

    def error(self, findings: Iterable[Finding]) -> InputError:
        """All the findings as one error."""
        return InputError(self.problem(finding) for finding in findings)


def from_data(data: object, file: str) -> Source:
    """Plain data from elsewhere than a file. Raises InputError where it is too deep or not plain."""
    parts: list[tuple[KeyPath, object]] = [((), data)]
    while parts:
        path, part = parts.pop()
        if wrong := _not_plain(part) or (_(TOO_DEEP, limit=NESTING_LIMIT) if len(path) > NESTING_LIMIT else None):
            raise Source(file, data).error([Finding(path[:NESTING_LIMIT], wrong)])
        match part:
            case dict():
                parts.extend(((*path, key), value) for key, value in part.items())
            case list():
                parts.extend(((*path, index), value) for index, value in enumerate(part))
    return Source(file, data)


def _not_plain(part: object) -> str | None:
    match part:
        case dict() if not all(isinstance(key, str) for key in part):
            return _("a key is a text")
        case dict() if any(has_surrogate(key) for key in part):
            return _(SURROGATE)
        case str() if has_surrogate(part):
            return _(SURROGATE)
        case dict() | list() | str() | bool() | int() | float() | None:
            return None
    return _("a {name} is not plain data", name=type(part).__name__)


def has_surrogate(text: str) -> bool:
    """Whether half of a surrogate pair stands in the text: it can be written in YAML and JSON, but is no character."""
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def path_text(path: KeyPath) -> str:
    """A path for readers: `events[2].gain.card`, list items counting from 1; `scenario` for the whole."""
    text = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".") or "scenario"


def shown(value: object) -> str:
    """A value as a message names it, cut short when long."""
    match value:
        case None:
            return _("nothing")
        case bool():
            return "true" if value else "false"
        case SpelledInteger() | SpelledFloat():
            return _("the number {text}", text=value.text)
        case int() if abs(value) > 10**18:
            return _("a number far too large")
        case int() | float():
            return _("the number {value}", value=value)
        case str():
            return _("{value!r}", value=value if len(value) <= _SHOWN_LENGTH else value[: _SHOWN_LENGTH - 1] + "…")
        case list():
            return _("a list")
        case dict():
            return _("a mapping")
    return _("a {type}", type=type(value).__name__)
