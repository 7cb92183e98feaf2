"""Searches keep within their limits, whatever the rules of an edit or of a property do."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from edit_files import write

from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.in_worker import in_worker
from pyrules.analysis.search.kinds import DifferenceKinds
from pyrules.asp import sandbox

ADD = 'title: x\non: r4\nclauses: [{add: "518.9", gist: mine, modules: [mine.lp]}]\n'
FREE = "% It grows where an effect is chosen.\nbig(0) :- effect(E,K,C,F), not effect(E,K,C,F).\nbig(X+1) :- big(X).\n"
EVERYWHERE = "% It grows.\np(1).\np(X+1) :- p(X).\n"
PROPERTY = f"{FREE}violated(C,T) :- big(9), has(C,F,T).\n"
LIMITED = ("--time-limit", "600", "--memory-limit", "200")
"""The memory is used up within seconds; the time never is, however busy the machine."""


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        pytest.param(EVERYWHERE, (), id="everywhere"),
        pytest.param(FREE, (), id="free", marks=pytest.mark.slow),
        pytest.param(EVERYWHERE, ("--all",), id="everywhere-all", marks=pytest.mark.slow),
        pytest.param(FREE, ("--all",), id="free-all", marks=pytest.mark.slow),
    ],
)
def test_rules_without_end_end_a_search(pyrules: Any, rules: str, options: tuple[str, ...]) -> None:
    write(Path(), ADD, {"mine.lp": rules})
    told = _undetermined(pyrules("diff", "r4", "my.edit.yaml", *options, *LIMITED, "--json"))
    assert "not enough" in told["searched"]["note"]
    assert "mine.lp:3: " in told["searched"]["note"]


@pytest.mark.slow
def test_a_property_without_end_ends_the_search(pyrules: Any) -> None:
    Path("mine.lp").write_text(PROPERTY, encoding="utf-8")
    told = _undetermined(pyrules("diff", "r4", "--property", "mine.lp", *LIMITED, "--json"))
    assert "mine.lp:3: " in told["searched"]["note"]


@pytest.mark.slow
def test_a_search_that_is_cut_off_is_told_in_words_too(pyrules: Any) -> None:
    write(Path(), ADD, {"mine.lp": EVERYWHERE})
    code, out, err = pyrules("diff", "r4", "my.edit.yaml", *LIMITED)
    assert (code, err) == (3, "")
    words = " ".join(out.split())
    assert words.startswith("Whether r4 and my.edit.yaml differ is not decided: the search ended before it had")
    assert "r4 and my.edit.yaml: 200 MB of memory are not enough; the rule that grew is mine.lp:3: " in words
    assert "mine.lp:3: " in words


def _undetermined(done: Any) -> dict[str, Any]:
    """The one document of a search that was cut off."""
    told: dict[str, Any] = json.loads(done.out)
    assert (done.code, done.err) == (3, "")
    assert (told["verdict"], told["searched"]["exhausted"]) == ("undetermined", False)
    return told


# --- what is known when a search is ended from outside ----------------------------------------------


def _knows_then_hangs(one: str, seconds: float, tell: Any) -> DifferenceKinds:
    clock = Clock(seconds, tell)
    for reached in range(3):
        clock.keep("found", DifferenceKinds((), Bound(), reached, 0.0, one))
    time.sleep(60)
    raise AssertionError


@pytest.mark.slow
def test_the_limit_is_the_one_that_was_given_and_what_was_told_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))  # where a worker finds the function
    monkeypatch.setattr(sandbox, "SECONDS_TO_STOP", 0.2)
    found = in_worker(_knows_then_hangs, ("stopped",), 1.5, None)
    assert found.none_left_up_to == 2
    assert "1.5 s are not enough" in found.note


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(FREE, id="free", marks=pytest.mark.slow),
        pytest.param(EVERYWHERE, id="everywhere", marks=pytest.mark.slow),
    ],
)
def test_rules_without_end_end_a_check(pyrules: Any, rules: str) -> None:
    write(Path(), ADD, {"mine.lp": rules})
    code, out, err = pyrules("check", "my.edit.yaml", "--select", "contradiction", *LIMITED)
    assert (code, out) == (3, "")
    assert "mine.lp:3: " in err


@pytest.mark.slow
def test_rules_that_grow_in_a_scenario_file_end_a_check_of_mutations(pyrules: Any) -> None:
    write(Path(), ADD, {"mine.lp": '% It grows.\np(1) :- card("vail").\np(X+1) :- p(X).\n'})
    Path("s.yaml").write_text("title: t\ncards: {vail: {}}\nexpect: [{outcomes: 1}]\n", encoding="utf-8")
    wanted = ("--corpus", "s.yaml", "--select", "mutation-score")
    code, out, err = pyrules("check", "my.edit.yaml", *wanted, *LIMITED)
    assert (code, err) == (3, "")
    words = " ".join(out.split())
    assert "Cut off: s.yaml under my.edit.yaml: 200 MB of memory are not enough" in words
    assert "the rule that grew is mine.lp:3: " in words
