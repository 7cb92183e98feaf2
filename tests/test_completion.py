"""Shells complete what is begun: commands, options and files."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from shutil import which

import pytest

from pyrules.cli.app import COMMANDS


@pytest.fixture
def program(tmp_path: Path) -> dict[str, str]:
    """The environment of a shell that finds `pyrules`, and keeps its settings in a folder of its own."""
    script = tmp_path / "pyrules"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pyrules "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    home = {"HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).parent.parent)}
    return {**os.environ, **home, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}


def run(environment: dict[str, str], *command: str) -> str:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(which("bash") is None, reason="there is no bash")
def test_bash_completes_commands_and_options(program: dict[str, str]) -> None:
    script = run(program, "bash", "-c", "pyrules --show-completion; true")  # it asks which shell has called it
    for words, completed in (("pyrules e", "eval export"), ("pyrules eval --all", "--all-readings")):
        place = len(words.split()) - 1
        ask = f"COMP_WORDS=({words}); COMP_CWORD={place}; _pyrules_completion pyrules; echo ${{COMPREPLY[@]}}"
        assert run(program, "bash", "-c", f"{script}\n{ask}").split() == completed.split()


def test_zsh_is_told_every_command_with_its_sentence(program: dict[str, str]) -> None:
    asked = {"_PYRULES_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "pyrules "}
    told = run(program | asked, "pyrules")
    assert all(f'"{command}":"' in told for command in COMMANDS)
    assert '"eval":"Show what every card has after every event."' in told


@pytest.mark.skipif(which("zsh") is None, reason="there is no zsh")
@pytest.mark.parametrize(
    ("begun", "whole"), [("pyrules ev", "pyrules eval"), ("pyrules diff --chec", "pyrules diff --checkpoint")]
)
def test_zsh_completes_what_is_typed(program: dict[str, str], tmp_path: Path, begun: str, whole: str) -> None:
    (tmp_path / "completion").write_text(run(program, "zsh", "-c", "pyrules --show-completion; true"), encoding="utf-8")
    typed = f"{begun}\t\x01echo told \n"  # completes it, goes to the start of the line, and has it told
    told = typed_in_zsh(program, "autoload -U compinit; compinit -u; source ~/completion\n", typed, "exit\n")
    assert f"told {whole}" in told, told


def typed_in_zsh(environment: dict[str, str], *lines: str) -> str:
    """What a terminal shows in which zsh is typed to."""
    ours, its = pty.openpty()
    with subprocess.Popen(
        ["zsh", "-f", "-i"],
        env=environment | {"TERM": "dumb"},
        stdin=its,
        stdout=its,
        stderr=its,
        start_new_session=True,
    ) as shell:
        os.close(its)
        os.write(ours, "".join(lines).encode())
        shown = b""
        with suppress(OSError):  # its end
            while more := os.read(ours, 4096):
                shown += more
        shell.wait(timeout=60)
    os.close(ours)
    return shown.decode()


@pytest.mark.parametrize(("shell", "file"), [("bash", ".bash_completions/pyrules.sh"), ("zsh", ".zfunc/_pyrules")])
def test_it_is_installed_where_the_shell_looks(program: dict[str, str], tmp_path: Path, shell: str, file: str) -> None:
    said = run(
        {**program, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}, "pyrules", "--install-completion", shell
    )
    assert f"{shell} completion installed" in said
    assert "_PYRULES_COMPLETE" in (tmp_path / file).read_text(encoding="utf-8")
    assert Path(file).parts[0] in (tmp_path / f".{shell}rc").read_text(encoding="utf-8")


def test_a_list_of_the_commands_imports_none() -> None:
    code = "import sys; from pyrules.cli import run; run(['--help']); print([m for m in sys.modules if 'engine' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "compare" in done.stdout
    assert done.stdout.endswith("[]\n")
