"""The command line: what it prints where, and its exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import Ran

from pyrules.cli import app, run
from pyrules.errors import NotDecided

REPLACED = """\
title: A larger number replaces a smaller one
cards: {vail: {player: black, features: [Отравление 1]}}
events: [{gain: {card: vail, feature: Отравление 2}}]
"""
EXPECTING = REPLACED + "expect:\n  - {after: 0, vail: {Отравление: 1}}\n  - {after: end, vail: {Отравление: %s}}\n"
BROKEN = "title: Nobody\ncards: {vail: {}}\nevents: [{start: hill}, {depart: veil}]\ncolour: red\n"


def write(name: str, text: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


# --- eval -----------------------------------------------------------------------------------------


def test_eval_prints_a_table_of_r4(pyrules: Any) -> None:
    write("a.yaml", REPLACED)
    assert pyrules("eval", "a.yaml") == Ran(
        0,
        "A larger number replaces a smaller one\n"
        "a.yaml\n"
        "\n"
        "                     r4\n"
        "0  start\n"
        "   vail  Отравление  1\n"
        "1  gain Отравление 2 on vail\n"
        "   vail  Отравление  1 → 2 (1 suppressed)\n"
        "\n"
        "r4: determined\n",
        "",
    )


def test_eval_puts_rulebooks_side_by_side_in_the_order_asked_for(pyrules: Any) -> None:
    write("a.yaml", REPLACED)
    ran = pyrules("eval", "a.yaml", "-r", "r4", "-r", "r1", "-r", "r4")
    assert ran.out.splitlines()[3].split() == ["r4", "r1"]


def test_eval_takes_the_rulebooks_that_the_file_names(pyrules: Any) -> None:
    write("a.yaml", REPLACED + "rulebooks: [r2, r3]\n")
    results = json.loads(pyrules("eval", "a.yaml", "--json").out)["results"]
    assert [result["rulebook"] for result in results] == ["r2", "r3"]


def test_eval_keeps_the_order_of_files_and_gives_each_its_rulebooks(pyrules: Any) -> None:
    write("b.yaml", REPLACED + "rulebooks: [r2, r3]\n")
    write("a.yaml", REPLACED)
    results = json.loads(pyrules("eval", "b.yaml", "a.yaml", "--json").out)["results"]
    assert [(each["file"], each["rulebook"]) for each in results] == [
        ("b.yaml", "r2"),
        ("b.yaml", "r3"),
        ("a.yaml", "r4"),
    ]


def test_json_is_the_same_in_every_run(pyrules: Any) -> None:
    write("a.yaml", REPLACED)
    first = pyrules("eval", "a.yaml", "-r", "r1", "-r", "r4", "--json")
    assert first == pyrules("eval", "a.yaml", "-r", "r1", "-r", "r4", "--json")
    assert (first.code, first.err) == (0, "")


def test_a_reading_is_set(pyrules: Any) -> None:
    """Being replaced is a loss in r2 under one reading, and under none in r3."""
    write("a.yaml", REPLACED)
    ran = pyrules("eval", "a.yaml", "-r", "r2", "-r", "r3", "--reading", "replacement-loss=loss", "--json")
    second, third = json.loads(ran.out)["results"]
    assert second["readings"]["replacement-loss"] == "loss"
    assert second["outcomes"][0]["states"][1]["losses"] == [
        {"card": "vail", "feature": "Отравление", "cause": "replaced"}
    ]
    assert third["outcomes"][0]["states"][1]["losses"] == []


def test_all_readings_are_grouped_by_their_results(pyrules: Any) -> None:
    write("a.yaml", REPLACED)
    ran = pyrules("eval", "a.yaml", "-r", "r2", "-r", "r3", "--all-readings")
    assert ran.code == 0
    assert ran.out.splitlines()[-3:] == [
        "r2: determined (with any reading not named below)",
        "r2/2: determined (with replacement-loss=loss)",
        "r3: determined (does not depend on any reading)",
    ]


def test_all_readings_are_tried_beside_one_that_is_set(pyrules: Any) -> None:
    write("a.yaml", REPLACED)
    ran = pyrules("eval", "a.yaml", "-r", "r2", "--reading", "replacement-loss=loss", "--all-readings")
    assert ran.out.splitlines()[-1] == "r2/2: determined (with replacement-loss=no-loss)"


def test_all_readings_as_data(pyrules: Any) -> None:
    write("a.yaml", REPLACED)
    results = json.loads(pyrules("eval", "a.yaml", "-r", "r2", "--all-readings", "--json").out)["results"]
    assert {} in results[0]["given_by"]
    assert results[1]["given_by"] == [{"replacement-loss": "loss"}]


# --- test -----------------------------------------------------------------------------------------


def test_what_holds_is_fine(pyrules: Any) -> None:
    write("a.yaml", EXPECTING % 2)
    assert pyrules("test", "a.yaml") == Ran(
        0, "ok       a.yaml: 8 checks under r1, r2, r3, r4\n1 file, 8 checks, 0 failed\n", ""
    )


def test_what_fails_is_named_with_its_line(pyrules: Any) -> None:
    write("a.yaml", EXPECTING % 3)
    assert pyrules("test", "a.yaml", "-r", "r2") == Ran(
        1,
        "FAILED   a.yaml: 2 checks under r2\n"
        "  a.yaml:6: r2, after 1, Отравление of vail: expected 3, got 2\n"
        "1 file, 2 checks, 1 failed\n",
        "",
    )


def test_folders_are_searched_and_files_that_expect_nothing_counted(pyrules: Any) -> None:
    write("corpus/deep/b.yaml", EXPECTING % 2)
    write("corpus/a.yaml", REPLACED)
    write("corpus/README.md", "not a scenario")
    assert pyrules("test", "corpus", "-r", "r2") == Ran(
        0,
        "nothing  corpus/a.yaml: expects nothing of r2\n"
        "ok       corpus/deep/b.yaml: 2 checks under r2\n"
        "2 files, 2 checks, 0 failed; 1 file expecting nothing\n",
        "",
    )


def test_a_folder_without_scenarios_is_an_error(pyrules: Any) -> None:
    Path("empty").mkdir()
    assert pyrules("test", "empty") == Ran(2, "", "empty: no scenario file (*.yaml) in this folder\n")


# --- facts, export --------------------------------------------------------------------------------


def test_facts_and_export_print_programs(pyrules: Any) -> None:
    write("a.yaml", REPLACED)
    facts, program = pyrules("facts", "a.yaml"), pyrules("export", "r4")
    assert (facts.code, facts.err, program.code, program.err) == (0, "", 0, "")
    assert 'card("vail").' in facts.out
    assert "#show" in program.out


# --- what goes wrong ------------------------------------------------------------------------------


def test_problems_of_all_files_are_said_at_once_and_nothing_is_solved(pyrules: Any) -> None:
    write("a.yaml", BROKEN)
    write("b.yaml", REPLACED)
    ran = pyrules("eval", "a.yaml", "b.yaml", "missing.yaml")
    assert (ran.code, ran.out) == (2, "")
    lines = ran.err.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("a.yaml:3:")
    assert "'vail'" in lines[0]
    assert lines[1].startswith("a.yaml:4:1: ")
    assert "'colour'" in lines[1]
    assert lines[2].startswith("missing.yaml: ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-r", "r44"], "'r44'; did you mean 'r4'?"),
        (["--reading", "modifier-laps=removed"], "no reading 'modifier-laps'; did you mean 'modifier-lapse'?"),
        (["--reading", "modifier-lapse=remove"], "no option 'remove'; did you mean 'removed'?"),
        (["--reading", "modifier-lapse"], "expected ID=OPTION, got 'modifier-lapse'"),
        (
            ["--reading", "modifier-lapse=removed", "--reading", "modifier-lapse=dormant"],
            "'modifier-lapse' cannot be both 'removed' and 'dormant'",
        ),
    ],
)
def test_a_wrong_option_is_named(pyrules: Any, options: list[str], message: str) -> None:
    write("a.yaml", REPLACED)
    ran = pyrules("eval", "a.yaml", *options)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [[], ["evil"], ["eval"], ["eval", "--jsn", "a.yaml"], ["export"]])
def test_a_wrong_call_exits_with_2(pyrules: Any, arguments: list[str]) -> None:
    ran = pyrules(*arguments)
    assert ran.code == 2
    assert "Usage: pyrules" in ran.out + ran.err


def test_help_lists_every_command(pyrules: Any) -> None:
    ran = pyrules("--help")
    assert ran.code == 0
    for command in app.COMMANDS:
        assert f"\n  {command} " in ran.out


def test_a_limit_is_told_apart_from_an_answer(pyrules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "app", _raising(NotDecided("10 s are over")))
    assert pyrules("eval") == Ran(3, "", "not decided: 10 s are over\n")


def test_a_defect_is_one_line_and_no_traceback(pyrules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "app", _raising(KeyError("wrong")))
    ran = pyrules("eval")
    assert (ran.code, ran.out) == (70, "")
    assert ran.err.startswith("this is a defect of pyrules (KeyError: 'wrong'); please report it")
    monkeypatch.setenv("PYRULES_DEBUG", "1")
    with pytest.raises(KeyError):
        run(["eval"])


def _raising(error: Exception) -> Any:
    def program(*_: Any, **__: Any) -> None:
        raise error

    return program


# --- as a process ---------------------------------------------------------------------------------


def test_only_what_a_command_needs_is_imported(tmp_path: Path) -> None:
    probe = (
        "import sys; from pyrules.cli import run; run(['--version']); "
        "print(sorted({'clingo', 'pydantic', 'ruamel', 'jinja2', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are closed differently there")
def test_a_reader_that_has_read_enough_is_no_error(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "pyrules", "--version"], stdout=writing, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    )
    os.close(writing)
    assert done.stderr == ""


def test_names_beyond_the_encoding_of_the_output_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(REPLACED, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pyrules", "eval", "a.yaml"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\u041e" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
def test_output_that_cannot_be_written_is_no_defect(pyrules: Any, tmp_path: Path) -> None:
    (tmp_path / "duel.yaml").write_text(REPLACED, encoding="utf-8")
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "pyrules", "eval", "duel.yaml"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (ran.returncode, ran.stderr) == (2, "the output cannot be written: No space left on device\n")
