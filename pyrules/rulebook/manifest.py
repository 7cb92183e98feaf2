"""Manifests: a revision's text clause by clause, and the modules that encode it.

A manifest is a YAML file beside the modules (`rules_lp/revisions/r4.yaml`); `rules_lp/README.md` describes its keys.
Paths of modules are written relative to the folder given to `load` and come back absolute.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, ValidationInfo
from pydantic_core import ErrorDetails, PydanticCustomError

from pyrules.errors import InputError, did_you_mean
from pyrules.files import cache_folder
from pyrules.files.source import Finding, Source, from_data, shown
from pyrules.files.source import KeyPath as Location
from pyrules.files.yaml import read_file, read_yaml

Topic = Literal["attack", "modifiers", "named-features", "dice", "core"]


def _existing(path: Path, info: ValidationInfo) -> Path:
    """The absolute path of a module; refuses one that is not there."""
    folder: Path = (info.context or {})["folder"]
    module = folder / path
    if not module.is_file():
        known = (each.relative_to(folder).as_posix() for each in folder.rglob("*.lp"))
        near = did_you_mean(path.as_posix(), known)
        told = {"path": path.as_posix(), "near": near}
        raise PydanticCustomError("module_missing", "there is no module '{path}'{near}", told)
    return module


Module = Annotated[Path, AfterValidator(_existing)]


class Shape(BaseModel):
    """What all parts of a manifest share: frozen, and no key that is not known."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Sentence(Shape):
    """One of several sentences of a clause's text, in our words, and what became of it.

    It is `modelled_by` modules of the clause, by their names; `read_as` readings and decisions say where it leaves
    something open; `left_out` what the clause leaves out, or `not_modelled`, for a reason of its own.
    """

    gist: str
    modelled_by: tuple[str, ...] = ()
    read_as: tuple[str, ...] = ()
    left_out: bool = False
    not_modelled: str | None = None


class Clause(Shape):
    """A numbered clause, a bullet, an unnumbered paragraph, or a decision.

    `number` is unique within the manifest and is what citations show; `printed` is given where the text prints
    something else, None where it prints no number at all. `modules` are those that this clause owns, `rests_on` those
    of other clauses that say this one too, and `says` the rules in them, by the sentence above each, that say just it.
    A clause that is `not_modelled` has neither, and says why; one of which a part is not has `left_out`. `sentences`
    are those of the text, where it has several. `concerns` makes a decision: revision -> the clauses that leave the
    question open.
    """

    number: str
    printed: str | None = None
    topic: Topic
    gist: str
    defines: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    modules: tuple[Module, ...] = ()
    rests_on: tuple[Module, ...] = ()
    says: tuple[str, ...] = ()
    not_modelled: str | None = None
    left_out: str | None = None
    sentences: tuple[Sentence, ...] = ()
    torn_off: bool = False
    settles: tuple[str, ...] = ()
    concerns: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)

    @property
    def as_printed(self) -> str | None:
        """The number that the text prints, None where it prints none."""
        return self.printed if "printed" in self.model_fields_set else self.number


class Inheritance(Shape):
    """The topics that a revision does not print and takes over from another one."""

    source: str = Field(alias="from")
    topics: tuple[Topic, ...]


class Option(Shape):
    """One way to read a clause, and the modules that encode it."""

    gist: str
    modules: tuple[Module, ...] = ()


class Reading(Shape):
    """A question that the text leaves open, with the ways to answer it; the first option is the default.

    The first of `clauses` is the one that is cited.
    """

    id: str
    clauses: tuple[str, ...] = Field(min_length=1)
    why: str
    options: Mapping[str, Option] = Field(min_length=1)

    @property
    def default(self) -> str:
        """The option in force when none is asked for."""
        return next(iter(self.options))


class Manifest(Shape):
    """One file: a revision's clauses, what it inherits and its readings; `outside`: what is printed beside them."""

    id: str
    title: str
    clauses: tuple[Clause, ...]
    inherits: tuple[Inheritance, ...] = ()
    outside: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()


# What would be right, where the validator's own words would puzzle.
_WANTED = {
    "model_type": "expected a mapping",
    "mapping_type": "expected a mapping",
    "tuple_type": "expected a list",
    "string_type": "expected a text (in quotes, if it looks like a number)",
    "path_type": "expected the path of a module",
}

# The shape of what stands under a key, to name the keys that are known there.
_SHAPES: dict[int | str, type[Shape]] = {
    "clauses": Clause,
    "inherits": Inheritance,
    "readings": Reading,
    "options": Option,
    "sentences": Sentence,
}


def load(path: Path, folder: Path) -> Manifest:
    """The manifest in `path`, its modules looked for below `folder`.

    Raises InputError with everything that is wrong with it, each with its line and column.
    """
    text = read_file(path)
    data = cache_folder.kept(text)
    if data is not None:
        with suppress(InputError):  # the file is read anew, and each error gets its place
            return _checked(from_data(data, str(path)), [], folder)
    source, findings = read_yaml(text, str(path))
    manifest = _checked(source, findings, folder)
    cache_folder.keep(text, source.data)
    return manifest


def _checked(source: Source, findings: list[Finding], folder: Path) -> Manifest:
    try:
        manifest = Manifest.model_validate(source.data, context={"folder": folder})
    except ValidationError as error:
        raise source.error([*findings, *map(_finding, error.errors(include_url=False))]) from None
    findings += _contradictions(manifest)
    if findings:
        raise source.error(findings)
    return manifest


def _contradictions(manifest: Manifest) -> Iterator[Finding]:
    """What no single key can show: numbers given twice, modules of what is not modelled, readings of no clause."""
    numbers = [clause.number for clause in manifest.clauses]
    for index, clause in enumerate(manifest.clauses):
        if clause.number in numbers[:index]:
            yield Finding(("clauses", index, "number"), f"clause {clause.number!r} stands in this manifest already")
        if clause.not_modelled and (clause.modules or clause.rests_on):
            message = "a clause that is not_modelled has no modules and no rests_on"
            yield Finding(("clauses", index, "not_modelled"), message, at_key=True)
        for place, message in _unaccounted(clause):
            yield Finding(("clauses", index, "sentences", *place), message)
    for index, reading in enumerate(manifest.readings):
        for position, number in enumerate(reading.clauses):
            if number not in numbers:
                message = f"reading {reading.id!r} belongs to no clause {number!r}{did_you_mean(number, numbers)}"
                yield Finding(("readings", index, "clauses", position), message)


def _unaccounted(clause: Clause) -> Iterator[tuple[Location, str]]:
    """What the sentences of a clause leave unsaid: sentences of which nothing became, modules of no sentence."""
    modules = {path.stem for path in (*clause.modules, *clause.rests_on)}
    claimed = {name for sentence in clause.sentences for name in sentence.modelled_by}
    for place, sentence in enumerate(clause.sentences):
        why = sentence.not_modelled or clause.not_modelled
        if not (sentence.modelled_by or sentence.read_as or sentence.left_out or why):
            yield (place,), "expected modelled_by, read_as, left_out or not_modelled, got none of them"
        for number, name in enumerate(sentence.modelled_by):
            if name not in modules:
                yield (place, "modelled_by", number), f"the clause has no module {name!r}{did_you_mean(name, modules)}"
    if clause.sentences and modules - claimed:
        yield (), f"no sentence is modelled by {', '.join(sorted(modules - claimed))}"
    if clause.sentences and bool(clause.left_out) != any(sentence.left_out for sentence in clause.sentences):
        yield (), "expected left_out at the clause and at a sentence, got it at one of them"


def _finding(details: ErrorDetails) -> Finding:
    """One error of validation in our words: what was read, and what would be right."""
    where = details["loc"]
    match details["type"]:
        case "extra_forbidden":
            key = str(where[-1])
            return Finding(where, f"unknown key {key!r}{did_you_mean(key, _keys_beside(where))}", at_key=True)
        case "missing":
            return Finding(where, f"the key {where[-1]!r} is missing")
        case "module_missing":
            return Finding(where, details["msg"])
        case kind:
            return Finding(where, f"{_WANTED.get(kind, details['msg'])}, got {shown(details['input'])}")


def _keys_beside(where: Location) -> list[str]:
    """The keys that are known where an unknown one was met."""
    shape = next((_SHAPES[part] for part in reversed(where[:-1]) if part in _SHAPES), Manifest)
    return [field.alias or name for name, field in shape.model_fields.items()]
