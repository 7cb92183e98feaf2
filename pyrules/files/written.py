"""What the mappings of a scenario file are made of: names, numbers, and mappings that know their keys."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, model_validator
from pydantic_core import PydanticCustomError
from typing_extensions import TypeAliasType

from pyrules.errors import did_you_mean
from pyrules.files.source import shown
from pyrules.language import _
from pyrules.model.scenario import GREATEST_NUMBER, LEAST_NUMBER

UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufdd0-\ufdef\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff"
)
"""Characters that never stand in a name, as a class of a regular expression: controls, what only formats or breaks
lines, letters that look like nothing, and what is no character. `_seen` knows those that depend on what is around."""

_LETTER, _VISIBLE = f"[^{UNSEEN}]", rf"[^\s{UNSEEN}]"
_JOINERS = "\u200c\u200d"
_JOINED = ("Lo", "Mn", "Mc")
"""Letters of the scripts that need joiners, and the marks on them: those without capitals."""


def _seen(name: str) -> str:
    """The name. Raises an error if a character in it is not seen: other names would look the same as it."""
    for place, letter in enumerate("" if name.isascii() else name):
        if _is_unseen(name, place):
            raise PydanticCustomError("unseen", "{words}", {"words": words_of_unseen(letter)})
    return name


def _is_unseen(name: str, place: int) -> bool:
    letter = name[place]
    if "\ufe00" <= letter <= "\ufe0f":  # the form of an emoji, and nothing on a letter
        return not place or unicodedata.category(name[place - 1]) in ("Lu", "Ll", "Mn", "Zs")
    if ord(letter) & 0xFFFE == 0xFFFE:
        return True
    return unicodedata.category(letter) == "Cf" and not _joins(name, place)


def _joins(name: str, place: int) -> bool:
    around = (name[place - 1 : place], name[place + 1 : place + 2])
    return name[place] in _JOINERS and all(each and unicodedata.category(each) in _JOINED for each in around)


def words_of_unseen(letter: str) -> str:
    """Why a character may not stand in a name."""
    kinds = {"Cc": _("control characters"), "Cf": _("formatting characters")}
    kind = kinds.get(unicodedata.category(letter), _("characters that nobody sees"))
    called = "" if kind == kinds["Cc"] else f", {unicodedata.name(letter, 'without a name').lower()}"
    return _("{kind} (here U+{ord:04X}{called}) may not stand in a name", kind=kind, ord=ord(letter), called=called)


Name = TypeAliasType("Name", Annotated[str, Field(pattern=f"^{_LETTER}*{_VISIBLE}{_LETTER}*$"), AfterValidator(_seen)])
Number = TypeAliasType("Number", Annotated[int, Field(ge=LEAST_NUMBER, le=GREATEST_NUMBER)])
DieFace = TypeAliasType("DieFace", Annotated[int, Field(ge=1, le=6)])
CardPair = TypeAliasType("CardPair", Annotated[tuple[Name, Name], Field(strict=False)])


def form(value: object) -> str | None:
    """Which of the forms a value is written in, where there are several: no word that is a key."""
    return "a modifier" if isinstance(value, dict) and "modifier" in value else kind(value)


def kind(value: object) -> str | None:
    """What kind of value it is, as `form` names those."""
    match value:
        case bool():
            return None
        case str():
            return "a text"
        case int():
            return "a number"
        case dict():
            return "a mapping"
        case list():
            return "a list"
    return None


def either(wanted: str, told_by: Callable[[object], str | None] = kind) -> Discriminator:
    """One of several forms; `wanted`, a message, says which, to whoever wrote something else."""
    EITHER[str(wanted)] = wanted
    return Discriminator(told_by, custom_error_type="either", custom_error_message=str(wanted))


EITHER: dict[str, str] = {}
"""The messages of `either` by their English."""


@dataclass(frozen=True)
class Refused:
    """Put in place of the value under a key that may not be there: no type takes it, so an error carries it along."""

    reason: str


class Written(BaseModel):
    """A mapping in a scenario file: strict, and without keys that are not known."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)

    @classmethod
    def written_keys(cls) -> tuple[str, ...]:
        """The keys that may be written."""
        return tuple(field.alias or name for name, field in cls.model_fields.items())

    @model_validator(mode="before")
    @classmethod
    def refuse_keys(cls, data: Any) -> Any:
        """Marks the keys that may not be there."""
        return {**data, **cls.refusals(data)} if isinstance(data, dict) else data

    @classmethod
    def refusals(cls, data: dict[str, Any]) -> dict[str, Refused]:
        """The keys that may not be there, and why."""
        keys = cls.written_keys()
        return {
            key: Refused(_("unknown key {key}{hint}", key=shown(key), hint=did_you_mean(key, keys)))
            for key in data
            if key not in keys
        }


class SomeOf(Written):
    """A mapping in which at least one of its keys stands."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    @classmethod
    def refusals(cls, data: dict[str, Any]) -> dict[str, Refused]:
        """Unknown keys; and the absence of any, under an empty key."""
        empty = {"": Refused(_("expected at least one of {written_keys}", written_keys=", ".join(cls.written_keys())))}
        return super().refusals(data) if data else empty


def _publish(schema: dict[str, Any], cls: type[OneOf]) -> None:
    schema["oneOf"] = [{"required": [key]} for key in cls.choices]
    schema.update(cls.published)


class OneOf(Written):
    """A mapping in which exactly one of the choices stands. `published` is what else the JSON Schema says of it."""

    model_config = ConfigDict(json_schema_extra=_publish)
    choices: ClassVar[tuple[str, ...]]
    published: ClassVar[dict[str, Any]] = {}

    @classmethod
    def refusals(cls, data: dict[str, Any]) -> dict[str, Refused]:
        """Besides unknown keys, those beside the first choice; and an empty key where none of the choices stands."""
        refused = super().refusals(data)
        wanted = _("expected exactly one of {choices}", choices=", ".join(cls.choices))
        chosen = [key for key in data if key in cls.choices]
        for key in chosen[1:]:
            refused[key] = Refused(
                _("{key!r} cannot stand beside {chosen!r}: {wanted}", key=key, chosen=chosen[0], wanted=wanted)
            )
        if not chosen and not refused:
            refused[""] = Refused(wanted)
        return refused
