"""Edits whose rules keep features apart go through the table, others to the single path; the answers are the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import drawn
import edit_files
import pytest

from pyrules.engine.evaluate import evaluate
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.load import load_scenario
from pyrules.table import evaluate_many as bulk
from pyrules.table.evaluate_many import evaluate_many, evaluate_some
from pyrules.table.independence import keeps_apart
from pyrules.table.table import Table
from pyrules.table.walks import walks

DATA = Path(__file__).parent / "data" / "edits"
EXAMPLES = Path(__file__).parent.parent / "examples" / "edits"
ADDED = "clauses:\n  - {add: '518.8', gist: A clause of ours, modules: [ours.lp]}\n"

APART = {
    "an equal number is weighed": DATA / "equal/equal.edit.yaml",
    "an echo a moment later": DATA / "late/late.edit.yaml",
    "weaker instances go": DATA / "weaker/weaker.edit.yaml",
    "base numbers are compared": EXAMPLES / "compare-with-base/compare-with-base.edit.yaml",
    "four rules in other words": EXAMPLES / "reworded/reworded.edit.yaml",
}
RELATED = {
    "a scar, by name": DATA / "scar/scar.edit.yaml",
    "all is stripped as a flag starts": DATA / "strip/strip.edit.yaml",
    "others grow": DATA / "envy/envy.edit.yaml",
    "others go": DATA / "performed/performed.edit.yaml",
    "gains of a card are counted": DATA / "tally/tally.edit.yaml",
    "auras try again": DATA / "retries/retries.edit.yaml",
    "a choice": DATA / "choice/choice.edit.yaml",
    "a constraint": DATA / "limit/limit.edit.yaml",
    "instances told apart by their time": EXAMPLES / "replaced-returns/returns.edit.yaml",
}
RULES_APART = {
    "a loss takes the sleeping too": "taken(instance(C,F,J),T) :- loss(C,F,stripped,T), sleeps(instance(C,F,J),T-1).",
    "what is lost leaves a mark on itself": "marked(C,F,T) :- loss(C,F,lapsed,T). marked(C,F,T) :- step(T), "
    "marked(C,F,T-1). raised(instance(C,F,J),2,T) :- performed(E,A,T), effect(E,modify,C,F), marked(C,F,T-1), "
    "base(C,F,J,T-1).",
    "negative numbers work as their opposite": "effective(C,F,0-V,T) :- value(C,F,V,T), V < 0-90.",
    "a condition, if any": "raised(instance(C,F,J),1,T) :- performed(E,A,T), effect(E,modify,C,F), base(C,F,J,T-1), "
    "existence(E,K), K != always, holds(K,T).",
    "a roll of 6 by nature has a say": "shaped(roll(I),ours,T) :- natural_value(I,X,T), X = 6.",
    "a strong attack is said to be one": "shaped(attack(I),ours,T) :- strength(I,X,T), X > 3.",
}
RULES_RELATED = {
    "a name": 'raised(instance(C,"Rage",J),1,T) :- performed(E,A,T), effect(E,modify,C,"Rage"), base(C,"Rage",J,T-1).',
    "two cards": "taken(instance(D,F,J),T) :- loss(C,F,stripped,T), stands(instance(D,F,J),T-1), C != D.",
    "two cards that are joined by a number": "taken(instance(D,F,J),T) :- loss(C,F,stripped,T), value(C,F,X,T-1), "
    "value(D,F,X,T-1), base(D,F,J,T-1).",
    "any other card": "raised(instance(C,F,J),1,T) :- performed(E,A,T), effect(E,modify,C,F), base(C,F,J,T-1), "
    "value(_,F,X,T-1), X > 2.",
    "two cards in a count": "raised(instance(C,F,J),1,T) :- performed(E,A,T), effect(E,modify,C,F), base(C,F,J,T-1), "
    "2 <= #count { D : has(D,F,T-1) }.",
    "the time": "raised(instance(C,F,J),1,T) :- performed(E,A,T), effect(E,modify,C,F), base(C,F,J,T-1), T > 4.",
    "the number of an event": "raised(instance(C,F,J),1,T) :- performed(event(2),A,T), effect(event(2),modify,C,F), "
    "base(C,F,J,T-1).",
    "where an effect comes from": "raised(instance(C,F,J),1,T) :- performed(E,A,T), effect(E,modify,C,F), "
    "base(C,F,J,T-1), source(E,D).",
    "an effect of before": "tried(E,T) :- refused(E,A,T). tried(E,T) :- step(T), tried(E,T-1). "
    "raised(instance(C,F,J),1,T) :- performed(E,A,T), tried(E,T-1), effect(E,modify,C,F), base(C,F,J,T-1).",
    "what happens elsewhere": "taken(instance(C,F,J),T) :- happens(I,T), departs(I,D), stands(instance(C,F,J),T-1), "
    "card(C).",
    "another card in play": "taken(instance(C,F,J),T) :- stands(instance(C,F,J),T-1), not in_play(D,T), card(D).",
    "a flag of the same name": "taken(instance(C,F,J),T) :- stands(instance(C,F,J),T-1), holds(flag(F),T).",
    "a feature in a roll": "shaped(roll(I),ours,T) :- on_stack(I,T), roll(I,C,N), has(C,F,T-1).",
    "a feature that modifies nothing": "modifies_by(C,F,roll,1,T) :- has(C,F,T), plain(F).",
    "the place of a printed thing": "raised(instance(C,F,J),1,T) :- performed(E,A,T), effect(E,modify,C,F), "
    "base(C,F,J,T-1), printed_feature(C,N,F,X,K), N > 1.",
    "the time of an adjustment": "shaped(property(C,P),ours,T) :- adjustment(C,P,E,S,T), S > 3.",
    "a time in a name of ours": "given(modifier(C,F,acquired(X,T)),T) :- performed(E,A,T), effect(E,modify,C,F), "
    "attempted_number(E,X).",
    "when something was made": "raised(instance(C,F,J),1,T) :- stands(modifier(C,F,acquired(E,S)),T-1), S > 3, "
    "base(C,F,J,T-1).",
    "when something was made, in other words": "made(C,F,S,T) :- stands(modifier(C,F,acquired(E,S)),T). "
    "raised(instance(C,F,J),1,T) :- made(C,F,S,T-1), S > 3, base(C,F,J,T-1).",
    "what a sum was before": "property_value(C,P,N,T) :- property_sum(C,P,N,T-1).",
    "the start": "raised(instance(C,F,J),1,T) :- performed(E,A,T), effect(E,modify,C,F), base(C,F,J,T-1), "
    "stands(instance(C,F,printed),0).",
    "what a condition asks for": "raised(instance(C,F,J),1,T) :- performed(E,A,T), effect(E,modify,C,F), "
    "base(C,F,J,T-1), existence(E,flag(L)).",
    "what spends an aura": "spent(E,T) :- refused(E,A,T).",
    "whether an aura was examined": "raised(instance(C,F,J),1,T) :- performed(E,A,T), effect(E,modify,C,F), "
    "base(C,F,J,T-1), examined(E,T).",
    "that nothing was examined": "raised(instance(C,F,J),1,T) :- performed(E,A,T), effect(E,modify,C,F), "
    "base(C,F,J,T-1), not met(E,T).",
    "products": "raised(instance(C,F,J),X*X,T) :- performed(E,A,T), effect(E,modify,C,F), base(C,F,J,T-1), "
    "value(C,F,X,T-1).",
}


def ours(folder: Path, rules: str) -> Rulebook:
    """r4 with a clause of these rules."""
    text = "\n".join(f"% A rule of ours.\n{rule}.\n" for rule in rules.rstrip(".").split(". "))
    return edit_files.made(folder, ADDED, {"ours.lp": text})


def agree(scenarios: list[Scenario], book: Rulebook) -> int:
    """Checks that walks agree with the single path; how many there were."""
    told = {number: each for number, (_, each) in enumerate(walks(scenarios, Table(book))) if each is not None}
    for number, evaluation in told.items():
        assert evaluation == evaluate(scenarios[number], book)
    return len(told)


def some(number: int, seed: int) -> list[Scenario]:
    """Scenarios drawn by chance, with attacks, rolls and properties."""
    by = Random(seed)
    return [drawn.scenario(by, moments=0.25) for _ in range(number)]


@pytest.fixture
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Rulebook:
    """The rulebook of an edit in APART or RULES_APART."""
    edit: str = request.param
    return load_rulebook(str(APART[edit])) if edit in APART else ours(tmp_path, RULES_APART[edit])


@pytest.mark.parametrize("book", [*APART, *RULES_APART], indirect=True)
def test_edits_that_keep_features_apart_go_through_the_table(book: Rulebook) -> None:
    assert keeps_apart(book)


@pytest.mark.parametrize("book", ["an echo a moment later"], indirect=True)
def test_the_table_agrees_under_an_edit(book: Rulebook) -> None:
    assert agree(some(3, seed=2), book) == 3


@pytest.mark.slow
@pytest.mark.parametrize("book", [*APART, *RULES_APART], indirect=True)
def test_the_table_agrees_under_every_edit(book: Rulebook) -> None:
    assert agree(some(150, seed=3), book) >= 130


@pytest.mark.parametrize("path", RELATED.values(), ids=RELATED)
def test_an_edit_that_relates_features_goes_to_the_single_path(path: Path) -> None:
    assert not keeps_apart(load_rulebook(str(path)))


@pytest.mark.parametrize("rules", RULES_RELATED.values(), ids=RULES_RELATED)
def test_rules_that_relate_features_go_to_the_single_path(rules: str, tmp_path: Path) -> None:
    assert not keeps_apart(ours(tmp_path, rules))


SCARRED = {
    "title": "A loss leaves a Scar, and the Scar brings a Rage",
    "cards": {"c": {"features": ["Armour 2"]}},
    "auras": [{"to": "c", "gain": "Rage 1", "while": {"has": ["c", "Scar"]}}],
    "events": [{"lose": {"card": "c", "feature": "Armour"}}],
}
STRIPPED = {
    "title": "A flag strips all",
    "cards": {"b": {"features": ["Armour 2", "Rage 1"]}},
    "events": [{"start": "night"}],
}


def test_what_an_edit_relates_is_answered_right_among_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "FEW", 1)
    told = {
        "scar": (SCARRED, {"c": {"Scar": 1, "Rage": 1}}),
        "strip": (STRIPPED, {}),
    }
    for name, (data, right) in told.items():
        book = load_rulebook(str(DATA / name / f"{name}.edit.yaml"))
        for evaluation in evaluate_many([load_scenario(data)] * 2, book):
            (outcome,) = evaluation.outcomes
            assert _values(outcome.states[-1].features) == right


def _values(features: Mapping[str, Mapping[str, object]]) -> dict[str, dict[str, int]]:
    return {card: {name: state.value for name, state in had.items()} for card, had in features.items()}  # type: ignore[attr-defined]


def test_rules_that_break_the_contract_are_left_to_the_single_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "FEW", 1)
    book = ours(tmp_path, "effective(C,F,V+1,T) :- value(C,F,V,T), V > 2.")
    plain, wrong = (
        load_scenario({"title": "t", "cards": {"c": {"features": [f"Armour {number}"]}}, "events": [{"start": "x"}]})
        for number in (2, 3)
    )
    assert keeps_apart(book)
    assert agree([plain], book) == 1
    assert [each for _, each in walks([wrong], Table(book))] == [None]
    with pytest.raises(Exception, match="expected one effective"):
        list(evaluate_some([plain, wrong], book))
