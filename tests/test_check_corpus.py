"""Scenario files against the rules: clauses that they reach, mutations that they notice, and what would notice more."""

from __future__ import annotations

from pathlib import Path

import edit_files
import pytest

from pyrules.analysis.check import Finding, Looking, check
from pyrules.analysis.check.mutations import KINDS, OF_SURVIVORS
from pyrules.analysis.check.selection import Selection
from pyrules.analysis.compare.differences import Difference
from pyrules.analysis.mutation import Mutation, mutated, mutations
from pyrules.analysis.mutation.corpus import ScenarioCheck
from pyrules.analysis.search.witness_as_scenario import expectations
from pyrules.cli import run
from pyrules.engine.evaluate import evaluate
from pyrules.engine.expectations import check_expectations as expected
from pyrules.model.scenario import Expectation, Gain, Start, Stop
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER
from pyrules.scenario.load import load_scenario, load_text

ONE_GAIN = """\
title: A card without the feature gets it
cards:
  guard: {}
events:
  - gain: {card: guard, feature: Armour 2}
expect:
  - {after: 1, guard: {Armour: 2}}
"""
REACHING = ("unreached-clause", "unfelt-clause", "reach")
SIGNED = FOLDER / "readings" / "strongest" / "signed.lp"
SET_LAST = FOLDER / "clauses" / "dice" / "set_comes_last.lp"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder with the scenario file of a single gain."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "gain.scenario.yaml").write_text(ONE_GAIN, encoding="utf-8")
    return folder


def found(name: str, corpus: Path, *selected: str, told: list[str] | None = None) -> dict[str, Finding]:
    """The findings on a rulebook with these ids or of these kinds, by their ids; `told` takes what is looked at."""
    scenarios = tuple(map(load_scenario, sorted(corpus.glob("*.scenario.yaml"))))

    def tell(what: object) -> None:
        if told is not None and isinstance(what, Looking):
            told.append(what.what)

    some = check(load_rulebook(name), selection=Selection(frozenset(selected)), scenarios=scenarios, told=tell)
    return {finding.id: finding for finding in some}


def deleted(module: Path, line: int) -> Mutation:
    """The mutation that deletes the rule of a module at this line."""
    (mutation,) = (each for each in mutations(module) if each.line == line and each.kind == "rule deleted")
    return mutation


# --- reach ------------------------------------------------------------------------------------------


def test_a_gain_reaches_neither_dice_nor_attacks(corpus: Path) -> None:
    some = found("r1", corpus, *REACHING)
    unreached = {finding.clauses[0].number for finding in some.values() if finding.kind.id == "unreached-clause"}
    assert {"516.1", "516.2", "518.1", "518.2", "518.3", "518.4"} <= unreached
    assert "517.2" not in unreached
    assert some["unreached-clause:518.4"].is_defect
    assert some["unreached-clause:518.4"].place is not None
    assert "apply in 1 of 1 scenario files, and the answer rests on them in 1" in some["reach:517.2"].sentence


def test_clauses_without_rules_are_not_asked_for(corpus: Path) -> None:
    definitions = {entry.clause.number for entry in load_rulebook("r1") if entry.clause.not_modelled}
    assert definitions
    assert not {f"unreached-clause:{number}" for number in definitions} & found("r1", corpus, *REACHING).keys()


def test_it_is_summed_up(corpus: Path) -> None:
    unreached = found("r1", corpus, "unreached-clause", "unfelt-clause")
    modelled = sum(not entry.clause.not_modelled for entry in load_rulebook("r1"))
    (summed,) = found("r1", corpus, "reach:r1").values()
    decided = modelled - len(unreached)
    assert summed.sentence == f"{decided} of {modelled} modelled clauses decide something in a scenario file."


def test_a_clause_that_applies_and_decides_nothing_is_not_felt(corpus: Path, tmp_path: Path) -> None:
    manifest = (
        "clauses:\n"
        '  - {add: "518.8", gist: It leads to nothing., modules: [leads_nowhere.lp]}\n'
        '  - {add: "518.9", gist: It never applies., modules: [never_applies.lp]}\n'
    )
    modules: dict[str, str | bytes] = {
        "leads_nowhere.lp": "% Something happens.\nsomething(T) :- happens(I,T).\n",
        "never_applies.lp": "% A card that departs does so twice.\ntwice(T) :- happens(I,T), happens(J,T), I < J.\n",
    }
    edited = edit_files.write(tmp_path, manifest, modules)
    some = found(edited, corpus, *REACHING)
    assert "apply in 1 of 1 scenario files, and no answer rests on them" in some["unfelt-clause:518.8"].sentence
    assert "unreached-clause:518.9" in some


# --- mutations --------------------------------------------------------------------------------------


def test_the_score_of_a_clause(corpus: Path) -> None:
    """Without what makes a gained instance count, there is no armour: the deletion of that rule is noticed."""
    told: list[str] = []
    (score,) = found("r1", corpus, "mutation-score:517.2", told=told).values()
    noticed, tried = (int(word) for word in score.sentence.split() if word.isdigit())
    assert 0 < noticed < tried
    assert told[-1] == f"mutation {tried} of {tried}"
    assert not score.is_defect


def test_rules_are_changed_only_when_it_is_asked_for(corpus: Path) -> None:
    told: list[str] = []
    found("r1", corpus, *REACHING, told=told)
    assert not [stage for stage in told if "mutation" in stage]


@pytest.mark.parametrize(
    ("module", "line", "clause", "what"),
    [
        pytest.param(SET_LAST, 6, "518.3 e", "roll", marks=pytest.mark.slow),
        pytest.param(SIGNED, 4, "517.2", "cards", marks=pytest.mark.slow),
        pytest.param(SIGNED, 13, "517.2", "attack", marks=pytest.mark.slow),
    ],
)
def test_what_would_notice_holds_and_fails_without_the_rule(
    corpus: Path, tmp_path: Path, module: Path, line: int, clause: str, what: str
) -> None:
    id = f"unnoticed-mutation:{module.stem}:{line}:1"
    folder = tmp_path / "to-add"
    call = ["check", "r1", "--select", id, "--corpus", str(corpus), "--output", str(folder)]
    assert run(call) == 1
    (file,) = folder.iterdir()
    scenario = load_scenario(file)
    assert scenario.rulebooks == ("r1",)
    assert getattr(scenario.expect[0], what)
    right = expected(scenario.expect, evaluate(scenario, load_rulebook("r1")))
    assert all(each.holds for each in right)
    with mutated(load_rulebook("r1"), deleted(module, line)) as wrong:
        assert ScenarioCheck(scenario, tuple(True for _ in right)).notices(wrong)
    (score,) = found("r1", folder, f"mutation-score:{clause}").values()  # now that it is among the scenario files
    assert not score.sentence.startswith("0 of")


@pytest.mark.slow
def test_what_no_scenario_notices_is_a_note() -> None:
    """A new acquired instance takes the place of the old one by itself."""
    files = Path(__file__).parent.parent / "examples" / "rulings" / "gaining"
    ids = [f"{kind.id}:acquired_is_removed:{line}:1" for kind in OF_SURVIVORS for line in range(1, 12)]
    some = found("r4", files, *ids)
    assert some
    assert not [finding for finding in some.values() if finding.is_defect]


def test_the_rules_of_an_edit_are_changed_too(corpus: Path, tmp_path: Path) -> None:
    """Two mutations of a rule with one condition: it is deleted, or denied; neither changes what the gain leads to."""
    manifest = "clauses:\n  - {add: '518.8', gist: It leads to nothing., modules: [leads_nowhere.lp]}\n"
    module = "% An event happens.\nsomething(I,T) :- happens(I,T).\n"
    edited = edit_files.write(tmp_path, manifest, {"leads_nowhere.lp": module})
    score = found(edited, corpus, "mutation-score:518.8")["mutation-score:518.8"]
    assert score.sentence.startswith(f"0 of {len(mutations(tmp_path / 'leads_nowhere.lp'))} mutations")


@pytest.mark.slow
def test_a_search_finds_what_would_notice_where_chance_does_not(corpus: Path) -> None:
    """Under this edit what was replaced sleeps beneath its replacement; without this rule it is gone."""
    edited = str(Path(__file__).parent.parent / "examples" / "edits" / "replaced-returns" / "returns.edit.yaml")
    id = "unnoticed-mutation:acquired_returns:7:1"
    witness = found(edited, corpus, id)[id].witness
    assert witness is not None
    first, second, third = (event.happening for event in witness.events)
    assert isinstance(first, Gain)
    assert isinstance(second, Gain)
    assert isinstance(third, Start | Stop)
    assert witness.expect == (Expectation(after=3, cards={"Vail": {"Armour": 1}}),)
    assert witness.rulebooks == (edited,)


# --- the call ---------------------------------------------------------------------------------------


def test_kinds_about_scenario_files_want_some(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "r1", "--select", "mutation-score"]) == 2
    assert "--corpus is missing" in capsys.readouterr().err


def test_names_that_are_probably_not_meant_can_be_refused(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    doubtful = ONE_GAIN.replace("expect:", "  - gain: {card: guard, feature: armour 2}\nexpect:")
    (corpus / "gain.scenario.yaml").write_text(doubtful, encoding="utf-8")
    call = ["check", "r1", "--select", "reach", "--corpus", str(corpus)]
    assert run(call) == 0
    assert "gain.scenario.yaml:6:34: warning: " in capsys.readouterr().err
    assert run([*call, "--strict"]) == 2
    assert "gain.scenario.yaml:6:34: " in capsys.readouterr().err


def test_scenario_files_about_another_rulebook(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (corpus / "gain.scenario.yaml").write_text(f"{ONE_GAIN}rulebooks: [r2, r3]\n", encoding="utf-8")
    assert run(["check", "r1", "--select", "reach", "--corpus", str(corpus)]) == 2
    assert "no scenario file is about r1; those given are about r2, r3" in capsys.readouterr().err


def test_edits_among_the_files_are_passed_over_and_exit_codes(corpus: Path, tmp_path: Path) -> None:
    edit_files.write(corpus, "clauses: []\n")
    call = ["check", "r1", "--corpus", str(corpus)]
    assert run([*call, "--select", "reach"]) == 0
    assert run([*call, "--select", "unreached-clause"]) == 1
    assert run([*call, "--select", "mutation-score:517.2"]) == 0


def test_a_folder_with_something_in_it_is_left_alone(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "r1", "--select", "torn-off", "--output", str(corpus)]) == 2
    assert "expected a new or empty folder" in capsys.readouterr().err
    assert [file.name for file in corpus.iterdir()] == ["gain.scenario.yaml"]


def test_every_kind_of_the_mutations_can_be_selected() -> None:
    assert [kind.id for kind in KINDS] == ["unnoticed-mutation", "unmissed-mutation", "mutation-score"]


def test_a_test_of_a_roll_that_is_left_open_says_that_nothing_can_be_forced() -> None:
    """Whether 5 or 2 is set last the text does not say."""
    answer = evaluate(
        load_text(
            "title: Two settings\ncards: {archer: {player: white}}\nevents:\n  - roll:\n      by: archer\n"
            "      natural: 3\n      steps: [{modifier: {from: archer, set: 5}}, {modifier: {from: archer, set: 2}}]\n",
            "two.yaml",
        ),
        load_rulebook("r1"),
    )
    (stated,) = expectations(answer, [Difference(1, "roll", None, None, "open", "not")])
    assert stated.roll == {
        "results": (2, 5), "high": "none", "low": "none", "determined": False, "legal": True, "refused": (),
    }  # fmt: skip
    assert all(each.holds for each in expected([stated], answer))
