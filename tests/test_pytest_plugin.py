"""Scenario files as tests of pytest, in a repository of their own."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

EXAMPLE = Path(__file__).parent.parent / "examples" / "pytest-rulings"
REPLACED = """\
title: A printed feature is replaced while there is a hill
cards: {vail: {features: [Armour 2]}}
conditions: [hill]
events: [{gain: {card: vail, feature: Armour 3, while: hill}}, {stop: hill}]
expect:
"""


@pytest.fixture(scope="module", autouse=True)
def _modules() -> None:
    """Imports what the plugin needs: pytester forgets what is first imported within, and pydantic then misses it."""
    from pyrules.cli import run

    for file in sorted(EXAMPLE.glob("rulings/*.scenario.yaml")):
        run(["why", str(file), "vail", "Armour", "-r", str(EXAMPLE / "edits" / "dormant.edit.yaml")])
        run(["test", str(file), "-r", "r4"])


def scenario(pytester: pytest.Pytester, *expectations: str, name: str = "rulings/hill", head: str = REPLACED) -> None:
    path = pytester.path / f"{name}.scenario.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(head + "".join(f"  - {each}\n" for each in expectations), encoding="utf-8")


def names(pytester: pytest.Pytester, *arguments: str) -> list[str]:
    """The tests that are collected, in order."""
    result = pytester.runpytest("--collect-only", "-q", *arguments)
    return [line for line in result.outlines if "::" in line]


def test_each_expectation_is_a_test_under_each_rulebook(pytester: pytest.Pytester) -> None:
    scenario(pytester, "{after: 1, vail: {Armour: 3}}", "{after: 2, vail: {Armour: 2}, in: [r1, r4]}")
    assert names(pytester) == [
        "rulings/hill.scenario.yaml::r1[line 6]",
        "rulings/hill.scenario.yaml::r1[line 7]",
        "rulings/hill.scenario.yaml::r2[line 6]",
        "rulings/hill.scenario.yaml::r3[line 6]",
        "rulings/hill.scenario.yaml::r4[line 6]",
        "rulings/hill.scenario.yaml::r4[line 7]",
    ]
    pytester.runpytest().assert_outcomes(passed=6)


def test_an_expectation_under_a_reading_is_tested_under_it(pytester: pytest.Pytester) -> None:
    head = REPLACED.replace("events: [", "events: [{modify: {card: vail, feature: Armour, by: 1, while: hill}}, ")
    end = "{stop: hill}, {start: hill}]"
    head = head.replace("{gain: {card: vail, feature: Armour 3, while: hill}}, {stop: hill}]", end)
    dormant, removed = "under: {modifier-lapse: dormant}", "in: [r4]"
    scenario(
        pytester,
        f"{{after: 3, vail: {{Armour: 3}}, {dormant}}}",
        f"{{after: 3, vail: {{Armour: 2}}, {removed}}}",
        head=head,
    )
    assert names(pytester) == ["rulings/hill.scenario.yaml::r4[line 6]", "rulings/hill.scenario.yaml::r4[line 7]"]
    pytester.runpytest().assert_outcomes(passed=2)


def test_expectations_on_one_line_are_counted(pytester: pytest.Pytester) -> None:
    head = REPLACED.replace("expect:\n", "expect: [{after: 1, vail: {Armour: 3}}, {after: 2, performed: true}]\n")
    scenario(pytester, head=head)
    assert names(pytester, "--rulebook", "r4") == [
        "rulings/hill.scenario.yaml::r4[line 5, 1]",
        "rulings/hill.scenario.yaml::r4[line 5, 2]",
    ]


def test_other_files_are_left_alone(pytester: pytest.Pytester) -> None:
    pytester.makefile(".yaml", compose="services: {}")
    pytester.makefile(".edit.yaml", mine="title: An edit\non: r4\n")
    assert names(pytester) == []


def test_a_failure_shows_what_was_expected_and_the_ledger(pytester: pytest.Pytester) -> None:
    """In r4 the printed feature is active again (518.3 ●1)."""
    scenario(pytester, "{after: 2, vail: {Armour: 3}}")
    result = pytester.runpytest("--rulebook", "r4")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "rulings/hill.scenario.yaml:6: r4, after 2, Armour of vail: expected 3, got 2",
            "Under r4, after 2, vail has Armour 2.",
            "1  gain Armour 3 on vail while hill",
            "   2 -> 3*".replace("->", "→"),
            "2  stop hill",
            "   absent → 2*518.3 ●1*",
            "FAILED rulings/hill.scenario.yaml::r4[[]line 6[]] - rulings/hill.scenario.yaml:6:*",
        ]
    )
    assert "Traceback" not in result.stdout.str()


@pytest.mark.parametrize(
    ("expectation", "told"),
    [
        ("{after: 1, performed: false}", "Under r4, after 1, vail has Armour 3."),
        ("{after: 2, losses: []}", "Under r4, after 2, vail has Armour 2."),
        ("{outcomes: 2}", "rulings/hill.scenario.yaml:6: r4, outcomes: expected 2, got 1"),
        ("{after: 2, performed: true}", "*: r4, after 2, action: expected performed, got no action"),
    ],
)
def test_every_kind_of_expectation_can_fail(pytester: pytest.Pytester, expectation: str, told: str) -> None:
    scenario(pytester, expectation)
    result = pytester.runpytest("--rulebook", "r4")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([told])


def test_attacks_and_rolls_are_told_by_the_card_that_acts(pytester: pytest.Pytester) -> None:
    head = (
        "title: A sudden attack, and a roll\ncards: {orc: {player: black}, elf: {}}\n"
        "events: [{attack: {kind: sudden, by: orc, on: elf, value: 3}}, {roll: {by: orc, natural: 4}}]\nexpect:\n"
    )
    scenario(pytester, "{after: 1, attack: {target_fights: true}}", "{after: 2, roll: [1]}", head=head)
    result = pytester.runpytest("--rulebook", "r4")
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(
        ["Under r4, after 1, the attack does 3 damage.", "Under r4, after 2, the roll comes*4*"]
    )


def test_a_file_with_something_wrong_is_an_error_of_its_own(pytester: pytest.Pytester) -> None:
    scenario(pytester, "{after: 1, vial: {Armour: 3}}", "{after: 9, vail: {Armour: 3}}")
    scenario(pytester, "{after: 1, vail: {Armour: 3}}", name="rulings/fine")
    result = pytester.runpytest("--rulebook", "r4", "--continue-on-collection-errors")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(
        [
            "rulings/hill.scenario.yaml:6:16: unknown card or key 'vial'; did you mean 'vail'?",
            "rulings/hill.scenario.yaml:7:13: there is no event 9; the last one is 2",
        ]
    )
    assert "Traceback" not in result.stdout.str()


def test_a_file_keeps_to_the_rulebooks_that_it_names(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\npyrules_rulebooks = r4\n")
    scenario(pytester, "{after: 1, vail: {Armour: 3}}", head="rulebooks: [r2]\n" + REPLACED)
    scenario(pytester, "{after: 1, vail: {Armour: 3}}", name="rulings/any")
    assert names(pytester) == ["rulings/any.scenario.yaml::r4[line 6]", "rulings/hill.scenario.yaml::r2[line 7]"]
    assert names(pytester, "--rulebook", "r3") == [
        "rulings/any.scenario.yaml::r3[line 6]",
        "rulings/hill.scenario.yaml::r3[line 7]",
    ]


def test_edits_are_found_from_the_root_wherever_pytest_is_started(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makeini("[pytest]\npyrules_rulebooks = edits/mine.edit.yaml\n")
    (pytester.path / "edits").mkdir()
    edit = 'title: Mine\non: r4\nclauses: [{renumber: "518.3", to: "600"}]\n'
    (pytester.path / "edits" / "mine.edit.yaml").write_text(edit, encoding="utf-8")
    scenario(pytester, "{after: 1, vail: {Armour: 4}, in: [../edits/mine.edit.yaml]}", "{outcomes: 2, in: [r4]}")
    monkeypatch.chdir(pytester.path / "rulings")
    result = pytester.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["rulings/hill.scenario.yaml:6: edits/mine.edit.yaml, after 1*got 3", "*(600)*"])


def test_an_unknown_rulebook_is_named(pytester: pytest.Pytester) -> None:
    scenario(pytester, "{after: 1, vail: {Armour: 3}}")
    result = pytester.runpytest("--rulebook", "r44")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["there is no rulebook 'r44'; did you mean 'r4'?"])


MISSPELT = REPLACED.replace("[Armour 2]", "[Armour 2, Flight]").replace(
    "expect:", "auras: [{to: vail, gain: Flighd, when: hill}]\nexpect:"
)


def test_names_that_are_probably_not_meant(pytester: pytest.Pytester) -> None:
    scenario(pytester, "{after: 1, vail: {Armour: 3}}", head=MISSPELT)
    result = pytester.runpytest("--rulebook", "r4")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(
        ["*hill.scenario.yaml:5:26: the feature 'Flighd' is used once*did you mean 'Flight'[?]"]
    )
    strict = pytester.runpytest("--rulebook", "r4", "--strict-names")
    strict.assert_outcomes(errors=1)
    strict.stdout.fnmatch_lines(["rulings/hill.scenario.yaml:5:26: the feature 'Flighd' is used once*"])


def test_a_file_that_expects_nothing_is_told(pytester: pytest.Pytester) -> None:
    scenario(pytester, head=REPLACED.replace("expect:\n", ""))
    result = pytester.runpytest()
    result.stdout.fnmatch_lines(["*rulings/hill.scenario.yaml: expects nothing"])


def test_a_rulebook_elsewhere_does_not_move_the_root(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit = pytester.path / "mine.edit.yaml"
    edit.write_text("title: Mine\non: r4\n", encoding="utf-8")
    inner = pytester.mkdir("inner")
    (inner / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    scenario(pytester, "{after: 1, vail: {Armour: 3}}", name="inner/hill")
    monkeypatch.chdir(inner)
    result = pytester.runpytest("--rulebook=../mine.edit.yaml")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines([f"rootdir: {inner}"])
    refused = pytester.runpytest("--rulebook", "../mine.edit.yaml")
    assert refused.ret == pytest.ExitCode.USAGE_ERROR
    refused.stderr.fnmatch_lines(["*write --rulebook=../mine.edit.yaml"])


def test_the_example_repository_passes_as_its_readme_says(pytester: pytest.Pytester) -> None:
    shutil.copytree(EXAMPLE, pytester.path, dirs_exist_ok=True)
    result = pytester.runpytest("-v")
    said = re.findall(r"^(rulings/\S+::.+ PASSED)$", (EXAMPLE / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    result.assert_outcomes(passed=len(said))
    result.stdout.fnmatch_lines([f"{line.replace('[', '[[]')}*" for line in said], consecutive=True)
