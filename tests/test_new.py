"""`pyrules new`: what it writes runs as it is, and nothing is ever overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrules.cli import run
from pyrules.engine.evaluate import evaluate
from pyrules.rulebook.book import Entry
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario import scaffold
from pyrules.scenario.load import load_scenario

CLAUSES = [
    pytest.param(name, entry, id=f"{name} {entry.citation}")
    for name in rulebook_names()
    for entry in load_rulebook(name)
    if entry.clause.modules and entry.clause.topic == "named-features"
]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_scenario_runs_and_holds_what_it_expects(capsys: pytest.CaptureFixture[str]) -> None:
    """And nothing in it is warned of."""
    assert run(["new", "scenario", "deep/down/mine"]) == 0
    assert capsys.readouterr().out == "written: deep/down/mine.scenario.yaml\n"
    assert run(["test", "deep/down/mine.scenario.yaml"]) == 0
    out, err = capsys.readouterr()
    assert "0 failed" in out
    assert err == ""


@pytest.mark.parametrize("name", rulebook_names())
def test_an_edit_without_a_clause_changes_nothing(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "edit", "mine.edit.yaml", "--on", name]) == 0
    assert capsys.readouterr().out == "written: mine.edit.yaml\n"
    assert load_rulebook("mine.edit.yaml").modules == load_rulebook(name).modules


@pytest.mark.parametrize(("name", "entry"), CLAUSES)
def test_an_edit_begins_with_the_modules_of_a_clause(name: str, entry: Entry) -> None:
    origin = ["--inherited-from", entry.inherited_from] if entry.inherited_from else []
    assert run(["new", "edit", "mine.edit.yaml", "--on", name, "--clause", entry.clause.number, *origin]) == 0
    changed = load_rulebook("mine.edit.yaml").clause(*entry.key).clause
    assert {path.name: path.read_text(encoding="utf-8") for path in changed.modules} == {
        path.name: path.read_text(encoding="utf-8") for path in entry.clause.modules
    }
    assert all(path.parent == Path() for path in changed.modules)


def test_an_edit_to_begin_with_gives_the_same_answers() -> None:
    run(["new", "scenario", "s"])
    run(["new", "edit", "mine", "--on", "r4", "--clause", "518.3"])
    file = load_scenario("s.scenario.yaml")
    assert evaluate(file, load_rulebook("mine.edit.yaml")).outcomes == evaluate(file, load_rulebook("r4")).outcomes


def test_an_edit_on_an_edit_elsewhere() -> None:
    run(["new", "edit", "below/lower", "--on", "r4", "--clause", "518.3"])
    assert run(["new", "edit", "upper", "--on", "below/lower.edit.yaml", "--clause", "518.6"]) == 0
    assert [edit.on for edit in load_rulebook("upper.edit.yaml").edits] == ["r4", "below/lower.edit.yaml"]


def test_an_edit_does_not_stand_on_one_in_another_place(capsys: pytest.CaptureFixture[str]) -> None:
    run(["new", "edit", "below/lower", "--on", "r4", "--clause", "518.3"])
    assert run(["new", "edit", "above/upper", "--on", "below/lower.edit.yaml"]) == 2
    said = "above/upper.edit.yaml: expected the base of the edit beside it or below it, got 'below/lower.edit.yaml'\n"
    assert capsys.readouterr().err == said
    assert not Path("above").exists()


@pytest.mark.parametrize("there", ["mine.edit.yaml", "larger_replaces.lp", "loss_takes_all_standing.lp"])
def test_nothing_is_overwritten(there: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(there).write_text("mine", encoding="utf-8")
    assert run(["new", "edit", "mine", "--on", "r4", "--clause", "518.3"]) == 2
    assert capsys.readouterr().err == f"{there}: this exists already; nothing was written\n"
    assert [path.read_text(encoding="utf-8") for path in Path().iterdir()] == ["mine"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["edit", "mine"], "--on is missing: the rulebook that the edit stands on, r1 to r4 or another edit"),
        (
            ["scenario", "mine", "--on", "r4"],
            "--on, --clause, --inherited-from, --change and --list are for edits",
        ),
        (["edit", "--on", "r4"], "PATH is missing: the file to write"),
        (["edit", "mine", "--on", "r44"], "there is no rulebook 'r44'; did you mean 'r4'?"),
        (["edit", "mine", "--on", "none.edit.yaml"], "none.edit.yaml: there is no such file"),
        (["edit", "mine", "--on", "r4", "--clause", "518.33"], "r4 has no clause '518.33'; did you mean '518.3'?"),
        (["edit", "mine", "--on", "r4", "--clause", "518.7"], "518.7 has no rules that could be copied: a definition"),
    ],
)
def test_what_cannot_be_begun(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", *arguments]) == 2
    assert capsys.readouterr().err == f"{said}\n"
    assert list(Path().iterdir()) == []


def test_a_clause_that_rests_on_others_begins_with_their_modules(capsys: pytest.CaptureFixture[str]) -> None:
    """518.4, that a replacement is no loss, stands in the modules that say what a replacement does."""
    assert run(["new", "edit", "mine", "--on", "r4", "--clause", "518.4"]) == 0
    assert capsys.readouterr().out == (
        "518.4 rests on printed_is_suppressed, of 518.3 ●1: that clause is changed\n"
        "518.4 rests on acquired_is_removed, of 518.3 ●2: that clause is changed\n"
        "written: mine.edit.yaml\nwritten: printed_is_suppressed.lp\nwritten: acquired_is_removed.lp\n"
    )
    book = load_rulebook("mine.edit.yaml")
    changed = {change.after.clause.number for change in book.edits[0].changes if change.after}
    assert changed == {"518.3 ●1", "518.3 ●2"}
    assert book.clause("518.4").clause.rests_on == (Path("acquired_is_removed.lp"), Path("printed_is_suppressed.lp"))


def test_every_clause_with_rules_can_be_begun_with() -> None:
    for name in rulebook_names():
        for number, entry in enumerate(load_rulebook(name)):
            if entry.clause.rests_on and not entry.clause.modules:
                assert scaffold.edit(Path(f"{number}"), name, *entry.key).notes


def test_an_edit_on_an_edit_begins_with_what_that_leaves(capsys: pytest.CaptureFixture[str]) -> None:
    """Different modules of one clause may be changed by two edits; a whole one is asked for here."""
    run(["new", "edit", "lower", "--on", "r4", "--change", "equal-replaces"])
    capsys.readouterr()
    assert run(["new", "edit", "upper", "--on", "lower.edit.yaml", "--change", "loss-spares-suppressed"]) == 0
    assert run(["test", "upper.scenario.yaml"]) == 0
    assert run(["new", "edit", "third", "--on", "lower.edit.yaml", "--change", "duration-refreshed"]) == 2
    assert capsys.readouterr().err == (
        "lower.edit.yaml changes larger_replaces of 518.3 already; of edits on one another only one may\n"
    )


def test_a_clause_that_the_edit_below_changes_cannot_be_begun_with(capsys: pytest.CaptureFixture[str]) -> None:
    run(["new", "edit", "lower", "--on", "r4", "--clause", "518.6"])
    capsys.readouterr()
    assert run(["new", "edit", "upper", "--on", "lower.edit.yaml", "--clause", "518.6"]) == 2
    assert capsys.readouterr().err == (
        "lower.edit.yaml changes modifier_needs_feature of 518.6 already; of edits on one another only one may\n"
    )


def test_a_folder_that_cannot_be_written_to(capsys: pytest.CaptureFixture[str]) -> None:
    Path("file").write_text("", encoding="utf-8")
    assert run(["new", "scenario", "file/mine"]) == 2
    assert capsys.readouterr().err.startswith("file/mine.scenario.yaml: ")
