"""Ready-made changes: each is written, runs as it is, and differs from its base as its text says.

What each scenario expects, of the base and of the change, was worked out by hand from the text of the clause and from
what the change says; its notes tell how.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pyrules.analysis.compare.comparison import ALWAYS
from pyrules.analysis.compare.differences import apart
from pyrules.cli import run
from pyrules.engine.evaluate import evaluate
from pyrules.engine.expectations import check_expectations
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import CHANGES
from pyrules.rulebook.ready_changes import ReadyChange, ready_changes
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario import scaffold
from pyrules.scenario.load import load_scenario

READY = {each.name: each for each in ready_changes()}


def _case(change: ReadyChange, revision: str) -> object:
    """A change under a revision; the last revision that it is for is tried every time."""
    marks = () if revision == list(change.clauses)[-1] else pytest.mark.slow
    return pytest.param(change, revision, id=f"{change.name} {revision}", marks=marks)


CASES = [_case(change, revision) for change in READY.values() for revision in change.clauses]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("change", "revision"), CASES)
def test_it_differs_from_its_base_as_its_scenario_expects(change: ReadyChange, revision: str) -> None:
    scaffold.write(scaffold.change(Path("mine"), revision, change.name).texts)
    scenario = load_scenario("mine.scenario.yaml")
    books = load_rulebook(revision), load_rulebook("mine.edit.yaml")
    assert scenario.rulebooks == tuple(book.name for book in books)
    answers = evaluate(scenario, books[0]), evaluate(scenario, books[1])
    assert [each for answer in answers for each in check_expectations(scenario.expect, answer) if not each.holds] == []
    for book, other in zip(books, reversed(answers), strict=True):
        own = [replace(each, rulebooks=()) for each in scenario.expect if each.rulebooks == (book.name,)]
        assert not all(each.holds for each in check_expectations(own, other)), (
            f"what {book.name} is to do the other does, too"
        )
    assert apart(*answers, ("value", "losses", *ALWAYS))
    assert _changed(books[1]) == set(change.clauses[revision])


def _changed(book: Rulebook) -> set[str]:
    """The clauses that an edit changes, or reads otherwise."""
    (edit,) = book.edits
    changed = {entry.clause.number for each in edit.changes if (entry := each.before)}
    return changed | {each.after.entry.clause.number for each in edit.readings}


def test_nothing_in_its_folder_is_idle() -> None:
    for change in READY.values():
        written = {path.name for name in change.clauses for path in scaffold.change(Path("m"), name, change.name).texts}
        modules = {path.name for path in (CHANGES / change.name).glob("*.lp")}
        assert {name for name in written if name.endswith(".lp")} == modules, change.name
        others = {path.name for path in (CHANGES / change.name).iterdir()} - modules
        assert others == {"change.yaml", "edit.yaml.jinja", "scenario.yaml.jinja"}, change.name


def test_there_are_some_for_every_revision() -> None:
    assert {revision for change in READY.values() for revision in change.clauses} == set(rulebook_names())
    assert len(READY) >= 24


def test_what_it_writes_passes_as_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    """From another folder, too: what stands in a file is read from its own."""
    assert run(["new", "edit", "below/mine", "--on", "r4", "--change", "equal-replaces"]) == 0
    assert capsys.readouterr().out == (
        "written: below/mine.edit.yaml\nwritten: below/mine.scenario.yaml\nwritten: below/larger_replaces.lp\n"
    )
    assert run(["test", "below"]) == 0
    assert "6 checks under r4, below/mine.edit.yaml" in capsys.readouterr().out
    assert run(["compare", "below", "-r", "r4", "-r", "below/mine.edit.yaml"]) == 1
    assert "value of vail Armour: absent / 2" in capsys.readouterr().out


def test_an_attempt_is_told_in_the_words_of_the_change() -> None:
    scaffold.write(scaffold.change(Path("mine"), "r2", "duration-refreshed").texts)
    book = load_rulebook("mine.edit.yaml")
    (outcome,) = evaluate(load_scenario("mine.scenario.yaml"), book).outcomes
    assert [state.attempts[0].reason for state in outcome.states[1:3]] == [
        "vail did not have Armour",
        "2 is equal to 2: Armour goes on as long as the new one would",
    ]


# --- the list -------------------------------------------------------------------------------------


def test_the_list_names_what_each_changes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "edit", "--list"]) == 0
    assert (
        "equal-replaces\n    An equal number replaces, too\n    changes 517.1 of r2, r3\n    changes 518.3 of r4\n"
    ) in capsys.readouterr().out


def test_the_list_for_a_rulebook_is_of_what_applies_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    run(["new", "edit", "mine", "--on", "r1", "--change", "property-below-0"])
    capsys.readouterr()
    assert run(["new", "edit", "--list", "--on", "mine.edit.yaml"]) == 0
    listed = capsys.readouterr().out
    assert "loss-takes-the-strongest\n    A loss takes the strongest instance only\n    changes D-18 of r1\n" in listed
    assert "equal-replaces" not in listed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["mine", "--on", "r4", "--change", "equal-replace"],
            "there is no ready-made change 'equal-replace'; did you mean 'equal-replaces'?",
        ),
        (
            ["mine", "--on", "r1", "--change", "equal-replaces"],
            "equal-replaces is a change to r2, r3, r4, and not to r1",
        ),
        (
            ["mine", "--change", "equal-replaces"],
            "--on is missing: the rulebook that the edit stands on, r1 to r4 or another edit",
        ),
        (
            ["mine", "--on", "r4", "--change", "equal-replaces", "--clause", "518.3"],
            "--change knows its clauses: --clause and --inherited-from cannot stand beside it",
        ),
        (
            ["mine", "--list"],
            "--list writes nothing: of PATH and the other options only --on can stand beside it",
        ),
    ],
)
def test_what_cannot_be_made(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "edit", *arguments]) == 2
    assert capsys.readouterr().err == f"{said}\n"
    assert list(Path().iterdir()) == []


def test_nothing_is_overwritten(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.scenario.yaml").write_text("mine", encoding="utf-8")
    assert run(["new", "edit", "mine", "--on", "r4", "--change", "equal-replaces"]) == 2
    assert capsys.readouterr().err == "mine.scenario.yaml: this exists already; nothing was written\n"
    assert [path.name for path in Path().iterdir()] == ["mine.scenario.yaml"]
