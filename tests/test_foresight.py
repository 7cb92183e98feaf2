"""Rules that read what an event is to do, and do not ask that it happens."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from edit_files import made

from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.find import find_difference
from pyrules.asp.module import rules_of
from pyrules.engine.evaluate import evaluate
from pyrules.model.scenario import Gain, Lose, PrintedFeature, Start, Stop
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.foresight import foreseen
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_text
from pyrules.table.evaluate_many import evaluate_many

MANIFEST = "clauses:\n  - {add: '518.8', gist: A loss casts its shadow., modules: [shadow.lp]}\n"
SHADOW = "taken(instance(C,F,printed),T) :- effect(E,lose,C,F), suppressed(C,F,T-1), step(T)."
"""What is ever going to be lost goes as soon as it is suppressed."""
AT_ONCE = "taken(instance(C,F,printed),T) :- effect(E,lose,C,F), happens(1,T), stands(instance(C,F,printed),T-1)."


def module(folder: Path, *rules: str) -> Path:
    path = folder / "shadow.lp"
    path.write_text("% Tried.\n" + "".join(f"\n% It is so.\n{rule}\n" for rule in rules), encoding="utf-8")
    return path


def shadowed(folder: Path) -> Rulebook:
    return made(folder, MANIFEST, {"shadow.lp": f"% It goes.\n\n% It goes at once.\n{SHADOW}\n"})


@pytest.mark.parametrize(
    "rules",
    [
        (SHADOW,),
        ("given(instance(C,F,acquired),T) :- step(T), effect(event(2),gain,C,F), starts(2,L), happens(1,T).",),
        ("taken(instance(C,F,printed),T) :- effect(E,gain,C,F), amount(E,0), suppressed(C,F,T-1).",),
        ("doomed(C,F) :- effect(E,lose,C,F).", "taken(instance(C,F,printed),T) :- doomed(C,F), step(T)."),
        ("loses(E,C,F) :- effect(E,lose,C,F).", "taken(instance(C,F,printed),T) :- loses(E,C,F), step(T)."),
        ("taken(instance(C,F,printed),T) :- pressed(instance(C,F,printed),T), not effect(event(1),lose,C,F).",),
    ],
)
def test_a_rule_that_asks_of_an_event_whether_or_not_it_happens_looks_ahead(
    rules: tuple[str, ...], tmp_path: Path
) -> None:
    assert foreseen(rules_of((module(tmp_path, *rules),)))


@pytest.mark.parametrize(
    "rules",
    [
        ("taken(instance(C,F,printed),T) :- happens(I,T), effect(event(I),lose,C,F).",),
        ("echoes(C,F,T) :- performed(E,L,T), effect(E,gain,C,F), attempted_number(E,X).",),
        ("taken(instance(C,F,J),T) :- happens(I,T), starts(I,L), stands(instance(C,F,J),T-1).",),
        ("loses(E,C,F) :- effect(E,lose,C,F).", "taken(instance(C,F,printed),T) :- open(E,T), loses(E,C,F)."),
        ("taken(instance(C,F,printed),T) :- suppressed(C,F,T-1), not stands(instance(C,F,acquired),T-1).",),
    ],
)
def test_a_rule_about_an_event_that_happens_does_not(rules: tuple[str, ...], tmp_path: Path) -> None:
    assert not foreseen(rules_of((module(tmp_path, *rules),)))


@pytest.mark.parametrize("name", rulebook_names())
def test_no_rule_of_a_revision_looks_ahead_from_a_micro_step(name: str) -> None:
    rules = rules_of(load_rulebook(name).modules)
    assert not foreseen(rule for rule in rules if any("T" in map(str, use.arguments) for use in rule.uses))


def test_the_search_finds_what_a_rule_takes_ahead(tmp_path: Path) -> None:
    """What is printed and is to be lost by the second event goes with the first: by one event nothing shows."""
    edit = made(tmp_path, MANIFEST, {"shadow.lp": f"% It goes.\n\n% It goes with the first event.\n{AT_ONCE}\n"})
    bound = Bound(conditions=0, printed=1, max_value=1)
    found = find_difference(load_rulebook("r4"), edit, replace(bound, events=2))
    assert found.shown is not None
    assert found.shown.proved
    ((card, vail),) = found.shown.scenario.cards.items()
    (printed,) = vail.printed
    first, second = (event.happening for event in found.shown.scenario.events)
    assert isinstance(printed, PrintedFeature)
    assert second == Lose(card, printed.name)
    assert first != second
    within_one = find_difference(load_rulebook("r4"), edit, replace(bound, events=1))
    assert (within_one.shown, within_one.any_length) == (None, False)


@pytest.mark.slow
def test_the_search_finds_what_a_rule_that_looks_ahead_does(tmp_path: Path) -> None:
    """Armour 1 is suppressed; as it is to be lost in the end, it does not come back when the larger one goes."""
    found = find_difference(load_rulebook("r4"), shadowed(tmp_path), events=3, printed=1, max_value=2)
    assert found.shown is not None
    assert found.shown.proved
    gain, change, loss = (event.happening for event in found.shown.scenario.events)
    assert isinstance(gain, Gain)
    assert isinstance(change, Start | Stop)
    assert isinstance(loss, Lose)
    assert not find_difference(load_rulebook("r4"), shadowed(tmp_path), events=2, printed=1).any_length


def test_many_scenarios_are_answered_as_one_is(tmp_path: Path) -> None:
    scenario = load_text(
        """\
title: Shadow
cards: {vail: {features: [Armour 1]}}
conditions: [hill]
events:
  - gain: {card: vail, feature: Armour 2, while: hill}
  - stop: hill
  - lose: {card: vail, feature: Armour}
""",
        "",
    )
    book = shadowed(tmp_path)
    alone = evaluate(scenario, book)
    assert "Armour" not in alone.outcomes[0].states[2].features.get("vail", {})
    assert set(map(repr, evaluate_many([scenario] * 40, book))) == {repr(alone)}
