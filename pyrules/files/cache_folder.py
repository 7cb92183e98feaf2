"""Plain data that was parsed from a text, kept in the user's cache folder for the next command.

Parsing YAML takes most of a short command's time. The folder is safe to delete; what is damaged in it, or cannot be
written, counts as not there.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

MOST_FILES = 64


def kept(text: str) -> object | None:
    """The data that was kept for this text; None when there is none."""
    with suppress(OSError, ValueError):
        return json.loads(_place(text).read_text(encoding="utf-8"))  # type: ignore[no-any-return]
    return None


def keep(text: str, data: object) -> None:
    """Keeps plain data for a text, and lets the oldest go where there are too many."""
    with suppress(OSError):
        place = _place(text)
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_suffix(f".{os.getpid()}")
        beside.write_text(json.dumps(data), encoding="utf-8")
        beside.replace(place)
        every = sorted(place.parent.iterdir(), key=lambda file: file.stat().st_mtime)
        for file in every[:-MOST_FILES]:
            file.unlink()


def _place(text: str) -> Path:
    digest = hashlib.sha256(text.encode()).hexdigest()
    return user_cache_path("pyrules", appauthor=False) / "parsed" / f"{digest}.json"
