"""The search in cubes finds what the search in one finds, whoever goes through them, and is as sure of it."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import clingo
import pytest

from pyrules.analysis.search.bound import CARDS, Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.cubes import Cube, Cubes, cubes
from pyrules.analysis.search.find import SearchResult, find_difference
from pyrules.analysis.search.in_cubes import find_in_cubes
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.topics import Sides
from pyrules.errors import NotDecided
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.shares.driver import HERE, Driver, driver

LATE = Path(__file__).parent / "data/edits/late/late.edit.yaml"
TINY = Bound(events=2, max_value=1, printed=1, conditions=0)
SMALL = Bound(events=3, max_value=1, printed=1)
"""Within this, a modifier that sleeps instead of going shows after three events."""


def dormant() -> tuple[Rulebook, Rulebook]:
    """Two rulebooks that differ after three events: what lapses while its condition fails comes back with it."""
    book = load_rulebook("r4")
    return book, book.under({"modifier-lapse": "dormant"})


def number_of(bound: Bound, cube: Cube | None = None) -> int:
    """How many scenarios there are within a bound, or in a cube of it, with as many events as it has."""
    program = Program((), bound, cube=cube.facts() if cube else "")
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], program.scenarios())
    control.ground([("base", [])])
    for event in range(1, bound.events + 1):
        control.assign_external(clingo.Function("played", [clingo.Number(event)]), True)
    with control.solve(yield_=True) as models:
        return sum(1 for _ in models)


def in_cubes(left: Rulebook, right: Rulebook, bound: Bound, seconds: float, at_work: Driver = HERE) -> Cubes:
    """The levels of a search for values that differ."""
    program = Program((left, right), replace(bound, observe=("value",)))
    return Cubes(program, Clock(seconds), Sides(left, right, bound), ("value",), at_work)


def told(found: SearchResult) -> tuple[object, ...]:
    """What a search came to, without the time that it took."""
    assert found.shown is not None
    return found.verdict, found.method, found.witness, found.none_up_to, found.shown.proved, found.note


@pytest.mark.parametrize("events", [1, 2])
def test_every_scenario_is_in_one_cube(events: int) -> None:
    bound = replace(TINY, events=events)
    every = number_of(bound)
    assert every > 0
    assert sum(number_of(bound, cube) for cube in cubes(bound, events)) == every


def test_a_cube_says_what_the_first_events_do_and_how_much_is_printed() -> None:
    assert cubes(TINY, 1) == (Cube((), 0), Cube((), 1))
    assert cubes(TINY, 2)[:3] == (Cube(("start",), 0), Cube(("start",), 1), Cube(("stop",), 0))
    assert len(cubes(replace(TINY, events=5), 5)) == 6 * 6 * 2
    assert Cube(("gain", "lose"), 1).facts() == f'part_prints("{CARDS[0]}",1). part_does(1,gain). part_does(2,lose).'


def test_nothing_is_told_of_a_level_before_all_its_cubes_were_gone_through() -> None:
    levels = in_cubes(*dormant(), SMALL, seconds=60.0)
    assert next(levels.levels()) is None
    assert levels.none_up_to == 0
    levels = in_cubes(*dormant(), SMALL, seconds=0.0)
    with pytest.raises(NotDecided, match="time limit"):
        next(levels.levels())
    assert levels.none_up_to == -1


def test_what_is_found_in_cubes_is_what_is_found_in_one() -> None:
    books = load_rulebook("r4"), load_rulebook(str(LATE))
    bound = replace(SMALL, events=1)
    assert told(find_in_cubes(*books, bound, HERE)) == told(find_difference(*books, bound))


@pytest.mark.slow
def test_a_search_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = told(find_difference(*dormant(), SMALL))
    with driver(jobs=2, checkpoint=tmp_path) as both:
        assert told(find_in_cubes(*dormant(), SMALL, both)) == whole
    kept = sorted(tmp_path.iterdir())
    assert len(kept) == sum(len(cubes(SMALL, events)) for events in range(4))
    for each in kept[::2]:
        each.unlink()
    with driver(checkpoint=tmp_path) as here:
        assert told(find_in_cubes(*dormant(), SMALL, here)) == whole
    assert sorted(tmp_path.iterdir()) == kept


@pytest.mark.slow
def test_a_cluster_finds_the_same_though_a_worker_is_killed(cluster: Any) -> None:
    alive = [worker.pid for worker in cluster.workers.values()]

    def at_two_events(come: Any) -> None:
        if len(alive) == 2 and come.stage.startswith("2 events"):
            os.kill(alive.pop(), signal.SIGKILL)

    with driver(scheduler=cluster.scheduler_address) as many:
        found = find_in_cubes(*dormant(), SMALL, many, tell=at_two_events)
    assert len(alive) == 1
    assert told(found) == told(find_difference(*dormant(), SMALL))


def test_kinds_and_properties_are_not_cut_in_cubes(pyrules: Any) -> None:
    done = pyrules("diff", "r1", "r4", "--all", "--jobs", "2")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("--all is not searched in shares")
