"""Micro-steps: an event's own, and one for each thing that is examined after it, whatever it reads."""

from __future__ import annotations

from typing import Any

import pytest

from pyrules.engine.timeline import Examined, MicroStep, Timeline, timeline
from pyrules.scenario.load import load_scenario


def line(**data: Any) -> Timeline:
    return timeline(load_scenario({"title": "time", "cards": {"c": {}, "d": {}, "e": {}}, **data}))


def looked_at(given: Timeline) -> list[list[Examined]]:
    """What is examined at the start and after each event."""
    found: list[list[Examined]] = []
    for step in given.steps:
        if step.examined is None:
            found.append([])
        else:
            found[-1].append(step.examined)
    return found


def granting(feature: str, condition: Any) -> dict[str, Any]:
    return {"to": "c", "gain": feature, "while": condition}


def test_without_auras_there_is_a_step_an_event() -> None:
    given = line(events=[{"start": "h"}, {"gain": {"card": "c", "feature": "A 1"}}])
    assert given == Timeline((MicroStep(), MicroStep(event=1), MicroStep(event=2)), (0, 1, 2))


@pytest.mark.parametrize(
    "event",
    [
        {"start": "h"},
        {"start": "other"},
        {"withdraw": ["c", "d"]},
        {"depart": "d"},
        {"lose": {"card": "d", "feature": "X"}},
        {"adjust": {"card": "c", "property": "p", "by": 1}},
        {"roll": {"by": "f", "natural": 1}},
    ],
)
def test_every_aura_is_examined_in_every_event_in_the_order_listed(event: dict[str, Any]) -> None:
    given = line(
        cards={"c": {"properties": {"p": 1}}, "d": {}, "f": {"player": "white"}},
        auras=[granting("A", "h"), granting("B", {"has": ["d", "X"]}), {"to": "c", "gain": "C", "when": "h"}],
        events=[event],
    )
    assert looked_at(given) == [[Examined("aura", number) for number in (1, 2, 3)]] * 2
    assert given.last == (3, 7)


def test_printed_things_with_a_condition_and_printed_modifiers_come_first_card_by_card() -> None:
    cards = {
        "c": {"features": ["A 1", {"name": "B", "while": "h"}]},
        "d": {"features": [{"modifier": "A", "by": 1}, {"name": "B", "while": "h"}]},
    }
    given = line(cards=cards, auras=[granting("C", "h")], events=[{"start": "k"}])
    in_order = [
        Examined("printed", 2, "c"),
        Examined("printed", 1, "d"),
        Examined("printed", 2, "d"),
        Examined("aura", 1),
    ]
    assert looked_at(given) == [in_order, in_order]


def test_an_examination_leads_to_the_state_of_the_event_it_follows() -> None:
    given = line(auras=[granting("A 1", "h")], events=[{"start": "h"}])
    assert [given.state_of(step) for step in range(4)] == [0, 0, 1, 1]  # the start, the aura, the event, the aura


def test_an_event_has_a_step_of_its_own() -> None:
    given = line(auras=[granting("A 1", "h")], events=[{"start": "h"}, {"stop": "h"}])
    assert [given.step_of(event) for event in (1, 2)] == [2, 4]  # each after the steps of the start, or event, before
