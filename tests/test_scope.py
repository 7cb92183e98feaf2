"""A search says what it did not look at: topics in which rules differ, and that no scenario of the bound shows."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from edit_files import made, write

from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.find import find_difference
from pyrules.analysis.search.kinds import all_kinds
from pyrules.analysis.search.property import judge
from pyrules.analysis.search.scope import not_covered
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER

SMALL = Bound(printed=0, conditions=0, events=1, max_value=1)
ADD = 'clauses: [{add: "518.9", gist: mine, modules: [mine.lp]}]\n'
REWORDED = Path(__file__).parent.parent / "examples/edits/reworded/reworded.edit.yaml"


def added(folder: Path, rule: str, module: str = "mine.lp") -> Rulebook:
    """r4 with a clause of one rule."""
    return made(folder, ADD.replace("mine.lp", module), {module: f"% A rule.\n{rule}\n"})


def test_what_is_observed_of_attacks_alone_leaves_dice_out(tmp_path: Path) -> None:
    other = made(tmp_path, "readings: {clamp-order: after-all}\n")
    found = find_difference(load_rulebook("r4"), other, replace(SMALL, observe=("attack",)))
    assert (found.verdict, found.not_covered, found.shown) == ("undetermined", ("dice",), None)
    assert found.exhausted


def test_properties_are_not_looked_at(tmp_path: Path) -> None:
    path = write(tmp_path, "title: x\non: r3\nclauses: [{drop: modifiers.3}]\n")
    topics = ("conditions-on-features", "properties")  # a condition may ask what a property comes to
    assert not_covered(load_rulebook("r3"), load_rulebook(path), Bound()) == topics


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "topics"),
    [
        ("taken(instance(C,F,J),T) :- happens(I,T), attack(I,A,D,C,N), stands(instance(C,F,J),T-1).", ("attack",)),
        ("refused(E,mine,T) :- open(E,T), boosted(E).", ("boosts",)),
        ("refused(E,mine,T) :- open(E,T), not boosted(E), effect(E,gain,C,F), amount(E,7).", ("boosts",)),
        ("refused(E,mine,T) :- open(E,T), effect(E,gain,C,F), E = aura(N), plain(F).", ()),
        ("refused(E,mine,T) :- open(E,T), effect(E,gain,C,F), aura_when(E,K), plain(F).", ("auras",)),
        ("taken(Q,T) :- happens(I,T), withdraws(I,C,D), Q = instance(C,F,J), stands(Q,T-1).", ("adjacency",)),
        ("fails(has(C,F),T) :- condition(has(C,F)), has(C,F,T), plain(F).", ("conditions-on-features",)),
        # what it says of a card in play shows in attacks, in rolls, and in what a property comes to
        ("leaves(C,T) :- happens(I,T), card(C), I = 9.", ("attack", "dice", "properties")),
        # a feature's number is compared, and with it all that rests on it
        ("value(C,F,0,T) :- has(C,F,T), plain(F).", ()),
    ],
)
def test_topics_are_those_of_the_rules(tmp_path: Path, rule: str, topics: tuple[str, ...]) -> None:
    assert not_covered(load_rulebook("r4"), added(tmp_path, rule), Bound()) == topics


def test_a_wider_bound_covers_more(tmp_path: Path) -> None:
    rule = "refused(E,mine,T) :- open(E,T), effect(E,gain,C,F), aura_when(E,K), plain(F)."
    assert not_covered(load_rulebook("r4"), added(tmp_path, rule), Bound(auras=1)) == ()


@pytest.mark.slow
def test_a_module_may_lie_in_a_folder_of_any_name(tmp_path: Path) -> None:
    lowered = added(tmp_path, "refused(E,mine,T) :- open(E,T), effect(E,gain,C,F).", "dice/mine.lp")
    assert not_covered(load_rulebook("r4"), lowered, Bound()) == ()
    attack = (FOLDER / "clauses/attack/sudden_is_fast.lp").read_text(encoding="utf-8")
    text = attack.replace("attack(I,sudden,C,D,N)", "attack(I,slow,C,D,N)")
    manifest = "clauses: [{replace: '516.2', modules: [named_features/sudden_is_fast.lp]}]\n"
    with_attack = made(tmp_path, manifest, {"named_features/sudden_is_fast.lp": text})
    assert not_covered(load_rulebook("r4"), with_attack, Bound()) == ("attack",)


def test_other_words_for_named_features_leave_nothing_out() -> None:
    assert not_covered(load_rulebook("r4"), load_rulebook(str(REWORDED)), Bound()) == ()


def test_other_names_of_variables_are_no_other_rule(tmp_path: Path) -> None:
    text = (FOLDER / "clauses/named_features/gain_gives.lp").read_text(encoding="utf-8")
    renamed = made(
        tmp_path,
        "clauses: [{replace: '518.1', only: [gain_gives], modules: [gain_gives.lp]}]\n",
        {"gain_gives.lp": text.replace("printed(C,N)", "printed(D,M)")},
    )
    assert not_covered(load_rulebook("r4"), renamed, Bound()) == ()


def test_all_kinds_of_difference_look_at_dice(tmp_path: Path) -> None:
    kinds = all_kinds(load_rulebook("r4"), made(tmp_path, "readings: {clamp-order: after-all}\n"), SMALL)
    assert (kinds.verdict, kinds.not_covered, kinds.note) == ("different", (), "")
    assert [kind.topic for kind in kinds.kinds] == ["dice"]


def test_a_property_of_attacks_is_not_judged(tmp_path: Path) -> None:
    path = tmp_path / "harmless.lp"
    path.write_text("% No attack does damage.\nviolated(I,T) :- damage(I,N,T), N > 0.\n", encoding="utf-8")
    judged = judge(load_rulebook("r4"), path, SMALL)
    assert (judged.verdict, judged.not_covered, judged.exhausted) == ("undetermined", ("attack",), True)


def test_diff_says_what_it_did_not_look_at(pyrules: Any) -> None:
    Path("x.edit.yaml").write_text("title: x\non: r4\nreadings: {clamp-order: after-all}\n", encoding="utf-8")
    call = ("diff", "r4", "x.edit.yaml", "--printed", "0", "--conditions", "0", "--events", "1", "--observe", "attack")
    code, out, _ = pyrules(*call)
    assert code == 3
    assert "the rules differ in what was not looked at: dice." in " ".join(out.split())
    told = json.loads(pyrules(*call, "--json").out)
    assert (told["verdict"], told["not_covered"], told["topics"]) == ("undetermined", ["dice"], [])
    assert told["searched"]["exhausted"] is True


@pytest.mark.slow
def test_induction_leaves_the_search_its_time(tmp_path: Path) -> None:
    """Equal numbers replace, too: a printed 1 is replaced by 1 while a flag fails, and is gone when it starts."""
    text = (FOLDER / "clauses/named_features/larger_replaces.lp").read_text(encoding="utf-8")
    equal = text.replace("X > V", "X >= V").replace("X <= V", "X < V")
    manifest = (
        "title: x\non: r2\nclauses: [{replace: '517.1', only: [larger_replaces], modules: [larger_replaces.lp]}]\n"
    )
    found = find_difference(
        load_rulebook("r2"), made(tmp_path, manifest, {"larger_replaces.lp": equal}), Bound(max_value=2), 60.0
    )
    assert found.verdict == "different"
    assert found.shown is not None
    events, printed = found.shown.scenario.events, found.shown.scenario.cards["Vail"].printed
    assert (len(events), len(printed)) == (2, 1)
