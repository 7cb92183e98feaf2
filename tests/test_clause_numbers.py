"""Clause numbers as people type them, wherever one is given."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from edit_files import made, problems

from pyrules.cli import run
from pyrules.errors import InputError
from pyrules.rulebook.book import Entry
from pyrules.rulebook.clause_numbers import resolve, spelled
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("518.3.1.3", "518.3 ●1 ○3"),
        ("518.3 ●1 ○3", "518.3 ●1 ○3"),
        ("518.3 1 3", "518.3 ●1 ○3"),
        ("518.7.2.4", "518.7.2 ●4"),
        ("518.3 д", "518.3 e"),
        ("518.3д)", "518.3 e"),
        ("518.3.e", "518.3 e"),
        ("518.3 в", "518.3 c"),  # the third letter of the list, whatever it looks like
        ("518.3 Б", "518.3 b"),
        ("518.6.example", "518.6 example"),
        ("d3", "D-3"),
    ],
)
def test_what_is_typed_is_a_clause(typed: str, meant: str) -> None:
    assert load_rulebook("r4").clause(typed).clause.number == meant


@pytest.mark.parametrize("name", rulebook_names())
def test_every_clause_has_a_number_of_its_own_on_the_keyboard(name: str) -> None:
    by_origin: dict[str | None, list[Entry]] = {}
    for entry in load_rulebook(name):
        by_origin.setdefault(entry.inherited_from, []).append(entry)
    for entries in by_origin.values():
        typed = [spelled(entry.clause.number) for entry in entries]
        assert len(set(typed)) == len(typed)
        assert all(re.fullmatch(r"[a-z0-9.]+", each) for each in typed)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("518.3.1.9", "r4 has no clause '518.3.1.9'; did you mean '518.3 ●1 ○3'?"),
        ("518.3 ж", "r4 has no clause '518.3 ж'; did you mean '518.3 e'?"),
        ("", "r4 has no clause ''; known: 516, 516.1, "),
    ],
)
def test_a_number_of_no_clause(typed: str, said: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(said)}"):
        load_rulebook("r4").clause(typed)


def test_a_clause_that_is_not_inherited_from_there() -> None:
    with pytest.raises(InputError, match=r"r4 has no clause '518.7' inherited from r1; did you mean '518.6'"):
        load_rulebook("r4").clause("518.7", "r1")


def test_where_several_are_meant_all_are_named() -> None:
    known = ("518.7 ●1", "518.7.1")
    assert resolve("518.7.1", known, "none") == "518.7.1"
    with pytest.raises(InputError, match=re.escape("'518.7 1' may be '518.7 ●1' or '518.7.1': write it as")):
        resolve("518.7 1", known, "none")


def test_an_edit_names_clauses_as_they_are_typed(tmp_path: Path) -> None:
    manifest = 'clauses: [{drop: "518.3.1.3"}, {renumber: "518.3 д", inherited_from: r1, to: "618.3 д"}]\n'
    book = made(tmp_path, manifest)
    assert [change.before.clause.number for change in book.edits[0].changes if change.before] == [
        "518.3 ●1 ○3",
        "518.3 e",
    ]


def test_an_edit_that_names_no_clause(tmp_path: Path) -> None:
    assert problems(tmp_path, 'clauses: [{drop: "518.3.1.9"}]\n') == [
        "my.edit.yaml:3:18: r4 has no clause '518.3.1.9'; did you mean '518.3 ●1 ○3'?"
    ]


def test_a_new_number_is_not_one_that_could_be_taken_for_another(tmp_path: Path) -> None:
    manifest = 'clauses: [{renumber: "518.6", to: "518.3.1.2"}, {add: "518.3.2", gist: g, modules: [mine.lp]}]\n'
    assert problems(tmp_path, manifest, {"mine.lp": "% Nothing.\n"}) == [
        "my.edit.yaml:3:35: there is a clause '518.3 ●1 ○2' already",
        "my.edit.yaml:3:55: there is a clause '518.3 ●2' already; `replace` changes it",
    ]


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "r1", "518.3", "д"]) == 0
    assert capsys.readouterr().out.startswith("518.3 e\n")
    assert run(["new", "edit", str(tmp_path / "mine"), "--on", "r4", "--clause", "518.3.1"]) == 0
    assert 'replace: "518.3 ●1"' in (tmp_path / "mine.edit.yaml").read_text(encoding="utf-8")


def test_a_check_selects_by_what_is_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "r4", "--select", "stale-reference:518.7.2.2 to 517.3"]) == 1
    assert "stale-reference:518.7.2 ●2 to 517.3" in capsys.readouterr().out
    assert run(["check", "r4", "--ignore", "stale-reference:518.7.2.9"]) == 2
    assert capsys.readouterr().err == "--ignore: r4 has no clause '518.7.2.9'; did you mean '518.7.2 ●4'?\n"
