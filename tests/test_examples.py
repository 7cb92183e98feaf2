"""Every scenario under examples/ holds what it expects, and every folder says what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrules import rulebook
from pyrules.evaluation import evaluate
from pyrules.expectations import check
from pyrules.scenario import load

EXAMPLES = Path(__file__).parent.parent / "examples"
SCENARIOS = sorted(path for path in EXAMPLES.rglob("*.yaml") if "edits" not in path.parts)
RULINGS = sorted(EXAMPLES.glob("rulings/*/*.scenario.yaml"))
FOLDERS = sorted(path for path in EXAMPLES.iterdir() if path.is_dir())


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda path: str(path.relative_to(EXAMPLES)))
def test_a_scenario_holds_what_it_expects(file: Path) -> None:
    scenario = load(file)
    for name in scenario.rulebooks or rulebook.names():
        checks = check(scenario.expect, evaluate(scenario, rulebook.rulebook(name)))
        assert [each for each in checks if not each.holds] == [], name


@pytest.mark.parametrize("file", RULINGS, ids=lambda path: str(path.relative_to(EXAMPLES)))
def test_a_ruling_says_where_it_comes_from(file: Path) -> None:
    scenario = load(file)
    assert scenario.source, "no source"
    assert scenario.notes, "no notes"
    assert scenario.expect, "nothing is expected"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_a_folder_says_what_it_shows(folder: Path) -> None:
    assert (folder / "README.md").read_text(encoding="utf-8").startswith("# ")
