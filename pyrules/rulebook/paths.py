"""Where the rules lie, and which paths are whose."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pyrules.asp import origin

FOLDER = origin.FOLDER
REVISIONS, CHANGES = FOLDER / "revisions", FOLDER / "changes"
VOCABULARY, DERIVED, SHOW = FOLDER / "vocabulary.lp", FOLDER / "derived.lp", FOLDER / "show.lp"
BUILT_IN = ("clauses", "core", "readings")
"""The folders of the modules that rulebooks are made of."""


@cache
def built_in_modules() -> tuple[Path, ...]:
    """Every module that rulebooks are made of, in any revision."""
    return tuple(path for folder in BUILT_IN for path in sorted((FOLDER / folder).rglob("*.lp")))


def is_path(name: str) -> bool:
    """Whether the name of a rulebook is the path of an edit."""
    return Path(name).suffix in (".yaml", ".yml") or len(Path(name).parts) > 1
