"""Tables, sentences and JSON of answers made by hand."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import clingo
import pytest
from rich.console import Console

import pyrules
from pyrules.engine.expectations import Check
from pyrules.model.result import (
    AttackResult,
    Attempt,
    Broken,
    Citation,
    Evaluation,
    FeatureState,
    Loop,
    Loss,
    Outcome,
    RefusedStep,
    RollResult,
    State,
)
from pyrules.report.evaluation.answer import Answer
from pyrules.report.evaluation.json import document
from pyrules.report.evaluation.table import EvaluationTable
from pyrules.report.json_document import data
from pyrules.report.tests.tally import Tally, summary

LARGER = Citation("517.1", "a larger number replaces a smaller one")
WINDOW = Citation("518.5", "nothing is declared once on top", inherited_from="r1")
REFUSED = Attempt(
    kind="gain",
    card="vail",
    feature="Отравление",
    value=1,
    by="aura",
    source="bokor",
    performed=False,
    clause=LARGER,
    reason="1 is not larger than 2",
)
DONE = replace(REFUSED, performed=True, reason="there was none")


def poisoned(number: int, **others: Any) -> dict[str, FeatureState]:
    return {"Отравление": FeatureState(number, number, "acquired", **others)}


def start(features: dict[str, FeatureState] | None = None, **others: Any) -> State:
    return State(0, None, {}, {"vail": features or {}}, {}, **others)


def dusk(features: dict[str, FeatureState] | None = None, **others: Any) -> State:
    return State(1, "start dusk", {"dusk": True}, {"vail": features or {}}, {}, **others)


def answer(*outcomes: tuple[State, ...], rulebook: str = "r2", given_by: Any = None, **others: Any) -> Answer:
    verdict: Any = {0: "paradox", 1: "determined"}.get(len(outcomes), "undetermined")
    evaluation = Evaluation(
        "vail.yaml", "Vail", rulebook, "c0ffee", {"a": "yes"}, verdict, tuple(map(Outcome, outcomes)), **others
    )
    return Answer(evaluation, given_by)


def table(answers: Sequence[Answer], width: int = 80, colour: bool = False) -> str:
    written = io.StringIO()
    Console(file=written, width=width, force_terminal=colour, color_system="standard" if colour else None).print(
        EvaluationTable(answers)
    )
    return written.getvalue()


def body(answers: Sequence[Answer], width: int = 80) -> list[str]:
    """The lines of a table below title and file."""
    return table(answers, width).splitlines()[3:]


def test_the_start_is_shown_in_full_and_then_what_changes() -> None:
    before = {"Броня": FeatureState(2, 2, "printed"), "Магия крови": FeatureState(None, None, "printed")}
    first = State(0, None, {"hill": True, "dusk": False}, {"vail": before}, {"vail": {"movement": 1}})
    second = State(1, "start dusk", {"hill": True, "dusk": True}, {"vail": {}}, {"vail": {"movement": 1}})
    assert table([answer((first, second))]) == (
        "Vail\n"
        "vail.yaml\n"
        "\n"
        "                      r2\n"
        "0  start\n"
        "   vail  Броня        2\n"
        "         Магия крови  present\n"
        "         movement     1\n"
        "   holding: hill\n"
        "1  start dusk\n"
        "   vail  Броня        2 → absent\n"
        "         Магия крови  → absent\n"
        "\n"
        "r2: determined\n"
    )


def test_an_event_that_changes_nothing_says_so() -> None:
    assert body([answer((start(poisoned(1)), dusk(poisoned(1))))])[3:5] == ["1  start dusk", "   nothing changes"]


@pytest.mark.parametrize(
    ("feature", "words"),
    [
        (FeatureState(-1, 0, "acquired"), "-1 (works as 0)"),
        (FeatureState(3, 3, "acquired", suppressed=2, modifiers=-1), "3 (2 suppressed, -1 in force)"),
        (FeatureState(None, None, "acquired"), "present"),
    ],
)
def test_a_cell_tells_what_is_not_plain(feature: FeatureState, words: str) -> None:
    assert body([answer((start({"Броня": feature}),))])[2] == f"   vail  Броня  {words}"


def test_a_change_beside_the_number_is_a_change() -> None:
    lines = body([answer((start(poisoned(2)), dusk(poisoned(2, suppressed=1))))])
    assert lines[3:5] == ["1  start dusk", "   vail  Отравление  2 (1 suppressed)"]


def test_rulebooks_stand_side_by_side_and_a_note_names_those_it_is_about() -> None:
    kept = answer((start(poisoned(2)), dusk(poisoned(2), attempts=(REFUSED,))), rulebook="r2")
    summed = answer((start(poisoned(2)), dusk(poisoned(3), attempts=(DONE,))), rulebook="r1")
    assert body([summed, kept]) == [
        "                     r1     r2",
        "0  start",
        "   vail  Отравление  2      2",
        "1  start dusk",
        "   vail  Отравление  2 → 3  2",
        "   [r1] gain Отравление 1 on vail, aura of bokor (517.1)",
        "   [r2] not performed: gain Отравление 1 on vail, aura of bokor: 1 is not larger",
        "   than 2 (517.1)",
        "",
        "r1, r2: determined",
    ]


def test_an_event_does_not_repeat_its_own_action() -> None:
    own = replace(REFUSED, by="event", source=None)
    lines = body([answer((start(poisoned(2)), dusk(poisoned(2), attempts=(own,))))])
    assert lines[4] == "   not performed: 1 is not larger than 2 (517.1)"


def test_losses_are_told_with_their_cause() -> None:
    lines = body([answer((start(poisoned(2)), dusk(losses=(Loss("vail", "Отравление", "lapsed"),))))])
    assert lines[4:6] == ["   vail  Отравление  2 → absent", "   lost: Отравление of vail, lapsed"]


def test_outcomes_stand_side_by_side_and_the_verdict_says_where_they_part() -> None:
    lines = body([answer((start(), dusk(poisoned(1))), (start(), dusk()), rulebook="r4")])
    assert lines == [
        "                     r4 #1       r4 #2",
        "0  start",
        "   nothing stands",
        "1  start dusk",
        "   vail  Отравление  absent → 1  absent",
        "",
        "r4: undetermined, 2 outcomes, parting after 1: Отравление of vail 1 or absent",
    ]


def test_a_paradox_names_its_loop() -> None:
    lines = table(
        [answer(loop=Loop(1, ("vail has no A", "vail has B"), "use `when`"), rulebook="r4")], 100
    ).splitlines()
    assert lines[2:] == [
        "",
        "r4: paradox after 1, no way to settle whether vail has no A and whether vail has B; use `when`",
    ]


def test_readings_are_told_with_each_result() -> None:
    default, other = (start(poisoned(1)),), (start(poisoned(2)),)
    answers = [
        answer(default, given_by=({}, {"a": "no"})),
        answer(other, given_by=({"b": "yes"}, {"c": "yes"})),
        answer(default, rulebook="r3", given_by=({}, {"a": "no"})),
    ]
    assert body(answers) == [
        "                     r2  r2/2  r3",
        "0  start",
        "   vail  Отравление  1   2     1",
        "",
        "r2: determined (with any reading not named below)",
        "r2/2: determined (with b=yes, with c=yes)",
        "r3: determined (does not depend on any reading)",
    ]


def test_columns_that_do_not_fit_come_below() -> None:
    rulebooks = ("proposal-1", "proposal-2", "proposal-3")
    answers = [answer((start(poisoned(1)),), rulebook=rulebook) for rulebook in rulebooks]
    assert body(answers, width=50) == [
        "                     proposal-1  proposal-2",
        "0  start",
        "   vail  Отравление  1           1",
        "",
        "                     proposal-3",
        "0  start",
        "   vail  Отравление  1",
        "",
        "proposal-1, proposal-2, proposal-3: determined",
    ]


def test_a_wide_column_takes_what_narrow_ones_leave() -> None:
    much = {"Броня": FeatureState(-1, 0, "acquired", suppressed=2, modifiers=-3)}
    answers = [answer((start(much),), rulebook="r4"), answer((start({"Броня": FeatureState(2, 2, "printed")}),))]
    assert body(answers, width=44)[:4] == [
        "                r4                      r2",
        "0  start",
        "   vail  Броня  -1 (works as 0, 2       2",
        "                suppressed, -3 in",
    ]


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_no_line_is_wider_than_the_terminal_whatever_the_names(width: int) -> None:
    long = {"Ж" * 300: FeatureState(1, 1, "printed"), "слово " * 50: FeatureState(1000, 1000, "printed")}
    lines = table([answer((start(long),), rulebook="r" * 90)], width).splitlines()
    assert max(map(len, lines)) <= width
    assert not any(line.endswith(" ") for line in lines)


def test_names_are_neither_markup_nor_control_sequences() -> None:
    names = {"[red]x[/red]": FeatureState(1, 1, "printed"), "a\x1b[2Jb": FeatureState(1, 1, "printed")}
    lines = body([answer((start(names),))])
    assert lines[2:4] == ["   vail  [red]x[/red]  1", "         a\\x1b[2Jb     1"]


def test_colour_comes_only_to_a_terminal() -> None:
    answers = [answer((start(poisoned(1)), dusk()))]
    assert "\x1b[32m1 → absent\x1b[0m" in table(answers, colour=True)
    assert "\x1b" not in table(answers)


@pytest.mark.parametrize(
    ("roll", "lines"),
    [
        (RollResult((4,), 4, 4, True, True), ["   result 4"]),
        (
            RollResult((2, 5), 2, 5, True, True),
            ["   result 2 or 5; a roller who wants high gets 2, one who wants low 5"],
        ),
        (RollResult((3, 6), None, None, False, True), ["   result 3 or 6: the text leaves it open"]),
        (
            RollResult((4,), 4, 4, True, False, refused=(RefusedStep(3, WINDOW, "the roll is on top"),)),
            ["   result 4", "   not legal: step 3, the roll is on top (518.5, inherited from r1)"],
        ),
    ],
)
def test_a_roll_in_words(roll: RollResult, lines: list[str]) -> None:
    assert body([answer((start(roll=roll),))])[2:-2] == lines


def test_an_attack_in_words() -> None:
    fine = AttackResult("slow", "slow", True, None, True, True, 3, 4)
    refused = AttackResult("sudden", "fast", False, LARGER, False, False, 3, 3)
    states = (start(attack=fine), dusk(attack=refused))
    assert body([answer(states)])[1:5] == [
        "0  start",
        "   magnitude 3, damage 4; the target fights, a defender may be assigned",
        "1  start dusk",
        "   not legal (517.1)",
    ]


def test_rows_come_in_the_order_of_the_cards_also_where_outcomes_differ() -> None:
    """In the first outcome bokor alone has something, in the second vail, who is listed first."""
    first = State(0, None, {}, {"bokor": poisoned(1)}, {})
    second = State(0, None, {}, {"vail": poisoned(2)}, {})
    shown = body([answer((first,), (second,), cards=("vail", "bokor"))])
    assert [line.split()[0] for line in shown if line.startswith("   ") and "Отравление" in line] == ["vail", "bokor"]


# --- JSON -----------------------------------------------------------------------------------------


def test_the_document_follows_the_format() -> None:
    state = dusk(
        poisoned(2, suppressed=1, modifiers=-1), attempts=(REFUSED,), losses=(Loss("vail", "Броня", "lapsed"),)
    )
    text = document([answer((state,))])
    whole = json.loads(text)
    assert list(whole) == ["format", "engine", "results"]
    assert whole["format"] == 1
    assert whole["engine"] == {"pyrules": pyrules.__version__, "clingo": clingo.__version__}
    (result,) = whole["results"]
    assert result == {
        "file": "vail.yaml",
        "title": "Vail",
        "rulebook": "r2",
        "rulebook_hash": "c0ffee",
        "readings": {"a": "yes"},
        "verdict": "determined",
        "outcomes": [
            {
                "states": [
                    {
                        "after": 1,
                        "event": "start dusk",
                        "conditions": {"dusk": True},
                        "features": {
                            "vail": {
                                "Отравление": {
                                    "value": 2,
                                    "effective": 2,
                                    "origin": "acquired",
                                    "suppressed": 1,
                                    "modifiers": -1,
                                }
                            }
                        },
                        "properties": {},
                        "attempts": [
                            {
                                "kind": "gain",
                                "card": "vail",
                                "feature": "Отравление",
                                "property": None,
                                "value": 1,
                                "by": "aura",
                                "source": "bokor",
                                "performed": False,
                                "clause": "517.1",
                                "reason": "1 is not larger than 2",
                            }
                        ],
                        "losses": [{"card": "vail", "feature": "Броня", "cause": "lapsed"}],
                        "roll": None,
                        "attack": None,
                    }
                ]
            }
        ],
        "loop": None,
        "warnings": [],
    }
    assert "Отравление" in text


def test_an_inherited_clause_says_from_where() -> None:
    roll = RollResult((4,), 4, 4, True, False, refused=(RefusedStep(3, WINDOW, "the roll is on top"),))
    (result,) = json.loads(document([answer((start(roll=roll),))]))["results"]
    assert result["outcomes"][0]["states"][0]["roll"] == {
        "results": [4],
        "high": 4,
        "low": 4,
        "determined": True,
        "legal": False,
        "refused": [{"step": 3, "clause": "518.5", "inherited_from": "r1", "reason": "the roll is on top"}],
        "clauses": [],
    }


def test_an_attack_as_data() -> None:
    attack = AttackResult("sudden", "fast", True, None, False, False, 3, 4, clauses=(LARGER,))
    (result,) = json.loads(document([answer((start(attack=attack),))]))["results"]
    assert result["outcomes"][0]["states"][0]["attack"] == {
        "kind": "sudden",
        "speed": "fast",
        "legal": True,
        "clause": None,
        "target_fights": False,
        "defender_allowed": False,
        "magnitude": 3,
        "damage": 4,
        "clauses": [{"clause": "517.1"}],
    }


def test_a_paradox_and_its_readings_as_data() -> None:
    loop = Loop(1, ("vail has no A",), "use `when`")
    (result,) = json.loads(document([answer(loop=loop, given_by=({}, {"a": "no"}))]))["results"]
    assert (result["verdict"], result["outcomes"]) == ("paradox", [])
    assert result["loop"] == {"after": 1, "conditions": ["vail has no A"], "advice": "use `when`", "broken": []}
    assert result["given_by"] == [{}, {"a": "no"}]


# --- expectations ---------------------------------------------------------------------------------

HOLDS = Check(7, "after 1, Броня of vail", "2", "2", True)
FAILS = Check(8, "after 1, Броня of vail", "3", "2", False)


def test_a_tally_names_the_line_of_what_fails() -> None:
    tally = Tally("vail.yaml", {"r1": (HOLDS, FAILS), "r2": (HOLDS,)})
    assert [note.text for note in tally.notes()] == [
        "FAILED   vail.yaml: 3 checks under r1, r2",
        "  vail.yaml:8: r1, after 1, Броня of vail: expected 3, got 2",
    ]


def test_a_tally_says_that_all_is_well_or_that_nothing_is_expected() -> None:
    fine, idle = Tally("vail.yaml", {"r1": (HOLDS,)}), Tally("bokor.yaml", {"r1": (), "r2": ()})
    assert [note.text for note in fine.notes()] == ["ok       vail.yaml: 1 check under r1"]
    assert [note.text for note in idle.notes()] == ["nothing  bokor.yaml: expects nothing of r1, r2"]
    assert next(summary([fine, idle], 2, "")).text == "2 files, 1 check, 0 failed; 1 file expecting nothing"


def test_a_broken_constraint_cites_its_clause_as_an_attempt_does() -> None:
    broken = Broken("No more than one.", "limits.lp:2", WINDOW)
    assert data(broken) == {
        "sentence": "No more than one.",
        "place": "limits.lp:2",
        "clause": "518.5",
        "inherited_from": "r1",
    }
