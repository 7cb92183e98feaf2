"""What a check finds in the four revisions and in edits. Expected findings are those that the texts show by reading."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from edit_files import made

from pyrules.analysis.check import Finding, Untouched, check
from pyrules.analysis.check.expected import PROPERTIES
from pyrules.analysis.check.reach import applying
from pyrules.analysis.check.selection import Selection
from pyrules.analysis.check.touched import by_edit
from pyrules.analysis.check.witness_search import OBSERVE, WitnessResult
from pyrules.analysis.compare.differences import differences
from pyrules.analysis.search.property import violated_after
from pyrules.engine.evaluate import evaluate
from pyrules.model.result import State
from pyrules.model.scenario import Gain, Modify, Roll, RollModifier, Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.dump import dump
from pyrules.scenario.load import load_scenario

TEXT = {
    "doubled-number",
    "stale-reference",
    "ambiguous-reference",
    "outside-reference",
    "undefined-term",
    "late-definition",
    "torn-off",
    "not-modelled",
    "inherited",
    "shared-number",
    "unnumbered",
}


@cache
def found(name: str, *selected: str) -> dict[str, Finding]:
    """The findings on a rulebook, of some kinds or with some ids, by their ids."""
    return {finding.id: finding for finding in check(load_rulebook(name), selection=Selection(frozenset(selected)))}


def text(name: str) -> dict[str, Finding]:
    return found(name, *sorted(TEXT))


def line(finding: Finding) -> str:
    """The line of the manifest that the finding points at."""
    assert finding.place is not None
    return finding.place.file.read_text(encoding="utf-8").splitlines()[finding.place.line - 1].strip()


# --- the text against itself ----------------------------------------------------------------------


def test_numbers_printed_double_are_found_where_they_stand() -> None:
    doubled = [finding for finding in text("r4").values() if finding.kind.id == "doubled-number"]
    assert [line(finding) for finding in doubled] == ['printed: "516.1. 515.1."', 'printed: "516.2. 515.2."']


def test_the_stale_reference_is_found_with_what_it_means() -> None:
    stale = text("r4")["stale-reference:518.7.2 ●2 to 517.3"]
    assert [clause.number for clause in stale.clauses] == ["518.7.2 ●2", "518.3"]
    assert line(stale) == 'cites: ["517.3"]'
    assert stale.is_defect


def test_the_clause_that_is_torn_off_is_the_last_that_the_text_holds() -> None:
    torn = [finding for finding in text("r4").values() if finding.kind.id == "torn-off"]
    assert [finding.clauses[0].number for finding in torn] == ["518.7.2 ●4 ○1"]


def test_a_section_that_is_among_no_text_is_a_note() -> None:
    assert not text("r4")["outside-reference:516.2 to 513"].is_defect


def test_dice_refer_to_numbers_that_the_fourth_revision_gives_to_other_clauses() -> None:
    ambiguous = {id for id in text("r4") if id.startswith("ambiguous-reference")}
    assert ambiguous == {"ambiguous-reference:518.2@r1 to 518.3", "ambiguous-reference:518.3 d@r1 to 518.4"}


@pytest.mark.parametrize("name", ["r1", "r2", "r3"])
def test_the_other_texts_have_no_defect_of_wording(name: str) -> None:
    assert not [finding.id for finding in text(name).values() if finding.is_defect]


def test_paragraphs_without_a_number() -> None:
    unnumbered = {id.partition(":")[2] for id in text("r2") if id.startswith("unnumbered")}
    assert {"attack.1", "modifiers.1", "modifiers.2", "modifiers.3", "named.1"} <= unnumbered


@pytest.mark.parametrize(
    ("name", "sections"),
    [("r1", set()), ("r2", {"dice@r1"}), ("r3", {"attack@r2", "modifiers@r2", "dice@r1"}), ("r4", {"dice@r1"})],
)
def test_sections_that_are_not_printed(name: str, sections: set[str]) -> None:
    assert {id.partition(":")[2] for id in text(name) if id.startswith("inherited")} == sections


def test_terms_that_nothing_defines() -> None:
    undefined = {id.partition(":")[2] for id in text("r4") if id.startswith("undefined-term")}
    assert {"slow attack", "moment of relevance", "explicit loss", "full loss"} <= undefined
    assert not {"named feature", "suppressed", "replacement", "base feature"} & undefined


# --- readings -------------------------------------------------------------------------------------


def shown(finding: Finding) -> Scenario:
    """The scenario that shows the finding."""
    assert finding.witness is not None
    return finding.witness


def events(finding: Finding) -> list[object]:
    return [event.happening for event in shown(finding).events]


def number(state: State) -> int:
    """The number of the one feature of the one card."""
    value = state.features["Vail"]["Armour"].value
    assert value is not None
    return value


def answers_differ(name: str, reading: str, option: str, scenario: Scenario) -> bool:
    book = load_rulebook(name)
    return evaluate(scenario, book).outcomes != evaluate(scenario, book.under({reading: option})).outcomes


def test_a_roll_is_set_to_seven_past_the_clamp() -> None:
    clamp = found("r1", "reading:clamp-order")["reading:clamp-order"]
    (roll,) = events(clamp)
    assert isinstance(roll, Roll)
    (step,) = roll.steps
    assert isinstance(step, RollModifier)
    assert (step.operation, step.number) == ("set", 7)


@pytest.mark.slow
def test_the_largest_by_magnitude_of_minus_one_and_minus_two() -> None:
    strongest = found("r1", "reading:strongest")["reading:strongest"]
    assert [gain.value for gain in events(strongest) if isinstance(gain, Gain)] in ([-1, -2], [1, -2])
    assert answers_differ("r1", "strongest", "absolute", shown(strongest))


SMALLEST = {
    "r2": {
        "replacement-loss": ("loss", 1),
        "negative-sum": ("effective", 1),
        "modified-condition": ("drops", 1),
        "aura-attempts": ("until-performed", 1),
        "negative-comparison": ("effective", 2),
        "replaced-printed": ("returns", 2),
        "owed-minus": ("same-instance", 2),
    },
    "r3": {
        "negative-sum": ("effective", 1),
        "modified-condition": ("drops", 1),
        "aura-attempts": ("until-performed", 1),
        "negative-comparison": ("effective", 2),
        "replaced-printed": ("returns", 2),
        "owed-minus": ("same-instance", 2),
    },
    "r4": {
        "unconditional-origin": ("becomes-acquired", 3),
        "modifier-lapse": ("dormant", 3),
        "negative-feature": ("zero", 0),
        "printed-modifier": ("unconditional", 1),
        "aura-attempts": ("until-performed", 1),
        "negative-comparison": ("effective", 2),
        "own-modifier-on-full-loss": ("lost", 2),
        "sleep-is-full-loss": ("no", 3),
    },
}
"""For each reading of named features its other option, and the events of the smallest scenario where that matters."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "reading", "option", "number"),
    [(name, reading, *rest) for name, its in SMALLEST.items() for reading, rest in its.items()],
)
def test_readings_make_a_difference(name: str, reading: str, option: str, number: int) -> None:
    finding = found(name, f"reading:{reading}")[f"reading:{reading}"]
    assert len(events(finding)) == number
    assert answers_differ(name, reading, option, shown(finding))


@pytest.mark.parametrize("name", rulebook_names())
def test_every_reading_that_matters_is_looked_for(name: str) -> None:
    """Those of rolls are in each revision; of two settings at once the text has one reading only."""
    readings = {choice.reading.id for choice in load_rulebook(name).choices if len(choice.reading.options) > 1}
    looked_for = {"strongest", "aura-attempts"} if name == "r1" else set(SMALLEST[name])
    assert readings == looked_for | {"clamp-order"}


@pytest.mark.parametrize("name", [*(pytest.param(name, marks=pytest.mark.slow) for name in ("r2", "r3")), "r4"])
def test_the_clamp_is_read_two_ways_where_the_section_is_inherited(name: str) -> None:
    clamp = found(name, "reading:clamp-order")["reading:clamp-order"]
    assert answers_differ(name, "clamp-order", "after-all", shown(clamp))
    assert (clamp.clauses[0].number, clamp.clauses[0].inherited_from) == ("518.4", "r1")


@pytest.mark.slow
def test_nothing_is_attempted_again_where_nothing_is_refused() -> None:
    """The first revision performs every attempt that is open; auras are among what is searched for a difference."""
    (idle,) = found("r1", "idle-reading:aura-attempts").values()
    assert idle.sentence.endswith("it makes no difference.")


@pytest.mark.slow
def test_the_literal_reading_of_an_unconditional_modifier() -> None:
    literal = found("r4", "reading:unconditional-origin")["reading:unconditional-origin"]
    assert [clause.number for clause in literal.clauses] == ["518.7.1"]
    assert any(isinstance(event, Modify) and event.existence is None for event in events(literal))


@pytest.mark.slow
def test_the_third_revision_settles_what_the_second_leaves_open() -> None:
    (left_open,) = found("r2", "reading:replacement-loss").values()
    assert "r3 settles it in its 517.4" in left_open.sentence
    settled = found("r3", "settled:replacement-loss")["settled:replacement-loss"]
    assert [clause.number for clause in settled.clauses] == ["517.4"]
    assert not settled.is_defect
    assert answers_differ("r2", "replacement-loss", "loss", shown(settled))


# --- loops, properties, contradictions --------------------------------------------------------------


@pytest.mark.slow
def test_a_clause_is_cited_once_whatever_it_is_read_as() -> None:
    clauses = [(clause.number, clause.inherited_from) for clause in unexpected("r4")["gain_never_lowers"].clauses]
    assert len(clauses) == len(set(clauses))


SLOWLY = [pytest.param(name, marks=pytest.mark.slow) for name in ("r1", "r2")]


@pytest.mark.parametrize("name", [*SLOWLY, "r4"])
def test_a_feature_that_exists_while_it_is_not_there_is_a_paradox(name: str) -> None:
    paradox = found(name, "paradox", "several-outcomes")["paradox:conditions-on-features"]
    assert not events(paradox)
    assert evaluate(shown(paradox), load_rulebook(name)).verdict == "paradox"
    assert "D-6" in [clause.number for clause in paradox.clauses]


@pytest.mark.parametrize("name", [pytest.param("r1", marks=pytest.mark.slow), "r4"])
def test_two_printed_features_that_exclude_each_other_have_two_outcomes(name: str) -> None:
    """Where printed things make attempts, one after the other, the first is there before the other is examined."""
    several = found(name, "paradox", "several-outcomes")["several-outcomes:conditions-on-features"]
    assert not events(several)
    assert evaluate(shown(several), load_rulebook(name)).verdict == "undetermined"


@cache
def unexpected(name: str) -> dict[str, Finding]:
    return {id.partition(":")[2]: f for id, f in found(name, "unexpected").items()}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "properties"),
    [
        ("r1", {"comes_out_determined", "stays_on_the_die", "never_negative"}),
        ("r2", {"comes_out_determined", "stays_on_the_die", "owes_nothing_to_a_later_one", "printed_comes_back"}),
        (
            "r4",
            {"comes_out_determined", "stays_on_the_die", "never_negative", "gain_never_lowers", "larger_one_applies"},
        ),
    ],
)
def test_properties_that_do_not_hold(name: str, properties: set[str]) -> None:
    assert unexpected(name).keys() == {"comes_out_determined", "stays_on_the_die", *properties}


@pytest.mark.slow
def test_a_gain_that_lowers_the_number() -> None:
    finding = unexpected("r4")["gain_never_lowers"]
    assert [type(event) for event in events(finding)] == [Gain]
    before, after = evaluate(shown(finding), load_rulebook("r4")).outcomes[0].states
    assert after.attempts[0].performed
    assert number(after) < number(before)
    assert {"518.3", "518.7.2"} <= {clause.number for clause in finding.clauses}


@pytest.mark.slow
def test_what_is_owed_hits_a_later_instance() -> None:
    finding = unexpected("r2")["owes_nothing_to_a_later_one"]
    *_, before, after = evaluate(shown(finding), load_rulebook("r2")).outcomes[0].states
    assert number(after) < number(before)
    assert not after.attempts
    assert "517.2" in {clause.number for clause in finding.clauses}


@pytest.mark.slow
def test_a_printed_feature_is_lost_for_good_with_a_conditional_larger_one() -> None:
    finding = unexpected("r2")["printed_comes_back"]
    states = evaluate(shown(finding), load_rulebook("r2")).outcomes[0].states
    assert "Armour" in states[0].features["Vail"]
    assert "Armour" not in states[-1].features.get("Vail", {})


@pytest.mark.parametrize("name", ["r1", *(pytest.param(name, marks=pytest.mark.slow) for name in ("r2", "r3", "r4"))])
def test_no_revision_contradicts_itself(name: str) -> None:
    (consistent,) = found(name, "contradiction", "consistent").values()
    assert consistent.kind.id == "consistent"
    assert consistent.sentence.startswith("Within the bound no state breaks an invariant")


# --- searches that are cut short --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "id", "nothing"),
    [
        pytest.param(
            *("reading:modifier-lapse", "idle-reading:modifier-lapse", "it makes no difference"),
            marks=pytest.mark.slow,
        ),
        ("unexpected:gain_never_lowers", "expected:gain_never_lowers", "it holds: "),
        ("contradiction", "consistent:r4", "no state breaks an invariant"),
    ],
)
def test_what_was_not_found_in_the_time_is_not_called_absent(wanted: str, id: str, nothing: str) -> None:
    selection = Selection(frozenset({wanted, id}))
    (finding,) = check(load_rulebook("r4"), selection=selection, seconds=0)
    assert finding.id == id
    assert f"Within the bound, as far as it was searched (0 s were not enough), {nothing}" in finding.sentence


def test_a_scenario_from_a_search_that_was_cut_short_need_not_be_the_smallest() -> None:
    assert WitnessResult(None, cut_short="40 s were not enough").reservation
    assert not WitnessResult(None).reservation


# --- every scenario shows what it is shown for ------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["r1", "r2", "r3", "r4"])
def test_every_scenario_read_from_its_file_shows_what_the_finding_says(name: str, tmp_path: Path) -> None:
    shown_by = {id: each for id, each in found(name).items() if each.witness is not None}
    assert shown_by
    file = tmp_path / "shown.scenario.yaml"
    for id, finding in shown_by.items():
        file.write_text(dump(shown(finding)), encoding="utf-8")
        assert shows(name, finding, load_scenario(file)), id


def shows(name: str, finding: Finding, scenario: Scenario) -> bool:
    """Whether the scenario, evaluated by itself, bears the finding out."""
    book = load_rulebook(name)
    match finding.kind.id:
        case "reading":
            other = under_other_options(book, finding.about)
            return any(evaluate(scenario, each).outcomes != evaluate(scenario, book).outcomes for each in other)
        case "settled":
            return agrees_with_one(scenario, book, finding.about)
        case "unexpected":
            (file,) = PROPERTIES.rglob(f"{finding.about}.lp")
            return violated_after(scenario, book, (file,), 3) is not None
        case "paradox":
            return evaluate(scenario, book).verdict == "paradox"
        case "several-outcomes":
            return evaluate(scenario, book).verdict == "undetermined"
        case "redundant-clause":
            clause = finding.clauses[0]
            modules = book.clause(clause.number, clause.inherited_from).clause.modules
            return bool(set(modules) & applying(scenario, book))
    return False


def under_other_options(book: Rulebook, reading: str) -> list[Rulebook]:
    """The rulebook under every option of a reading but the one in force."""
    (choice,) = (each for each in book.choices if each.reading.id == reading)
    return [book.under({reading: option}) for option in choice.reading.options if option != choice.option]


def agrees_with_one(scenario: Scenario, book: Rulebook, reading: str) -> bool:
    """Whether some revision's options of a reading have two answers to the scenario, of which this rulebook has one."""
    for other in map(load_rulebook, rulebook_names()):
        for choice in (each for each in other.choices if each.reading.id == reading):
            answers = [evaluate(scenario, other.under({reading: option})) for option in choice.reading.options]
            same = [not differences(evaluate(scenario, book), each, OBSERVE) for each in answers]
            if any(same) and not all(same):
                return True
    return False


# --- edits ----------------------------------------------------------------------------------------


def edit(folder: Path, text: str, **modules: str) -> str:
    """The path of an edit on r4, with modules beside it."""
    for name, rule in modules.items():
        (folder / f"{name}.lp").write_text(f"% {name}.\n\n% {name}.\n{rule}\n", encoding="utf-8")
    path = folder / "some.edit.yaml"
    path.write_text(f"title: Some edit\non: r4\nclauses:\n{text}", encoding="utf-8")
    return str(path)


def test_attempts_that_no_clause_decides(tmp_path: Path) -> None:
    (gap,) = found(edit(tmp_path, '  - drop: "518.2"\n'), "contradiction").values()
    assert gap.id == "contradiction:no_verdict"
    assert gap.severity == "error"


def test_references_to_a_clause_that_an_edit_renumbers(tmp_path: Path) -> None:
    renumbered = edit(tmp_path, '  - {renumber: "518.3", inherited_from: r1, to: "519.3"}\n')
    stale = [finding for finding in text(renumbered).values() if finding.id == "stale-reference:518.2@r1 to 518.3"]
    assert [clause.number for clause in stale[0].clauses] == ["518.2", "519.3", "518.3"]


@pytest.mark.slow
def test_clauses_that_do_nothing(tmp_path: Path) -> None:
    never = "pressed(instance(C,F,printed),T) :- performed(E,never_fires,T), effect(E,gain,C,F), plain(F), numeric(F)."
    again = "undefendable(I,T) :- happens(I,T), attack(I,sudden,C,D,N)."
    added = (
        '  - {add: "518.8", gist: It never applies., modules: [never_fires.lp]}\n'
        '  - {add: "516.3", topic: attack, gist: It says 516.1 once more., modules: [says_again.lp]}\n'
    )
    idle = found(
        edit(tmp_path, added, never_fires=never, says_again=again), "idle-clause:518.8", "redundant-clause:516.3"
    )
    assert set(idle) == {"idle-clause:518.8", "redundant-clause:516.3"}
    assert [clause.number for clause in idle["redundant-clause:516.3"].clauses] == ["516.3", "516.1"]


def redundant(book: Rulebook, *clauses: str) -> set[str]:
    wanted = frozenset(f"redundant-clause:{clause}" for clause in clauses)
    return {finding.about for finding in check(book, selection=Selection(selected=wanted), seconds=5.0)}


@pytest.mark.slow
def test_a_clause_without_which_no_clause_decides_is_not_redundant(tmp_path: Path) -> None:
    """Without 518.6 nothing says what comes of modifying a feature that the card has not."""
    assert redundant(made(tmp_path, "readings: {}\n"), "518.6", "518.2") == set()


@pytest.mark.slow
def test_an_edit_that_changes_nothing_has_the_findings_of_its_base(tmp_path: Path) -> None:
    clauses = ("D-15", "D-17", "518.2", "518.6", "518.3 ●2")
    assert (
        redundant(made(tmp_path, "readings: {}\n"), *clauses)
        == redundant(load_rulebook("r4"), *clauses)
        == {"518.3 ●2"}
    )


# --- what an edit touches -------------------------------------------------------------------------


def untouched(book: Rulebook, *selected: str) -> set[str]:
    """The ids of what a quick check leaves to a check of the base."""
    left: set[str] = set()

    def tell(told: object) -> None:
        if isinstance(told, Untouched):
            left.update(told.ids)

    check(book, True, Selection(frozenset(selected)), tell)
    return left


def test_an_edit_that_changes_no_rule_touches_nothing(tmp_path: Path) -> None:
    """What is found of its text is that of its base; all that takes a search is left to that."""
    left = untouched(made(tmp_path, "readings: {}\n"))
    assert {"contradiction", "paradox", "reading:modifier-lapse", "unexpected:gain_never_lowers"} <= left


@pytest.mark.slow
def test_what_is_selected_is_looked_for_whatever_an_edit_touches(tmp_path: Path) -> None:
    assert untouched(made(tmp_path, "readings: {}\n"), "unexpected:never_negative", "expected") == set()


def test_dice_do_not_touch_features(tmp_path: Path) -> None:
    """Features change rolls, and not the other way round."""
    touched = by_edit(made(tmp_path, "readings: {clamp-order: after-all}\n"))
    assert touched is not None
    assert touched.changed
    assert not touched.eventually((PROPERTIES / "named_features" / "gain_never_lowers.lp",))
    assert touched.eventually(sorted((PROPERTIES / "dice").glob("*.lp")))
    features, dice = (FOLDER / "clauses" / folder for folder in ("named_features", "dice"))
    assert not touched.directly((features / "larger_replaces.lp",))
    assert touched.directly((dice / "clamp.lp",))
