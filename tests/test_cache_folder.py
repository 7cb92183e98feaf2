"""What is kept in the user's cache folder: asked for by text, bounded, and never a reason to fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrules.errors import InputError
from pyrules.files import cache_folder
from pyrules.rulebook import manifest
from pyrules.rulebook.paths import FOLDER, REVISIONS


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache_folder, "user_cache_path", lambda *_, **__: tmp_path)
    return tmp_path / "parsed"


def test_data_is_kept_by_the_text_it_came_from() -> None:
    cache_folder.keep("a: [1, Броня]", {"a": [1, "Броня"]})
    assert cache_folder.kept("a: [1, Броня]") == {"a": [1, "Броня"]}
    assert cache_folder.kept("a: [2, Броня]") is None


def test_what_is_damaged_counts_as_not_there(folder: Path) -> None:
    cache_folder.keep("a", 1)
    (file,) = folder.iterdir()
    file.write_text("{", encoding="utf-8")
    assert cache_folder.kept("a") is None


def test_a_folder_that_cannot_be_written_is_no_error(folder: Path) -> None:
    folder.write_text("a file in its place", encoding="utf-8")
    cache_folder.keep("a", 1)
    assert cache_folder.kept("a") is None


def test_the_oldest_go_where_there_are_too_many(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_folder, "MOST_FILES", 3)
    for number in range(5):
        cache_folder.keep(str(number), number)
    assert len(list(folder.iterdir())) == 3


def test_a_manifest_read_from_there_is_the_same(folder: Path) -> None:
    first = manifest.load(REVISIONS / "r4.yaml", FOLDER)
    assert len(list(folder.iterdir())) == 1
    assert manifest.load(REVISIONS / "r4.yaml", FOLDER) == first


def test_a_manifest_that_is_wrong_has_places_though_it_was_kept(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    text = "id: x\ntitle: t\nclauses:\n  - {number: '1', topic: core, gist: g, modules: [core/nothing.lp]}\n"
    file.write_text(text, encoding="utf-8")
    cache_folder.keep(text, {"id": "x", "title": "t", "clauses": "nonsense"})
    with pytest.raises(InputError, match=r"x\.yaml:4:51: there is no module"):
        manifest.load(file, FOLDER)
