"""`pyrules show`: the clauses of a rulebook, the rules of one, what an edit changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from edit_files import write

from pyrules.cli import run
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["show", *arguments]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


@pytest.mark.parametrize("name", rulebook_names())
def test_a_rulebook_shows_every_clause_module_and_reading(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    book, text = load_rulebook(name), shown(capsys, name)
    words = " ".join(text.split())
    for entry in book:
        assert f"\n{entry.citation}\n" in text
        assert " ".join(entry.clause.gist.split()) in words
        assert all(path.stem in text for path in entry.clause.modules)
    for choice in book.choices:
        assert f"\nreading {choice.reading.id}, of {choice.entry.citation}\n" in text
        assert all(f"    {option}" in text for option in choice.reading.options)
    assert all(len(line) <= 80 for line in text.splitlines())


def test_a_clause_shows_its_rules_whole(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "r4", "518.3")
    for path in load_rulebook("r4").clause("518.3").clause.modules:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert "\n".join(f"    {line}" if line else "" for line in lines) in text
    assert "\nclauses/named_features/larger_replaces.lp\n" in text
    assert "Another clause is 518.3, inherited from r1 (--inherited-from r1)." in text


def test_the_number_of_a_bullet_needs_no_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "r4", "518.3", "●1") == shown(capsys, "r4", "518.3 ●1")


def test_the_other_clause_of_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "r4", "518.3", "--inherited-from", "r1")
    assert text.startswith("518.3, inherited from r1\n")
    assert "clauses/dice/" in text
    assert "Another clause is 518.3 (without --inherited-from)." in text


def test_a_clause_that_rests_on_others_says_of_which(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "r4", "518.4")
    assert "It rests on clauses/named_features/acquired_is_removed.lp, of 518.3 ●2." in text


def test_a_clause_shows_the_reading_in_force_with_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    keeps = shown(capsys, "r4", "518.7.1")
    assert "readings/unconditional_origin/keeps.lp" in keeps
    other = shown(capsys, "r4", "518.7.1", "--reading", "unconditional-origin=becomes-acquired")
    assert "becomes-acquired (in force)" in other
    assert "readings/unconditional_origin/becomes_acquired.lp" in other


def test_a_clause_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "r4", "518.33"]) == 2
    assert capsys.readouterr().err == "r4 has no clause '518.33'; did you mean '518.3'?\n"


def test_an_edit_shows_what_it_changes(capsys: pytest.CaptureFixture[str]) -> None:
    manifest = (
        "title: All kinds of changes\non: r4\nnotes: Why not.\n"
        'clauses:\n  - {replace: "518.7.2", only: [compared_with_value], modules: [compared_with_value.lp]}\n'
        '  - {drop: "518.6"}\n  - {add: "518.8", gist: Something new., modules: [mine.lp]}\n'
        '  - {renumber: "518.3", to: "519"}\nreadings: {modifier-lapse: dormant}\n'
    )
    compared = (
        "% A gain is compared with the feature's value, conditional modifiers counted.\n\n"
        "% The number compared with is the base number.\n"
        "compared(C,F,X,T) :- base(C,F,J,T), number(instance(C,F,J),X,T).\n"
    )
    write(Path(), manifest, {"compared_with_value.lp": compared, "mine.lp": "% New.\nmine(C) :- card(C).\n"})
    assert shown(capsys, "my.edit.yaml") == (
        "my.edit.yaml: All kinds of changes\n"
        "on r4\n"
        "    Why not.\n"
        "\n"
        "518.7.2 is changed\n"
        "    compared_with_value.lp instead of clauses/named_features/compared_with_value.lp\n"
        "\n"
        "        -% The number compared with is the value, unless it is read as another.\n"
        "        -compared(C,F,V,T) :- value(C,F,V,T), not compared_as_zero(C,F,T).\n"
        "        +% The number compared with is the base number.\n"
        "        +compared(C,F,X,T) :- base(C,F,J,T), number(instance(C,F,J),X,T).\n"
        "\n"
        "518.6 is dropped\n"
        "    without clauses/named_features/modifier_needs_feature.lp\n"
        "\n"
        "518.8 is added\n"
        "    Something new.\n"
        "    with mine.lp\n"
        "        % New.\n"
        "        mine(C) :- card(C).\n"
        "\n"
        "518.3 is cited as 519\n"
        "\n"
        "reading modifier-lapse: dormant instead of removed\n"
        "\n"
        "Still worded as before, and resting on what changed (may no longer hold):\n"
        "    518.6 example: Giving +1 to experience in attack to a creature without that\n"
        "    feature puts no modifier on it and gives it no experience in attack.\n"
        "    518.7.2: Conditional modifiers exist on the card apart from the feature and\n"
        "    apply to the base feature that it has; the card then has the feature with\n"
        "    the resulting number, X+Y-Z.\n"
        "    518.7.2 ●2: Whether a new feature replaces it is decided against X+Y-Z,\n"
        "    conditional modifiers counted (the text points to 517.3 here); after a\n"
        "    replacement by X1 they apply to the new number, X1+Y-Z.\n"
        "\n"
        "Everything else is as in r4.\n"
    )


def test_a_clause_of_an_edit(capsys: pytest.CaptureFixture[str]) -> None:
    write(Path(), 'clauses: [{add: "518.8", gist: Something new., modules: [mine.lp]}]\n', {"mine.lp": "% New.\n"})
    assert shown(capsys, "my.edit.yaml", "518.8") == (
        "518.8\n    Something new.\n    modules: mine\n\nmine.lp\n    % New.\n"
    )


def test_edits_on_one_another_are_shown_from_below(capsys: pytest.CaptureFixture[str]) -> None:
    write(Path(), 'clauses: [{drop: "518.6"}]\n', name="lower.edit.yaml")
    write(Path(), 'title: Upper\non: lower.edit.yaml\nclauses: [{renumber: "518.3", to: "519"}]\n')
    headings = [line for line in shown(capsys, "my.edit.yaml").splitlines() if ".edit.yaml" in line]
    assert headings == ["lower.edit.yaml: An edit", "my.edit.yaml: Upper", "on lower.edit.yaml"]


def test_what_a_module_holds_is_shown_and_not_obeyed(capsys: pytest.CaptureFixture[str]) -> None:
    write(
        Path(), 'clauses: [{add: "1", gist: g, modules: [mine.lp]}]\n', {"mine.lp": "% \x1b[2J\nmine(C) :- card(C).\n"}
    )
    text = shown(capsys, "my.edit.yaml")
    assert "\x1b" not in text
    assert "\\x1b[2J" in text
