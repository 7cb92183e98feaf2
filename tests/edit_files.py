"""Edits written for a test: a manifest and its modules in a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrules.errors import InputError
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook

HEAD = "title: An edit\non: r4\n"


def write(
    folder: Path, manifest: str, modules: dict[str, str | bytes] | None = None, name: str = "my.edit.yaml"
) -> str:
    """The path of an edit with this text; each module is written beside it."""
    for module, text in (modules or {}).items():
        path = folder / module
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    path = folder / name
    path.write_text(manifest if manifest.startswith("title") else HEAD + manifest, encoding="utf-8")
    return str(path)


def made(folder: Path, manifest: str, modules: dict[str, str | bytes] | None = None) -> Rulebook:
    """The rulebook that an edit with this text makes."""
    return load_rulebook(write(folder, manifest, modules))


def problems(folder: Path, manifest: str, modules: dict[str, str | bytes] | None = None) -> list[str]:
    """What is said against an edit, without the folder's name."""
    path = write(folder, manifest, modules)
    with pytest.raises(InputError) as caught:
        load_rulebook(path)
    return [str(problem).replace(f"{folder}/", "") for problem in caught.value.problems]
