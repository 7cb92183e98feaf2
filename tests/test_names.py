"""Names are data and numbers are exact: whatever a name looks like, it behaves as any other or is refused clearly."""

from __future__ import annotations

import re
from functools import cache
from itertools import cycle, product
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from pyrules.engine.evaluate import evaluate
from pyrules.errors import InputError
from pyrules.files.source import composed
from pyrules.model.result import State
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario, load_text

HOSTILE = [
    'Armor"). card("x',
    r"a\b",
    r"a\n",
    '"',
    '\\"',
    "\\",
    "ends in a backslash\\",
    "x" * 300,
    "🐉🃏",
    "Отравление",
    "é",  # composed
    "not",
    "#script",
    "#show.",
    "%* comment",
    "% comment",
    "{{ scenario }}",
    "{% if %}",
    "none",
    "always",
    "never",
    "printed",
    "acquired",
    "T",
    "_",
    "__",
    "0",
    "card",
    "{}",
    "it's",
    "a, b",
    "a: b",
    "&",
    "<script>",
]


REFUSED = [
    *("", " ", "a\nb", "a\tb", "a\x00b", "a\x7fb", "\ud800"),
    *(
        "a\u2028b",
        "a\u2029b",
        "a\u3164",
        "\u3164",
        "a\ufffe",
        "a\uffff",
        "a\U0001ffff",
        "\u2800",
        "a\u00adb",
        "a\ufe0f",
    ),
]
ORDINARY = "Name"


def game(name: str) -> dict[str, Any]:
    """A game in which a name is that of a card, a property, a feature and a flag, wherever such can stand."""
    plain = f"{name} {name} without number"
    return {
        "title": "names",
        "cards": {
            name: {
                "player": name,
                "properties": {name: 2},
                "features": [
                    {"name": name, "value": 3, "while": {"not": name}},
                    {"modifier": name, "by": 1},
                ],
            },
            "other": {"player": "white"},
        },
        "features": {name: {"modifies": name}},
        "adjacent": [[name, "other"]],
        "auras": [{"from": "other", "to": name, "gain": {"name": plain}, "while": {"adjacent": [name, "other"]}}],
        "events": [
            {"start": name, "label": name},
            {"gain": {"card": name, "feature": name, "value": 4, "while": {"has": [name, plain]}}},
            {"gain": {"card": "other", "feature": plain, "while": name}},
            {"modify": {"card": name, "feature": name, "by": -1, "while": {"at_least": [name, name, 1]}}},
            {"lose": {"card": name, "feature": plain}},
            {"stop": name},
            {"withdraw": [name, "other"]},
            {"adjust": {"card": name, "property": name, "by": -1}},
            {"attack": {"kind": "slow", "by": "other", "on": name, "value": 2, "modifiers": [modifier(name, "by")]}},
            {"roll": {"by": name, "natural": 3, "steps": [{"modifier": modifier(name, "add")}]}},
        ],
    }


def modifier(name: str, key: str) -> dict[str, Any]:
    return {"from": name, key: 1, "named": name}


def answer(name: str, book: str) -> list[Any]:
    """All that the rulebook says of the game, with every name replaced by what it stands for."""
    called = {composed(name): "name", composed(f"{name} {name} without number"): "plain"}
    evaluation = evaluate(load_scenario(game(name)), load_rulebook(book))
    return [evaluation.verdict, [[_said(state, called) for state in it.states] for it in evaluation.outcomes]]


@cache
def ordinary(book: str) -> list[Any]:
    """The same of the game with a name like any other."""
    return answer(ORDINARY, book)


def _said(state: State, called: dict[str, str]) -> list[Any]:
    def of(name: str | None) -> str | None:
        return called.get(name, name) if name is not None else None

    return [
        {of(flag): holds for flag, holds in state.conditions.items()},
        {of(card): {of(feature): it for feature, it in its.items()} for card, its in state.features.items()},
        {of(card): {of(name): it for name, it in its.items()} for card, its in state.properties.items()},
        [(it.kind, of(it.card), of(it.feature), of(it.property), it.value, it.performed) for it in state.attempts],
        [(of(loss.card), of(loss.feature), loss.cause) for loss in state.losses],
        state.roll,
        state.attack,
    ]


# One in eleven is tried by the fast tests, under each rulebook in turn.
HOSTILE_UNDER = [
    pytest.param(name, book, marks=() if place % 11 == 0 else pytest.mark.slow)
    for place, (name, book) in enumerate(zip(HOSTILE, cycle(rulebook_names())))
]


@pytest.mark.parametrize(("name", "book"), HOSTILE_UNDER, ids=ascii)
def test_a_name_behaves_as_any_other(name: str, book: str) -> None:
    assert answer(name, book) == ordinary(book)


@pytest.mark.slow
@settings(max_examples=10)
@given(name=st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20))
def test_so_does_any_name(name: str) -> None:
    try:
        load_scenario(game(name))
    except InputError:
        reject()
    assert answer(name, "r4") == ordinary("r4")


@pytest.mark.parametrize("name", REFUSED, ids=ascii)
def test_a_name_that_is_no_text_is_refused(name: str) -> None:
    with pytest.raises(InputError):
        load_scenario(game(name))


# --- numbers ----------------------------------------------------------------------------------------------------

SUMS = """
title: sums
cards:
  c: {{features: [A {first}]}}
conditions: [h]
events:
"""


def value(text: str, book: str) -> int | None:
    states = evaluate(load_text(text, "sums.yaml"), load_rulebook(book)).outcomes[0].states
    return states[-1].features["c"]["A"].value


@pytest.mark.parametrize(
    ("book", "number", "condition"),
    [
        pytest.param(*sums, marks=() if place % 5 == 0 else pytest.mark.slow)
        for place, sums in enumerate(product(rulebook_names(), [-1000, 1000], ["", ", while: h"]))
    ],
)
def test_the_sum_of_many_modifiers_is_exact(book: str, number: int, condition: str) -> None:
    event = f"  - modify: {{card: c, feature: A, by: {number}{condition}}}\n"
    assert value(SUMS.format(first=number) + 25 * event, book) == 26 * number


@pytest.mark.parametrize("book", rulebook_names())
def test_the_sum_of_different_modifiers_is_exact(book: str) -> None:
    numbers = [7 * place * (-1) ** place for place in range(1, 15)]
    events = "".join(f"  - modify: {{card: c, feature: A, by: {number}, while: h}}\n" for number in numbers)
    assert value(SUMS.format(first=1) + events, book) == 1 + sum(numbers)


@pytest.mark.parametrize(
    "written",  # ^ stands before what is out of range
    [
        "cards: {c: {features: [^A 1001]}}",
        "cards: {c: {features: [{name: A, value: ^-1001}]}}",
        "cards: {c: {}, d: {properties: {life: ^1001}}}",
        "cards: {c: {}}\nevents: [{modify: {card: c, feature: A, by: ^1001}}]",
        "cards: {c: {}}\nevents: [{gain: {card: c, feature: ^A 1001}}]",
        "cards: {c: {}}\nauras: [{to: c, gain: ^A -1001, when: h}]",
    ],
)
def test_a_number_out_of_range_is_refused_where_it_stands(written: str) -> None:
    text = f"title: too large\n{written}\n"
    before = text.partition("^")[0]
    with pytest.raises(InputError) as refused:
        load_text(text.replace("^", ""), "large.yaml")
    (problem,) = refused.value.problems
    assert (problem.line, problem.column) == (before.count("\n") + 1, len(before) - before.rindex("\n"))
    assert "1001" in problem.message
    assert re.search(r"\b1000\b", problem.message)
