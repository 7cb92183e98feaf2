"""The `clingo` command, on what `export` and `facts` print, gives what the program gives."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from shown_atoms import AnswerSets, by_the_engine
from solved import FILES

from pyrules.cli import run
from pyrules.engine.instance import Instance
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario


@pytest.mark.parametrize("name", rulebook_names())
@pytest.mark.slow
@pytest.mark.parametrize("example", list(FILES.values())[::40], ids=lambda path: path.stem)
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
    assert printed == by_the_engine(Instance(load_scenario(example), load_rulebook(name)), written_out=False)
