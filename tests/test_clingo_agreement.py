"""`clingo` on an exported rulebook and the facts of a scenario gives what the program gives, in either of its ways."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from shown_atoms import AnswerSets, by_clingo_itself, by_the_engine
from test_cases import CASES

from pyrules.asp.control import program
from pyrules.cli import run
from pyrules.engine.facts import facts
from pyrules.engine.timeline import timeline
from pyrules.model.scenario import Scenario
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").rglob("*.scenario.yaml"))
SCENARIOS = [
    *(pytest.param(place, load_scenario, path, id=path.stem) for place, path in enumerate(EXAMPLES)),
    *(pytest.param(place, load_scenario, it["scenario"], id=it["scenario"]["title"]) for place, it in enumerate(CASES)),
]


@cache
def exported(name: str) -> str:
    return program(load_rulebook(name).modules)


@pytest.mark.parametrize(("place", "read", "given"), SCENARIOS)
def test_clingo_itself_agrees(place: int, read: Any, given: Any) -> None:
    scenario: Scenario = read(given)
    name = rulebook_names()[place % 4]  # every scenario under one revision; each revision has a quarter of them
    expected = by_clingo_itself(exported(name), facts(scenario, timeline(scenario)))
    assert by_the_engine(scenario, load_rulebook(name), written_out=False) == expected
    assert by_the_engine(scenario, load_rulebook(name), written_out=True) == expected


@pytest.mark.parametrize("name", rulebook_names())
@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES[::40], ids=lambda path: path.stem)
def test_the_clingo_command_agrees_on_what_the_commands_print(
    name: str, example: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for command, file in (["export", name], "rulebook.lp"), (["facts", str(example)], "scenario.lp"):
        assert run(command) == 0
        (tmp_path / file).write_text(capfd.readouterr().out, encoding="utf-8")
    command = [sys.executable, "-m", "clingo", "rulebook.lp", "scenario.lp", "--outf=2", "--models=0"]
    finished = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False)
    assert "error" not in finished.stderr
    witnesses: list[Any] = json.loads(finished.stdout)["Call"][0].get("Witnesses", [])
    printed: AnswerSets = {frozenset(witness["Value"]) for witness in witnesses}
    assert printed == by_the_engine(load_scenario(example), load_rulebook(name), written_out=False)
