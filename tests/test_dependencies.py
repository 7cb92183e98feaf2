"""The readings that an answer rests on, with the state from which on they matter: worked out from the texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from solved import GIVEN, scenario

from pyrules.engine.dependencies import dependencies
from pyrules.engine.evaluate import evaluate
from pyrules.model.scenario import Scenario
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario

EXAMPLES = Path(__file__).parent.parent / "examples"
LAPSING = """\
title: Two modifiers, one of which ends and would come back
cards: {Вайл: {features: [Броня 3]}}
conditions: [у1, у2]
events:
  - modify: {card: Вайл, feature: Броня, by: +2, while: у1}
  - modify: {card: Вайл, feature: Броня, by: -1, while: у2}
  - gain: {card: Вайл, feature: Броня 4}
  - gain: {card: Вайл, feature: Броня 5}
  - stop: у1
  - start: у1
expect:
  - {after: 5, Вайл: {Броня: 4}, in: [r4]}
  - {after: 6, Вайл: {Броня: 4}, in: [r4]}
"""


def pairs(number: int) -> dict[str, Any]:
    """Pairs of cards, each printed A -1 while the other has not at least A 0.

    As it is, -1 is less than 0 and both have it. Where a negative number works as 0, one of the two has it:
    each pair doubles the number of outcomes.
    """
    cards = {}
    for each in range(number):
        for card, other in ((f"a{each}", f"b{each}"), (f"b{each}", f"a{each}")):
            printed = {"name": "A", "value": -1, "while": {"not": {"at_least": [other, "A", 0]}}}
            cards[card] = {"features": [printed]}
    return {"title": "Pairs of rivals", "cards": cards, "expect": [{"after": 0, "a0": {"A": -1}}]}


def told(scenario: Scenario, book: str, **readings: str) -> list[tuple[str, str, int | None]]:
    """Reading, option and state of each dependency."""
    under = load_rulebook(book, {name.replace("_", "-"): option for name, option in readings.items()})
    found = dependencies(scenario, under, evaluate(scenario, under))
    return [(each.reading, each.option, each.after) for each in found]


@pytest.fixture
def lapsing(tmp_path: Path) -> Path:
    """A scenario that r4 answers with 4, and with 6 where a lapsed modifier counts again."""
    file = tmp_path / "lapsing.yaml"
    file.write_text(LAPSING, encoding="utf-8")
    return file


def test_a_modifier_that_ended_counts_again(lapsing: Path) -> None:
    assert told(load_scenario(lapsing), "r4") == [("modifier-lapse", "dormant", 6)]


def test_the_other_way_round_where_the_caller_chose(lapsing: Path) -> None:
    assert told(load_scenario(lapsing), "r4", modifier_lapse="dormant") == [("modifier-lapse", "removed", 6)]


def test_nothing_decides_where_one_feature_suppresses_another() -> None:
    assert told(load_scenario(EXAMPLES / "suppressed-and-returning/hill.scenario.yaml"), "r4") == []


def test_whether_a_replacement_is_a_loss_decides_at_the_replacement() -> None:
    found = told(load_scenario(EXAMPLES / "suppressed-and-returning/hill.scenario.yaml"), "r2")
    assert ("replacement-loss", "loss", 1) in found


def test_a_printed_feature_that_is_negative_works_as_zero_from_the_start() -> None:
    weak = load_scenario({"title": "t", "cards": {"vail": {"features": ["A -2"]}}})
    assert ("negative-feature", "zero", 0) in told(weak, "r4")


def test_what_is_cited_is_no_part_of_the_answer() -> None:
    """A gain of -2 upon -2 is refused whether it is held against -2 or against 0; only the reason says which."""
    weak = load_scenario(
        {
            "title": "t",
            "cards": {"vail": {"features": ["A -2"]}},
            "events": [{"gain": {"card": "vail", "feature": "A -2"}}],
        }
    )
    assert "negative-comparison" not in {reading for reading, _, _ in told(weak, "r2")}


def test_a_paradox_under_one_reading_parts_where_it_cannot_settle() -> None:
    """Under `zero` A works as 0 and its own condition holds: printed A -2 while it has not at least A 0."""
    condition = {"not": {"at_least": ["vail", "A", 0]}}
    weak = load_scenario(
        {"title": "t", "cards": {"vail": {"features": [{"name": "A", "value": -2, "while": condition}]}}}
    )
    assert evaluate(weak, load_rulebook("r4")).verdict == "determined"
    assert evaluate(weak, load_rulebook("r4", {"negative-feature": "zero"})).verdict == "paradox"
    assert ("negative-feature", "zero", 0) in told(weak, "r4")


def test_readings_of_dice_are_asked_for_where_there_is_a_roll() -> None:
    high = load_scenario(
        {
            "title": "t",
            "cards": {"vail": {"player": "black"}},
            "events": [{"roll": {"by": "vail", "natural": 4, "steps": [{"modifier": {"from": "vail", "set": 8}}]}}],
        }
    )
    assert told(high, "r1") == [("clamp-order", "after-all", 1)]


def test_an_option_with_two_outcomes_gives_another_answer() -> None:
    assert ("negative-feature", "zero", 0) in told(load_scenario(pairs(1)), "r4")


@pytest.mark.slow
def test_an_option_with_too_many_outcomes_is_said_not_to_be_decided() -> None:
    assert ("negative-feature", "zero", None) in told(load_scenario(pairs(10)), "r4")  # 1024 outcomes


@pytest.mark.slow
def test_the_answer_is_given_though_an_option_is_not_decided(tmp_path: Path, pyrules: Any) -> None:
    file = tmp_path / "pairs.yaml"
    file.write_text(json.dumps(pairs(10)), encoding="utf-8")
    ran = pyrules("eval", str(file))
    assert ran.code == 0
    words = "determined; it may rest on negative-feature=zero, which could not be decided"
    assert words in " ".join(ran.out.split())
    (result,) = json.loads(pyrules("eval", str(file), "--json").out)["results"]
    assert {"reading": "negative-feature", "option": "zero", "after": None} in result["depends_on"]
    why = " ".join(pyrules("why", str(file), "a0", "A").out.split())
    assert "The value may rest on negative-feature=zero, which could not be decided." in why
    ran = pyrules("test", str(file), "-r", "r4", "--depends")
    assert ran.code == 0
    assert "pairs.yaml: r4: not decided with negative-feature=zero" in " ".join(ran.out.split())


def test_eval_says_so_in_a_line_and_in_json(lapsing: Path, pyrules: Any) -> None:
    said = " ".join(pyrules("eval", str(lapsing)).out.split())
    words = "r4: determined; it rests on a reading: modifier-lapse=dormant gives another answer from event 6 on"
    assert said.endswith(words)
    (result,) = json.loads(pyrules("eval", str(lapsing), "--json").out)["results"]
    assert result["depends_on"] == [{"reading": "modifier-lapse", "option": "dormant", "after": 6}]


def test_eval_need_not_look(lapsing: Path, pyrules: Any) -> None:
    assert "rests on" not in pyrules("eval", str(lapsing), "--no-depends").out
    (result,) = json.loads(pyrules("eval", str(lapsing), "--json", "--no-depends").out)["results"]
    assert "depends_on" not in result


def test_eval_says_that_nothing_decides(pyrules: Any) -> None:
    file = str(EXAMPLES / "suppressed-and-returning/hill.scenario.yaml")
    (result,) = json.loads(pyrules("eval", file, "-r", "r4", "--json").out)["results"]
    assert result["depends_on"] == []


def test_why_says_so_of_its_value(lapsing: Path, pyrules: Any) -> None:
    told = " ".join(pyrules("why", str(lapsing), "Вайл", "Броня").out.split())
    assert "The value rests on a reading: modifier-lapse=dormant gives another value from event 6 on." in told
    assert "rests on" not in pyrules("why", str(lapsing), "Вайл", "Броня", "--after", "5").out
    (explained,) = json.loads(pyrules("why", str(lapsing), "Вайл", "Броня", "--json").out)["explanations"]
    assert explained["depends_on"] == [{"reading": "modifier-lapse", "option": "dormant", "after": 6}]


def test_test_says_under_which_reading_what_fails_would_hold(lapsing: Path, pyrules: Any) -> None:
    lapsing.write_text(LAPSING.replace("after: 6, Вайл: {Броня: 4}", "after: 6, Вайл: {Броня: 6}"), encoding="utf-8")
    ran = pyrules("test", str(lapsing), "-r", "r4")
    assert ran.code == 1
    assert "expected 6, got 4; it holds with modifier-lapse=dormant" in " ".join(ran.out.split())


def test_test_names_what_holds_under_one_reading_only(lapsing: Path, pyrules: Any) -> None:
    said = " ".join(pyrules("test", str(lapsing), "-r", "r4", "--depends").out.split())
    assert "after 6, Броня of Вайл: 4 holds, but not with modifier-lapse=dormant" in said
    assert "after 5, Броня of Вайл" not in said


@pytest.mark.slow
@pytest.mark.parametrize("book", ["r2", "r3"])
def test_every_key_is_answered_under_every_option(book: str) -> None:
    """The scenario that uses every key of the format has an answer within the limits, however a clause is read."""
    everything = load_scenario(Path(__file__).parent / "data" / "every_key.yaml")
    assert None not in [after for _, _, after in told(everything, book)]


@pytest.mark.parametrize("one_in", [197, pytest.param(7, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rulebook", rulebook_names())
def test_options_that_say_the_same_need_not_be_solved(
    rulebook: str, one_in: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left out unsolved is what comes of nothing when it is solved."""
    book = load_rulebook(rulebook)
    for name in list(GIVEN)[rulebook_names().index(rulebook) :: one_in]:
        given = scenario(name)
        answer = evaluate(given, book)
        found = dependencies(given, book, answer)
        with monkeypatch.context() as patch:
            patch.setattr("pyrules.engine.dependencies.WORTH_A_LOOK", 1000)
            assert dependencies(given, book, answer) == found, name
