"""`pyrules diff`: its JSON, its exit codes, the witness that it writes, and what it says to a wrong call."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import clingo
import pytest
from command_line import Ran

import pyrules as pyrules_package
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.load import load_scenario

LOSS = ("diff", "r2", "r3", "--left-reading", "replacement-loss=loss", "--printed", "0")
NEVER = "% Nothing is ever gained.\nviolated(E,T) :- performed(E,L,T).\n"


def test_a_difference_as_json(pyrules: Any) -> None:
    """The results in it are those of `eval` on the witness."""
    code, out, err = pyrules(*LOSS, "--json", "-o", "witness.yaml")
    assert (code, err) == (1, "")
    told = json.loads(out)
    assert list(told)[:11] == [
        "format", "left", "right", "readings", "verdict", "bound", "minimal", "witness", "left_result", "right_result",
        "differences",
    ]  # fmt: skip
    assert (told["format"], told["left"], told["right"], told["verdict"]) == (1, "r2", "r3", "different")
    assert told["readings"] == {"left": {"replacement-loss": "loss"}, "right": {}}
    bound = {"cards": 1, "features": 1, "conditions": 1, "events": 4, "max_value": 3, "observe": ["value", "losses"]}
    assert told["bound"].items() >= bound.items()
    least = {"events": 2, "printed": 0, "conditions": 0, "weight": 3, "proved": True}  # 1 is replaced by 2
    assert told["minimal"].items() >= least.items()
    assert [event["gain"]["feature"] for event in told["witness"]["events"]] == ["Armour 1", "Armour 2"]
    assert set(told["clauses"]) == {"left", "right"}
    assert told["searched"]["exhausted"] is False
    assert told["searched"]["seconds"] >= 0
    assert told["hashes"] == {"left": told["left_result"]["rulebook_hash"], "right": load_rulebook("r3").hash}
    evaluated = []
    for readings in (("-r", "r2", "--reading", "replacement-loss=loss"), ("-r", "r3")):
        evaluated += json.loads(pyrules("eval", "witness.yaml", *readings, "--no-depends", "--json").out)["results"]
    for side, result in zip(("left_result", "right_result"), evaluated, strict=True):
        assert {**told[side], "file": "witness.yaml"} == {**result, "file": "witness.yaml"}


def test_agreement_as_json(pyrules: Any) -> None:
    code, out, err = pyrules("diff", "r2", "r3", "--json")
    told = json.loads(out)
    assert (code, err, told["verdict"]) == (0, "", "equivalent-within-bound")
    assert (told["minimal"], told["witness"], told["left_result"], told["right_result"]) == (None,) * 4
    assert told["searched"]["exhausted"] is True
    assert told["searched"]["any_length"] is True


@pytest.mark.slow
def test_the_witness_is_a_test_that_holds(pyrules: Any) -> None:
    assert pyrules("diff", "r1", "r2", "--printed", "0", "-o", "witness.yaml").code == 1
    scenario = load_scenario(Path("witness.yaml"))
    assert scenario.rulebooks == ("r1", "r2")
    assert len(scenario.events) == 2
    assert pyrules("test", "witness.yaml").code == 0


def test_a_file_is_never_overwritten(pyrules: Any) -> None:
    Path("witness.yaml").write_text("mine", encoding="utf-8")
    assert pyrules(*LOSS, "-o", "witness.yaml") == Ran(
        2, "", "witness.yaml: the file exists already; nothing was overwritten\n"
    )
    assert Path("witness.yaml").read_text(encoding="utf-8") == "mine"


def test_without_a_difference_nothing_is_written(pyrules: Any) -> None:
    assert pyrules("diff", "r2", "r3", "-o", "witness.yaml").code == 0
    assert not Path("witness.yaml").exists()


def test_the_answer_in_words_and_its_certificate(pyrules: Any) -> None:
    """And the same as a page, which stands for itself."""
    code, out, _ = pyrules(*LOSS, "--html", "found.html")
    assert code == 1
    page = Path("found.html").read_text(encoding="utf-8")
    assert f"<h1>{out.splitlines()[0]}</h1>" in page
    assert not re.findall(r"(?:src|href)=|url\(", page)
    assert out.startswith("r2 and r3 differ: the smallest scenario has 2 events.\n")
    words = " ".join(out.split())
    assert "Searched: value or losses; 1 card, 1 feature, 1 flag, no printed things a card, up to 4 events" in words
    sides = load_rulebook("r2", {"replacement-loss": "loss"}), load_rulebook("r3")
    left, right = (side.hash[:16] for side in sides)
    assert words.endswith(f"r2 {left} (replacement-loss=loss), r3 {right}; search; {versions()}")


def versions() -> str:
    return f"pyrules {pyrules_package.__version__}, clingo {clingo.__version__}"


@pytest.mark.slow
def test_the_ledgers_are_shown_when_asked_for(pyrules: Any) -> None:
    call = ("diff", "r3", "r4", "--conditions", "0", "--printed", "1", "--events", "1")
    ledgers = "Under r3, after 1, Vail has Armour ", "Under r4, after 1, Vail has Armour "
    without, whole = pyrules(*call).out, pyrules(*call, "--why").out
    assert [each in without for each in ledgers] == [False, False]
    assert [each in whole for each in ledgers] == [True, True]


@pytest.mark.slow
def test_quiet_shows_where_they_part(pyrules: Any) -> None:
    out = pyrules("diff", "r3", "r4", "--conditions", "0", "--printed", "1", "--events", "1", "-q").out
    assert "0  start" not in out
    assert "clingo" not in out
    assert "\nafter 1: value of Vail Armour: 1 / " in out
    assert "\nr3 by 517.1; r4 by " in out


def test_two_readings_of_one_rulebook(pyrules: Any) -> None:
    readings = ("--right-reading", "replacement-loss=loss")
    told = json.loads(pyrules("diff", "r2", "r2", *readings, "--printed", "0", "--events", "2", "--json").out)
    assert told["verdict"] == "different"
    assert told["readings"] == {"left": {}, "right": {"replacement-loss": "loss"}}
    assert "expect" not in told["witness"]  # expectations name rulebooks, not readings


def test_not_decided_in_time(pyrules: Any) -> None:
    call = ("diff", "r2", "r4", "--conditions", "0", "--printed", "0", "--events", "20", "--time-limit", "0", "--json")
    code, out, _ = pyrules(*call)
    told = json.loads(out)
    assert (code, told["verdict"]) == (3, "undetermined")
    assert told["searched"]["exhausted"] is False
    assert told["searched"]["note"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("diff", "r1", "r2", "--observe", "values"), "--observe: 'values' cannot be observed; did you mean 'value'?"),
        (("diff", "r1", "r2", "--observe", ","), "--observe: '' cannot be observed"),
        (("diff", "r1"), "expected two rulebooks, or one and --property FILE"),
        (("diff", "r1", "r2", "--property", "p.lp"), "expected two rulebooks, or one and --property FILE"),
        (("diff", "r1", "--property", "p.lp", "--all"), "--all and --property exclude each other"),
        (("diff", "r1", "r2", "--all", "--why"), "--why and --all exclude each other"),
        (("diff", "r1", "--property", "p.lp", "--why"), "--why and --property exclude each other"),
        (("diff", "r1", "--property", "p.lp", "--html", "p.html"), "--html and --property exclude each other"),
        (("diff", "r1", "r7"), "r7"),
        (("diff", "r1", "r2", "--left-reading", "clamp-order=never"), "clamp-order"),
        (("diff", "r1", "r2", "--left-reading", "strongst=signed"), "did you mean 'strongest'?"),
        (("diff", "r1", "r2", "--max-value", "0"), "--max-value"),
        (("diff", "r1", "r2", "--cards", "many"), "--cards"),
        (("diff", "r1", "--property", "nowhere.lp"), "nowhere.lp"),
    ],
)
def test_a_wrong_call_is_told(pyrules: Any, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = pyrules(*arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


def test_a_property_as_json(pyrules: Any) -> None:
    Path("never.lp").write_text(NEVER, encoding="utf-8")
    code, out, err = pyrules("diff", "r4", "--property", "never.lp", "--printed", "0", "--json", "-o", "witness.yaml")
    told = json.loads(out)
    assert (code, err, told["verdict"], told["says"]) == (1, "", "violated", "Nothing is ever gained.")
    assert told["after"] == 1
    assert told["minimal"].items() >= {"events": 1, "printed": 0, "proved": True}.items()
    assert pyrules("eval", "witness.yaml").code == 0


def test_a_property_that_holds(pyrules: Any) -> None:
    Path("never.lp").write_text(NEVER, encoding="utf-8")
    code, out, _ = pyrules("diff", "r4", "--property", "never.lp", "--printed", "0", "--events", "0")
    assert code == 0
    said = 'r4: no violation of "Nothing is ever gained" in named features with 1 card'
    assert " ".join(out.split()).startswith(said)
