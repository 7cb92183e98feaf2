"""Files that commands write."""

from __future__ import annotations

from pathlib import Path

from pyrules.errors import InputError


def write(path: Path, text: str) -> None:
    """Writes a report, over an earlier one if there is one. Raises InputError when that cannot be."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError.at(str(path), f"the file cannot be written: {error.strerror}") from None
