"""How rulebooks are called: by an id, or by the path of an edit, which is the same edit however its path is spelled."""

from __future__ import annotations

import os
from collections.abc import Iterable

from pyrules.rulebook.paths import is_path


def identity(name: str) -> str:
    """What tells rulebooks apart: the id, or where the edit lies."""
    return os.path.realpath(name) if is_path(name) else name


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """The names, each rulebook once, as it was called first."""
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(identity(name), name)
    return tuple(first.values())


def concerns(names: Iterable[str], rulebook: str) -> bool:
    """Whether what names these rulebooks is about one: it is about all where it names none."""
    named = tuple(names)
    return not named or rulebook in named or identity(rulebook) in map(identity, named)


def read_in(folder: str | os.PathLike[str], name: str) -> str:
    """What a name in a file of this folder is called from the current folder."""
    return os.path.normpath(os.path.join(folder, name)) if is_path(name) else name  # noqa: PTH118


def written_in(folder: str | os.PathLike[str], name: str) -> str:
    """How a file of this folder names what is called so from the current folder."""
    if not is_path(name) or os.path.isabs(name):  # noqa: PTH117
        return name
    return os.path.relpath(os.path.realpath(name), os.path.realpath(folder))
