"""The shape of an edit as it is written, and its JSON Schema (`python -m pyrules.rulebook.edit_schema` prints it).

Only the shape stands here; what an edit says of the rulebook that it stands on is judged in `pyrules.rulebook.edit`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import ConfigDict, Field, Tag
from typing_extensions import TypeAliasType

from pyrules.files.json_schema import json_schema
from pyrules.files.written import Name, OneOf, Refused, Written, either
from pyrules.language import _, mark
from pyrules.rulebook.manifest import Topic


class _Keys(NamedTuple):
    """What must, and what may, stand beside the key that says what is done to a clause."""

    needed: tuple[str, ...]
    allowed: tuple[str, ...]


_KEYS: Mapping[str, _Keys] = {
    "replace": _Keys(("modules",), ("only", "gist", "inherited_from")),
    "drop": _Keys((), ("only", "inherited_from")),
    "add": _Keys(("gist", "modules"), ("topic",)),
    "renumber": _Keys(("to",), ("inherited_from",)),
}


def _publish(schema: dict[str, Any]) -> None:
    schema["oneOf"] = [{"required": [choice, *keys.needed]} for choice, keys in _KEYS.items()]


class ClauseChange(OneOf):
    """What is done to one clause: exactly one of `replace`, `drop`, `add` and `renumber`, each the clause's number."""

    model_config = ConfigDict(json_schema_extra=_publish)
    choices = ("replace", "drop", "add", "renumber")

    replace: Name | None = Field(None, description="The clause whose modules are replaced by `modules`.")
    drop: Name | None = Field(None, description="The clause that is left out.")
    add: Name | None = Field(None, description="The number of a clause that is added.")
    renumber: Name | None = Field(None, description="The clause that is cited as `to` from now on.")
    to: Name | None = Field(None, description="The new number.")
    inherited_from: Name | None = Field(
        None, description="The revision whose clause is meant where two share a number."
    )
    only: list[Name] = Field([], description="The modules of the clause that are replaced or dropped; the others stay.")
    modules: Annotated[list[Name], Field(min_length=1)] | None = Field(
        None, description="Modules (.lp) beside or below this file, or built-in ones as `clauses/…/x.lp`."
    )
    gist: Name | None = Field(None, description="What the clause says now, in a sentence.")
    topic: Topic = Field("named-features", description="What an added clause is about.")

    @classmethod
    def refusals(cls, data: dict[str, Any]) -> dict[str, Refused]:
        """Besides what no mapping of this kind may hold: keys that the change needs, or cannot do with."""
        refused = super().refusals(data)
        chosen = [key for key in data if key in cls.choices]
        if len(chosen) != 1:
            return refused
        needed, allowed = _KEYS[chosen[0]]
        for key in needed:
            if key not in data:
                refused[key] = Refused(_("{chosen!r} needs the key {key!r}", chosen=chosen[0], key=key))
        for key in data:
            if key in cls.written_keys() and key not in (*chosen, *needed, *allowed):
                beside = ", ".join((*needed, *allowed))
                refused[key] = Refused(
                    _(
                        "{key!r} cannot stand beside {chosen!r}; what can: {beside}",
                        key=key,
                        chosen=chosen[0],
                        beside=beside,
                    )
                )
        return refused


class Words(Written):
    """Why an attempt is performed or not. Places: {card} {feature} {number} {compared} {condition}."""

    performed: Name | None = Field(None, description="Why the attempt is performed.")
    refused: Name | None = Field(None, description="Why it is not performed.")


class OptionRules(Written):
    """One way to read a clause. Of an option that is there already, what is left out stays."""

    gist: Name | None = Field(None, description="What the clause says when it is read so, in a sentence.")
    modules: list[Name] | None = Field(
        None, description="The modules that are in force then, besides those of the clauses; named as under `clauses`."
    )


class ReadingRules(Written):
    """A reading of the edit's own, with `clauses` and `why`; or other rules for options of one that is there."""

    clauses: Annotated[list[Name], Field(min_length=1)] | None = Field(
        None, description="The clauses that can be read in several ways; the first is cited."
    )
    why: Name | None = Field(None, description="What the text leaves open.")
    options: Annotated[dict[Name, OptionRules], Field(min_length=1)] = Field(
        description="The ways to read it; of a new reading the first is the default."
    )


Reading = TypeAliasType(
    "Reading",
    Annotated[
        Annotated[Name, Tag("a text")] | Annotated[ReadingRules, Tag("a mapping")],
        either(mark("expected the name of an option, or a mapping with the key 'options'")),
    ],
)


class EditFile(Written):
    """A change proposed on top of a rulebook or of another edit."""

    model_config = ConfigDict(title="pyrules edit")

    title: Name = Field(description="What the edit is about, in a line.")
    on: Name = Field(description="A rulebook (r1 to r4), or another edit, beside or below this file.")
    notes: str | None = Field(None, description="Anything else.")
    clauses: list[ClauseChange] = Field([], description="What changes, clause by clause.")
    readings: dict[Name, Reading] = Field(
        {}, description="Readings that get another default (reading -> option), other rules, or are added."
    )
    wording: dict[Name, Words] = Field({}, description="Reasons in words, by the name of the module that decides.")


if __name__ == "__main__":
    print(json_schema(EditFile), end="")
