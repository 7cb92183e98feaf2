"""The rulebooks that the page knows: the built-in ones, the edits that were opened, and drafts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from pyrules.errors import InputError, did_you_mean
from pyrules.language import _
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.web.address import Draft
from pyrules.web.drafts import NAME as DRAFT
from pyrules.web.drafts import Drafts
from pyrules.web.opened import Opened


@dataclass
class Shelf:
    """Where rulebooks are found by their names: what is built in, what was opened, and what is tried out."""

    opened: Opened
    drafts: Drafts = field(default_factory=Drafts)

    def names(self, draft: Draft | None = None) -> tuple[str, ...]:
        """The names of the rulebooks that can be chosen, with a draft or without."""
        return (*rulebook_names(), *self.opened.edits, *((DRAFT,) if draft else ()))

    def rulebook(self, name: str, readings: Mapping[str, str], draft: Draft | None = None) -> Rulebook:
        """The rulebook of a name, under those of the readings that it has. Raises InputError for a name not known."""
        if draft is not None and name == DRAFT:
            return self.drafts.rulebook(draft, readings)
        known = self.names()
        if name not in known:
            raise InputError.at("", _("there is no rulebook {name!r} here", name=name) + did_you_mean(name, known))
        return _loaded(name, stamp(name), tuple(sorted(readings.items())))


def named(scenario_names: Iterable[str], opened: Opened) -> tuple[str, ...]:
    """What the page calls the rulebooks that a scenario names; all built-in ones where it names none."""
    places = opened.edits_by_place
    names = (each if each in rulebook_names() else places.get(Path(each).resolve(), "") for each in scenario_names)
    return tuple(dict.fromkeys(each for each in names if each)) or rulebook_names()


def is_foreign(names: Iterable[str]) -> bool:
    """Whether rules from elsewhere are among the rulebooks."""
    return any(name not in rulebook_names() for name in names)


def stamp(name: str) -> tuple[float, ...]:
    """When an edit, and what lies beside it, was written last; nothing for other names."""
    if not Path(name).is_file():
        return ()
    path = Path(name)
    return tuple(each.stat().st_mtime for each in sorted((path, *path.parent.glob("*.lp"))) if each.is_file())


@lru_cache(maxsize=256)
def _loaded(name: str, stamp: tuple[float, ...], readings: tuple[tuple[str, str], ...]) -> Rulebook:
    """The rulebook, with what it has worked out of itself; `stamp` tells what is written from what was."""
    book = load_rulebook(name)
    return book.under({id: option for id, option in readings if option in book.options(id)})
