"""Reads YAML 1.2 into plain data, with the place of every part. What YAML offers beyond plain data is refused:
aliases (and so alias bombs), tags, several documents, keys that are not text.
"""

from __future__ import annotations

import os
import pathlib
import re
import stat
from dataclasses import dataclass
from typing import Any

from pyrules.errors import InputError
from pyrules.files.broken_yaml import in_words
from pyrules.files.source import (
    NESTING_LIMIT,
    SURROGATE,
    TOO_DEEP,
    Finding,
    KeyPath,
    Place,
    Source,
    composed,
    has_surrogate,
    shown,
    spelled,
)
from pyrules.language import _

SIZE_LIMIT = 1_000_000
"""The greatest size of a file, in bytes."""

_DIGITS_LIMIT = 30

# The core schema of YAML 1.2 (section 10.3.2); ruamel's own table also knows dates, 1_000 and 0b1.
_NULL = re.compile(r"~|null|Null|NULL|")
_TRUTH = re.compile(r"(true|True|TRUE)|false|False|FALSE")
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


def read_file(path: str | os.PathLike[str]) -> str:
    """The text of a UTF-8 file. Raises InputError when there is none to be had."""
    content = read_bytes(path)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, column = _place_of_offset(content[: error.start].decode("utf-8-sig"))
        message = _("the byte 0x{content:02x} is not UTF-8; save the file as UTF-8", content=content[error.start])
        raise InputError.at(os.fspath(path), message, line, column) from None


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """What a file holds. Raises InputError for what is no file, or too large."""
    file = os.fspath(path)
    try:
        mode = pathlib.Path(path).stat().st_mode
        if not stat.S_ISREG(mode):
            raise InputError.at(file, _("this is {called}; expected a YAML file", called=_called(mode)))
        with pathlib.Path(path).open("rb") as stream:
            content = stream.read(SIZE_LIMIT + 1)
    except FileNotFoundError:
        raise InputError.at(file, _("there is no such file")) from None
    except (OSError, ValueError) as error:
        raise InputError.at(
            file, _("the file cannot be read: {getattr}", getattr=getattr(error, "strerror", None) or error)
        ) from None
    if len(content) > SIZE_LIMIT:
        raise InputError.at(file, _("the file is larger than {most} bytes; split it", most=SIZE_LIMIT))
    return content


def _called(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return _("a directory")
    return _("a pipe") if stat.S_ISFIFO(mode) else _("a device")


def read_yaml(text: str, file: str) -> tuple[Source, list[Finding]]:
    """The data of a YAML text, and what is wrong with its keys. Raises InputError for what is not plain YAML data."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.reader import ReaderError

    reader = _Reader(file)
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            reader.take(event)
    except MarkedYAMLError as error:
        words, place = in_words(error, text)
        raise InputError.at(file, words, *place) from None
    except ReaderError as error:
        line, column = _place_of_offset(text[: error.position])
        message = _("the character U+{ord:04X} may not stand in a YAML file", ord=ord(text[error.position]))
        raise InputError.at(file, message, line, column) from None
    return reader.source(), reader.findings


def _place_of_offset(before: str) -> Place:
    """The place of what follows `before`."""
    return before.count("\n") + 1, len(before) - before.rfind("\n")


@dataclass
class _Open:
    """A mapping or list that is being read; `key` is the mapping's key whose value comes next."""

    content: dict[str, object] | list[object]
    path: KeyPath
    key: str | None = None


class _Reader:
    """Puts data together from the parser's events, without recursion."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.findings: list[Finding] = []
        self._documents: list[object] = []
        self._places: dict[KeyPath, Place] = {}
        self._key_places: dict[KeyPath, Place] = {}
        self._open: list[_Open] = []

    def source(self) -> Source:
        """What was read."""
        if not self._documents:
            raise InputError.at(self.file, _("the file is empty; a scenario begins with `title:`"), 1, 1)
        return Source(self.file, self._documents[0], self._places, self._key_places)

    def take(self, event: Any) -> None:
        """Reads on by one event of ruamel's parser."""
        from ruamel.yaml import events

        place = (event.start_mark.line + 1, event.start_mark.column + 1)
        match event:
            case events.MappingStartEvent() | events.SequenceStartEvent():
                self._refuse_tag(event, place)
                self._begin({} if isinstance(event, events.MappingStartEvent) else [], place)
            case events.MappingEndEvent() | events.SequenceEndEvent():
                self._open.pop()
            case events.ScalarEvent():
                self._refuse_tag(event, place)
                self._scalar(event.value, event.style in (None, ""), place)
            case events.AliasEvent():
                raise self._refusal(
                    _("the alias *{anchor} is not accepted; write out what it stands for", anchor=event.anchor), place
                )
            case events.DocumentStartEvent() if self._documents:
                raise self._refusal(_("a second document begins here; a file holds one"), place)

    def _refusal(self, message: str, place: Place) -> InputError:
        return InputError.at(self.file, message, *place)

    def _refuse_tag(self, event: Any, place: Place) -> None:
        if event.tag is not None:
            raise self._refusal(_("the tag {tag} is not accepted; leave it out", tag=event.tag), place)

    def _begin(self, content: dict[str, object] | list[object], place: Place) -> None:
        if len(self._open) >= NESTING_LIMIT:
            raise self._refusal(_(TOO_DEEP, limit=NESTING_LIMIT), place)
        if self._at_key():
            raise self._refusal(_("expected a key, got a list or a mapping; a key is a text"), place)
        path = self._put(content, place)
        self._open.append(_Open(content, path))

    def _at_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1].content, dict) and self._open[-1].key is None

    def _scalar(self, text: str, plain: bool, place: Place) -> None:
        if has_surrogate(text):
            text = self._paired(text, place)
        if self._at_key():
            self._key(composed(text), plain, place)
        elif plain and len(text) > _DIGITS_LIMIT and _INTEGER.fullmatch(text):
            raise self._refusal(_("a number of {count} digits is far out of range", count=len(text)), place)
        else:
            self._put(_value(text) if plain else text, place)

    def _paired(self, text: str, place: Place) -> str:
        """The text with the character that each surrogate pair stands for, as programs write it in JSON."""
        try:
            return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        except UnicodeDecodeError:
            raise self._refusal(_(SURROGATE), place) from None

    def _key(self, text: str, plain: bool, place: Place) -> None:
        around = self._open[-1]
        path = (*around.path, text)
        if plain and not is_text(text):
            self.findings.append(
                Finding(path, _('a key is a text: write it in quotes, "{text}"', text=text), at_key=True)
            )
        self._key_places.setdefault(path, place)
        if text in around.content:
            message = _(
                "the key {text} stands twice in one mapping; first on line {key_places}",
                text=shown(text),
                key_places=self._key_places[path][0],
            )
            self.findings.append(Finding(path, message, at_key=True))
        self._key_places[path] = place
        around.key = text

    def _put(self, value: object, place: Place) -> KeyPath:
        """Adds a value to what is being read, and gives its path."""
        if not self._open:
            self._documents.append(value)
            path: KeyPath = ()
        else:
            around = self._open[-1]
            if isinstance(around.content, list):
                path = (*around.path, len(around.content))
                around.content.append(value)
            else:
                assert around.key is not None
                path = (*around.path, around.key)
                around.content[around.key] = value
                around.key = None
        self._places[path] = place
        return path


def is_text(plain: str) -> bool:
    """Whether a plain scalar is a text by the core schema."""
    return not any(pattern.fullmatch(plain) for pattern in (_NULL, _TRUTH, _INTEGER, _FLOAT))


def _value(plain: str) -> object:
    """What a plain scalar is by the core schema."""
    if is_text(plain):
        return plain
    if _NULL.fullmatch(plain):
        return None
    if truth := _TRUTH.fullmatch(plain):
        return truth[1] is not None
    if _INTEGER.fullmatch(plain):
        return spelled(int(plain, 0) if plain.startswith(("0o", "0x")) else int(plain), plain)
    return spelled(float(plain.lower().replace(".inf", "inf").replace(".nan", "nan")), plain)
