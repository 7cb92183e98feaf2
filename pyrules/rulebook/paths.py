"""Where the rules lie, and which paths are whose."""

from __future__ import annotations

from pathlib import Path

from pyrules.asp import origin

FOLDER = origin.FOLDER
REVISIONS = FOLDER / "revisions"
VOCABULARY, DERIVED, SHOW = FOLDER / "vocabulary.lp", FOLDER / "derived.lp", FOLDER / "show.lp"


def is_path(name: str) -> bool:
    """Whether the name of a rulebook is the path of an edit."""
    return Path(name).suffix in (".yaml", ".yml") or len(Path(name).parts) > 1
