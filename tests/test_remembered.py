"""A scenario put together from remembered parts is the one that is loaded with all checks, without warnings."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import drawn
import pytest

from pyrules.scenario.dump import to_data
from pyrules.scenario.load import load_scenario
from pyrules.scenario.remembered import sure_scenario

WORDS = (
    *("Броня", "Броня 2", "Бронъ", "Armour", "Armor", "Rage 1", "vail", "bokor", "hill", "Hill", "movement", "roll"),
    *("squad", "Броня +1", "Armour2", "и\u0306", "\u3164", "", "after", "end", "incoming_attack", "night 2"),
)
VALUES: tuple[Any, ...] = (
    *(0, -1, 7, 1000, 1001, 999_999, True, None, 1.5, "2", [], {}, "flip", ["vail", "vail"]),
    {"has": ["vail", "Броня"]},
)


def mutated(data: Any, by: Random) -> Any:
    """The data with one part of it put in another's place, renamed, left out or doubled."""
    data = copy.deepcopy(data)
    places = list(_places(data))
    container, key = by.choice(places)
    match by.randint(0, 4):
        case 0:
            container[key] = by.choice(WORDS)
        case 1:
            container[key] = by.choice(VALUES)
        case 2:
            other, there = by.choice(places)
            container[key] = copy.deepcopy(other[there])
        case 3 if isinstance(container, dict):
            container[by.choice(WORDS)] = container.pop(key)
        case _:
            del container[key]
    return data


def _places(node: Any) -> Any:
    for key, value in list(node.items() if isinstance(node, dict) else enumerate(node)):
        yield node, key
        if isinstance(value, dict | list):
            yield from _places(value)


def agrees(data: dict[str, Any]) -> bool:
    """Whether the scenario is sure; checks that it is then the right one."""
    sure = sure_scenario(data, "s")
    if sure is not None:
        loaded = load_scenario(data, "s")
        assert (loaded, loaded.doubts) == (sure, ())
    return sure is not None


def test_most_scenarios_are_sure() -> None:
    by = Random(1)
    assert sum(agrees(to_data(drawn.scenario(by, 0, 0.3))) for _ in range(60)) > 50


def test_what_is_sure_is_right_whatever_is_written() -> None:
    by = Random(2)
    for _ in range(50):
        data = to_data(drawn.scenario(by, 0.1, 0.3))
        for _ in range(by.randint(1, 2)):
            data = mutated(data, by)
        agrees(data)


@pytest.mark.slow
def test_what_is_sure_is_right_many_times() -> None:
    by = Random(3)
    for _ in range(10_000):
        data = to_data(drawn.scenario(by, 0.1, 0.3))
        for _ in range(by.randint(1, 3)):
            data = mutated(data, by)
        agrees(data)


@pytest.mark.parametrize(
    "changed",
    [
        {"conditions": ["hill", "hilk"]},
        {"events": [{"gain": {"card": "vail", "feature": "Броня 1"}}, {"lose": {"card": "vail", "feature": "Бронь"}}]},
        {"events": [{"gain": {"card": "vail", "feature": "Броня 1"}}, {"gain": {"card": "vail", "feature": "Броня"}}]},
        {"events": [{"roll": {"by": "vail", "natural": 1}}]},
        {"events": [{"adjust": {"card": "vail", "property": "life", "by": 1}}]},
        {"events": [{"stop": "night"}]},
        {"events": [{"depart": "vail"}] * 1001},
        {"notes": "a note"},
        {"cards": {"vail": {}, "Vail": {}}},
    ],
)
def test_what_is_not_sure_is_left_to_all_checks(changed: dict[str, Any]) -> None:
    data = {"title": "t", "cards": {"vail": {"features": ["Rage 1"]}}, **changed}
    assert sure_scenario(data, "s") is None
