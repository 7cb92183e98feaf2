"""The program as users get it: from the built wheel, in an environment with nothing else, away from the sources."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

import pyrules

ROOT = Path(__file__).parent.parent
SCENARIO = """
title: A larger number replaces a smaller one
cards: {vail: {player: black, features: [Отравление 1]}}
events: [{gain: {card: vail, feature: Отравление 2}}]
"""


def call(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    call(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program out of the wheel, in an environment that borrows the libraries of this one."""
    return installed(wheel, tmp_path_factory.mktemp("borrowing"), "--no-deps")


@pytest.fixture(scope="module")
def alone(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same in an environment with nothing but what the wheel asks for."""
    return installed(wheel, tmp_path_factory.mktemp("alone"))


def installed(wheel: Path, environment: Path, *options: str) -> Path:
    venv.create(environment)
    programs = environment / ("Scripts" if sys.platform == "win32" else "bin")
    install = (sys.executable, "-m", "pip", "--python", programs / "python", "install", "--quiet", "--no-compile")
    call(*install, *options, wheel, cwd=environment)
    if "--no-deps" in options:
        (libraries,) = environment.glob("[Ll]ib/**/site-packages")
        (libraries / "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return programs / "pyrules"


def test_the_wheel_holds_every_module_and_every_rule(wheel: Path) -> None:
    sources = {
        path.relative_to(ROOT).as_posix()
        for package in ("pyrules", "rules_lp")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert sources
    assert sources <= set(zipfile.ZipFile(wheel).namelist())


@pytest.mark.parametrize("environment", ["program", pytest.param("alone", marks=pytest.mark.slow)])
def test_it_answers_away_from_the_sources(environment: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    program = request.getfixturevalue(environment)
    (tmp_path / "scenario.yaml").write_text(SCENARIO, encoding="utf-8")
    answer = json.loads(call(program, "eval", "scenario.yaml", "-r", "r2", "--json", cwd=tmp_path))
    (outcome,) = answer["results"][0]["outcomes"]
    assert [state["features"]["vail"]["Отравление"]["value"] for state in outcome["states"]] == [1, 2]


def test_it_says_its_version(program: Path, tmp_path: Path) -> None:
    assert call(program, "--version", cwd=tmp_path) == f"pyrules {pyrules.__version__}\n"
