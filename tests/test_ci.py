"""The steps of a pipeline that docs/ci.md shows, and the hooks, do what they say."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parent.parent
EDIT = ROOT / "examples" / "edits" / "compare-with-base"
RULING = """\
title: A first gain
cards: {guard: {}}
events: [{gain: {card: guard, feature: Armour 1}}]
expect: [{after: 1, guard: {Armour: 1}}]
"""


def yaml(text: str) -> Any:
    return YAML(typ="safe").load(text)


def steps() -> list[str]:
    """The commands of the workflow that run pyrules."""
    document = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    (workflow,) = (block for block in re.findall(r"```yaml\n(.*?)```", document, re.DOTALL) if "jobs:" in block)
    commands = (step.get("run", "") for step in yaml(workflow)["jobs"]["rules"]["steps"])
    return [command for command in commands if command.startswith("pyrules")]


def hooks() -> dict[str, Any]:
    return {hook["id"]: hook for hook in yaml((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What a command comes to in a folder, as a step of a pipeline runs it."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    run = ["bash", "-e", "-c", command]
    return subprocess.run(run, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a ruling and an edit."""
    (tmp_path / "rulings").mkdir()
    (tmp_path / "rulings" / "first.scenario.yaml").write_text(RULING, encoding="utf-8")
    (tmp_path / "edits").mkdir()
    shutil.copy(EDIT / "compare-with-base.edit.yaml", tmp_path / "edits" / "my.edit.yaml")
    shutil.copy(EDIT / "compared_with_base.lp", tmp_path / "edits")
    shell("git init -q && git add -A", tmp_path)
    return tmp_path


def test_the_step_of_the_rulings_fails_when_one_does(repository: Path) -> None:
    command = steps()[0]
    assert shell(command, repository).returncode == 0
    assert "<testsuite" in (repository / "rulings.xml").read_text(encoding="utf-8")
    wrong = RULING.replace("Armour: 1}", "Armour: 2}")
    (repository / "rulings" / "first.scenario.yaml").write_text(wrong, encoding="utf-8")
    assert shell(command, repository).returncode == 1


@pytest.mark.slow
def test_the_steps_of_an_edit_leave_their_documents(repository: Path) -> None:
    _, check, verdict = steps()
    shell("pyrules check edits/my.edit.yaml --quick --json > edits/known.json || true", repository)
    assert shell(check, repository).returncode == 0
    assert '"version": "2.1.0"' in (repository / "check.sarif").read_text(encoding="utf-8")
    assert shell(verdict, repository).returncode == 0
    assert "It makes a difference." in (repository / "verdict.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_step_of_the_verdict_fails_for_wrong_input(repository: Path) -> None:
    (repository / "edits" / "my.edit.yaml").write_text("title: x\non: r9\n", encoding="utf-8")
    assert shell(steps()[2], repository).returncode == 1


@pytest.mark.slow
def test_the_hook_of_rulings_is_given_the_files_of_a_commit(repository: Path) -> None:
    hook = hooks()["pyrules-test"]
    file = "rulings/first.scenario.yaml"
    assert re.search(hook["files"], file)
    assert shell(f"{hook['entry']} {shlex.quote(file)}", repository).returncode == 0


def test_the_hook_of_edits_opens_all(repository: Path) -> None:
    hook = hooks()["pyrules-edit"]
    assert re.search(hook["files"], "edits/compared_with_base.lp")
    assert shell(hook["entry"], repository).returncode == 0
    (repository / "edits" / "compared_with_base.lp").write_text("a :- .\n", encoding="utf-8")
    broken = shell(hook["entry"], repository)
    assert broken.returncode == 1
    assert "edits/my.edit.yaml" in broken.stderr
