"""Plain data that was worked out from a text, kept in the user's cache folder for the next command.

Parsing YAML takes most of a short command's time, working out tables most of a long one's. The folder is safe to
delete; what is damaged in it, or cannot be written, counts as not there.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

PARSED, MOST_FILES = "parsed", 64


def kept(text: str, folder: str = PARSED) -> object | None:
    """The data that was kept for this text; None when there is none."""
    with suppress(OSError, ValueError):
        return json.loads(_place(text, folder).read_text(encoding="utf-8"))  # type: ignore[no-any-return]
    return None


def keep(text: str, data: object, folder: str = PARSED, most_files: int | None = None) -> None:
    """Keeps plain data for a text, and lets the oldest go where there are too many."""
    with suppress(OSError):
        place = _place(text, folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        beside = place.with_suffix(f".{os.getpid()}")
        beside.write_text(json.dumps(data), encoding="utf-8")
        beside.replace(place)
        every = sorted(place.parent.iterdir(), key=lambda file: file.stat().st_mtime)
        for file in every[: -(most_files or MOST_FILES)]:
            file.unlink()


def _place(text: str, folder: str) -> Path:
    digest = hashlib.sha256(text.encode()).hexdigest()
    return user_cache_path("pyrules", appauthor=False) / folder / f"{digest}.json"
