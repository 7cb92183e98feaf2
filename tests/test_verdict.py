"""What is told of an edit before anybody decides on it. Answers are worked out from the texts by hand."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from edit_files import made, write

from pyrules.analysis.compare.comparison import compare
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.property import judge
from pyrules.analysis.verdict.edit_verdict import EditVerdict, JudgedProperty, OptionOn, ReadingRole
from pyrules.analysis.verdict.gather import verdict_on
from pyrules.analysis.verdict.on_corpus import Corpus
from pyrules.analysis.verdict.on_readings import joined, roles
from pyrules.model.scenario import Scenario
from pyrules.report.edit_changes import changes
from pyrules.report.verdict import page
from pyrules.report.verdict.words import glance
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.load import load_scenario, load_text

ROOT = Path(__file__).parent.parent
EDITS = ROOT / "examples" / "edits"
WITH_BASE = EDITS / "compare-with-base" / "compare-with-base.edit.yaml"
EQUAL = """\
clauses:
  - replace: "518.3"
    only: [larger_replaces]
    modules: [larger_replaces.lp]
    gist: Features of one name replace one another, an equal one included.
"""
LOWERED = """\
title: Armour 3, lowered to 1, meets Armour 2
cards: {vail: {features: [Armour 3, {modifier: Armour, by: -2}]}}
events: [{gain: {card: vail, feature: Armour 2}}]
expect:
  - {after: 0, vail: {Armour: 1}}
  - {after: 1, vail: {Armour: 0}}
  - {after: 1, vail: {Armour: 1}, in: [r1]}
"""
DORMANT = """\
title: A modifier lapses and its condition returns
cards: {vail: {features: [Armour 3]}}
conditions: [one, two]
events:
  - modify: {card: vail, feature: Armour, by: +2, while: one}
  - modify: {card: vail, feature: Armour, by: -1, while: two}
  - gain: {card: vail, feature: Armour 4}
  - gain: {card: vail, feature: Armour 5}
  - stop: one
  - start: one
"""


def looked(base: Rulebook, book: Rulebook, *texts: str) -> Corpus:
    corpus = Corpus(base, book, [load_text(text, f"{number}.yaml") for number, text in enumerate(texts)])
    assert corpus.look(Clock(60.0), 60.0, lambda _: None)
    return corpus


def disagreements(text: str, base: Rulebook, book: Rulebook) -> list[Disagreement]:
    return list(compare([load_text(text, "a.yaml")], base, book).disagreements)


# --- what it changes ------------------------------------------------------------------------------


def test_a_clause_is_told_before_and_after(tmp_path: Path) -> None:
    """Only the comparison differs; the rest of the module stays."""
    before = (ROOT / "rules_lp/clauses/named_features/larger_replaces.lp").read_text(encoding="utf-8")
    book = made(tmp_path, EQUAL, {"larger_replaces.lp": before.replace("X > V", "X >= V")})
    (change,) = changes(book.edits[0])
    assert change.says == "518.3 is changed"
    assert change.words_after == "Features of one name replace one another, an equal one included."
    assert change.words_before != change.words_after
    (module,) = change.modules
    assert module.before == "clauses/named_features/larger_replaces.lp"
    assert [line.sign for line in module.lines if line.sign != " "] == ["-", "+"]
    (came,) = (line.text for line in module.lines if line.sign == "+")
    assert came.endswith("X >= V.")


def test_a_clause_that_keeps_its_words_says_so() -> None:
    (change,) = changes(load_rulebook(str(WITH_BASE)).edits[0])
    assert not change.reworded
    assert [(module.before, module.after and Path(module.after).name) for module in change.modules] == [
        ("clauses/named_features/compared_with_value.lp", None),
        (None, "compared_with_base.lp"),
    ]
    assert {line.sign for line in change.modules[0].lines} == {"-"}


def test_a_dropped_clause_has_no_words_after(tmp_path: Path) -> None:
    (change,) = changes(made(tmp_path, 'clauses: [{drop: "518.6"}]\n').edits[0])
    assert (change.says, change.words_after) == ("518.6 is dropped", None)
    assert change.words_before


def test_another_default_of_a_reading_is_a_change(tmp_path: Path) -> None:
    (change,) = changes(made(tmp_path, "readings: {modifier-lapse: dormant}\n").edits[0])
    assert change.says == "reading modifier-lapse: dormant instead of removed"
    assert change.reworded


def test_what_is_shaken_is_what_rests_on_the_changed_module() -> None:
    """518.7.2 ●2 says what a gain is compared with, in the module of 518.7.2 that the edit replaces."""
    verdict = EditVerdict(load_rulebook("r4"), load_rulebook(str(WITH_BASE)))
    assert [entry.clause.number for entry in verdict.shaken] == ["518.7.2 ●2"]


# --- scenario files -------------------------------------------------------------------------------


def test_expectations_that_no_longer_hold_are_told() -> None:
    """r4 compares 2 with 1 and replaces, 2-2 is 0; the edit compares with 3 and refuses. What r1 says is r1's."""
    found = looked(load_rulebook("r4"), load_rulebook(str(WITH_BASE)), LOWERED).come_to()
    assert [(each.check.subject, each.check.got) for each in found.broken] == [("after 1, Armour of vail", "1")]
    assert (found.mended, found.checks, found.looked_at) == ((), 2, 1)
    (disagreement,) = found.comparison.disagreements
    assert [str(each) for each in disagreement.differences] == ["after 1: value of vail Armour: 0 / 1"]


def test_expectations_that_hold_only_now_are_told() -> None:
    wanted = LOWERED.replace("after: 1, vail: {Armour: 0}", "after: 1, vail: {Armour: 1}")
    found = looked(load_rulebook("r4"), load_rulebook(str(WITH_BASE)), wanted).come_to()
    assert [each.check.subject for each in found.mended] == ["after 1, Armour of vail"]
    assert found.broken == ()


def test_a_file_about_other_rulebooks_is_compared_and_expects_nothing() -> None:
    about = LOWERED.replace("cards:", "rulebooks: [r4]\ncards:")
    found = looked(load_rulebook("r4"), load_rulebook(str(WITH_BASE)), about).come_to()
    assert (found.checks, len(list(found.comparison.disagreements))) == (0, 1)


def test_a_scenario_to_which_the_edit_has_no_usable_answer_is_told(tmp_path: Path) -> None:
    """Two values of one feature are no state of a game."""
    module = "% It has a second value.\nvalue(C,F,99,T) :- has(C,F,T).\n"
    book = made(tmp_path, 'clauses: [{add: "518.9", gist: Two values., modules: [second.lp]}]\n', {"second.lp": module})
    found = looked(load_rulebook("r4"), book, LOWERED).come_to()
    assert len(found.unanswered) == 1
    assert found.looked_at == 1


# --- readings -------------------------------------------------------------------------------------


def test_an_edit_that_chooses_an_option_settles_nothing_more_than_that(tmp_path: Path) -> None:
    """4 where a lapsed modifier is removed, 6 where it sleeps and returns; either rulebook rests on the reading."""
    base, book = load_rulebook("r4"), made(tmp_path, "readings: {modifier-lapse: dormant}\n")
    shown = disagreements(DORMANT, base, book)
    assert [str(each) for each in shown[0].differences] == ["after 6: value of vail Armour: 4 / 6"]
    by_reading = {each.reading: each for each in joined(roles(shown, Clock(60.0), lambda _: None))}
    title = "A modifier lapses and its condition returns"
    both = (OptionOn("dormant", title), OptionOn("removed", title))
    assert by_reading["modifier-lapse"] == ReadingRole("modifier-lapse", agree=both, same=both[:1])


# --- the whole ------------------------------------------------------------------------------------


def test_only_an_edit_has_a_verdict(pyrules: Any) -> None:
    ran = pyrules("verdict", "r4")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "expected the path of an edit, got r4, which stands on nothing\n"


def test_what_is_known_when_the_time_is_up_is_told_as_cut_off(pyrules: Any, tmp_path: Path) -> None:
    """In a second the clause is told, and not much is searched."""
    path = write(tmp_path, 'clauses: [{drop: "518.6", only: [modifier_needs_feature]}]\n')
    (tmp_path / "броня.scenario.yaml").write_text(LOWERED, encoding="utf-8")  # beside an edit: looked at
    ran = pyrules("verdict", path, "--time-limit", "1", "--json", "--html", "page.html")
    whole = json.loads(ran.out)
    assert ran.code == {"changes": 1, "undetermined": 3}[whole["verdict"]]
    assert whole["unfinished"]
    assert whole["corpus"] is None or whole["corpus"]["given"] == 1
    assert [change["says"] for change in whole["changes"]] == ["518.6 is changed"]
    assert "Cut off" in Path("page.html").read_text(encoding="utf-8")


def test_the_page_stands_for_itself_and_obeys_no_name(tmp_path: Path) -> None:
    title = "<script>alert(1)</script>"
    text = "title: A gain is compared with the base number\non: r4\nclauses: [{replace: '518.7.2', "
    modules: dict[str, str | bytes] = {
        "compared_with_base.lp": (WITH_BASE.parent / "compared_with_base.lp").read_text(encoding="utf-8")
    }
    book = made(
        tmp_path, f"{text}only: [compared_with_value], modules: [compared_with_base.lp], gist: '{title}'}}]\n", modules
    )
    base = load_rulebook("r4")
    corpus = looked(base, book, LOWERED.replace("vail", f'"{title}"')).come_to()
    shown = page.page(EditVerdict(base, book, corpus=corpus))
    assert "<script" not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt; has Armour 0." in shown
    assert re.search(r"\b(src|href)=|https?:|@import|url\(", shown) is None
    assert "It makes a difference." in shown


def scenarios(folder: Path) -> list[Scenario]:
    return [load_scenario(file) for file in sorted(folder.glob("*.scenario.yaml"))]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "conclusion"),
    [("compare-with-base/compare-with-base", "changes"), ("replaced-returns/returns", "changes")],
)
def test_the_edits_of_the_examples_have_a_verdict(name: str, conclusion: str) -> None:
    book = load_rulebook(str(EDITS / f"{name}.edit.yaml"))
    verdict = verdict_on(load_rulebook("r4"), book, scenarios(EDITS / Path(name).parent), 240.0)
    assert verdict.conclusion == conclusion
    assert verdict.witnesses
    assert verdict.corpus is not None
    assert verdict.corpus.looked_at == len(scenarios(EDITS / Path(name).parent))
    assert verdict.defects is not None


def test_what_is_known_on_ctrl_c_is_told(tmp_path: Path) -> None:
    """The search tells at once what it is at; then it is stopped, and nothing more is begun."""
    path = write(tmp_path, 'clauses: [{drop: "518.6", only: [modifier_needs_feature]}]\n')
    told: list[str] = []

    def stop(what: str) -> None:
        told.append(what)
        if len(told) == 1:
            os.kill(os.getpid(), signal.SIGINT)

    verdict = verdict_on(load_rulebook("r4"), load_rulebook(path), (), 60.0, stop)
    assert {each.why for each in verdict.unfinished} == {"stopped"}
    assert {"corpus", "defects", "kinds", "readings"} <= {each.part for each in verdict.unfinished}
    assert [change.says for change in changes(verdict.edit)] == ["518.6 is changed"]
    assert verdict.seconds < 60.0


@pytest.mark.slow
def test_what_was_found_of_the_edit_is_kept_when_the_check_of_its_base_is_stopped(tmp_path: Path) -> None:
    """Nothing decides what becomes of a modifier without its feature: that is a defect, whatever the base has."""
    path = write(tmp_path, 'clauses: [{drop: "518.6", only: [modifier_needs_feature]}]\n')

    def stop(what: str) -> None:
        if what.startswith("check of its base"):
            os.kill(os.getpid(), signal.SIGINT)

    defects = verdict_on(load_rulebook("r4"), load_rulebook(path), (), 90.0, stop).defects
    assert defects is not None
    assert (defects.compared, defects.gone) == (False, ())
    assert "contradiction" in {each.kind.id for each in defects.new}


def test_a_property_of_a_designer_is_judged_of_both_sides(tmp_path: Path) -> None:
    """Gains that are refused in r4 are all performed where nothing is compared: a smaller one replaces a larger."""
    rule = "% A gain never replaces a larger one.\nviolated(C,F,T) :- performed(E,larger_replaces,T), "
    rule += "effect(E,gain,C,F), attempted_number(E,X), compared(C,F,V,T-1), X <= V.\n"
    stated = tmp_path / "larger.lp"
    stated.write_text(rule, encoding="utf-8")
    before = (ROOT / "rules_lp/clauses/named_features/larger_replaces.lp").read_text(encoding="utf-8")
    book = made(tmp_path, EQUAL, {"larger_replaces.lp": before.replace("X > V", "X >= V").replace("X <= V", "X < V")})
    bound = Bound(events=1, max_value=1, printed=1)
    sides = (judge(side, stated, bound, 60.0) for side in (load_rulebook("r4"), book))
    judged = JudgedProperty(*sides)
    assert judged.became == "broken"
    assert judged.witness is not None
    verdict = EditVerdict(load_rulebook("r4"), book, properties=(judged,))
    assert verdict.conclusion == "changes"
    assert 'my breaks "A gain never replaces a larger one", which r4 keeps.' in list(glance(verdict))
