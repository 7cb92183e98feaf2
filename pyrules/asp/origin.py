"""Where rules come from: with pyrules, or from elsewhere."""

from __future__ import annotations

from pathlib import Path

import rules_lp

FOLDER = Path(rules_lp.__file__).parent
"""Where all lie that come with pyrules."""


def is_built_in(module: Path) -> bool:
    """Whether a module comes with pyrules, and not with an edit."""
    return module.is_relative_to(FOLDER)
