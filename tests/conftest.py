"""What all tests share. Random ones try the same examples every time; `--hypothesis-profile=explore` tries others."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import Ran
from hypothesis import HealthCheck, settings

from pyrules.cli import run
from pyrules.language.choice import VARIABLE

os.environ[VARIABLE] = "en"  # whatever the locale of whoever runs the tests
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores Ctrl-C for what it runs in the background

settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("explore", settings.get_profile("same"), derandomize=False, print_blob=True)
settings.load_profile("same")


@pytest.fixture
def pyrules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the program in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def call(*arguments: str) -> Ran:
        code = run(arguments)
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return call


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler and two workers, each a process, on loopback."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1", silence_logs=50
    ) as local:
        yield local
