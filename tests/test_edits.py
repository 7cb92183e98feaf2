"""Edits: what each kind of change does to a rulebook, and to what comes of a scenario."""

from __future__ import annotations

from pathlib import Path

import pytest
from edit_files import HEAD, made, write

from pyrules.engine.evaluate import evaluate
from pyrules.engine.expectations import check_expectations
from pyrules.files.json_schema import json_schema
from pyrules.model.result import Attempt
from pyrules.rulebook import edit_schema
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER
from pyrules.scenario import load

ROOT = Path(__file__).parent.parent
EDITS = ROOT / "examples" / "edits"

EQUAL_REPLACES = """\
% A gain is performed when its number is no smaller.
performed(E,larger_replaces,T) :- open(E,T), effect(E,gain,C,F), attempted_number(E,X), compared(C,F,V,T-1), X >= V.
% A smaller one is not.
refused(E,larger_replaces,T) :- open(E,T), effect(E,gain,C,F), attempted_number(E,X), compared(C,F,V,T-1), X < V.
% The two numbers are weighed against each other.
weighed(E,X,V,T) :- open(E,T), effect(E,gain,C,F), attempted_number(E,X), compared(C,F,V,T-1).
"""
REPLACE = 'clauses: [{replace: "518.3", only: [larger_replaces], modules: [larger_replaces.lp]}]\n'

SAME_NUMBER = """\
title: The same number again
cards: {vail: {features: [Armour 2]}}
events: [{gain: {card: vail, feature: Armour 2}}]
"""


def attempt(text: str, book: Rulebook) -> Attempt:
    """The one attempt of the first event."""
    (outcome,) = evaluate(load.load_text(text, "s.yaml"), book).outcomes
    (found,) = outcome.states[1].attempts
    return found


def numbers(book: Rulebook) -> list[str]:
    return [entry.clause.number for entry in book]


# --- clauses --------------------------------------------------------------------------------------


def test_a_module_is_replaced_and_the_others_of_its_clause_stay(tmp_path: Path) -> None:
    book = made(tmp_path, REPLACE, {"larger_replaces.lp": EQUAL_REPLACES})
    clause = book.clause("518.3").clause
    assert {path.stem: path.parent for path in clause.modules} == {
        "loss_takes_all_standing": FOLDER / "clauses/named_features",
        "larger_replaces": tmp_path,
    }
    assert not attempt(SAME_NUMBER, load_rulebook("r4")).performed
    assert attempt(SAME_NUMBER, book).performed
    assert attempt(SAME_NUMBER, book).clause.number == "518.3"


def test_a_gist_and_words_of_ones_own(tmp_path: Path) -> None:
    manifest = (
        'clauses: [{replace: "518.3", only: [larger_replaces], modules: [larger_replaces.lp], gist: Equal ones too.}]\n'
        'wording: {larger_replaces: {performed: "{number} is {{no less}} than {compared}"}}\n'
    )
    book = made(tmp_path, manifest, {"larger_replaces.lp": EQUAL_REPLACES})
    assert book.cite("larger_replaces").gist == "Equal ones too."
    assert attempt(SAME_NUMBER, book).reason == "2 is {no less} than 2"


def test_rules_of_an_edit_speak_for_themselves_where_it_has_no_words_for_them(tmp_path: Path) -> None:
    book = made(tmp_path, REPLACE, {"larger_replaces.lp": EQUAL_REPLACES})
    assert attempt(SAME_NUMBER, book).reason == "A gain is performed when its number is no smaller"


def test_rules_without_a_sentence_speak_with_the_gist_of_their_clause(tmp_path: Path) -> None:
    silent = "".join(line for line in EQUAL_REPLACES.splitlines(True) if not line.startswith("%"))
    book = made(tmp_path, REPLACE, {"larger_replaces.lp": silent})
    assert attempt(SAME_NUMBER, book).reason == load_rulebook("r4").clause("518.3").clause.gist


def test_words_that_speak_of_what_the_rules_leave_out_give_way_to_the_gist(tmp_path: Path) -> None:
    silent = EQUAL_REPLACES.partition("% The two")[0]
    words = 'wording: {larger_replaces: {performed: "{number} is no less than {compared}"}}\n'
    book = made(tmp_path, REPLACE + words, {"larger_replaces.lp": silent})
    assert attempt(SAME_NUMBER, book).reason == load_rulebook("r4").clause("518.3").clause.gist


def test_without_a_clause_its_attempts_are_decided_by_none(tmp_path: Path) -> None:
    book = made(tmp_path, 'clauses: [{drop: "518.6"}]\n')
    assert ("518.6", None) not in [entry.key for entry in book]
    text = "title: No armour\ncards: {vail: {}}\nevents: [{modify: {card: vail, feature: Armour, by: 1}}]\n"
    assert attempt(text, load_rulebook("r4")).clause.number == "518.6"
    undecided = attempt(text, book)
    assert (undecided.performed, undecided.clause.number) == (False, "no clause")


def test_what_rested_on_a_module_rests_on_what_took_its_place(tmp_path: Path) -> None:
    manifest = 'clauses: [{replace: "518.6", modules: [modifier_needs_feature.lp]}]\n'
    same = (FOLDER / "clauses/named_features/modifier_needs_feature.lp").read_text(encoding="utf-8")
    book = made(tmp_path, manifest, {"modifier_needs_feature.lp": same})
    assert book.clause("518.6 example").clause.rests_on == (tmp_path / "modifier_needs_feature.lp",)
    assert made(tmp_path, 'clauses: [{drop: "518.6"}]\n').clause("518.6 example").clause.rests_on == ()


def test_a_clause_is_added_after_the_rulebooks_own(tmp_path: Path) -> None:
    """A card that has fully lost a feature cannot get it any more."""
    once = """\
% A feature that was lost explicitly stays lost.

% A feature that is stripped is barred.
barred(C,F,T) :- loss(C,F,stripped,T).
% It stays barred.
barred(C,F,T) :- step(T), barred(C,F,T-1).
% What is barred does not stand.
yields(instance(C,F,J),T) :- stood(instance(C,F,J),T), barred(C,F,T).
"""
    book = made(tmp_path, 'clauses: [{add: "518.8", gist: Lost is lost., modules: [barred.lp]}]\n', {"barred.lp": once})
    own = [entry.clause.number for entry in book if entry.inherited_from is None]
    assert own[-1] == "518.8"
    file = load.load_text(
        "title: t\ncards: {vail: {features: [Armour 2]}}\n"
        "events: [{lose: {card: vail, feature: Armour}}, {gain: {card: vail, feature: Armour 3}}]\n"
        "expect: [{after: end, vail: {Armour: absent}}]\n",
        "s.yaml",
    )
    assert [each.holds for each in check_expectations(file.expect, evaluate(file, book))] == [True]
    assert [each.holds for each in check_expectations(file.expect, evaluate(file, load_rulebook("r4")))] == [False]


def test_another_number_is_another_citation_and_nothing_else(tmp_path: Path) -> None:
    book = made(tmp_path, 'clauses: [{renumber: "518.3", to: "519"}, {renumber: "518.7.1", to: "520"}]\n')
    before, after = attempt(SAME_NUMBER, load_rulebook("r4")), attempt(SAME_NUMBER, book)
    assert (before.clause.number, after.clause.number) == ("518.3", "519")
    assert (before.performed, before.reason) == (after.performed, after.reason)
    (choice,) = (choice for choice in book.choices if choice.reading.id == "unconditional-origin")
    assert choice.citation.number == "520"
    assert book.modules == load_rulebook("r4").modules


def test_of_two_clauses_with_one_number_the_inherited_one_is_named(tmp_path: Path) -> None:
    """In r4, 518.1 is about named features, and about dice where it is inherited from r1."""
    book = made(tmp_path, 'clauses: [{renumber: "518.1", inherited_from: r1, to: "618.1"}]\n')
    assert book.clause("518.1").inherited_from is None
    assert book.clause("618.1").inherited_from == "r1"


def test_a_built_in_module_of_another_revision(tmp_path: Path) -> None:
    """What is replaced is gone for good in r2 and r3; in r4 the printed one would return."""
    manifest = (
        "clauses:\n  - drop: D-3\n"
        '  - drop: "518.3 ●2"\n'
        '  - {replace: "518.3 ●1", modules: [clauses/named_features/replaced_is_gone.lp]}\n'
    )
    file = load.load_text(
        "title: t\ncards: {vail: {features: [Armour 1]}}\nconditions: [fog]\n"
        "events: [{gain: {card: vail, feature: Armour 2, while: fog}}, {stop: fog}]\n"
        "expect: [{after: end, vail: {Armour: absent}}]\n",
        "s.yaml",
    )
    book = made(tmp_path, manifest)
    assert [each.holds for each in check_expectations(file.expect, evaluate(file, book))] == [True]
    assert [each.holds for each in check_expectations(file.expect, evaluate(file, load_rulebook("r4")))] == [False]


# --- readings -------------------------------------------------------------------------------------


def test_a_reading_gets_another_default_and_can_still_be_set(tmp_path: Path) -> None:
    path = write(tmp_path, "readings: {modifier-lapse: dormant}\n")
    assert load_rulebook(path).readings["modifier-lapse"] == "dormant"
    assert load_rulebook(path, {"modifier-lapse": "removed"}).readings["modifier-lapse"] == "removed"
    assert load_rulebook("r4").readings["modifier-lapse"] == "removed"


# --- the whole ------------------------------------------------------------------------------------


def test_an_edit_on_an_edit(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    write(tmp_path / "below", 'clauses: [{renumber: "518.3", to: "519"}]\n', name="lower.edit.yaml")
    book = made(tmp_path, 'title: An edit\non: below/lower.edit.yaml\nclauses: [{drop: "518.6"}]\n')
    assert [edit.on for edit in book.edits] == ["r4", str(tmp_path / "below/lower.edit.yaml")]
    assert {"519"} <= set(numbers(book))
    assert not {"518.3", "518.6"} & {entry.clause.number for entry in book if not entry.inherited_from}


def test_a_rulebook_made_by_an_edit_has_a_name_a_title_and_a_hash_of_its_own(tmp_path: Path) -> None:
    path = write(tmp_path, REPLACE, {"larger_replaces.lp": EQUAL_REPLACES})
    book = load_rulebook(path)
    assert (book.name, book.title, book.foreign, load_rulebook("r4").foreign) == (path, "An edit", True, False)
    assert book.hash != load_rulebook("r4").hash
    (tmp_path / "larger_replaces.lp").write_text(EQUAL_REPLACES.replace("smaller", "less"), encoding="utf-8")
    assert load_rulebook(path).hash != book.hash


def test_a_module_that_was_changed_is_solved_as_it_is_now(tmp_path: Path) -> None:
    path = write(tmp_path, REPLACE, {"larger_replaces.lp": EQUAL_REPLACES})
    assert attempt(SAME_NUMBER, load_rulebook(path)).performed
    strict = EQUAL_REPLACES.replace("X >= V", "X > V").replace("X < V", "X <= V")
    (tmp_path / "larger_replaces.lp").write_text(strict, encoding="utf-8")
    assert not attempt(SAME_NUMBER, load_rulebook(path)).performed


def test_a_choice_makes_a_scenario_undetermined_and_a_broken_constraint_a_paradox(tmp_path: Path) -> None:
    """The printed feature may vanish at the start, or must."""
    vanishes = "% It may yield.\n{ yields(instance(C,F,J),T) } :- stood(instance(C,F,J),T), step(T).\n"
    book = made(tmp_path, 'clauses: [{add: "1", gist: g, modules: [may.lp]}]\n', {"may.lp": vanishes})
    file = load.load_text("title: t\ncards: {vail: {}}\nevents: [{gain: {card: vail, feature: Armour 2}}]\n", "s")
    evaluation = evaluate(file, book)
    assert (evaluation.verdict, len(evaluation.outcomes)) == ("undetermined", 2)
    never = "% No card has anything.\n:- has(C,F,T).\n"
    book = made(tmp_path, 'clauses: [{add: "1", gist: g, modules: [never.lp]}]\n', {"never.lp": never})
    assert evaluate(file, book).verdict == "paradox"


def test_steps_written_out_make_no_difference_to_predicates_without_a_step(tmp_path: Path) -> None:
    """A roll is solved with its steps written out; `level(0)` speaks of no step all the same."""
    levels = "% Levels.\nlevel(0).\nlevel(X+1) :- level(X), X < 3.\n% Rolls come to 6 less the number of levels.\n"
    levels += "roll_result(I,6-N,T) :- happens(I,T), roll(I,C,X), N = #count { L : level(L) }.\n"
    book = made(tmp_path, 'clauses: [{add: "1", gist: g, modules: [levels.lp]}]\n', {"levels.lp": levels})
    file = load.load_text("title: t\ncards: {vail: {player: a}}\nevents: [{roll: {by: vail, natural: 5}}]\n", "s")
    (outcome,) = evaluate(file, book).outcomes
    assert outcome.states[1].roll is not None
    assert outcome.states[1].roll.results == (2, 5)


# --- examples and schema --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edit", "file", "after", "values"),
    [
        ("replaced-returns/returns", "replaced-returns/twice-replaced", 3, {"r4": 1, "edit": 2}),
        ("compare-with-base/compare-with-base", "compare-with-base/lowered-for-a-while", 2, {"r4": 2, "edit": 3}),
        ("reworded/reworded", "reworded/modified-and-replaced", 5, {"r4": 5, "edit": 5}),
    ],
)
def test_the_examples_do_what_they_say(edit: str, file: str, after: int, values: dict[str, int]) -> None:
    loaded = load.load_scenario(EDITS / f"{file}.scenario.yaml")
    books = {"r4": load_rulebook("r4"), "edit": load_rulebook(str(EDITS / f"{edit}.edit.yaml"))}
    for name, book in books.items():
        (outcome,) = evaluate(loaded, book).outcomes
        (feature,) = outcome.states[after].features["vail"].values()
        assert feature.value == values[name], name


@pytest.mark.parametrize(
    ("event", "left"),
    [
        ("{stop: fog}", 3),  # the one that was replaced last is back
        ("{stop: hill}", 4),  # nothing happens to the one that stands
        ("{lose: {card: vail, feature: Armour}}", None),  # an explicit loss takes all of them
        ("{depart: vail}", None),
    ],
)
def test_the_edit_that_lets_acquired_ones_return(event: str, left: int | None) -> None:
    text = (
        "title: t\ncards: {vail: {features: [Armour 1]}}\nconditions: [hill, fog, night]\nevents:\n"
        "  - gain: {card: vail, feature: Armour 2, while: hill}\n"
        "  - gain: {card: vail, feature: Armour 3, while: night}\n"
        "  - gain: {card: vail, feature: Armour 4, while: fog}\n"
        f"  - {event}\n"
    )
    book = load_rulebook(str(EDITS / "replaced-returns/returns.edit.yaml"))
    (outcome,) = evaluate(load.load_text(text, "s"), book).outcomes
    features = outcome.states[4].features.get("vail", {})
    assert (features["Armour"].value if features else None) == left


def test_the_published_schema_is_current() -> None:
    published = (ROOT / "docs/edit.schema.json").read_text(encoding="utf-8")
    assert published == json_schema(edit_schema.EditFile)


def test_the_file_shown_in_the_documents_has_the_right_shape() -> None:
    from pyrules.files.shape import read_as
    from pyrules.files.yaml import read_yaml

    text = (ROOT / "docs/edits.md").read_text(encoding="utf-8").partition("```yaml\n")[2].partition("```")[0]
    source, findings = read_yaml(text, "edits.md")
    assert (findings, read_as(edit_schema.EditFile, source.data)[1]) == ([], [])
    assert HEAD.startswith("title")
