"""A check, and the trial of mutations, by others and in several runs: what comes of it is the same."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from pyrules.analysis.check import Finding, check
from pyrules.analysis.check.selection import ALL, Selection
from pyrules.analysis.mutation import Trial, clause_modules, mutations, trials
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.load import load_scenario
from pyrules.shares.driver import Driver, Here, driver
from pyrules.shares.kept import Kept

SOME = Selection(frozenset({"consistent", "paradox", "reading", "idle-reading"}))
"""Kinds of finding that three of the checks look for, one or several shares each."""
EXAMPLES = Path(__file__).parent.parent / "examples"


class Counting(Here):
    """This process, which counts what it does."""

    def __init__(self) -> None:
        self.done = 0

    def submit(self, *call: Any) -> Any:
        self.done += 1
        return super().submit(*call)


def found(at_work: Driver, selection: Selection = ALL) -> tuple[Finding, ...]:
    """What a quick check of r1 finds."""
    return check(load_rulebook("r1"), quick=True, selection=selection, driver=at_work)


def scored(at_work: Driver) -> list[Trial]:
    """What becomes of the mutations of a clause."""
    book = load_rulebook("r4")
    module = next(each for each in clause_modules(book) if each.stem == "larger_replaces")
    corpus = [load_scenario(each) for each in sorted((EXAMPLES / "suppressed-and-returning").glob("*.scenario.yaml"))]
    assert corpus
    return list(trials(book, corpus, mutations(module), at_work))


@pytest.fixture(scope="module")
def right() -> tuple[Finding, ...]:
    """What one process finds in one run."""
    with driver() as here:
        return found(here)


def test_a_check_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    with driver() as here:
        assert_it_goes_on(tmp_path, found(here, SOME), SOME)


@pytest.mark.slow
def test_a_whole_check_that_was_stopped_goes_on_where_it_was(right: tuple[Finding, ...], tmp_path: Path) -> None:
    assert_it_goes_on(tmp_path, right, ALL)


def assert_it_goes_on(kept: Path, right: tuple[Finding, ...], selection: Selection) -> None:
    first, second = Counting(), Counting()
    again = [found(Driver(workers, Kept(kept)), selection) for workers in (first, second)]
    assert first.done > 1 > second.done == 0
    assert again == [right, right]


def test_trials_that_were_stopped_go_on_where_they_were(tmp_path: Path) -> None:
    first, second = Counting(), Counting()
    again = [scored(Driver(workers, Kept(tmp_path))) for workers in (first, second)]
    assert first.done > 0 == second.done
    assert again[0] == again[1]
    assert any(trial.noticed for trial in again[0])


@pytest.mark.slow
def test_processes_find_what_one_does(right: tuple[Finding, ...]) -> None:
    with driver(jobs=2) as both:
        assert found(both) == right
        with driver() as here:
            assert [each.noticed for each in scored(both)] == [each.noticed for each in scored(here)]


@pytest.mark.slow
def test_a_cluster_finds_what_one_does_though_a_worker_is_killed(cluster: Any, right: tuple[Finding, ...]) -> None:
    alive = [worker.pid for worker in cluster.workers.values()]

    def once_begun(_told: object) -> None:
        if len(alive) == 2 and any(cluster.scheduler.tasks.values()):
            os.kill(alive.pop(), signal.SIGKILL)

    with driver(scheduler=cluster.scheduler_address) as many:
        assert check(load_rulebook("r1"), quick=True, told=once_begun, driver=many) == right
    assert len(alive) == 1
