"""The places of findings as programs elsewhere know them."""

from __future__ import annotations

from pathlib import Path

from pyrules.analysis.check.finding import Place
from pyrules.rulebook.paths import FOLDER


def address(place: Place) -> str:
    """The file relative to the current folder; a built-in manifest from elsewhere as `rules_lp/revisions/r4.yaml`."""
    file = place.file.absolute()
    for root in (Path.cwd(), FOLDER.parent):
        if file.is_relative_to(root):
            return file.relative_to(root).as_posix()
    return file.as_posix()
