"""Files to begin with: a scenario, or an edit with the modules of the clause that it is about. They run as they are."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from pyrules.errors import InputError
from pyrules.files import atomic
from pyrules.rulebook.book import Entry, Rulebook
from pyrules.rulebook.edit_modules import is_within
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import is_path

Texts = Mapping[Path, str]
"""The files to write, with their texts."""


def scenario(path: Path) -> Texts:
    """A commented scenario."""
    return {_named(path, ".scenario.yaml"): _template("start.scenario.yaml")}


def edit(path: Path, on: str, number: str | None = None, inherited_from: str | None = None) -> Texts:
    """A commented edit on a rulebook and, with a clause's number, copies of that clause's modules to change.

    Raises InputError when there is no such rulebook or clause, or the clause cannot be changed.
    """
    path = _named(path, ".edit.yaml")
    base = load_rulebook(on)
    if is_path(on) and not is_within(Path(on), path.parent):
        raise InputError.at(str(path), f"what an edit stands on stands beside it or below it: read {on!r}")
    entry = base.clause(number, inherited_from) if number is not None else None
    if entry is not None:
        _refuse_what_cannot_be_changed(entry, base)
    modules = {path.parent / module.name: _text(module) for module in (entry.clause.modules if entry else ())}
    return {path: _start(path, base, entry), **modules}


def write(texts: Texts) -> None:
    """Writes new files. Raises InputError, and writes nothing, when one of them is there already."""
    for path in texts:
        if path.exists() or path.is_symlink():
            raise InputError.at(str(path), "this exists already; nothing was written")
    for path, text in texts.items():
        atomic.create(path, text)


def _named(path: Path, ending: str) -> Path:
    return path if path.suffix in (".yaml", ".yml") else path.with_name(path.name + ending)


def _refuse_what_cannot_be_changed(entry: Entry, base: Rulebook) -> None:
    number = entry.clause.number
    if not entry.clause.modules:
        rests = ", ".join(path.stem for path in entry.clause.rests_on) or "none at all"
        hint = f"(`pyrules show {base.name} {shlex.quote(number)}` tells of which clauses)"
        raise InputError.at("", f"{number} has no module of its own; it rests on {rests} {hint}")
    for edit in base.edits:
        if any(entry.key in change.keys for change in edit.changes):
            raise InputError.at("", f"{edit.file} changes {number} already; of edits on one another only one may")


def _start(path: Path, base: Rulebook, entry: Entry | None) -> str:
    from jinja2 import Environment

    environment = Environment(keep_trailing_newline=True)
    environment.filters["quoted"] = lambda text: json.dumps(text, ensure_ascii=False)
    template = environment.from_string(_template("start.edit.yaml.jinja"))
    modules = entry.clause.modules if entry else ()
    return template.render(
        file=path,
        base=base.name,
        on=os.path.relpath(base.name, path.parent) if is_path(base.name) else base.name,
        title=f"A change to {entry.clause.number}" if entry else "A change",
        number=entry.clause.number if entry else None,
        inherited_from=entry.inherited_from if entry else None,
        labels=[module.stem for module in modules],
        modules=[module.name for module in modules],
    )


def _template(name: str) -> str:
    return (files("pyrules.cli") / "templates" / name).read_text(encoding="utf-8")


def _text(module: Path) -> str:
    return module.read_text(encoding="utf-8")
