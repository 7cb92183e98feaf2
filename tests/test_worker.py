"""Rules from elsewhere are worked on in a process of their own: within limits, and leaving nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from edit_files import made, write

from pyrules.asp import sandbox, serving, worker_process
from pyrules.engine import evaluate
from pyrules.errors import LimitReached, NotDecided
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario import load
from pyrules.table.evaluate_many import evaluate_many

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are looked for in /proc")

ADD = 'clauses: [{add: "518.8", gist: g, modules: [mine.lp]}]\n'
TEXT = "title: t\ncards: {vail: {features: [Armour 2]}}\nevents: [{gain: {card: vail, feature: Armour 3}}]\n"
SCENARIO = load.load_text(TEXT, "s.yaml")

ENDLESS = "% It begins.\np(0).\n% It goes on.\np(X+1) :-\n    p(X).\n"
GROWING = {
    "endless": (ENDLESS, "mine.lp:4: p(X+1) :- p(X)."),
    "endless backwards": ("p(X-1) :- p(X).\np(0).\n", "mine.lp:1: p(X-1) :- p(X)."),
    "endless terms": ("p(C) :- card(C).\np(f(X)) :- p(X).\n", "mine.lp:2: p(f(X)) :- p(X)."),
    "two that feed each other": ("p(0).\nq(X) :- p(X).\np(X+1) :- q(X).\n", "mine.lp:"),
    "a million atoms": ("b(X,Y) :- X = 1..1000, Y = 1..1000.\n", "mine.lp:1: b(X,Y) :- X = 1..1000, Y = 1..1000."),
    "a million facts": ("b(1..1000000).\n", "mine.lp:1: b(1..1000000)."),
    "a million choices": ("{ b(X,Y) : X = 1..1000, Y = 1..1000 }.\n", "mine.lp:1: { b(X,Y) : X = 1..1000"),
    "a large sum": ("b :- #sum { X,Y : X = 1..9999, Y = 1..9999 } > 0.\n", "mine.lp:1: b :- #sum {"),
}


def children() -> set[int]:
    """The processes that this one has started and that are still there."""
    found = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split()
    return set(map(int, found))


def wait_until_gone(process: int) -> bool:
    """Whether a process ends within ten seconds."""
    for _ in range(100):
        status = Path(f"/proc/{process}/stat")
        if not status.exists() or status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def new_pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No workers to begin with."""
    pool = sandbox._Pool()
    monkeypatch.setattr(sandbox, "_pool", pool)
    yield
    for each in tuple(pool.every):
        each.end()


@pytest.fixture
def spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that are not forked."""
    monkeypatch.setattr(worker_process, "_may_fork", lambda _: False)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of its own; a worker that is not forked finds the functions of this file all the same."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("kind", GROWING)
def test_what_grows_is_stopped_and_named(kind: str, tmp_path: Path) -> None:
    rules, grown = GROWING[kind]
    book = load_rulebook(write(Path(), ADD, {"mine.lp": rules}))
    began = time.monotonic()
    with sandbox.limits(sandbox.Limits(6, 1000)), pytest.raises(NotDecided) as caught:
        evaluate.evaluate(SCENARIO, book)
    assert str(caught.value).startswith("s.yaml under my.edit.yaml: ")
    assert f"; the rule that grew is {grown}" in str(caught.value)
    assert time.monotonic() - began < 12  # the limit and what it takes to start two processes on a busy machine


@pytest.mark.slow
def test_memory_is_limited(tmp_path: Path) -> None:
    book = made(tmp_path, ADD, {"mine.lp": ENDLESS})
    with sandbox.limits(sandbox.Limits(30, 120)), pytest.raises(NotDecided, match="120 MB of memory are not enough"):
        evaluate.evaluate(SCENARIO, book)


@pytest.mark.slow
def test_a_search_that_takes_long_is_told_apart(tmp_path: Path) -> None:
    """Twelve pigeons do not fit into eleven holes, which takes long to find out."""
    pigeons = "1 { sits(P,H) : H = 1..11 } 1 :- P = 1..12.\n:- sits(P,H), sits(Q,H), P < Q.\n"
    book = made(tmp_path, ADD, {"mine.lp": pigeons})
    with sandbox.limits(sandbox.Limits(3, 1000)), pytest.raises(NotDecided, match="no rule grew, it is the search"):
        evaluate.evaluate(SCENARIO, book)


def test_after_a_limit_was_reached_others_are_answered(tmp_path: Path) -> None:
    with sandbox.limits(sandbox.Limits(0.5, 1000)), pytest.raises(LimitReached, match=r"0\.5 s are not enough"):
        sandbox.run(time.sleep, 10)
    assert sandbox.run(abs, -1) == 1


@pytest.mark.parametrize(
    ("given", "shown"), [("0", "0"), ("-1", "-1"), ("nan", "nan"), ("inf", "inf"), ("1e300", "1e+300")]
)
def test_a_time_limit_is_a_number_of_seconds(given: str, shown: str, pyrules: Any) -> None:
    done = pyrules("show", "r4", "--time-limit", given)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"the time limit: expected a number of seconds above 0, 1000000 at the most, got {shown}\n"


@pytest.mark.parametrize("given", ["0", "-1", "10000000000000"])
def test_a_memory_limit_is_a_number_of_megabytes(given: str, pyrules: Any) -> None:
    done = pyrules("show", "r4", "--memory-limit", given)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"the memory limit: expected a number of megabytes above 0, 1000000 at the most, got {given}\n"


def test_a_memory_limit_can_be_too_small_to_begin_with(pyrules: Any) -> None:
    asking = TEXT.replace("Armour 3}", "Armour 3, while: {has: [vail, Armour]}}")  # what no table can answer
    Path("s.yaml").write_text(asking, encoding="utf-8")
    done = pyrules("eval", "s.yaml", "--memory-limit", "1")
    assert (done.code, done.out) == (3, "")
    assert "s.yaml under r4: 1 MB of memory are not enough to begin with" in done.err


def test_a_scenario_under_a_built_in_rulebook_has_limits(tmp_path: Path) -> None:
    with sandbox.limits(sandbox.Limits(0.001)), pytest.raises(NotDecided) as caught:
        evaluate.evaluate(SCENARIO, load_rulebook("r4"))
    assert str(caught.value) == "s.yaml under r4: 0.001 s are not enough; the scenario leads to more than that"


# --- one process for many calls -------------------------------------------------------------------


def test_many_calls_are_answered_by_one_process(tmp_path: Path) -> None:
    assert len({sandbox.run(os.getpid) for _ in range(5)} - {os.getpid()}) == 1
    book = made(tmp_path, ADD, {"mine.lp": "% Cards.\nmine(C) :- card(C).\n"})
    before = sandbox.run(os.getpid)
    answers = list(evaluate_many([SCENARIO] * 3, book))
    assert [answer.verdict for answer in answers] == ["determined"] * 3
    assert sandbox.run(os.getpid) == before


def test_a_worker_is_worn_after_many_calls(new_pool: None) -> None:
    """clingo keeps every name that it ever read, so that its memory grows with every program."""
    assert len({sandbox.run(os.getpid) for _ in range(serving.MOST_CALLS)}) == 1
    first = set(children())
    assert sandbox.run(os.getpid) not in first


def test_a_worker_is_worn_that_keeps_half_its_memory(new_pool: None) -> None:
    first = sandbox.run(os.getpid)
    sandbox.run(_keep, 600 * 2**20)
    assert sandbox.run(os.getpid) != first


def test_only_some_workers_are_kept(new_pool: None) -> None:
    before = children()
    for megabytes in range(900, 900 + 2 * sandbox.MOST_IDLE):
        with sandbox.limits(sandbox.Limits(megabytes=megabytes)):
            assert sandbox.run(abs, -1) == 1
    assert len(children() - before) == sandbox.MOST_IDLE


def test_an_answer_is_the_same_there_as_at_home(tmp_path: Path) -> None:
    book = made(tmp_path, "")
    there, here = evaluate.evaluate(SCENARIO, book), evaluate.evaluate(SCENARIO, load_rulebook("r4"))
    assert there.outcomes == here.outcomes
    assert dict(there.readings) == dict(here.readings)


def test_paths_are_those_of_the_folder_that_a_call_is_made_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        assert sandbox.run(os.getcwd) == str(tmp_path / name)


def test_what_goes_wrong_there_goes_wrong_here(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        sandbox.run(divmod, 1, 0)
    with pytest.raises(sandbox.Crashed, match="exit code 7"):
        sandbox.run(os._exit, 7)
    assert sandbox.run(abs, -1) == 1


def test_a_request_that_cannot_be_read_there_is_told_of(
    new_pool: None, spawned: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH")
    with pytest.raises(ModuleNotFoundError, match="test_worker"):
        sandbox.run(_deaf)
    assert sandbox.run(abs, -1) == 1


@pytest.mark.parametrize("code", worker_process.OUT_OF_MEMORY[::2])
def test_one_that_ends_for_want_of_memory_has_reached_its_limit(new_pool: None, code: int) -> None:
    with pytest.raises(LimitReached, match="1000 MB of memory are not enough"):
        sandbox.run(os._exit, code)


def test_modules_of_python_in_the_current_folder_are_not_run(new_pool: None, spawned: None) -> None:
    for name in ("json.py", "queue.py", "clingo.py", "pyrules.py", "resource.py"):
        Path(name).write_text("open('ran', 'w').close()\n", encoding="utf-8")
    book = load_rulebook(write(Path(), ADD, {"mine.lp": "% Cards.\nmine(C) :- card(C).\n"}))
    assert evaluate.evaluate(SCENARIO, book).verdict == "determined"
    assert not Path("ran").exists()


def test_a_process_with_other_threads_is_not_forked(new_pool: None) -> None:
    """A fork would take along what other threads have locked."""
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    try:
        process = sandbox.run(os.getpid)
        assert worker_process.START.encode() in Path(f"/proc/{process}/cmdline").read_bytes()
    finally:
        done.set()
        other.join()


def test_one_that_died_is_replaced(new_pool: None) -> None:
    os.kill(sandbox.run(os.getpid), signal.SIGKILL)
    assert sandbox.run(abs, -1) == 1


def test_one_that_dies_while_it_is_written_to_is_told_of(tmp_path: Path) -> None:
    """The program is quietly ended by a reader of its output that is gone, but by no worker that is."""
    program = """
import os, signal, sys
from pyrules.asp.worker_process import Crashed, WorkerProcess
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
process = WorkerProcess(500)
os.kill(process._process, signal.SIGSTOP)
os.kill(process._process, signal.SIGKILL)
try:
    process.answer(bytes(10**7), 5)
except Crashed as crash:
    print(crash)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "the process that solves it ended by itself (exit code -9)\n"


# --- threads and forks ----------------------------------------------------------------------------


def test_a_call_does_not_wait_for_that_of_another_thread(new_pool: None) -> None:
    with ThreadPoolExecutor() as threads:
        long = threads.submit(sandbox.run, time.sleep, 3)
        _wait_for_one_at_work()
        assert sandbox.run(abs, -1) == 1
        assert not long.done()


def test_a_process_forked_meanwhile_has_workers_of_its_own(new_pool: None) -> None:
    with ThreadPoolExecutor() as threads:
        long = threads.submit(sandbox.run, time.sleep, 2)
        _wait_for_one_at_work()
        child = os.fork()
        if not child:
            signal.alarm(60)
            os._exit(int(sandbox.run(abs, -7)))
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert long.result() is None


# --- searches -------------------------------------------------------------------------------------


def test_a_search_reports_before_it_answers(new_pool: None) -> None:
    told: list[int] = []
    assert sandbox.search(told.append, _counting, 3) == "all of 3"
    assert told == [0, 1, 2]


@pytest.mark.slow
def test_a_search_that_is_interrupted_answers_with_what_it_knows(new_pool: None) -> None:
    told: list[int] = []

    def interrupt(number: int) -> None:
        told.append(number)
        if number == 4:
            raise KeyboardInterrupt

    found = sandbox.search(interrupt, _counting, 10**9)
    assert told[:5] == [0, 1, 2, 3, 4]
    assert found == f"stopped after {told[-1]}"


def test_a_search_that_does_not_stop_is_ended(new_pool: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "SECONDS_TO_STOP", 0.2)

    def interrupt(process: int) -> None:
        raise KeyboardInterrupt

    before = children()
    with pytest.raises(KeyboardInterrupt):
        sandbox.search(interrupt, _deaf)
    assert children() == before


def test_a_search_that_outlives_its_limit_is_ended(new_pool: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SECONDS_TO_STOP", 0.2)
    with sandbox.limits(sandbox.Limits(0.2)), pytest.raises(LimitReached, match=r"0\.2 s are not enough"):
        sandbox.search(None, time.sleep, 60)


# --- nothing is left running ----------------------------------------------------------------------


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A program in the middle of an endless grounding."""
    Path("s.yaml").write_text(TEXT, encoding="utf-8")
    write(Path(), ADD, {"mine.lp": ENDLESS})
    command = [sys.executable, "-m", "pyrules", "eval", "s.yaml", "-r", "my.edit.yaml", "--time-limit", "60"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    yield process
    process.kill()
    process.communicate()


def child_at_work(process: subprocess.Popen[str]) -> int:
    """The worker of a program, once it has used up half a second of processor time."""
    for _ in range(200):
        time.sleep(0.1)
        for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split():
            if int(Path(f"/proc/{child}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[11]) > 100:
                return int(child)
    raise AssertionError("no worker is at work")


@pytest.mark.parametrize(
    ("how", "code"),
    [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, -15, marks=pytest.mark.slow), (signal.SIGKILL, -9)],
)
def test_the_worker_ends_with_the_program(busy: subprocess.Popen[str], how: signal.Signals, code: int) -> None:
    child = child_at_work(busy)
    busy.send_signal(how)
    assert busy.wait(10) == code
    assert wait_until_gone(child)


def test_the_worker_ends_when_the_program_is_done(tmp_path: Path) -> None:
    Path("s.yaml").write_text(TEXT, encoding="utf-8")
    write(Path(), ADD, {"mine.lp": "% Cards.\nmine(C) :- card(C).\n"})
    before = children()
    assert _pyrules("eval", "s.yaml", "-r", "my.edit.yaml").returncode == 0
    assert children() == before


# --- the command line -----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_limit_is_exit_code_3(tmp_path: Path) -> None:
    Path("s.yaml").write_text(TEXT, encoding="utf-8")
    write(Path(), ADD, {"mine.lp": ENDLESS})
    done = _pyrules("eval", "s.yaml", "-r", "my.edit.yaml", "--time-limit", "5", "--json")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        "not decided: s.yaml under my.edit.yaml: 5 s are not enough; the rule that grew is mine.lp:4: p(X+1) :- p(X).\n"
    )


def _pyrules(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pyrules", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def _wait_for_one_at_work() -> None:
    while not any(each not in sandbox._pool.idle for each in tuple(sandbox._pool.every)):
        time.sleep(0.01)


_kept: list[bytes] = []


def _keep(size: int) -> None:
    _kept.append(bytes(size))


def _counting(numbers: int) -> str:
    """Reports numbers, and then how far it came."""
    number = -1
    try:
        for number in range(numbers):
            serving.report(number)
    except KeyboardInterrupt:
        return f"stopped after {number}"
    return f"all of {numbers}"


def _deaf() -> None:
    """Is not to be interrupted."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    serving.report(os.getpid())
    time.sleep(60)
