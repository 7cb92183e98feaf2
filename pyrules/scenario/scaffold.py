"""Files to begin with: a scenario, or an edit with the modules of the clause that it is about. They run as they are."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from pyrules.errors import InputError
from pyrules.files import atomic
from pyrules.language import ENGLISH, _, current
from pyrules.rulebook.book import Entry, Rulebook
from pyrules.rulebook.edit_modules import is_within
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import is_path
from pyrules.rulebook.ready_changes import ready_change

Texts = Mapping[Path, str]
"""The files to write, with their texts."""

Copies = tuple[tuple[Entry, tuple[Path, ...]], ...]
"""The clauses that an edit begins with, each with the modules of it that are copied."""


@dataclass(frozen=True, slots=True)
class Start:
    """The files to write, with their texts, and what there is to say of them."""

    texts: Texts
    notes: tuple[str, ...] = ()


def scenario(path: Path) -> Start:
    """A commented scenario."""
    return Start({_named(path, ".scenario.yaml"): _template("start.scenario.yaml")})


def edit(path: Path, on: str, number: str | None = None, inherited_from: str | None = None) -> Start:
    """A commented edit on a rulebook and, with a clause's number, copies of the modules that encode it.

    A clause that rests on modules of others begins with those. Raises InputError when there is no such rulebook or
    clause, or the clause cannot be changed.
    """
    path = _named(path, ".edit.yaml")
    base = _base(path, on)
    entry = base.clause(number, inherited_from) if number is not None else None
    copies = _copies(entry, base) if entry else ()
    for owner, modules in copies:
        _refuse_what_is_changed(base, owner, {module.stem for module in modules})
    texts = {path.parent / module.name: _text(module) for _owner, modules in copies for module in modules}
    return Start({path: _start(path, base, entry, copies), **texts}, tuple(_borrowed(entry, copies)))


def change(path: Path, on: str, name: str) -> Start:
    """A ready-made change to a rulebook: an edit, its modules, and a scenario that shows the difference.

    Raises InputError when there is no such rulebook or change, or an edit beneath makes a part of it already.
    """
    path = _named(path, ".edit.yaml")
    base = _base(path, on)
    revision = revision_of(base)
    ready = ready_change(name, revision)
    told = {
        "title": _(ready.title),
        "base": _from(path, base),
        "edit": path.name,
        "revision": revision,
        "clause": ready.clauses[revision][0],
    }
    values = {key: _quoted(value) if key != "revision" else value for key, value in told.items()}
    written = _rendered(ready.template("edit.yaml.jinja"), **values)
    for number, origin, only in ready.replaced(written):
        owner = base.clause(number, origin)
        _refuse_what_is_changed(base, owner, only or {module.stem for module in owner.clause.modules})
    shown = path.with_name(path.name.removesuffix(path.suffix).removesuffix(".edit") + ".scenario.yaml")
    modules = {path.parent / module: text for module, text in ready.modules(written).items()}
    return Start({path: written, shown: _rendered(ready.template("scenario.yaml.jinja"), **values), **modules})


def revision_of(base: Rulebook) -> str:
    """The revision that a rulebook is, or that the edits which make it stand on."""
    return base.edits[0].on if base.edits else base.name


def write(texts: Texts) -> None:
    """Writes new files. Raises InputError, and writes nothing, when one of them is there already."""
    for path in texts:
        if path.exists() or path.is_symlink():
            raise InputError.at(str(path), _("this exists already; nothing was written"))
    for path, text in texts.items():
        atomic.create(path, text)


def _named(path: Path, ending: str) -> Path:
    return path if path.suffix in (".yaml", ".yml") else path.with_name(path.name + ending)


def _base(path: Path, on: str) -> Rulebook:
    base = load_rulebook(on)
    if is_path(on) and not is_within(Path(on), path.parent):
        raise InputError.at(str(path), _("expected the base of the edit beside it or below it, got {on!r}", on=on))
    return base


def _from(path: Path, base: Rulebook) -> str:
    """The rulebook as a file at the path names it."""
    return os.path.relpath(base.name, path.parent) if is_path(base.name) else base.name


def _copies(entry: Entry, base: Rulebook) -> Copies:
    """The modules of the clause, or where it has none those of others that it rests on, clause by clause."""
    if entry.clause.modules:
        return ((entry, entry.clause.modules),)
    rests_on = set(entry.clause.rests_on)
    owners = ((owner, tuple(path for path in owner.clause.modules if path in rests_on)) for owner in base)
    copies = tuple((owner, modules) for owner, modules in owners if modules)
    if not copies:
        reason = f": {_(entry.clause.not_modelled)}" if entry.clause.not_modelled else ""
        raise InputError.at(
            "", _("{clause} has no rules that could be copied{reason}", clause=entry.clause.number, reason=reason)
        )
    return copies


def _borrowed(entry: Entry | None, copies: Copies) -> Iterator[str]:
    """Whose modules were copied, where they are not the clause's own."""
    for owner, modules in copies:
        if entry is not None and owner.key != entry.key:
            names = ", ".join(module.stem for module in modules)
            yield _(
                "{clause} rests on {modules}, of {owner}: that clause is changed",
                clause=entry.clause.number,
                modules=names,
                owner=owner.citation,
            )


def _refuse_what_is_changed(base: Rulebook, entry: Entry, modules: Collection[str]) -> None:
    """Of edits on one another only one may change a module."""
    for edit in base.edits:
        for change in edit.changes:
            if both := sorted(change.modules & set(modules)) if entry.key in change.keys else []:
                raise InputError.at(
                    "",
                    _(
                        "{edit} changes {modules} of {clause} already; of edits on one another only one may",
                        edit=edit.file,
                        modules=", ".join(both),
                        clause=entry.clause.number,
                    ),
                )


def _start(path: Path, base: Rulebook, entry: Entry | None, copies: Copies) -> str:
    return _rendered(
        _template("start.edit.yaml.jinja"),
        file=path,
        base=base.name,
        on=_from(path, base),
        title=_("A change to {clause}", clause=entry.clause.number) if entry else _("A change"),
        borrowed=tuple(_borrowed(entry, copies)),
        copies=[(owner, [path.stem for path in modules]) for owner, modules in copies],
    )


def _rendered(template: str, **values: object) -> str:
    from jinja2 import Environment

    environment = Environment(keep_trailing_newline=True)
    environment.filters["quoted"] = _quoted
    return environment.from_string(template).render(**values)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _template(name: str) -> str:
    """A template in the language spoken: `start.scenario.yaml`, or `start.scenario.ru.yaml`."""
    spoken = name if current() == ENGLISH else name.replace(".yaml", f".{current()}.yaml")
    return (files("pyrules.scenario") / "templates" / spoken).read_text(encoding="utf-8")


def _text(module: Path) -> str:
    return module.read_text(encoding="utf-8")
