"""Expectations that name the readings under which they are to hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pyrules.engine.evaluate import evaluate
from pyrules.engine.expectations import check_expectations, rulebooks_needed
from pyrules.errors import InputError
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.load import load_text

HEAD = """\
title: Armour through the fog
cards: {vail: {player: black, properties: {life: 4}, features: [Armour 2]}}
conditions: [fog]
events:
  - modify: {card: vail, feature: Armour, by: +1, while: fog}
  - stop: fog
  - start: fog
expect:
"""
DORMANT = "{after: 3, vail: {Armour: 3}, under: {modifier-lapse: dormant}}"
REMOVED = "{after: 3, vail: {Armour: 2}, in: [r4]}"


def write(*expectations: str) -> Path:
    file = Path("fog.yaml")
    file.write_text(HEAD + "".join(f"  - {each}\n" for each in expectations), encoding="utf-8")
    return file


def test_it_is_checked_under_the_rulebooks_that_have_the_reading(pyrules: Any) -> None:
    write(DORMANT, REMOVED)
    ran = pyrules("test", "fog.yaml")
    assert (ran.code, ran.out) == (
        0,
        "ok       fog.yaml: 2 checks under r1, r2, r3, r4\n1 file, 2 checks, 0 failed\n",
    )


def test_what_it_names_stands_before_what_is_asked_for(pyrules: Any) -> None:
    write(DORMANT, REMOVED)
    ran = pyrules("test", "fog.yaml", "-r", "r4", "--reading", "modifier-lapse=dormant")
    assert ran.code == 1
    assert ran.out.splitlines()[1:] == [
        "  fog.yaml:10: r4, after 3, Armour of vail: expected 2, got 3; it holds with modifier-lapse=removed",
        "1 file, 2 checks, 1 failed",
    ]


def test_what_fails_names_the_reading(pyrules: Any) -> None:
    write("{after: 3, vail: {Armour: {value: 4, modifiers: 1}}, under: {modifier-lapse: dormant}}")
    ran = pyrules("test", "fog.yaml", "--depends")
    assert ran.code == 1
    assert ran.out.splitlines()[1] == (
        "  fog.yaml:9: r4, after 3, Armour of vail with modifier-lapse=dormant: "
        "expected value 4, modifiers 1, got value 3, modifiers 1"
    )


def test_update_writes_what_came_out_under_the_reading(pyrules: Any) -> None:
    file = write(
        "{after: 3, vail: {Armour: 2}, under: {modifier-lapse: dormant}}",
        "{after: 3, vail: {Armour: {value: 3, origin: acquired}}, in: [r4]}",
        "{after: 1, attempts: [[vail, Armour, refused]], in: [r4]}",
        "{after: 2, attempts: [[vail, Armour, refused]], in: [r4]}",
    )
    assert pyrules("test", "fog.yaml", "--update").code == 0
    assert file.read_text(encoding="utf-8").splitlines()[8:] == [
        f"  - {DORMANT}",
        "  - {after: 3, vail: {Armour: {value: 2, origin: printed}}, in: [r4]}",
        "  - {after: 1, attempts: [[vail, Armour, performed]], in: [r4]}",
        "  - {after: 2, attempts: [], in: [r4]}",
    ]


def test_in_python_the_answers_needed_are_given() -> None:
    scenario = load_text(HEAD + f"  - {DORMANT}\n  - {REMOVED}\n", "")
    books = rulebooks_needed(scenario.expect, load_rulebook("r4"))
    assert [each.readings["modifier-lapse"] for each in books] == ["removed", "dormant"]
    checks = check_expectations(scenario.expect, *(evaluate(scenario, each) for each in books))
    assert [(each.got, each.holds) for each in checks] == [("3", True), ("2", True)]
    assert rulebooks_needed(scenario.expect, load_rulebook("r2")) == (load_rulebook("r2"),)


@pytest.mark.parametrize(
    ("expectation", "place", "message"),
    [
        (
            "{after: 0, outcomes: 1, under: {modifier-laps: dormant}}",
            (9, 37),
            "there is no reading 'modifier-laps' in r1, r2, r3, r4; did you mean 'modifier-lapse'?",
        ),
        (
            "{outcomes: 1, under: {modifier-lapse: dorment}}",
            (9, 43),
            "the reading 'modifier-lapse' has no option 'dorment'; did you mean 'dormant'?",
        ),
        (
            "{outcomes: 1, under: {modifier-lapse: dormant}, in: [r2, r4]}",
            (9, 27),
            "there is no reading 'modifier-lapse' in r2",
        ),
        (
            "{after: 0, vail: {life: {value: 4}}}",
            (9, 29),
            "'life' is a property, and has a number only; expected a number, got a mapping",
        ),
        (
            "{after: 0, vail: {Armour: {valeu: 4}}}",
            (9, 32),
            "unknown key 'valeu'; did you mean 'value'?",
        ),
        (
            "{after: 1, attempts: [[vail, Armor, performed]]}",
            (9, 34),
            "nothing here is called 'Armor'; did you mean 'Armour'?",
        ),
        ("{after: 1, attempts: [[veil, Armour, performed]]}", (9, 28), "unknown card 'veil'; did you mean 'vail'?"),
        (
            "{after: 1, attempts: [[vail, Armour, lost]]}",
            (9, 42),
            "expected one of performed, refused, got 'lost'",
        ),
    ],
)
def test_what_makes_no_sense(expectation: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(InputError) as caught:
        load_text(f"{HEAD}  - {expectation}\n", "fog.yaml")
    assert [((each.line, each.column), each.message) for each in caught.value.problems] == [(place, message)]
