"""Long work in shares: whoever does them, and whatever becomes of those who do, the answers are the same."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from pyrules.errors import NotDecided
from pyrules.language import current, speaking
from pyrules.shares.cluster import LOCAL
from pyrules.shares.driver import driver
from pyrules.shares.processes import Processes
from pyrules.shares.share import Share


def doubled(number: int) -> list[int | str]:
    """Twice the number, and the language that is spoken."""
    return [2 * number, current()]


def shares(*numbers: int) -> list[Share]:
    return [Share(f"doubled {number}", doubled, (number,)) for number in numbers]


def test_answers_come_in_order_and_in_the_language_spoken() -> None:
    with driver() as here, speaking("ru"):
        assert list(here.answers(shares(1, 2, 3))) == [[2, "ru"], [4, "ru"], [6, "ru"]]


def test_what_is_kept_is_not_done_again(tmp_path: Path) -> None:
    def never(number: int) -> None:
        raise AssertionError(number)

    with driver(checkpoint=tmp_path / "kept") as here:
        found = list(here.answers(shares(1, 2), lambda answer: answer[0] == 2))
        assert list(here.answers([Share("doubled 1", never, (1,))])) == found[:1]
        with pytest.raises(AssertionError):  # the answer to it was not final
            list(here.answers([Share("doubled 2", never, (2,))]))
        with speaking("ru"), pytest.raises(AssertionError):  # it was kept in another language
            list(here.answers([Share("doubled 1", never, (1,))]))


def test_what_was_kept_and_is_damaged_is_done_again(tmp_path: Path) -> None:
    with driver(checkpoint=tmp_path) as here:
        found = list(here.answers(shares(1)))
        (file,) = tmp_path.iterdir()
        file.write_text("[2,", encoding="utf-8")
        assert list(here.answers(shares(1))) == found


# --- processes ------------------------------------------------------------------------------------


def killed_once(mark: str, number: int) -> int:
    """The number; the first process that is asked for 2 dies."""
    if number == 2 and not os.path.exists(mark):  # noqa: PTH110
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def killed(number: int) -> None:
    """Ends the process, whichever does it."""
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.slow
def test_the_share_of_a_process_that_is_killed_runs_again(tmp_path: Path) -> None:
    with driver(jobs=2) as both:
        work = [Share(str(number), killed_once, (str(tmp_path / "mark"), number)) for number in range(1, 7)]
        assert list(both.answers(work)) == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
def test_a_share_that_ends_every_process_is_given_up() -> None:
    with Processes(1) as one, pytest.raises(NotDecided, match="3 processes ended by themselves"):
        one.submit(killed, 1).result()


# --- a cluster ------------------------------------------------------------------------------------


def slowly(number: int) -> int:
    """The number, after long enough to be killed in the middle."""
    time.sleep(1)
    return number


@pytest.mark.slow
def test_a_cluster_answers_in_order_though_a_worker_is_killed(cluster: Any) -> None:
    with driver(scheduler=cluster.scheduler_address) as many:
        found = many.answers(Share(str(number), slowly, (number,)) for number in range(6))
        first = next(found)
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        assert [first, *found] == [0, 1, 2, 3, 4, 5]


@pytest.mark.slow
def test_a_cluster_of_this_machine_does_shares_too() -> None:
    pytest.importorskip("distributed")
    with driver(scheduler=LOCAL) as many:
        assert [answer[0] for answer in many.answers(shares(1, 2, 3))] == [2, 4, 6]


def test_scenario_files_are_tested_and_compared_in_shares(pyrules: Any) -> None:
    folder = str(Path(__file__).parent.parent / "examples/rulings/replacement")
    for call in (("test", folder), ("compare", folder, "-r", "r3", "-r", "r4", "--json")):
        assert pyrules(*call, "--jobs", "2") == pyrules(*call)
