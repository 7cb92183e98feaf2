"""Many who ask at once: so many clients evaluate rulings for a minute, each another one every time.

Prints how many were answered, how long they took, what went wrong, and how much memory the page and its workers had at
the start and at the end. Fails when anything went wrong. `make bench-web`.
"""

from __future__ import annotations

import itertools
import statistics
import sys
import threading
import time
import urllib.request
from pathlib import Path

from web_page import EXAMPLES, children, ruling, served

CLIENTS, SECONDS, PATIENCE = 50, 60.0, 120.0
TEXT = """
title: Ruling {number}
cards: {{guard: {{features: [Броня 2]}}}}
conditions: [hill]
events:
  - gain: {{card: guard, feature: Броня {value}, while: hill}}
  - stop: hill
"""


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    taken: list[float] = []
    wrong: list[str] = []
    numbers = itertools.count()
    with served(EXAMPLES / "paradox") as address:
        (page,) = children()
        _ask(address, next(numbers))
        memory = [_megabytes(page)]
        until = time.monotonic() + seconds

        def client() -> None:
            while time.monotonic() < until:
                begun = time.monotonic()
                try:
                    _ask(address, next(numbers))
                    taken.append(time.monotonic() - begun)
                except Exception as error:
                    wrong.append(repr(error))

        threads = [threading.Thread(target=client) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        half = max(0.0, until - time.monotonic() - seconds / 2)
        time.sleep(half)
        memory.append(_megabytes(page))
        for thread in threads:
            thread.join()
        memory.append(_megabytes(page))
    taken.sort()
    print(f"{CLIENTS} clients, {seconds:.0f} s: {len(taken)} rulings answered, {len(wrong)} errors")
    if taken:
        print(f"seconds for one: median {statistics.median(taken):.1f}, slowest {taken[-1]:.1f}")
    print("MB of the page and its workers: first {:.0f}, half way {:.0f}, at the end {:.0f}".format(*memory))
    for each in sorted(set(wrong))[:5]:
        print(each)
    return 1 if wrong or not taken else 0


def _ask(address: str, number: int) -> None:
    text = TEXT.format(number=number, value=3 + number % 900)
    with urllib.request.urlopen(address + ruling(text, "r2", "r4"), timeout=PATIENCE) as answer:
        if "determined" not in answer.read().decode():
            raise ValueError(f"ruling {number} has no verdict")


def _megabytes(process: int) -> float:
    """What a process and its children hold in memory, shared pages counted in parts."""
    lists = Path(f"/proc/{process}/task").glob("*/children")  # each thread has begun some
    children = [child for each in lists for child in each.read_text(encoding="ascii").split()]
    return _held(process) + sum(_held(int(child)) for child in children)


def _held(process: int) -> float:
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


if __name__ == "__main__":
    raise SystemExit(main())
