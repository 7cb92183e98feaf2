"""What the mappings of a scenario file are made of: names, numbers, and mappings that know their keys."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, model_validator
from pydantic_core import PydanticCustomError
from typing_extensions import TypeAliasType

from pyrules.errors import did_you_mean
from pyrules.files.source import shown
from pyrules.model.scenario import GREATEST_NUMBER, LEAST_NUMBER

_LETTER = r"[^\x00-\x1f\x7f-\x9f]"
_VISIBLE = r"[^\s\x00-\x1f\x7f-\x9f]"
_JOINERS = "\u200c\u200d"
_JOINED = ("Lo", "Mn", "Mc")
"""Letters of the scripts that need joiners, and the marks on them: those without capitals."""


def _unformatted(name: str) -> str:
    """The name. Raises an error if a character in it only formats: other names would look the same as it."""
    if not name.isprintable():
        for place, letter in enumerate(name):
            if unicodedata.category(letter) == "Cf" and not _joins(name, place):
                raise PydanticCustomError(
                    "formatting",
                    "formatting characters (here U+{code}, {called}) may not stand in a name",
                    {"code": f"{ord(letter):04X}", "called": unicodedata.name(letter, "without a name").lower()},
                )
    return name


def _joins(name: str, place: int) -> bool:
    around = (name[place - 1 : place], name[place + 1 : place + 2])
    return name[place] in _JOINERS and all(each and unicodedata.category(each) in _JOINED for each in around)


Name = TypeAliasType(
    "Name", Annotated[str, Field(pattern=f"^{_LETTER}*{_VISIBLE}{_LETTER}*$"), AfterValidator(_unformatted)]
)
Number = TypeAliasType("Number", Annotated[int, Field(ge=LEAST_NUMBER, le=GREATEST_NUMBER)])
DieFace = TypeAliasType("DieFace", Annotated[int, Field(ge=1, le=6)])
CardPair = TypeAliasType("CardPair", Annotated[tuple[Name, Name], Field(strict=False)])


def form(value: object) -> str | None:
    """Which of the forms a value is written in, where there are several: no word that is a key."""
    match value:
        case bool():
            return None
        case str():
            return "a text"
        case int():
            return "a number"
        case {"modifier": _}:
            return "a modifier"
        case dict():
            return "a mapping"
        case list():
            return "a list"
    return None


def either(wanted: str) -> Discriminator:
    """One of several forms; `wanted` says which, to whoever wrote something else."""
    return Discriminator(form, custom_error_type="either", custom_error_message=wanted)


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
        return {key: Refused(f"unknown key {shown(key)}{did_you_mean(key, keys)}") for key in data if key not in keys}


class SomeOf(Written):
    """A mapping in which at least one of its keys stands."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    @classmethod
    def refusals(cls, data: dict[str, Any]) -> dict[str, Refused]:
        """Unknown keys; and the lack of any, under an empty key."""
        empty = {"": Refused(f"at least one of {', '.join(cls.written_keys())} is wanted")}
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
        """Besides unknown keys, those that stand beside the first choice; and the lack of any, under an empty key."""
        refused = super().refusals(data)
        wanted = f"exactly one of {', '.join(cls.choices)} is wanted"
        chosen = [key for key in data if key in cls.choices]
        for key in chosen[1:]:
            refused[key] = Refused(f"{key!r} cannot stand beside {chosen[0]!r}: {wanted}")
        if not chosen and not refused:
            refused[""] = Refused(wanted)
        return refused
