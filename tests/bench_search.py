"""How long a search takes for how large a bound; `make bench-search` prints it as a table.

Two rulebooks that say the same in other words are compared, so that every level is gone through to its end. Seconds are
those that the processor was busy, grounding included; a search over its limit is cut off and shown as "–".
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.deepening import Deepening
from pyrules.analysis.search.induction import prove
from pyrules.analysis.search.program import Program
from pyrules.errors import NotDecided
from pyrules.rulebook.open import load_rulebook

REWORDED = Path(__file__).parent.parent / "examples/edits/reworded/reworded.edit.yaml"
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


def main(limit: float) -> None:
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
    main(float(sys.argv[1]) if len(sys.argv) > 1 else LIMIT)
