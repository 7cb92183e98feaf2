"""`pyrules test`: what is tested, what is written down, and what is left alone."""

from __future__ import annotations

import io
import sys
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from command_line import Ran

from pyrules.cli import progress

SCENARIO = """\
title: {title}
cards: {{vail: {{player: black, features: [Armour 2]}}}}
events:
  - {{gain: {{card: vail, feature: Armour 3}}, label: forging}}
expect:
  - {{after: forging, vail: {{Armour: {number}}}}}
"""


@pytest.fixture
def pyrules(pyrules: Any) -> Any:
    """Runs `pyrules test` in an empty folder."""
    return partial(pyrules, "test")


def write(name: str, title: str = "A ruling", number: int = 3) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SCENARIO.format(title=title, number=number), encoding="utf-8")
    return path


def spoken_of(ran: Ran) -> list[str]:
    """The files that are spoken of, in order."""
    return [line[9:].split(":")[0] for line in ran.out.splitlines() if line[:9].strip() in ("ok", "FAILED", "nothing")]


# --- what is tested -------------------------------------------------------------------------------


def test_files_folders_and_patterns_are_tested_once_each_in_order(pyrules: Any) -> None:
    for name in ("z.yaml", "rulings/b.yaml", "rulings/deep/a.yaml", "others/c.yaml", "others/d.yaml"):
        write(name)
    ran = pyrules("z.yaml", "rulings", "others/[c]*.yaml", "rulings/b.yaml", "-r", "r4")
    assert spoken_of(ran) == ["z.yaml", "rulings/b.yaml", "rulings/deep/a.yaml", "others/c.yaml"]


def test_a_pattern_can_reach_into_folders(pyrules: Any) -> None:
    for name in ("a/fog.yaml", "a/b/fog-again.yaml", "a/hill.yaml"):
        write(name)
    assert spoken_of(pyrules("a/**/fog*.yaml", "-r", "r4")) == ["a/b/fog-again.yaml", "a/fog.yaml"]


def test_what_is_no_scenario_is_passed_over_and_said(pyrules: Any) -> None:
    write("rulings/a.yaml")
    for name in ("rulings/x.edit.yaml", "rulings/y.edit.yaml", "rulings/z.accept.yaml", ".venv/lib/b.yaml"):
        write(name)
    ran = pyrules(".", "-r", "r4")
    assert ran == Ran(
        0,
        "ok       rulings/a.yaml: 1 check under r4\n1 file, 1 check, 0 failed\npassed over: 2 edits, 1 accept file\n",
        "",
    )


def test_every_path_without_a_scenario_is_an_error(pyrules: Any) -> None:
    Path("empty").mkdir()
    assert pyrules("empty", "no*.yaml", "missing.yaml") == Ran(
        2,
        "",
        "empty: no scenario file (*.yaml) in this folder\nno*.yaml: no scenario file (*.yaml) fits this pattern\n",
    )
    assert pyrules("missing.yaml") == Ran(2, "", "missing.yaml: there is no such file\n")


def test_k_looks_at_paths_and_titles(pyrules: Any) -> None:
    write("rulings/fog.yaml", "A hill")
    write("rulings/hill.yaml", "Nothing else")
    write("rulings/plain.yaml", "In the FOG")
    assert spoken_of(pyrules("rulings", "-r", "r4", "-k", "Fog")) == ["rulings/fog.yaml", "rulings/plain.yaml"]
    assert pyrules("rulings", "-k", "dusk") == Ran(2, "", "-k: no path and no title contains 'dusk'\n")


def test_x_stops_at_the_first_file_that_fails(pyrules: Any) -> None:
    write("a.yaml")
    write("b.yaml", number=4)
    write("c.yaml")
    ran = pyrules(".", "-r", "r4", "-x")
    assert ran.code == 1
    assert spoken_of(ran) == ["a.yaml", "b.yaml"]
    assert ran.out.splitlines()[-2:] == ["2 files, 2 checks, 1 failed", "stopped there: 1 file not tested"]


def test_an_empty_path_names_nothing(pyrules: Any) -> None:
    write("a.yaml")
    assert pyrules("") == Ran(2, "", "expected a file, a folder or a pattern, got an empty text\n")


def test_a_pattern_that_cannot_be_read(pyrules: Any) -> None:
    ran = pyrules("**foo")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("**foo: ")


def test_a_run_that_tests_nothing_is_no_success(pyrules: Any) -> None:
    write("a.yaml")
    Path("b.yaml").write_text("title: t\ncards: {vail: {}}\n", encoding="utf-8")
    nothing = "nothing was tested: no file expects anything of the rulebooks it was run under\n"
    silent = "nothing  b.yaml: expects nothing of r4\n"
    assert pyrules("b.yaml", "-r", "r4") == Ran(
        2, silent + "1 file, 0 checks, 0 failed; 1 file expecting nothing\n", nothing
    )
    both = pyrules("a.yaml", "b.yaml", "-r", "r4")
    assert (both.code, silent in both.out) == (0, True)
    text = SCENARIO.format(title="t", number=3).replace("3}}\n", "3}, in: [r2]}\n")
    Path("c.yaml").write_text(text, encoding="utf-8")
    assert "in: [r2]" in text
    assert pyrules("c.yaml", "-r", "r4").code == 2
    assert pyrules("c.yaml", "-r", "r2").code == 0


@pytest.mark.parametrize(
    "spelled", ["mine.edit.yaml", "./mine.edit.yaml", "rulings/../mine.edit.yaml", "{here}/mine.edit.yaml"]
)
def test_an_edit_is_the_same_however_its_path_is_spelled(pyrules: Any, spelled: str) -> None:
    """In the file it is named from the file's folder."""
    Path("mine.edit.yaml").write_text("title: Mine\non: r4\n", encoding="utf-8")
    path = write("rulings/a.yaml", number=4)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("4}}\n", "4}, in: [../mine.edit.yaml]}\n"), encoding="utf-8")
    ran = pyrules("rulings", "-r", spelled.format("mine.edit.yaml", here=Path.cwd()))
    assert (ran.code, "1 file, 1 check, 1 failed" in ran.out) == (1, True)
    path.write_text("rulebooks: [../mine.edit.yaml]\n" + text.replace("Armour: 4", "Armour: 3"), encoding="utf-8")
    assert pyrules("rulings").out.startswith("ok       rulings/a.yaml: 1 check under mine.edit.yaml\n")
    path.write_text(text.replace("4}}\n", "4}, in: [mine.edit.yaml]}\n"), encoding="utf-8")
    refused = pyrules("rulings")
    assert (refused.code, "there is no edit 'mine.edit.yaml'" in refused.err) == (2, True)


NO_RESULT = "a roll has a result; of one that is not legal, write {legal: false}"


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("{after: 1, roll: []}", f"a.yaml:5:22: {NO_RESULT}"),
        ("{after: 1, roll: {results: []}}", f"a.yaml:5:32: {NO_RESULT}"),
        ("{outcomes: 1, in: []}", "a.yaml:5:23: expected a list of at least 1, got 0 items"),
        ("{outcomes: 1, in: [nosuch.edit.yaml]}",
         "a.yaml:5:24: there is no edit 'nosuch.edit.yaml'; its path is read from the folder of this file"),
    ],
)  # fmt: skip
def test_what_could_never_hold_or_count(pyrules: Any, expected: str, said: str) -> None:
    head = "title: t\ncards: {vail: {player: black}}\nevents: [{roll: {by: vail, natural: 4}}]\nexpect:\n"
    Path("a.yaml").write_text(f"{head}  - {expected}\n", encoding="utf-8")
    assert pyrules("a.yaml") == Ran(2, "", said + "\n")


def test_no_rulebooks_are_not_all(pyrules: Any) -> None:
    text = "title: t\ncards: {vail: {}}\nrulebooks: []\nexpect: [{outcomes: 1}]\n"
    Path("a.yaml").write_text(text, encoding="utf-8")
    assert pyrules("a.yaml") == Ran(2, "", "a.yaml:3:12: expected a list of at least 1, got 0 items\n")


# --- quiet ---


@pytest.mark.parametrize("option", ["-q", "--quiet"])
def test_quiet_shows_what_fails_and_the_summary(pyrules: Any, option: str) -> None:
    write("a.yaml", number=3)
    write("b.yaml", number=4)
    ran = pyrules(".", "-r", "r4", option)
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "FAILED   b.yaml: 1 check under r4",
        "  b.yaml:6: r4, after 1, Armour of vail: expected 4, got 3",
        "2 files, 2 checks, 1 failed",
    ]


# --- JUnit ----------------------------------------------------------------------------------------


def test_junit_has_a_case_for_each_check_and_rulebook(pyrules: Any) -> None:
    write("a.yaml", number=4)
    odd = SCENARIO.replace("vail", '"Ā <&>"').format(title="Odd", number=3)
    Path("b.yaml").write_text(odd, encoding="utf-8")
    assert pyrules(".", "-r", "r3", "-r", "r4", "--junit", "results.xml").code == 1
    suites = ElementTree.parse("results.xml").getroot()
    assert [(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in suites] == [
        ("a.yaml", "2", "2"),
        ("b.yaml", "2", "0"),
    ]
    case = suites[0][1]
    assert (case.get("name"), case.get("file"), case.get("line")) == ("r4, after 1, Armour of vail", "a.yaml", "6")
    failure = case.find("failure")
    assert failure is not None
    assert failure.get("message") == "expected 4, got 3"
    assert suites[1][0].get("name") == "r3, after 1, Armour of Ā <&>"


# --- update ---------------------------------------------------------------------------------------

KEPT = """\
# Anvil and hammer
title:   A larger Armour   # as forged
cards: {vail: {player: black,   features: [Armour 2]}, orc: {features: [Rage]}}

events:
  - {gain: {card: vail, feature: Armour 3}, label: forging}
  - attack: {kind: sudden, by: vail, on: orc, value: 2}
  - roll: {by: vail, natural: 4}
  - {lose: {card: vail, feature: Armour}}

expect:
  # Before it was forged
  - {after: 0,   vail: {"Armour": 9  , Rage : present}}  # 9 is wrong
  - after: forging
    performed:   false    # and so is this
    in: [r1, r2, r3, r4]
  - {after: 2, attack: {damage: 5, target_fights: true}}
  - {after: 3, roll: [1, 2]}   # a list
  - {after: 3, roll: {results: [9], high: 5, determined: true, refused: [1]}}
  - {after: 3, roll: {results: [7]}}
  - after: 3
    roll:
      results: [8]
  - {after: end, losses: [[vail, Armour, lapsed]]}
  - {outcomes: 2}
"""
WRITTEN = [
    ('{"Armour": 9  , Rage : present}', '{"Armour": 2  , Rage : absent}'),
    ("performed:   false    #", "performed:   true    #"),
    ("{damage: 5, target_fights: true}", "{damage: 2, target_fights: false}"),
    ("[1, 2]}   #", "[4]}   #"),
    (
        "{results: [9], high: 5, determined: true, refused: [1]}",
        "{results: [4], high: 4, determined: true, refused: []}",
    ),
    ("{results: [7]}", "{results: [4]}"),
    ("results: [8]", "results: [4]"),
    ("[[vail, Armour, lapsed]]", "[[vail, Armour, stripped]]"),
    ("{outcomes: 2}", "{outcomes: 1}"),
]


def mended() -> str:
    text = KEPT
    for wrong, right in WRITTEN:
        assert wrong in text
        text = text.replace(wrong, right)
    return text


@pytest.mark.parametrize("end_of_line", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_update_writes_what_came_out_and_touches_nothing_else(pyrules: Any, end_of_line: str, mark: str) -> None:
    """Every kind of expectation fails once, under all four revisions alike."""
    path = Path("a.yaml")
    path.write_bytes((mark + KEPT.replace("\n", end_of_line)).encode())
    ran = pyrules("a.yaml", "--update")
    assert path.read_bytes().decode() == mark + mended().replace("\n", end_of_line)
    assert ran.code == 0
    assert ran.out.splitlines()[-1] == "1 file, 56 checks, 0 failed"


def test_update_shows_the_difference(pyrules: Any) -> None:
    write("a.yaml", number=4)
    assert pyrules("a.yaml", "--update", "-r", "r1", "-r", "r2", "-r", "r3", "-r", "r4") == Ran(
        0,
        "--- a.yaml\n"
        "+++ a.yaml\n"
        "@@ -5,2 +5,2 @@\n"
        " expect:\n"
        "-  - {after: forging, vail: {Armour: 4}}\n"
        "+  - {after: forging, vail: {Armour: 3}}\n"
        "ok       a.yaml: 4 checks under r1, r2, r3, r4\n"
        "1 file, 4 checks, 0 failed\n",
        "",
    )


def test_update_writes_nothing_where_all_holds(pyrules: Any) -> None:
    path = write("a.yaml")
    before = path.stat().st_mtime_ns
    assert pyrules("a.yaml", "--update").out.startswith("ok       a.yaml")
    assert path.stat().st_mtime_ns == before


PARTING = """\
title: A printed feature is replaced while there is a hill
cards: {vail: {features: [Armour 2]}}
conditions: [hill]
events: [{gain: {card: vail, feature: Armour 3, while: hill}}, {stop: hill}]
expect:
  - {after: 2, vail: {Armour: 7}, in: [r3, r4]}
"""


@pytest.mark.parametrize(
    ("text", "rulebooks", "reason"),
    [
        (
            PARTING,
            ["r3", "r4"],
            "not written, as r3 gives absent, r4 gives 2; say it for each with `in`",
        ),
        (PARTING, ["r4"], "not written, as it is also about r3; run these, too"),
        (PARTING.replace(", in: [r3, r4]", ""), ["r4"], "not written, as it is also about r1, r2, r3; run these, too"),
        (
            PARTING.replace("{after: 2, vail: {Armour: 7}, in: [r3, r4]}", "{after: 2, performed: true, in: [r4]}"),
            ["r4"],
            "not written, as r4 gives no action",
        ),
        (
            PARTING.replace(
                "- {after: 2, vail: {Armour: 7}, in: [r3, r4]}",
                "- after: 2\n    losses:\n      - [vail, Armour, stripped]  # why?\n    in: [r4]",
            ),
            ["r4"],
            "not written, as it stands on several lines; now [[vail, Armour, lapsed]]",
        ),
    ],
)
def test_what_cannot_be_said_in_its_place_is_left_alone(
    pyrules: Any, text: str, rulebooks: list[str], reason: str
) -> None:
    Path("a.yaml").write_text(text, encoding="utf-8")
    ran = pyrules("a.yaml", "--update", *(part for name in rulebooks for part in ("-r", name)))
    assert ran.code == 1
    assert ran.out.splitlines()[0].startswith("a.yaml:6: ")
    assert ran.out.splitlines()[0].endswith(reason)
    assert Path("a.yaml").read_text(encoding="utf-8") == text


def test_a_value_that_differs_between_outcomes_is_left_alone(pyrules: Any) -> None:
    text = (
        "title: Rage or Calm\ncards:\n  vail:\n    features:\n"
        "      - {name: Rage, while: {not: {has: [vail, Calm]}}}\n"
        "      - {name: Calm, while: {not: {has: [vail, Rage]}}}\n"
        "rulebooks: [r4]\n"
        "expect:\n  - {after: 0, vail: {Rage: present}}\n  - {outcomes: 1}\n"
    )
    Path("a.yaml").write_text(text, encoding="utf-8")
    ran = pyrules("a.yaml", "--update")
    assert ran.code == 1
    assert Path("a.yaml").read_text(encoding="utf-8") == text.replace("outcomes: 1", "outcomes: 2")
    assert "a.yaml:9: after 0, Rage of vail: not written, as r4 gives absent in outcome 1" in ran.out


def test_a_file_with_something_wrong_is_not_written(pyrules: Any) -> None:
    write("a.yaml", number=4)
    broken = write("b.yaml", number=4)
    broken.write_text(broken.read_text(encoding="utf-8") + "colour: red\n", encoding="utf-8")
    before = [path.read_bytes() for path in (Path("a.yaml"), broken)]
    ran = pyrules(".", "--update")
    assert (ran.code, ran.out) == (2, "")
    assert "'colour'" in ran.err
    assert [path.read_bytes() for path in (Path("a.yaml"), broken)] == before


# --- progress -------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """A terminal that remembers what was written to it."""

    def isatty(self) -> bool:
        return True


def test_a_long_run_shows_how_far_it_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "LONG", -1.0)
    assert list(progress.watched(iter("abcd"), 4, "testing")) == list("abcd")
    assert "testing" in terminal.getvalue()
    assert "3/4" in terminal.getvalue()
    assert terminal.getvalue().endswith("\x1b[2K")  # the line is cleared


def test_a_short_run_and_one_without_a_terminal_show_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list(progress.watched(iter("abcd"), 4, "testing")) == list("abcd")
    assert capsys.readouterr().err == ""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert list(progress.watched(iter("abcd"), 4, "testing")) == list("abcd")
    assert "testing" not in terminal.getvalue()
