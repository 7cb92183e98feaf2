"""Memory: a long game in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pyrules.rulebook.revisions import rulebook_names

MOST = 300  # megabytes

PROGRAM = """
import resource, sys
from bench import a_long_game
from pyrules import load_rulebook, load_scenario
from pyrules.engine.evaluate import answer_sets, read
from pyrules.engine.instance import Instance

instance = Instance(load_scenario(a_long_game()), load_rulebook(sys.argv[1]))
read(instance, answer_sets(instance))  # here, and not in a worker, whose memory would not be counted
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", rulebook_names())
def test_thirty_events_with_six_cards_and_three_auras_take_little_memory(name: str) -> None:
    command = [sys.executable, "-c", PROGRAM, name]
    finished = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True)
    assert int(finished.stdout) < MOST
