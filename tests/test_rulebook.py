"""Rulebooks: what is in force, in which order, what is cited for a label, and what a wrong name is told."""

from __future__ import annotations

import dataclasses
import re

import pytest

from pyrules.errors import InputError
from pyrules.model.result import Citation
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import DERIVED, FOLDER, SHOW, VOCABULARY
from pyrules.rulebook.revisions import rulebook_names


def cited(name: str, label: str) -> str:
    return str(load_rulebook(name).cite(label))


def test_the_built_in_rulebooks() -> None:
    assert rulebook_names() == ("r1", "r2", "r3", "r4")


@pytest.mark.parametrize("name", ["r1", "r2", "r3", "r4"])
def test_modules_come_in_their_order(name: str) -> None:
    parts = [path.relative_to(FOLDER).parts[0] for path in load_rulebook(name).modules]
    assert load_rulebook(name).modules[0] == VOCABULARY
    assert load_rulebook(name).modules[-1] == SHOW
    assert len(set(load_rulebook(name).modules)) == len(parts)
    assert load_rulebook(name).modules[1] == DERIVED
    assert set(parts[2:-1]) == {"core", "clauses", "readings"}


def test_conditions_on_features_are_left_out_where_nobody_asks() -> None:
    book = load_rulebook("r4")
    assert book.modules_for(conditions_on_features=True) == book.modules
    left_out = set(book.modules) - set(book.modules_for(conditions_on_features=False))
    assert {path.stem for path in left_out} >= {"has", "at_least"}
    assert {path.parent.name for path in left_out} == {"conditions_on_features", "conditions_on_properties"}


def test_topics_that_a_scenario_has_nothing_of_are_left_out() -> None:
    book = load_rulebook("r4")
    left_out = set(book.modules) - set(book.modules_for(conditions_on_features=True, absent=["dice"]))
    assert {path.stem for path in left_out} >= {"clamp", "order_of_groups"}
    assert {path.parent.name for path in left_out} == {"dice", "clamp_order", "several_sets"}


# --- citations: the clauses are those of the texts -------------------------------------------------


@pytest.mark.parametrize(
    ("name", "label", "clause"),
    [
        ("r1", "instances_coexist", "517.2"),
        ("r1", "one_of_a_name", "517.1"),
        ("r1", "too_late", "518.5"),
        ("r2", "larger_replaces", "517.1"),
        ("r2", "continuous_modifier_is_undone", "517.2"),
        ("r2", "negative_works_as_zero", "517.3"),
        ("r2", "no_defender", "attack.1"),
        ("r2", "too_late", "518.5, inherited from r1"),
        ("r3", "larger_replaces", "517.1"),
        ("r3", "no_defender", "attack.1, inherited from r2"),
        ("r3", "too_late", "518.5, inherited from r1"),
        ("r4", "no_duplicates", "518.2"),
        ("r4", "larger_replaces", "518.3"),
        ("r4", "order_of_groups", "518.3, inherited from r1"),
        ("r4", "modifier_needs_feature", "518.6"),
        ("r4", "unconditional_changes_number", "518.7.1"),
        ("r4", "conditional_modifier_is_put", "518.7.2"),
        ("r4", "no_defender", "516.1"),
        ("r4", "waking_printed_is_compared", "D-3"),
    ],
)
def test_a_label_leads_to_its_clause(name: str, label: str, clause: str) -> None:
    assert cited(name, label) == clause


def test_a_module_of_a_reading_is_cited_as_the_clause_so_read() -> None:
    book = load_rulebook("r4", {"modifier-lapse": "dormant"})
    assert book.cite("dormant").number == "518.7.2 ●3"
    assert "sleeps" in book.cite("dormant").gist


def test_own_and_inherited_clauses_of_one_number_are_kept_apart() -> None:
    book = load_rulebook("r4")
    assert book.clause("518.3").inherited_from is None
    assert book.clause("518.3").clause.topic == "named-features"
    assert book.clause("518.3", "r1").inherited_from == "r1"
    assert book.clause("518.3", "r1").clause.topic == "dice"


def test_a_section_is_inherited_from_the_nearest_revision_that_prints_it() -> None:
    inherited = {(entry.clause.topic, entry.inherited_from) for entry in load_rulebook("r3") if entry.inherited_from}
    assert inherited == {("attack", "r2"), ("modifiers", "r2"), ("dice", "r1")}


def test_decisions_stand_in_the_rulebooks_that_they_concern() -> None:
    def decisions(name: str) -> set[str]:
        return {entry.clause.number for entry in load_rulebook(name) if re.match(r"D-\d", entry.clause.number)}

    assert {"D-6", "D-7", "D-13"} <= decisions("r1") & decisions("r2") & decisions("r3") & decisions("r4")
    assert {"D-3", "D-4", "D-5"} <= decisions("r4")
    assert not {"D-3", "D-4", "D-5"} & (decisions("r1") | decisions("r2") | decisions("r3"))
    assert "D-9" in decisions("r1")
    assert "D-9" not in decisions("r2") | decisions("r3") | decisions("r4")


# --- readings --------------------------------------------------------------------------------------


AURAS = {"aura-attempts": ("once", "until-performed")}
UNTIL_R4 = {
    "negative-sum": ("stored", "effective"),
    "replaced-printed": ("gone", "returns"),
    "owed-minus": ("whatever-stands", "same-instance"),
}
DICE = {"clamp-order": ("in-order", "after-all"), "several-sets": ("any",)}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("r1", {"strongest": ("signed", "absolute"), **AURAS, **DICE}),
        (
            "r2",
            {
                "replacement-loss": ("no-loss", "loss"),
                "negative-comparison": ("stored", "effective"),
                "modified-condition": ("keeps", "drops"),
                **UNTIL_R4,
                **AURAS,
                **DICE,
            },
        ),
        (
            "r3",
            {
                "negative-comparison": ("stored", "effective"),
                "modified-condition": ("keeps", "drops"),
                **UNTIL_R4,
                **AURAS,
                **DICE,
            },
        ),
        (
            "r4",
            {
                "unconditional-origin": ("keeps", "becomes-acquired"),
                "modifier-lapse": ("removed", "dormant"),
                "own-modifier-on-full-loss": ("dormant", "lost"),
                "negative-feature": ("raw", "zero"),
                "sleep-is-full-loss": ("yes", "no"),
                "negative-comparison": ("stored", "effective"),
                "printed-modifier": ("continuous", "unconditional"),
                **AURAS,
                **DICE,
            },
        ),
    ],
)
def test_the_readings_of_each_rulebook_with_the_default_first(name: str, options: dict[str, tuple[str, ...]]) -> None:
    book = load_rulebook(name)
    assert {choice.reading.id: tuple(choice.reading.options) for choice in book.choices} == options
    assert book.readings == {reading: first for reading, (first, *_) in options.items()}


def test_a_reading_changes_itself_alone() -> None:
    book = load_rulebook("r4", {"sleep-is-full-loss": "no"})
    assert book.readings == {**load_rulebook("r4").readings, "sleep-is-full-loss": "no"}
    assert set(book.modules) - set(load_rulebook("r4").modules) == {
        FOLDER / "readings" / "sleep_is_full_loss" / "no.lp"
    }


def test_the_hash_names_what_is_in_force() -> None:
    hashes = {load_rulebook(name).hash for name in rulebook_names()}
    assert len(hashes) == len(rulebook_names())
    assert all(re.fullmatch("[0-9a-f]{64}", each) for each in hashes)
    assert load_rulebook("r4", {"modifier-lapse": "removed"}).hash == load_rulebook("r4").hash
    assert load_rulebook("r4", {"modifier-lapse": "dormant"}).hash != load_rulebook("r4").hash


# --- wrong names -----------------------------------------------------------------------------------


def told(name: str, readings: dict[str, str]) -> str:
    with pytest.raises(InputError) as caught:
        load_rulebook(name, readings)
    return str(caught.value)


def test_an_unknown_rulebook() -> None:
    assert told("R4", {}) == "there is no rulebook 'R4'; did you mean 'r4'?"
    assert told("standard", {}) == "there is no rulebook 'standard'; known: r1, r2, r3, r4"


def test_an_unknown_reading() -> None:
    assert told("r4", {"modifer-lapse": "removed"}) == (
        "r4 has no reading 'modifer-lapse'; did you mean 'modifier-lapse'?"
    )


def test_an_unknown_option() -> None:
    assert told("r4", {"modifier-lapse": "asleep"}) == (
        "reading 'modifier-lapse' has no option 'asleep'; known: dormant, removed"
    )


def test_everything_wrong_is_told_at_once() -> None:
    assert len(told("r4", {"modifier-lapse": "asleep", "strongest": "signed"}).splitlines()) == 2


def test_an_unknown_clause() -> None:
    with pytest.raises(InputError, match=re.escape("r4 has no clause '518.9'")):
        load_rulebook("r4").clause("518.9")


def test_a_rulebook_is_frozen() -> None:
    book: Rulebook = load_rulebook("r2")
    with pytest.raises(dataclasses.FrozenInstanceError):
        book.name = "mine"  # type: ignore[misc]


def test_a_citation_carries_the_gist() -> None:
    citation = load_rulebook("r3").cite("larger_replaces")
    assert isinstance(citation, Citation)
    assert citation.gist.startswith("A card cannot have the same named feature several times")
