"""What a ruling is of, whole in an address: whoever has the link has the ruling."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from pyrules.errors import InputError
from pyrules.language import _, mark

MOST_TEXT = 60_000
"""How many bytes a state may have before it is packed: more is no ruling that one looks at."""
MOST_PACKED = 30_000
"""How many letters it may have in an address."""
VERSION = 1
TOO_LARGE = mark("this is too large for an address; save it as a file, and open that with `pyrules serve FILE`")
BROKEN = mark("the address is incomplete: part of the link was lost where it was copied")


@dataclass(frozen=True, slots=True)
class Draft:
    """A change that is tried out: to a rulebook `on`, either a ready-made one (`change`) or rules for a clause.

    `clause` and `inherited_from` name the clause, `rules` are the texts of its modules by their names.
    """

    on: str
    change: str = ""
    clause: str = ""
    inherited_from: str = ""
    rules: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Ruling:
    """A scenario as it is written, and how it is looked at.

    `file` is the opened file from which it was taken, if any: paths in the text are read from there. `rulebooks` stand
    side by side, under the `readings`; `draft` is a change that stands beside them.
    """

    text: str
    file: str = ""
    rulebooks: tuple[str, ...] = ()
    readings: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    draft: Draft | None = None

    def under(self, reading: str, option: str) -> Ruling:
        """The same with an option of a reading in force."""
        return replace(self, readings={**self.readings, reading: option})

    def as_published(self) -> Ruling:
        """The same with the default option of every reading."""
        return replace(self, readings={})

    def with_rulebook(self, name: str, known: Iterable[str]) -> Ruling:
        """The same with a rulebook beside the others, or without it where it stands there; in the order of all known.

        The last one stays.
        """
        chosen = set(self.rulebooks) ^ {name} or set(self.rulebooks)
        return replace(self, rulebooks=tuple(each for each in known if each in chosen))


def packed(ruling: Ruling) -> str:
    """The ruling as a part of an address. Raises InputError when it is too large for one."""
    draft = ruling.draft
    data: dict[str, Any] = {
        "v": VERSION,
        "t": ruling.text,
        "f": ruling.file,
        "b": list(ruling.rulebooks),
        "r": dict(ruling.readings),
        **(
            {}
            if draft is None
            else {"d": [draft.on, draft.change, draft.clause, draft.inherited_from, dict(draft.rules)]}
        ),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    if len(text) > MOST_TEXT:
        raise InputError.at("", _(TOO_LARGE))
    letters = base64.urlsafe_b64encode(zlib.compress(text, 9)).decode("ascii").rstrip("=")
    if len(letters) > MOST_PACKED:
        raise InputError.at("", _(TOO_LARGE))
    return letters


def unpacked(letters: str) -> Ruling:
    """The ruling of an address. Raises InputError when the address is not whole, or too large."""
    if len(letters) > MOST_PACKED:
        raise InputError.at("", _(TOO_LARGE))
    try:
        compressed = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(compressed, MOST_TEXT)
        if unpacking.unconsumed_tail:
            raise InputError.at("", _(TOO_LARGE))
        return _ruling(json.loads(text.decode()))
    except (ValueError, binascii.Error, zlib.error, KeyError, TypeError, RecursionError):
        raise InputError.at("", _(BROKEN)) from None


def _ruling(data: Any) -> Ruling:
    draft = None
    if "d" in data:
        on, change, clause, inherited_from, rules = data["d"]
        draft = Draft(_text(on), _text(change), _text(clause), _text(inherited_from), _texts(rules))
    books = tuple(map(_text, data["b"]))
    return Ruling(_text(data["t"]), _text(data["f"]), books, _texts(data["r"]), draft)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _texts(value: object) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return MappingProxyType({_text(key): _text(each) for key, each in value.items()})
