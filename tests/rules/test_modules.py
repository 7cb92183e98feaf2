"""Each module of the core, of named features and of the readings alone: what it makes of a few facts, and what not.

The rows stand in `data/`, one file a folder of rules; what follows was read off the sentences above the rules.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from micro import RULES, derive
from ruamel.yaml import YAML

DATA = Path(__file__).parent / "data"
FOLDERS = {"core": "core", "named_features": "clauses/named_features", "readings": "readings"}
TABLES: dict[str, dict[str, list[dict[str, str]]]] = {
    file: YAML(typ="safe").load(DATA / f"{file}.yaml") for file in FOLDERS
}
ROWS = [
    pytest.param(f"{FOLDERS[file]}/{module}", row, id=f"{module}: {row['it']}")
    for file, modules in TABLES.items()
    for module, rows in modules.items()
    for row in rows
]


@pytest.mark.parametrize(("module", "row"), ROWS)
def test_a_module_makes_of_facts_what_its_sentences_say(module: str, row: dict[str, Any]) -> None:
    atoms = derive(row["given"], module)
    assert set(row.get("follow", "").split()) <= atoms
    assert not set(row.get("not", "").split()) & atoms


@pytest.mark.parametrize("file", FOLDERS)
def test_every_module_is_shown_at_work_and_at_rest(file: str) -> None:
    folder = RULES / FOLDERS[file]
    modules = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.lp")}
    for key in ("follow", "not"):
        assert {module for module, rows in TABLES[file].items() if any(key in row for row in rows)} == modules
