"""Where the rules lie, and which paths are whose."""

from __future__ import annotations

from pathlib import Path

import rules_lp

FOLDER = Path(rules_lp.__file__).parent
REVISIONS = FOLDER / "revisions"
VOCABULARY, DERIVED, SHOW = FOLDER / "vocabulary.lp", FOLDER / "derived.lp", FOLDER / "show.lp"


def is_built_in(module: Path) -> bool:
    """Whether a module comes with pyrules, and not with an edit."""
    return module.is_relative_to(FOLDER)


def is_path(name: str) -> bool:
    """Whether the name of a rulebook is the path of an edit."""
    return Path(name).suffix in (".yaml", ".yml") or len(Path(name).parts) > 1
