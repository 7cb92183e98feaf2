"""How long a search takes; `make bench-search` prints two tables. Seconds are those that the processor was busy.

The first one: `pyrules diff` at the default bound, start and all, for every pair of revisions, every option of a
reading against the default, every edit of the examples, and every ready-made change. The second one, by bound: two
rulebooks that say the same in other words, so that every level is gone through to its end; a search over its limit is
cut off and shown as "–".
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import run
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.deepening import Deepening
from pyrules.analysis.search.induction import prove
from pyrules.analysis.search.program import Program
from pyrules.errors import NotDecided
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.ready_changes import ready_changes
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario import scaffold

EDITS = Path(__file__).parent.parent / "examples/edits"
REWORDED = EDITS / "reworded/reworded.edit.yaml"
LIMIT = 120.0
"""Seconds for each line of the table, unless the first argument says otherwise."""
LEVELS = 4
BOUNDS = {
    "nothing printed": Bound(printed=0),
    "one thing printed": Bound(printed=1),
    "two things printed, numbers 1 to 2": Bound(max_value=2),
    "two things printed, numbers 1 to 3": Bound(),
    "two features": Bound(features=2),
    "two conditions": Bound(conditions=2),
    "numbers 1 to 9": Bound(max_value=9),
    "two cards, numbers 1 to 2": Bound(cards=2, max_value=2, printed=1),
    "two cards, an aura, conditions on features": Bound(cards=2, max_value=2, printed=1, auras=1, on_features=True),
}


def by_pair() -> None:
    """Prints a line for each pair of rulebooks: the seconds that a search took, and what it came to."""
    print("| left | right | seconds | comes to |")
    print("|---|---|---|---|")
    with TemporaryDirectory() as folder:
        for left, right, *options in (*_revisions(), *_readings(), *_edits(Path(folder))):
            before = getrusage(RUSAGE_CHILDREN).ru_utime
            call = [sys.executable, "-m", "pyrules", "diff", left, right, *options, "--json"]
            told = json.loads(run(call, capture_output=True, check=False).stdout)
            seconds = getrusage(RUSAGE_CHILDREN).ru_utime - before
            name = " ".join([Path(right).name.removesuffix(".edit.yaml"), *options[1:]])
            print(f"| {left} | {name} | {seconds:.1f} | {_outcome(told)} |", flush=True)


def _revisions() -> Iterator[tuple[str, ...]]:
    yield from combinations(rulebook_names(), 2)


def _readings() -> Iterator[tuple[str, ...]]:
    for name in rulebook_names():
        for choice in load_rulebook(name).choices:
            options = (option for option in choice.reading.options if option != choice.option)
            yield from ((name, name, "--right-reading", f"{choice.reading.id}={option}") for option in options)


def _edits(folder: Path) -> Iterator[tuple[str, ...]]:
    for path in sorted(EDITS.glob("*/*.edit.yaml")):
        yield load_rulebook(str(path)).edits[-1].on, str(path)
    for change in ready_changes():
        revision = list(change.clauses)[-1]
        place = folder / change.name / change.name
        place.parent.mkdir()
        scaffold.write(scaffold.change(place, revision, change.name).texts)
        yield revision, f"{place}.edit.yaml"


def _outcome(told: dict[str, Any]) -> str:
    """What a search came to: the size of the smallest scenario, or how it was shown that there is none."""
    least = told["minimal"]
    topic = f" ({told['topics'][-1]['topic']})" if told["topics"] else ""
    if told["verdict"] == "different":
        proved = "" if least["proved"] else ", not proved smallest"
        return f"different: {least['events']} events, {least['printed']} printed{topic}{proved}"
    return f"{told['verdict']} by {told['searched']['method']}{topic}"


def by_bound(limit: float) -> None:
    """Prints a line for each bound: seconds until there is proved to be nothing up to so many events."""
    print(f"| bound | {' | '.join(f'≤ {events}' for events in range(LEVELS + 1))} | any length |")
    print(f"|---|{'---|' * (LEVELS + 2)}")
    for name, bound in BOUNDS.items():
        program = Program((load_rulebook("r4"), load_rulebook(str(REWORDED))), bound)
        taken = list(searched(program, limit))
        cells = [f"{seconds:.1f}" for seconds in taken] + ["–"] * (LEVELS + 1 - len(taken))
        print(f"| {name} | {' | '.join(cells)} | {inductive(program, limit)} |", flush=True)


def searched(program: Program, limit: float) -> Iterator[float]:
    """The seconds after which each level was done, from the beginning."""
    start = process_time()
    deepening = Deepening(program, Clock(limit), lambda _: True)
    try:
        for events in range(LEVELS + 1):
            assert deepening.level(events) is None
            yield process_time() - start
    except NotDecided:
        return


def inductive(program: Program, limit: float) -> str:
    """The seconds that induction took, or why it does not apply."""
    start = process_time()
    came_to = prove(program, limit)
    return f"{process_time() - start:.1f}" if came_to.proved else came_to.reason


if __name__ == "__main__":
    by_pair()
    by_bound(float(sys.argv[1]) if len(sys.argv) > 1 else LIMIT)
