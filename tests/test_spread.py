"""How many numbers a quantity might come to: a bound, never less than what there is."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.asp.dependence import rests_on
from pyrules.engine.grounding_size import many_numbers
from pyrules.engine.instance import Instance
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.load import load_scenario


def many(events: list[dict[str, Any]], **more: Any) -> bool:
    return many_numbers(
        load_scenario({"title": "spread", "cards": {"c": {"player": "white"}}, "events": events, **more})
    )


def modifications(count: int, by: int) -> list[dict[str, Any]]:
    gained = {"gain": {"card": "c", "feature": "A 1"}}
    return [gained] + [{"modify": {"card": "c", "feature": "A", "by": by + place}} for place in range(count)]


def test_few_modifiers_come_to_few_sums() -> None:
    assert not many(modifications(8, 100))


def test_many_modifiers_come_to_many_sums() -> None:
    assert many(modifications(20, 100))


def test_many_small_modifiers_come_to_few_sums() -> None:
    assert not many(
        [{"gain": {"card": "c", "feature": "A 1"}}] + [{"modify": {"card": "c", "feature": "A", "by": 1}}] * 30
    )


def test_the_modifier_of_an_aura_may_come_again_and_again() -> None:
    aura = {"to": "c", "modify": {"feature": "A", "by": 100}, "while": "h"}
    assert many([{"start": "h"}, {"stop": "h"}] * 10, auras=[aura])


@pytest.mark.parametrize(("declared", "expected"), [({}, False), ({"A": {"modifies": "roll"}}, True)])
def test_a_roll_is_followed_for_every_number_that_modifies_it(declared: dict[str, Any], expected: bool) -> None:
    assert many([{"roll": {"by": "c", "natural": 3}}], features=declared) is expected


def test_what_modifies_a_property_adds_up() -> None:
    gains = [{"gain": {"card": "c", "feature": f"{name} {number}"}} for name in "AB" for number in (100, 200, 300)]
    assert not many(gains)
    assert many(gains, features={"A": {"modifies": "movement"}, "B": {"modifies": "movement"}})


@pytest.mark.parametrize("option", ["once", "until-performed"])
def test_an_attempt_that_can_rest_on_an_earlier_one_may_come_in_every_micro_step(option: str) -> None:
    undone = {"modifier": "A", "by": 3, "while": "h"}
    card = {"player": "white", "features": ["A 1", undone]}
    events = [{"modify": {"card": "c", "feature": "A", "by": 3, "while": "h"}}] * 8
    auras = [{"to": "c", "gain": "B 1", "while": "h"}] * 4
    game = load_scenario({"title": "spread", "cards": {"c": card}, "auras": auras, "events": events})
    modules = Instance(game, load_rulebook("r2", {"aura-attempts": option})).modules
    assert not many_numbers(game)
    assert many_numbers(game, moments=5 * 9)
    assert rests_on(modules, "attempted", "performed") == (option == "until-performed")
