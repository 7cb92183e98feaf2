"""Changes that are tried out on the page, as edits in a folder that is gone when the page is."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import tempfile
import zipfile
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from threading import Lock

from pyrules.errors import InputError, Problem
from pyrules.language import _
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario import scaffold
from pyrules.web.address import Draft

MOST_KEPT = 100
"""How many drafts lie in the folder."""
HOME = "pyrules-page-"
NAME = "draft"
FILE = f"{NAME}.edit.yaml"
"""What the edit is called in its folder; modules are called as those that they replace."""


class Drafts:
    """The edits that drafts come to. Only names chosen here are written to, and only in a folder made for that."""

    def __init__(self) -> None:
        self._home = tempfile.TemporaryDirectory(prefix=HOME)
        self._kept: OrderedDict[str, Path] = OrderedDict()
        self._lock = Lock()

    def rulebook(self, draft: Draft, readings: Mapping[str, str]) -> Rulebook:
        """The rulebook that a draft makes, with those of the readings in force that it has.

        Raises InputError with everything wrong with it, at the lines of its modules.
        """
        path = self._written(texts(draft))
        try:
            book = load_rulebook(str(path))
        except InputError as error:
            raise InputError(map(_named, error.problems)) from None
        return book.under({id: option for id, option in readings.items() if option in book.options(id)})

    def _written(self, files: Mapping[str, str]) -> Path:
        key = hashlib.sha256(json.dumps(sorted(files.items())).encode()).hexdigest()
        with self._lock:
            folder = self._kept.get(key)
            if folder is None:
                folder = self._kept[key] = Path(self._home.name, key[:16])
                folder.mkdir(exist_ok=True)
                for name, text in files.items():
                    (folder / name).write_text(text, encoding="utf-8")
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_KEPT:
                shutil.rmtree(self._kept.popitem(last=False)[1], ignore_errors=True)
        return folder / FILE


def texts(draft: Draft) -> dict[str, str]:
    """The files of a draft by their names: the edit, its modules, and a scenario where the change brings one.

    Raises InputError for a rulebook, a change or a clause that there is not, and for a module that is not one of those
    that are copied.
    """
    if draft.on not in rulebook_names():
        raise InputError.at(
            "", _("expected one of {known}, got {given!r}", known=", ".join(rulebook_names()), given=draft.on)
        )
    if draft.change:
        begun = scaffold.change(Path(FILE), draft.on, draft.change)
    else:
        begun = scaffold.edit(Path(FILE), draft.on, draft.clause or None, draft.inherited_from or None)
    files = {path.name: text for path, text in begun.texts.items()}
    if strange := sorted(draft.rules.keys() - {name for name in files if name.endswith(".lp")}):
        raise InputError.at("", _("the draft has no module {name!r}", name=strange[0]))
    return {**files, **draft.rules}


def packed(draft: Draft) -> bytes:
    """The files as an archive with one folder in it."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in texts(draft).items():
            file.writestr(f"{NAME}/{name}", text)
    return archive.getvalue()


def _named(problem: Problem) -> Problem:
    """A problem as the page tells it: beside the line that it is about, which need not be shown again."""
    return replace(problem, file=Path(problem.file).name, message=without_folder(problem.message.partition("\n")[0]))


def without_folder(text: str) -> str:
    """A text in which the files of drafts are called by their names alone."""
    return _FOLDER.sub("", text)


_FOLDER = re.compile(rf"{re.escape(tempfile.gettempdir())}/{HOME}\w+/[0-9a-f]{{16}}/")
