"""The door to rulebooks: an id or the path of an edit leads to one."""

from __future__ import annotations

from collections.abc import Mapping

from pyrules.errors import InputError, did_you_mean
from pyrules.language import _
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.paths import is_path
from pyrules.rulebook.revisions import built_in, rulebook_names


def load_rulebook(name: str, readings: Mapping[str, str] | None = None) -> Rulebook:
    """The rulebook with this id, or the one that the edit with this path makes.

    `readings` are in force, and the default option for every other reading. Raises InputError, naming the nearest, for
    a rulebook, a reading or an option that there is not, and for everything that is wrong with an edit.
    """
    if is_path(name):
        from pyrules.rulebook.edit import edited

        return edited(name).under(readings or {})
    if name not in rulebook_names():
        raise InputError.at(
            "", _("there is no rulebook {name!r}{hint}", name=name, hint=did_you_mean(name, rulebook_names()))
        )
    return built_in(name).under(readings or {})
