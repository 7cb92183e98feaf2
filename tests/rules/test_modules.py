"""Each module of the core, of named features and of the readings alone: what it makes of a few facts, and what not.

The rows stand in `data/`, one file a folder of rules; what follows was read off the sentences above the rules.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from micro import RULES, derive
from ruamel.yaml import YAML

DATA = Path(__file__).parent / "data"
FOLDERS = {"core": "core", "named_features": "clauses/named_features", "readings": "readings"}
MODULES = [
    (file, path.relative_to(RULES / folder).with_suffix("").as_posix())
    for file, folder in FOLDERS.items()
    for path in sorted((RULES / folder).rglob("*.lp"))
]
pytestmark = pytest.mark.xdist_group("modules")


@cache
def table(file: str) -> dict[str, list[dict[str, str]]]:
    """Module -> its rows, each of which says in `it` what it shows."""
    read: dict[str, list[dict[str, str]]] = YAML(typ="safe").load(DATA / f"{file}.yaml")
    return read


@pytest.mark.parametrize(("file", "module"), MODULES)
def test_a_module_makes_of_facts_what_its_sentences_say(file: str, module: str) -> None:
    for row in table(file)[module]:
        atoms = derive(row["given"], f"{FOLDERS[file]}/{module}")
        assert set(row.get("follow", "").split()) <= atoms, row["it"]
        assert not set(row.get("not", "").split()) & atoms, row["it"]


@pytest.mark.parametrize("file", FOLDERS)
def test_every_module_is_shown_at_work_and_at_rest(file: str) -> None:
    folder = RULES / FOLDERS[file]
    modules = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.lp")}
    for key in ("follow", "not"):
        assert {module for module, rows in table(file).items() if any(key in row for row in rows)} == modules
