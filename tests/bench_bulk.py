"""How long many scenarios take: one by one, through a table, by a reference written by hand, from bytes to bytes.

`make bench` prints the tables of docs/performance.md, all of one run, and draws its plot of growth. Times are of the
processor, but for those of two processes against one. An argument is the number of scenarios.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

import drawn
import reference

from pyrules.bulk.asked import Asked, Line
from pyrules.bulk.lines import answered
from pyrules.bulk.run import run
from pyrules.engine.evaluate import evaluate
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.dump import to_data
from pyrules.scenario.load import load_scenario
from pyrules.shares.driver import driver
from pyrules.table.table import Table
from pyrules.table.walks import walks

NUMBER, ONE_BY_ONE, BATCH = 10_000, 200, 500
MEMORY = 10_000, 100_000
LENGTHS, SOLVED = (50, 100, 200, 400, 1000), 100
"""Events of games, and how many of them are solved one by one as well."""
PLOT = Path(__file__).parent.parent / "docs/growth.svg"


def main() -> None:
    """Prints the tables, and draws the plot."""
    number = int(sys.argv[1]) if sys.argv[1:] else NUMBER
    scenarios = some(number)
    print("| rulebook | one by one | table, cold | table, warm | reference | gain | cold against warm | rows |")
    print("|---|---|---|---|---|---|---|---|")
    for name in rulebook_names():
        print(row(scenarios, load_rulebook(name)), flush=True)
    whole = number >= 1000
    few, many = MEMORY if whole else (10, 20)
    for figure in (partial(from_bytes, scenarios), partial(in_processes, scenarios), partial(memory, few, many)):
        print(f"\n{figure()}", flush=True)
    print()
    grown = list(growth(LENGTHS if whole else LENGTHS[:1]))
    print("| events | micro-steps | one by one | table, cold | table, warm |\n|---|---|---|---|---|")
    for events, steps, solved, cold, warm in grown:
        told = "" if solved is None else f"{solved:.2f} s"
        print(f"| {events} | {steps} | {told} | {cold:.2f} s | {warm:.3f} s |")
    if whole:
        PLOT.write_text(plot([(each[0], each[2], each[3], each[4]) for each in grown]), encoding="utf-8")


def some(number: int) -> list[Scenario]:
    """Scenarios drawn by chance, without conditions on features, which the table leaves to the single path."""
    by = Random(number)
    return [drawn.scenario(by) for _ in range(number)]


def seconds(call: Callable[[], Any]) -> float:
    """How much processor time a call takes, here and in the processes that solve: others may use the machine, too."""
    begun = _used()
    call()
    return _used() - begun


def _used() -> float:
    """The processor time of this process and of those that it has begun, in seconds."""
    begun = (pid for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split())
    used = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13] for pid in begun)
    under_way = sum(int(each) for times in used for each in times) / os.sysconf("SC_CLK_TCK")
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + under_way + ended.ru_utime + ended.ru_stime


def walked(scenarios: list[Scenario], table: Table) -> None:
    """Lets all scenarios walk."""
    assert all(evaluation is not None for _, evaluation in walks(scenarios, table))


def row(scenarios: list[Scenario], book: Rulebook) -> str:
    """A rulebook's figures, scenarios a second."""
    table, number = Table(book), len(scenarios)
    few = scenarios[:ONE_BY_ONE]
    solved = len(few) / seconds(lambda: [evaluate(each, book) for each in few])
    cold = number / seconds(partial(walked, scenarios, table))
    warm = number / median(seconds(partial(walked, scenarios, table)) for _ in range(3))
    by_hand = number / seconds(lambda: [reference.play(each, book.name, book.readings) for each in scenarios])
    figures = " | ".join(f"{each:,.0f}" for each in (solved, cold, warm, by_hand))
    return f"| {book.name} | {figures} | {warm / solved:.0f} times | {warm / cold:.1f} times slower | {len(table):,} |"


def lines_of(scenarios: list[Scenario]) -> list[Line]:
    """The scenarios as lines of JSON."""
    texts = (json.dumps(to_data(each), ensure_ascii=False) for each in scenarios)
    return [Line("games.jsonl", number, text.encode()) for number, text in enumerate(texts, start=1)]


def asked() -> Asked:
    """What is asked of lines: r4."""
    return Asked((load_rulebook("r4"),), (), {})


def batches(lines: list[Line]) -> list[list[Line]]:
    """The lines, so many at a time."""
    return [lines[start : start + BATCH] for start in range(0, len(lines), BATCH)]


def from_bytes(scenarios: list[Scenario]) -> str:
    """How many lines a second, read, evaluated and written, once all is warm."""
    cut, what = batches(lines_of(scenarios)), asked()
    for _ in range(2):
        taken = seconds(lambda: [answered(what, batch) for batch in cut])
    return f"From bytes to bytes, r4, warm: {len(scenarios) / taken:,.0f} lines a second."


def in_processes(scenarios: list[Scenario]) -> str:
    """How much sooner two processes end than one, both processes of their own with the table kept on the disk."""
    cut, times = batches(lines_of(scenarios)), []
    for number in (1, 2):
        with driver(jobs=number) as workers:
            list(run(asked(), cut[: 2 * number], workers))
            begun = perf_counter()
            list(run(asked(), cut, workers))
            times.append(perf_counter() - begun)
    return f"Two processes against one, {os.cpu_count()} cores: {times[0] / times[1]:.2f} times as quick."


def memory(few: int, many: int) -> str:
    """The most memory of a process that evaluates few scenarios, and of one that evaluates many."""
    return f"Most memory for {few:,} scenarios {_megabytes(few)} MB, for {many:,} {_megabytes(many)} MB."


def _megabytes(number: int) -> int:
    here, code = Path(__file__).parent, f"import bench_bulk; bench_bulk.evaluated({number})"
    return int(
        subprocess.run([sys.executable, "-c", code], cwd=here, capture_output=True, text=True, check=True).stdout
    )


def evaluated(number: int) -> None:
    """Evaluates scenarios as they are drawn, and prints the most memory that it took."""
    by = Random(1)
    for _ in walks((drawn.scenario(by) for _ in range(number)), Table(load_rulebook("r4"))):
        pass
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


def growth(lengths: Iterable[int]) -> Iterator[tuple[int, int, float | None, float, float]]:
    """Games of more and more events on 5 cards under 4 auras: events, micro-steps and seconds."""
    book = load_rulebook("r4")
    for events in lengths:
        game, table = load_scenario(a_game(events)), Table(book)
        solved = seconds(partial(evaluate, game, book)) if events <= SOLVED else None
        cold, warm = (seconds(partial(walked, [game], table)) for _ in range(2))
        yield events, (events + 1) * 5, solved, cold, warm


def a_game(events: int) -> dict[str, Any]:
    """A game of so many events on 5 cards under 4 auras."""
    cards = [f"card {number}" for number in range(5)]
    by = Random(5)
    happenings: list[dict[str, Any]] = []
    for _ in range(events):
        one, other = by.sample(cards, 2)
        happenings.append(
            by.choice(
                [
                    {by.choice(["approach", "withdraw"]): [one, other]},
                    {by.choice(["start", "stop"]): "hill"},
                    {"gain": {"card": one, "feature": f"Броня {by.randint(1, 5)}", "while": "hill"}},
                    {"modify": {"card": one, "feature": "Броня", "by": by.choice([-1, 1]), "while": "hill"}},
                    {"lose": {"card": one, "feature": "Броня"}},
                ]
            )
        )
    auras = [
        {"from": one, "to": other, "gain": f"Отравление {number}", "while": {"adjacent": [one, other]}}
        for number, (one, other) in enumerate(pairwise(cards), start=1)
    ]
    printed = {card: {"features": ["Броня 2"]} for card in cards}
    return {"title": "A game", "cards": printed, "conditions": ["hill"], "auras": auras, "events": happenings}


# --- the plot -------------------------------------------------------------------------------------

WIDTH, HEIGHT, MARGIN = 640, 360, 60
COLOURS = ("#b3261e", "#8c6d1f", "#1f6f43")
NAMES = ("one by one", "table, cold", "table, warm")


def plot(grown: list[tuple[int, float | None, float, float]]) -> str:
    """Seconds by events, both on scales of powers of ten."""
    from math import log10

    most_events = log10(grown[-1][0] / grown[0][0])

    def place(events: int, taken: float) -> str:
        across = MARGIN + (WIDTH - 2 * MARGIN) * log10(events / grown[0][0]) / most_events
        up = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (log10(max(taken, 0.001)) + 3) / 5
        return f"{across:.0f},{up:.0f}"

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">']
    parts.append(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>')
    for power in range(-3, 3):
        _, up = place(grown[0][0], 10.0**power).split(",")
        parts.append(f'<path d="M{MARGIN},{up} H{WIDTH - MARGIN}" stroke="#ddd"/>')
        parts.append(text(MARGIN - 6, up, f"{10.0**power:g} s"))
    for events, *_ in grown:
        across, _ = place(events, 1).split(",")
        parts.append(text(across, HEIGHT - MARGIN + 18, str(events), "middle"))
    parts.append(text(WIDTH // 2, HEIGHT - 14, "events of a game", "middle"))
    for column, (name, colour) in enumerate(zip(NAMES, COLOURS, strict=True), start=1):
        line = [place(each[0], taken) for each in grown if (taken := each[column]) is not None]
        parts.append(f'<polyline points="{" ".join(line)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        across, up = line[-1].split(",")
        parts.append(text(across, int(up) - 6, name, colour=colour))
    return "\n".join([*parts, "</svg>", ""])


def text(across: object, up: object, words: str, anchor: str = "end", colour: str = "black") -> str:
    """Words on the plot."""
    return f'<text x="{across}" y="{up}" font-size="11" text-anchor="{anchor}" fill="{colour}">{words}</text>'


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as cache:
        os.environ["XDG_CACHE_HOME"] = cache  # nothing is warm from an earlier run
        main()
