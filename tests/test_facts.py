"""Facts: every part of a scenario in the words of the vocabulary, and nothing but facts whatever the text."""

from __future__ import annotations

import re
from typing import Any

import clingo
import pytest
from clingo.ast import ASTType, parse_string
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import of_every_kind

from pyrules.engine.facts import facts, quoted, term
from pyrules.engine.timeline import timeline
from pyrules.model.queries import conditions, feature_kinds, feature_names, parts, reads_features
from pyrules.model.scenario import Adjacent, AllOf, AtLeast, Condition, Flag, Has, InPlay, Not, Scenario
from pyrules.model.scenario import AnyOf as AnyOf
from pyrules.rulebook.paths import VOCABULARY
from pyrules.scenario.load import load_scenario

DECLARED = re.compile(r"^#defined (\w+)/(\d+)\.", re.MULTILINE)


def written(**data: Any) -> set[str]:
    """The facts, one a line, without full stops."""
    scenario = load_scenario({"title": "facts", "cards": {"c": {}, "d": {}}, **data})
    return {line.removesuffix(".") for line in facts(scenario, timeline(scenario)).splitlines()}


def of_event(event: dict[str, Any], **data: Any) -> set[str]:
    """What one event adds."""
    with_a_player = {"c": {"player": "white", "properties": {"move": 2}}, "d": {"player": "black"}, "e": {}}
    everything = written(cards=with_a_player, events=[event], **data)
    return everything - written(cards=with_a_player, **data)


AROUND_AN_EVENT = {"step(0..1)", "happens(1,1)", "state_after(1,1)"}


def test_cards_and_what_is_printed_on_them() -> None:
    card = {"player": "white", "properties": {"move": 2}}
    printed = ["A 1", {"name": "B", "while": "h"}, {"modifier": "A", "by": -1}]
    found = written(cards={"c": {**card, "features": printed}, "d": {}})
    assert {'card("c")', 'card("d")', 'player("c","white")', 'property("c","move",2)'} <= found
    assert {
        'printed_feature("c",1,"A",1,always)',
        'printed_feature("c",2,"B",none,flag("h"))',
        'printed_modifier("c",3,"A",-1,always)',
        'numeric("A")',
        'plain("B")',
    } <= found


def test_what_is_the_case_at_the_start() -> None:
    found = written(conditions=["h"], adjacent=[["d", "c"]], features={"A": {"modifies": "move", "sign": "minus"}})
    rolls = written(features={"A": {"modifies": "roll", "of": "own"}, "B": {"modifies": "roll", "of": "any"}})
    assert {'modifies("A",roll,1)', 'rolls_of("A",own)', 'modifies("B",roll,1)'} <= rolls
    assert not any(fact.startswith('rolls_of("B"') for fact in rolls)
    assert {'initially(flag("h"))', 'initially(adjacent("c","d"))', 'modifies("A",property("move"),-1)'} <= found


@pytest.mark.parametrize("fixed", ["incoming_attack", "outgoing_attack", "roll"])
def test_what_a_feature_modifies_besides_properties(fixed: str) -> None:
    assert f'modifies("A",{fixed},1)' in written(features={"A": {"modifies": fixed}})


def test_auras() -> None:
    found = written(
        auras=[
            {"from": "d", "to": "c", "gain": "A 1"},
            {"to": "c", "modify": {"feature": "A", "by": -2}, "while": "h"},
            {"from": "d", "to": "c", "gain": "B", "when": {"not": "h"}},
        ]
    )
    assert {
        'effect(aura(1),gain,"c","A")',
        'source(aura(1),"d")',
        "amount(aura(1),1)",
        "aura_while(aura(1),always)",
        'effect(aura(2),modify,"c","A")',
        "amount(aura(2),-2)",
        'aura_while(aura(2),flag("h"))',
        'effect(aura(3),gain,"c","B")',
        'source(aura(3),"d")',
        'aura_when(aura(3),negation(flag("h")))',
        "examined(aura(1),1)",
        "examined(aura(3),3)",
        "state_after(0,3)",
    } <= found
    assert not [it for it in found if it.startswith(("existence", "amount(aura(3)"))]


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ({"start": "h"}, {'starts(1,"h")'}),
        ({"stop": "h"}, {'stops(1,"h")'}),
        ({"approach": ["d", "c"]}, {'approaches(1,"c","d")'}),
        ({"withdraw": ["c", "d"]}, {'withdraws(1,"c","d")'}),
        ({"depart": "c"}, {'departs(1,"c")'}),
        (
            {"gain": {"card": "c", "feature": "A 1", "while": "h", "from": "d", "boosts": [{"from": "d", "by": 2}]}},
            {
                'numeric("A")',
                'effect(event(1),gain,"c","A")',
                "amount(event(1),1)",
                'existence(event(1),flag("h"))',
                'source(event(1),"d")',
                'boost(event(1),1,"d",2)',
            },
        ),
        (
            {"gain": {"card": "c", "feature": "B"}},
            {'plain("B")', 'effect(event(1),gain,"c","B")', "existence(event(1),always)"},
        ),
        (
            {"modify": {"card": "c", "feature": "A", "by": -1}},
            {'numeric("A")', 'effect(event(1),modify,"c","A")', "existence(event(1),always)", "amount(event(1),-1)"},
        ),
        (
            {"lose": {"card": "c", "feature": "A"}},
            {'plain("A")', 'effect(event(1),lose,"c","A")', "existence(event(1),always)"},
        ),
        (
            {"adjust": {"card": "c", "property": "move", "by": 1, "while": "h"}},
            {'adjusts(event(1),"c","move")', 'existence(event(1),flag("h"))', "amount(event(1),1)"},
        ),
        (
            {"adjust": {"card": "c", "property": "move", "by": 1, "named": "Fear"}},
            {
                'adjusts(event(1),"c","move")',
                "existence(event(1),always)",
                "amount(event(1),1)",
                'named(event(1),"Fear")',
            },
        ),
        (
            {
                "attack": {
                    "kind": "sudden",
                    "by": "c",
                    "on": "d",
                    "value": 3,
                    "defender": "e",
                    "modifiers": [{"from": "d", "by": 1}, {"from": "d", "by": 2, "named": "Rage"}],
                }
            },
            {
                'attack(1,sudden,"c","d",3)',
                'defender(1,"e")',
                'attack_modifier(1,1,"d",1,none)',
                'attack_modifier(1,2,"d",2,"Rage")',
            },
        ),
        (
            {
                "roll": {
                    "by": "c",
                    "natural": 4,
                    "strike_table": True,
                    "steps": [{"modifier": {"from": "d", "times": 2}}, {"reroll": 3}, "flip", "top"],
                }
            },
            {
                'roll(1,"c",4)',
                "strike_table(1)",
                "roll_step(1,1)",
                'roll_modifier(1,1,"d",times,2,none)',
                "roll_step(1,2)",
                "reroll(1,2,3)",
                "roll_step(1,3)",
                "flip(1,3)",
                "roll_step(1,4)",
                "top(1,4)",
            },
        ),
    ],
)
def test_an_event(event: dict[str, Any], expected: set[str]) -> None:
    assert of_event(event) == expected | AROUND_AN_EVENT


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (None, "always"),
        (Flag("h"), 'flag("h")'),
        (Adjacent("d", "c"), 'adjacent("c","d")'),
        (InPlay("c"), 'in_play("c")'),
        (Has("c", "A"), 'has("c","A")'),
        (AtLeast("c", "A", -2), 'at_least("c","A",-2)'),
        (Not(Flag("h")), 'negation(flag("h"))'),
        (AllOf(()), "always"),
        (AnyOf(()), "never"),
        (AllOf((Flag("h"),)), 'flag("h")'),
        (AllOf((Flag("f"), Flag("g"), Flag("h"))), 'both(flag("f"),both(flag("g"),flag("h")))'),
        (AnyOf((Flag("f"), Flag("g"))), 'either(flag("f"),flag("g"))'),
    ],
)
def test_a_condition_is_a_term(condition: Condition | None, expected: str) -> None:
    assert term(condition) == expected


def test_every_condition_is_found_wherever_it_stands() -> None:
    scenario = load_scenario(
        {
            "title": "conditions",
            "cards": {
                "c": {
                    "properties": {"move": 1},
                    "features": [{"name": "A", "while": "f1"}, {"modifier": "B", "by": 1, "while": "f2"}],
                }
            },
            "auras": [{"to": "c", "gain": "C", "while": "f3"}, {"to": "c", "gain": "C", "when": "f4"}],
            "events": [
                {"gain": {"card": "c", "feature": "D", "while": "f5"}},
                {
                    "modify": {
                        "card": "c",
                        "feature": "B",
                        "by": 1,
                        "while": {"any": ["f6", {"not": {"has": ["c", "E"]}}]},
                    }
                },
                {"adjust": {"card": "c", "property": "move", "by": 1, "while": "f7"}},
            ],
        }
    )
    flags = [part.name for whole in conditions(scenario) for part in parts(whole) if isinstance(part, Flag)]
    assert flags == ["f1", "f2", "f3", "f4", "f5", "f6", "f7"]
    assert feature_names(scenario) == ("A", "B", "C", "D", "E")
    assert feature_kinds(scenario) == (("B",), ("A", "C", "D", "E"))
    assert reads_features(scenario)


# --- whatever the text ------------------------------------------------------------------------------------------


@given(text=st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_quoted_text_is_that_text(text: str) -> None:
    parsed = clingo.parse_term(quoted(text))
    assert parsed.type == clingo.SymbolType.String
    assert parsed.string == text


@settings(max_examples=25)
@given(scenario=of_every_kind)
def test_there_are_facts_and_only_of_the_vocabulary(scenario: Scenario) -> None:
    declared = {(name, int(arity)) for name, arity in DECLARED.findall(VOCABULARY.read_text(encoding="utf-8"))}

    def is_fact(statement: Any) -> None:
        if statement.ast_type == ASTType.Program:
            return
        assert statement.ast_type == ASTType.Rule
        assert not statement.body
        called = statement.head.atom.symbol
        assert (called.name, len(called.arguments)) in declared

    parse_string(facts(scenario, timeline(scenario)), is_fact)


@settings(max_examples=30)
@given(scenario=of_every_kind)
def test_one_fact_stands_on_a_line(scenario: Scenario) -> None:
    lines = facts(scenario, timeline(scenario)).splitlines()
    assert all(re.fullmatch(r"[a-z_]+\(.*\)\.", line) for line in lines)
    assert len(lines) == len(set(lines))
