"""Readings in edits: one of its own, other rules for an option; and what two edits on one another may change."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from edit_files import made, problems, write

from pyrules.cli import run
from pyrules.engine.evaluate import evaluate
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER
from pyrules.scenario import load

LARGER = (FOLDER / "clauses/named_features/larger_replaces.lp").read_text(encoding="utf-8")
EQUAL = LARGER.replace("X > V", "X >= V").replace("X <= V", "X < V")
EQUAL_NUMBERS = """\
clauses:
  - {drop: "518.3", only: [larger_replaces]}
readings:
  equal-numbers:
    clauses: ["518.3"]
    why: The text does not say whether an equal number replaces.
    options:
      refused: {gist: An equal number is refused., modules: [clauses/named_features/larger_replaces.lp]}
      replaces: {gist: An equal number replaces., modules: [equal/larger_replaces.lp]}
"""
TWO_WAYS: dict[str, str | bytes] = {"equal/larger_replaces.lp": EQUAL}
SAME_NUMBER = """\
title: The same number again
cards: {vail: {features: [Armour 2]}}
events: [{gain: {card: vail, feature: Armour 2}}]
"""
RULE = "% A rule.\nmine(C) :- card(C).\n"


def is_performed(book: Rulebook) -> bool:
    """Whether the same number again is performed."""
    (outcome,) = evaluate(load.load_text(SAME_NUMBER, "s.yaml"), book).outcomes
    return outcome.states[1].attempts[0].performed


# --- a reading of its own -------------------------------------------------------------------------


def test_a_reading_is_added_and_its_first_option_in_force(tmp_path: Path) -> None:
    book = made(tmp_path, EQUAL_NUMBERS, TWO_WAYS)
    assert book.readings["equal-numbers"] == "refused"
    assert not is_performed(book)
    assert is_performed(book.under({"equal-numbers": "replaces"}))


def test_an_attempt_is_decided_by_the_reading(tmp_path: Path) -> None:
    book = made(tmp_path, EQUAL_NUMBERS, TWO_WAYS).under({"equal-numbers": "replaces"})
    (outcome,) = evaluate(load.load_text(SAME_NUMBER, "s.yaml"), book).outcomes
    cited = outcome.states[1].attempts[0].clause
    assert (cited.number, cited.reading, cited.gist) == ("518.3", "equal-numbers=replaces", "An equal number replaces.")


def test_the_command_line_reads_it_both_ways(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit = write(tmp_path, EQUAL_NUMBERS, TWO_WAYS)
    scenario = tmp_path / "s.scenario.yaml"
    scenario.write_text(SAME_NUMBER, encoding="utf-8")

    def results(*options: str) -> list[dict[str, object]]:
        assert run(["eval", str(scenario), "-r", edit, "--json", *options]) == 0
        found: list[dict[str, object]] = json.loads(capsys.readouterr().out)["results"]
        return found

    (by_default,) = results()
    assert by_default["depends_on"] == [{"reading": "equal-numbers", "option": "replaces", "after": 1}]
    (asked_for,) = results("--reading", "equal-numbers=replaces", "--no-depends")
    assert asked_for["readings"]["equal-numbers"] == "replaces"  # type: ignore[index]
    every = [each["readings"]["equal-numbers"] for each in results("--all-readings", "--no-depends")]  # type: ignore[index]
    assert set(every) == {"refused", "replaces"}


def test_show_tells_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", write(tmp_path, EQUAL_NUMBERS, TWO_WAYS)]) == 0
    shown = capsys.readouterr().out
    assert "reading equal-numbers, of 518.3, is added\n    The text does not say whether an equal" in shown
    assert "replaces: An equal number replaces.\n" in shown
    assert "attempted_number(E,X), compared(C,F,V,T-1), X >= V." in shown


def test_it_can_be_about_a_clause_that_the_edit_adds(tmp_path: Path) -> None:
    manifest = (
        'clauses: [{add: "518.8", gist: g, modules: [mine.lp]}]\n'
        'readings: {r: {clauses: ["518.8", "518.3.1.3"], why: w, options: {a: {gist: g}, b: {gist: h}}}}\n'
    )
    choice = made(tmp_path, manifest, {"mine.lp": RULE}).choices[-1]
    assert (choice.entry.clause.number, choice.reading.clauses) == ("518.8", ("518.8", "518.3 ●1 ○3"))


def test_options_of_one_reading_share_a_module(tmp_path: Path) -> None:
    options = "{a: {gist: g, modules: [mine.lp]}, b: {gist: h, modules: [mine.lp]}, c: {gist: i}}"
    book = made(tmp_path, f'readings: {{r: {{clauses: ["518.3"], why: w, options: {options}}}}}\n', {"mine.lp": RULE})
    modules = [option.modules for option in book.choices[-1].reading.options.values()]
    assert modules == [(tmp_path / "mine.lp",), (tmp_path / "mine.lp",), ()]


def test_another_edit_makes_another_option_the_default(tmp_path: Path) -> None:
    write(tmp_path, EQUAL_NUMBERS, TWO_WAYS, name="lower.edit.yaml")
    book = made(tmp_path, "title: An edit\non: lower.edit.yaml\nreadings: {equal-numbers: replaces}\n")
    assert is_performed(book)


# --- other rules for an option --------------------------------------------------------------------


def test_an_option_gets_other_rules(tmp_path: Path) -> None:
    """Under 'dormant' an acquired modifier falls asleep; here it is gone like under 'removed'."""
    manifest = """\
readings:
  modifier-lapse:
    options: {dormant: {gist: Gone all the same., modules: [gone.lp]}}
"""
    gone = "% A modifier.\nexpires(modifier(C,F,acquired(E,S)),T) :- lapses(modifier(C,F,acquired(E,S)),T).\n"
    book = made(tmp_path, manifest, {"gone.lp": gone})
    (choice,) = (choice for choice in book.choices if choice.reading.id == "modifier-lapse")
    assert choice.option == "removed"
    assert choice.reading.options["dormant"].gist == "Gone all the same."
    again = load.load_text(
        "title: t\ncards: {vail: {features: [Armour 2]}}\nconditions: [fog]\n"
        "events: [{modify: {card: vail, feature: Armour, by: 1, while: fog}}, {stop: fog}, {start: fog}]\n",
        "s.yaml",
    )
    dormant = {"modifier-lapse": "dormant"}
    values = [
        evaluate(again, each.under(dormant)).outcomes[0].states[3].features["vail"]["Armour"].value
        for each in (load_rulebook("r4"), book)
    ]
    assert values == [3, 2]


def test_show_tells_what_an_option_gets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = "readings: {own-modifier-on-full-loss: {options: {dormant: {gist: They stay., modules: [mine.lp]}}}}\n"
    assert run(["show", write(tmp_path, manifest, {"mine.lp": RULE})]) == 0
    shown = capsys.readouterr().out
    assert "reading own-modifier-on-full-loss=dormant is changed\n    dormant: They stay.\n    with " in shown


# --- errors ---------------------------------------------------------------------------------------

READING = 'readings: {{r: {{clauses: ["518.3"], why: w, options: {{a: {{gist: g}}, b: {}}}}}}}\n'


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ("readings: {r: 3}\n", "3:15: expected the name of an option, or a mapping with the key 'options'"),
        ("readings: {modifier-lapse: {why: w}}\n", "3:28: the key 'options' is missing"),
        (
            "readings: {modifier-laps: {options: {dormant: {gist: g}}}}\n",
            "3:12: r4 has no reading 'modifier-laps'; did you mean 'modifier-lapse'? "
            "One of your own needs the keys 'clauses' and 'why'",
        ),
        (
            "readings: {modifier-lapse: {why: w, options: {dormant: {gist: g}}}}\n",
            "3:29: there is a reading 'modifier-lapse' already; without 'why' its options get other rules",
        ),
        (
            "readings: {modifier-lapse: {options: {dormnt: {gist: g}}}}\n",
            "3:39: reading 'modifier-lapse' has no option 'dormnt'; did you mean 'dormant'?",
        ),
        (
            "readings: {r: {why: w, options: {a: {gist: g}}}}\n",
            "3:12: a reading of your own needs the key 'clauses'",
        ),
        (
            'readings: {r: {clauses: ["518.33"], why: w, options: {a: {gist: g}}}}\n',
            "3:26: r4 has no clause '518.33'; did you mean '518.3'?",
        ),
        (
            'clauses: [{drop: "518.6"}]\nreadings: {r: {clauses: ["518.6"], why: w, options: {a: {gist: g}}}}\n',
            "4:26: clause '518.6' is dropped by this edit",
        ),
        (READING.format("{}"), "3:68: an option of a new reading needs the key 'gist'"),
        (READING.format("{gist: h, modules: [no.lp]}"), "there is no module 'no.lp'"),
        (
            READING.format("{gist: h, modules: [clauses/named_features/first_gain.lp]}"),
            "two modules are called 'first_gain', of clause 518.1 and of reading r=b; a name is that of one",
        ),
    ],
)
def test_what_is_wrong_with_a_reading(tmp_path: Path, manifest: str, said: str) -> None:
    found = problems(tmp_path, manifest)
    assert len(found) == 1, found
    assert said in found[0]


def test_what_is_missing_under_one_option_is_said_of_that_option(tmp_path: Path) -> None:
    """D-3 asks whether an acquired feature stays; option b has no module that says so."""
    options = "{a: {gist: g, modules: [clauses/named_features/printed_is_suppressed.lp]}, b: {gist: h}}"
    reading = f'readings: {{r: {{clauses: ["518.3"], why: w, options: {options}}}}}\n'
    (said,) = problems(tmp_path, f'clauses: [{{drop: "518.3.1"}}]\n{reading}'.replace('["518.3"]', '["518.3.2"]'))
    assert said == (
        "my.edit.yaml:3:18: under r=b, without printed_is_suppressed.lp nothing derives stays(C,F,T), needed by "
        "waking_printed_is_compared (D-3): derive it anew, or drop those as well"
    )


# --- edits on one another -------------------------------------------------------------------------

LOWER = 'clauses: [{replace: "518.3", only: [larger_replaces], modules: [larger_replaces.lp]}]\n'
LOSS = (FOLDER / "clauses/named_features/loss_takes_all_standing.lp").read_text(encoding="utf-8")
UNCOUNTED = "".join(f"{rule}\n" for rule in LOSS.splitlines() if "stripped" not in rule)


def on_lower(change: str) -> str:
    """An edit on the one that lets equal numbers replace."""
    return f"title: An edit\non: lower.edit.yaml\n{change}"


def test_two_edits_change_different_modules_of_a_clause(tmp_path: Path) -> None:
    write(tmp_path, LOWER, {"larger_replaces.lp": EQUAL}, name="lower.edit.yaml")
    name = "loss_takes_all_standing"
    upper = on_lower(f'clauses: [{{replace: "518.3", only: [{name}], modules: [upper/{name}.lp]}}]\n')
    book = made(tmp_path, upper, {f"upper/{name}.lp": UNCOUNTED})
    assert {path.parent for path in book.clause("518.3").clause.modules} == {tmp_path, tmp_path / "upper"}
    assert is_performed(book)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            'clauses: [{replace: "518.3", only: [larger_replaces], modules: [mine.lp]}]\n',
            "3:21: both lower.edit.yaml and my.edit.yaml change larger_replaces of clause '518.3'",
        ),
        ('clauses: [{drop: "518.3"}]\n', "3:18: both lower.edit.yaml and my.edit.yaml change clause '518.3'"),
    ],
)
def test_two_edits_that_change_one_module_are_both_named(tmp_path: Path, change: str, said: str) -> None:
    write(tmp_path, LOWER, {"larger_replaces.lp": EQUAL}, name="lower.edit.yaml")
    found = problems(tmp_path, on_lower(change), {"mine.lp": RULE})
    assert [each.partition("; of edits")[0] for each in found] == [f"my.edit.yaml:{said}"]


def test_another_number_stands_beside_other_rules(tmp_path: Path) -> None:
    write(tmp_path, LOWER, {"larger_replaces.lp": EQUAL}, name="lower.edit.yaml")
    book = made(tmp_path, on_lower('clauses: [{renumber: "518.3", to: "519"}]\n'))
    assert is_performed(book)
    assert book.clause("519").inherited_from is None


def test_two_edits_change_different_options_of_a_reading_and_not_the_same(tmp_path: Path) -> None:
    both = "readings: {modifier-lapse: {options: {dormant: {gist: lower}}}}\n"
    write(tmp_path, both, name="lower.edit.yaml")
    book = made(tmp_path, on_lower(both.replace("dormant", "removed").replace("lower", "upper")))
    (choice,) = (choice for choice in book.choices if choice.reading.id == "modifier-lapse")
    assert [option.gist for option in choice.reading.options.values()] == ["upper", "lower"]
    (said,) = problems(tmp_path, on_lower(both.replace("lower", "upper")))
    assert said == (
        "my.edit.yaml:3:39: both lower.edit.yaml and my.edit.yaml change option 'dormant' of reading "
        "'modifier-lapse'; of edits that stand on one another only one may"
    )
