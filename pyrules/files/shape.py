"""Whether data has the shape of a scenario file, in words of our own: pydantic finds what is wrong, here it is said."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from pyrules.errors import nearest
from pyrules.files.source import Finding, KeyPath, shown
from pyrules.files.written import EITHER, UNSEEN, Refused, Written, words_of_unseen
from pyrules.language import _, mark, said

Shape = TypeVar("Shape", bound=Written)


def read_as(shape: type[Shape], data: object) -> tuple[Shape | None, list[Finding]]:
    """The data in any shape of this kind, None when something is wrong with it, and all that is wrong."""
    try:
        return shape.model_validate(data), []
    except ValidationError as error:
        return None, [_finding(details, data) for details in error.errors(include_url=False)]


_NUMBER = re.compile(r"\s*([-+\u2212\u2013\u2014]?)\s*([0-9]{1,9})\s*")
"""A number in quotes, or one with a typographic minus, which YAML takes for a text."""


def _finding(details: ErrorDetails, data: object) -> Finding:
    loc, value = details["loc"], details["input"]
    if isinstance(value, Refused):
        return Finding((*_path(loc[:-1], data), loc[-1]), value.reason, at_key=True)
    if details["type"] == "missing":
        return Finding((*_path(loc[:-1], data), loc[-1]), _missing(loc[-1]))
    return Finding(_path(loc, data), _WORDS[details["type"]](details), at_key=loc[-1:] == ("[key]",))


def _path(loc: KeyPath, data: object) -> KeyPath:
    """The path within the data; pydantic also names the form that it took a value for, which is no part of it."""
    path: KeyPath = ()
    for part in loc:
        match data:
            case dict() if part in data:
                path, data = (*path, part), data[part]
            case list() if isinstance(part, int) and part < len(data):
                path, data = (*path, part), data[part]
    return path


def _missing(key: str | int) -> str:
    return (
        _("the key {key} is missing", key=shown(key))
        if isinstance(key, str)
        else _("item {number} of this list is missing", number=key + 1)
    )


def _wanted(kind: str) -> Callable[[ErrorDetails], str]:
    return lambda details: _("expected {kind}, got {value}", kind=_(kind), value=shown(details["input"]))


def _list(details: ErrorDetails) -> str:
    value = details["input"]
    hint = _("; begin each item with a dash and a blank, - …") if isinstance(value, dict) else ""
    if isinstance(value, str):
        dash = re.match(r"[-\u2013\u2014\u2212]\s*(\S.*)", value)
        hint = _("; write - {item} with a blank behind the dash", item=dash[1].split(" ")[0]) if dash else hint
    return _("expected a list, got {value}{hint}", value=shown(value), hint=hint)


def _mapping(details: ErrorDetails) -> str:
    value = details["input"]
    words = re.fullmatch(r"([^\s:]+)[\s:]+(\S.{0,60})", value) if isinstance(value, str) else None
    hint = _("; if a colon is missing, write {key}: {value}", key=words[1], value=words[2]) if words else ""
    return _("expected a mapping, got {value}{hint}", value=shown(value), hint=hint)


def _text(details: ErrorDetails) -> str:
    value = details["input"]
    if not isinstance(value, int | float):
        return _("expected a text, got {value}", value=shown(value))
    written = shown(value).removeprefix(_("the number {number}", number=""))
    return _('expected a text, got {value}; put it in quotes: "{written}"', value=shown(value), written=written)


def _whole_number(details: ErrorDetails) -> str:
    value = details["input"]
    message = _("expected a whole number, got {value}", value=shown(value))
    number = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    if number is None:
        return message
    sign = number[1] if number[1] in ("", "+") else "-"
    return _("{message}; write {sign}{number} without quotes", message=message, sign=sign, number=number[2])


def _name(details: ErrorDetails) -> str:
    text: str = details["input"]
    unseen = re.search(f"[{UNSEEN}]", text)
    reason = words_of_unseen(unseen[0]) if unseen else _("a name needs a visible character")
    return _("{reason}, got {text}", reason=reason, text=shown(text))


def _literal(details: ErrorDetails) -> str:
    known = re.findall(r"'(.*?)'", details["ctx"]["expected"])
    value = details["input"]
    near = nearest(value, known) if isinstance(value, str) else None
    return _("expected one of {known}, got {value}", known=", ".join(known), value=shown(value)) + (
        _("; did you mean {near!r}?", near=near) if near else ""
    )


def _bound(word: str, limit: str) -> Callable[[ErrorDetails], str]:
    return lambda details: _(
        "{value} is out of range; expected {word} {limit}",
        value=shown(details["input"]),
        word=_(word),
        limit=details["ctx"][limit],
    )


def _length(word: str, limit: str) -> Callable[[ErrorDetails], str]:
    def words(details: ErrorDetails) -> str:
        context: dict[str, Any] = details["ctx"]
        message = (
            mark("expected a mapping of {word} {limit}, got {count} items")
            if isinstance(details["input"], dict)
            else mark("expected a list of {word} {limit}, got {count} items")
        )
        return _(
            message,
            word=_(word),
            limit=context[limit],
            count=context["actual_length"],
        )

    return words


def _given(details: ErrorDetails) -> str:
    return _(
        "{message}, got {value}",
        message=said(EITHER.get(details["msg"], details["msg"])),
        value=shown(details["input"]),
    )


_WORDS: dict[str, Callable[[ErrorDetails], str]] = {
    "string_type": _text,
    "string_pattern_mismatch": _name,
    "unseen": _given,
    "int_type": _whole_number,
    "bool_type": _wanted(mark("true or false")),
    "list_type": _list,
    "tuple_type": _list,
    "dict_type": _mapping,
    "model_type": _mapping,
    "literal_error": _literal,
    "greater_than_equal": _bound(mark("at least"), "ge"),
    "less_than_equal": _bound(mark("at most"), "le"),
    "too_short": _length(mark("at least"), "min_length"),
    "too_long": _length(mark("at most"), "max_length"),
    "either": _given,
}
"""How each kind of error is said; a test goes through all that can occur."""
