"""How long answers take, beside what clingo takes alone; all figures from one run.

`make bench` prints them; with a number for an argument, everything is done that many times (`make bench-smoke`).
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from clingo import Control
from clingo.ast import AST, ProgramBuilder, parse_string

from pyrules.asp.control import answer_sets, program
from pyrules.engine.evaluate import evaluate
from pyrules.engine.instance import Instance
from pyrules.engine.timeline import timeline
from pyrules.explanation import explain
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario

EXAMPLE = Path(__file__).parent.parent / "examples/bokor-and-the-menhir/bokor.scenario.yaml"
VALUE, LONG_VALUE = ("other vail", "Отравление"), ("card 1", "Броня")
LIBRARIES = "clingo, jinja2, pydantic.types, rich.table, ruamel.yaml, typer._adapters"
"""What every evaluation takes of them: typer, too, checks with pydantic what is typed."""
TIMES, PROCESSES = 50, 7


def main() -> None:
    """Prints a line for each figure; times are medians. Asked for once only, the long game is left out of some."""
    times, processes = [int(sys.argv[1])] * 2 if sys.argv[1:] else (TIMES, PROCESSES)
    small, large = load_scenario(EXAMPLE), load_scenario(a_long_game())
    for book in map(load_rulebook, rulebook_names()):
        answer, floor = milliseconds(times, partial(evaluate, small, book), alone(small, book))
        print(f"{book.name}: evaluation {answer:.1f} ms, floor {floor:.1f} ms, ratio {answer / floor:.2f}")
        why, answer = milliseconds(times, partial(explain, small, book, *VALUE), partial(evaluate, small, book))
        print(f"{book.name}: why {why:.1f} ms, {why / answer:.1f} times an evaluation")
    for scenario in (small, large) if times > 1 else (small,):
        for book in map(load_rulebook, rulebook_names()):
            plain, written_out = milliseconds(min(3, times), *(solving(scenario, book, way) for way in (False, True)))
            steps = len(timeline(scenario).steps)
            print(f"{book.name}: {steps} micro-steps solved plain {plain:.0f} ms, written out {written_out:.0f} ms")
    whole, libraries, bare = milliseconds(
        processes,
        process("-m", "pyrules", "eval", str(EXAMPLE)),
        process("-c", f"import {LIBRARIES}"),
        process("-c", "import clingo"),
    )
    print(f"a whole `pyrules eval` {whole:.0f} ms, its libraries {libraries:.0f} ms, `import clingo` {bare:.0f} ms")
    for book in map(load_rulebook, rulebook_names()):
        long, why = milliseconds(1, partial(evaluate, large, book), partial(explain, large, book, *LONG_VALUE))
        print(f"{book.name}: 30 events, 6 cards, 3 auras {long:.0f} ms, why {why:.0f} ms")
    print(f"most memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


def milliseconds(times: int, *calls: Callable[[], Any]) -> list[float]:
    """The median time of each call, after one uncounted; they take turns, so that a busy moment strikes all."""
    for call in calls:
        call()
    taken: list[list[float]] = [[] for _ in calls]
    for _ in range(times):
        for call, own in zip(calls, taken, strict=True):
            start = perf_counter()
            call()
            own.append(1000 * (perf_counter() - start))
    return [median(own) for own in taken]


def alone(scenario: Scenario, book: Rulebook) -> Callable[[], None]:
    """The floor: the rulebook, parsed already, and the facts, grounded and solved in a fresh Control."""
    instance = Instance(scenario, book)
    statements: list[AST] = []
    parse_string(program(instance.modules), statements.append)
    return partial(_ground_and_solve, statements, instance.facts)


def _ground_and_solve(statements: Sequence[AST], given: str) -> None:
    control = Control(["--warn=none"])
    with ProgramBuilder(control) as builder:
        for statement in statements:
            builder.add(statement)
    control.add("base", [], given)
    control.ground([("base", [])])
    control.solve()


def solving(scenario: Scenario, book: Rulebook, written_out: bool) -> Callable[[], Any]:
    """The answer sets alone, with the step a variable or written out."""
    instance = Instance(scenario, book)
    return partial(answer_sets, instance.modules, instance.facts, len(instance.timeline.steps), written_out)


def process(*arguments: str) -> Callable[[], Any]:
    """A Python process with these arguments."""
    return partial(subprocess.run, [sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)


def a_long_game() -> dict[str, Any]:
    """30 events on 6 cards under 3 auras: approaching, gaining, modifying, withdrawing, losing, again and again."""
    cards = [f"card {number}" for number in range(6)]
    beside = [{"adjacent": [cards[number], cards[number + 1]]} for number in range(3)]
    round_ = [
        {"approach": [cards[0], cards[1]]},
        {"gain": {"card": cards[1], "feature": "Броня 3", "while": "hill"}},
        {"modify": {"card": cards[1], "feature": "Броня", "by": 1, "while": "hill"}},
        {"withdraw": [cards[0], cards[1]]},
        {"stop": "hill"},
        {"lose": {"card": cards[2], "feature": "Броня"}},
        {"approach": [cards[2], cards[3]]},
        {"gain": {"card": cards[4], "feature": "Броня 4"}},
        {"start": "hill"},
        {"withdraw": [cards[2], cards[3]]},
    ]
    return {
        "title": "A long game",
        "cards": {card: {"features": ["Броня 2"]} for card in cards},
        "conditions": ["hill"],
        "auras": [
            {"from": cards[0], "to": cards[1], "gain": "Отравление 1", "while": beside[0]},
            {"from": cards[2], "to": cards[1], "modify": {"feature": "Броня", "by": -1}, "while": "hill"},
            {"from": cards[2], "to": cards[3], "gain": "Отравление 2", "while": beside[2]},
        ],
        "events": round_ * 3,
    }


if __name__ == "__main__":
    main()
