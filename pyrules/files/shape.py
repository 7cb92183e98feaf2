"""Whether data has the shape of a scenario file, in words of our own: pydantic finds what is wrong, here it is said."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from pyrules.errors import nearest
from pyrules.files.source import Finding, KeyPath, shown
from pyrules.files.written import UNSEEN, Refused, Written, words_of_unseen

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
    return f"the key {shown(key)} is missing" if isinstance(key, str) else f"item {key + 1} of this list is missing"


def _wanted(kind: str) -> Callable[[ErrorDetails], str]:
    return lambda details: f"expected {kind}, got {shown(details['input'])}"


def _list(details: ErrorDetails) -> str:
    value = details["input"]
    hint = "; begin each item with a dash and a blank, - …" if isinstance(value, dict) else ""
    if isinstance(value, str):
        dash = re.match(r"[-\u2013\u2014\u2212]\s*(\S.*)", value)
        hint = f"; write - {dash[1].split(' ')[0]} with a blank behind the dash" if dash else hint
    return f"expected a list, got {shown(value)}{hint}"


def _mapping(details: ErrorDetails) -> str:
    value = details["input"]
    words = re.fullmatch(r"([^\s:]+)[\s:]+(\S.*)", value) if isinstance(value, str) else None
    hint = f"; if a colon is missing, write {words[1]}: {words[2]}" if words else ""
    return f"expected a mapping, got {shown(value)}{hint}"


def _text(details: ErrorDetails) -> str:
    value = details["input"]
    if not isinstance(value, int | float):
        return f"expected a text, got {shown(value)}"
    written = shown(value).removeprefix("the number ")
    return f'expected a text, got {shown(value)}; put it in quotes: "{written}"'


def _whole_number(details: ErrorDetails) -> str:
    value = details["input"]
    message = f"expected a whole number, got {shown(value)}"
    number = _NUMBER.fullmatch(value) if isinstance(value, str) else None
    if number is None:
        return message
    sign = number[1] if number[1] in ("", "+") else "-"
    return f"{message}; write {sign}{number[2]} without quotes"


def _name(details: ErrorDetails) -> str:
    text: str = details["input"]
    unseen = re.search(f"[{UNSEEN}]", text)
    reason = words_of_unseen(unseen[0]) if unseen else "a name needs a visible character"
    return f"{reason}, got {shown(text)}"


def _literal(details: ErrorDetails) -> str:
    known = re.findall(r"'(.*?)'", details["ctx"]["expected"])
    value = details["input"]
    near = nearest(value, known) if isinstance(value, str) else None
    return f"expected one of {', '.join(known)}, got {shown(value)}" + (f"; did you mean {near!r}?" if near else "")


def _bound(word: str, limit: str) -> Callable[[ErrorDetails], str]:
    return lambda details: f"{shown(details['input'])} is out of range; expected {word} {details['ctx'][limit]}"


def _length(word: str, limit: str) -> Callable[[ErrorDetails], str]:
    def words(details: ErrorDetails) -> str:
        context: dict[str, Any] = details["ctx"]
        kind = "mapping" if isinstance(details["input"], dict) else "list"
        return f"expected a {kind} of {word} {context[limit]}, got {context['actual_length']} items"

    return words


def _given(details: ErrorDetails) -> str:
    return f"{details['msg']}, got {shown(details['input'])}"


_WORDS: dict[str, Callable[[ErrorDetails], str]] = {
    "string_type": _text,
    "string_pattern_mismatch": _name,
    "unseen": _given,
    "int_type": _whole_number,
    "bool_type": _wanted("true or false"),
    "list_type": _list,
    "tuple_type": _list,
    "dict_type": _mapping,
    "model_type": _mapping,
    "literal_error": _literal,
    "greater_than_equal": _bound("at least", "ge"),
    "less_than_equal": _bound("at most", "le"),
    "too_short": _length("at least", "min_length"),
    "too_long": _length("at most", "max_length"),
    "either": _given,
}
"""How each kind of error is said; a test goes through all that can occur."""
