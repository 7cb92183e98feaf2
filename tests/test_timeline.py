"""Micro-steps: an event's own, and one for each aura that the event may concern."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from strategies import with_conditions_on_features

from pyrules.asp import control
from pyrules.engine import readback
from pyrules.engine.facts import facts
from pyrules.engine.timeline import Examined, Step, Timeline, timeline
from pyrules.model.result import Outcome
from pyrules.model.scenario import Scenario
from pyrules.rulebook.open import rulebook
from pyrules.rulebook.revisions import names
from pyrules.scenario.load import load_data


def line(**data: Any) -> Timeline:
    return timeline(load_data({"title": "time", "cards": {"c": {}, "d": {}, "e": {}}, **data}))


def looked_at(given: Timeline) -> list[list[int]]:
    """The numbers of the auras examined at the start and after each event."""
    found: list[list[int]] = []
    for step in given.steps:
        if step.examined is None:
            found.append([])
        else:
            found[-1].append(step.examined.number)
    return found


def granting(feature: str, condition: Any, to: str = "c", **more: Any) -> dict[str, Any]:
    return {"to": to, "gain": feature, "while": condition, **more}


def test_without_auras_there_is_a_step_an_event() -> None:
    given = line(events=[{"start": "h"}, {"gain": {"card": "c", "feature": "A 1"}}])
    assert given == Timeline((Step(), Step(event=1), Step(event=2)), (0, 1, 2))


def test_at_the_start_everything_is_examined() -> None:
    given = line(auras=[granting("A 1", "h"), granting("B 1", {"not": "k"})])
    assert looked_at(given) == [[1, 2]]
    assert given.last == (2,)


@pytest.mark.parametrize(
    ("event", "concerned"),
    [
        ({"start": "h"}, [1]),
        ({"stop": "h"}, [1]),
        ({"start": "other"}, []),
        ({"approach": ["d", "c"]}, [2]),
        ({"withdraw": ["c", "d"]}, [2]),
        ({"approach": ["c", "e"]}, []),
        ({"depart": "e"}, [3]),
        ({"depart": "d"}, [2, 4, 5]),  # its features go with it
        ({"gain": {"card": "d", "feature": "X"}}, [4]),
        ({"lose": {"card": "d", "feature": "X"}}, [4]),
        ({"gain": {"card": "c", "feature": "X"}}, []),
        ({"modify": {"card": "d", "feature": "Y", "by": 1}}, [5]),
        ({"adjust": {"card": "c", "property": "p", "by": 1}}, []),
        ({"roll": {"by": "f", "natural": 1}}, []),
    ],
)
def test_an_event_has_those_examined_whose_condition_it_can_change(event: dict[str, Any], concerned: list[int]) -> None:
    given = line(
        cards={"c": {"properties": {"p": 1}}, "d": {}, "e": {}, "f": {"player": "white"}},
        auras=[
            granting("A", {"all": [{"not": "h"}]}),
            granting("B", {"adjacent": ["c", "d"]}),
            {"to": "c", "gain": "C", "from": "e"},
            granting("D", {"has": ["d", "X"]}),
            {"to": "c", "gain": "E", "when": {"at_least": ["d", "Y", 2]}},
        ],
        events=[event],
    )
    assert looked_at(given)[1] == concerned


def test_what_changes_through_another_feature_is_examined() -> None:
    # The flag lets A come and go; B reads A; C reads B.
    auras = [granting("A", "h"), granting("B", {"has": ["c", "A"]}), granting("C", {"has": ["c", "B"]}, "d")]
    assert looked_at(line(auras=auras, events=[{"start": "h"}, {"start": "k"}])) == [[1, 2, 3], [1, 2, 3], []]


def test_what_was_examined_too_early_is_examined_after_the_next_event() -> None:
    # The first reads what the second grants.
    auras = [granting("B", {"has": ["c", "A"]}), granting("A", "h")]
    given = line(auras=auras, events=[{"start": "h"}, {"start": "k"}, {"start": "k"}])
    assert looked_at(given) == [[1, 2], [1, 2], [1], []]


def test_printed_things_with_a_condition_come_first_card_by_card() -> None:
    cards = {
        "c": {"features": ["A 1", {"name": "B", "while": "h"}]},
        "d": {"features": [{"modifier": "A", "by": 1}, {"name": "B", "while": "h"}]},
    }
    given = line(cards=cards, auras=[granting("C", "h")], events=[{"start": "h"}])
    at_start = [step.examined for step in given.steps[1 : given.last[0] + 1]]
    assert at_start == [
        Examined("printed", 2, "c"),
        Examined("printed", 1, "d"),
        Examined("printed", 2, "d"),
        Examined("aura", 1),
    ]
    assert [step.examined for step in given.steps[given.last[0] + 2 :]] == [at_start[0], at_start[2], at_start[3]]


# --- nothing is left out ----------------------------------------------------------------------------------------


def exhaustive(scenario: Scenario) -> Timeline:
    """Every aura and every printed thing examined after every event."""
    everything = [step for step in timeline(scenario).steps[: timeline(scenario).last[0] + 1] if step.examined]
    steps, last = [Step(), *everything], [len(everything)]
    for number in range(1, len(scenario.events) + 1):
        steps += [Step(event=number), *everything]
        last.append(len(steps) - 1)
    return Timeline(tuple(steps), tuple(last))


def outcomes(scenario: Scenario, book: str, with_steps: Timeline) -> list[Outcome]:
    """What comes of a scenario with these micro-steps."""
    words = ("step", "happens", "examined", "state_after")
    given = "\n".join(it for it in facts(scenario).splitlines() if it.partition("(")[0] not in words)
    for number, step in enumerate(with_steps.steps):
        given += f"\nstep({number})."
        if step.event is not None:
            given += f" happens({step.event},{number})."
        if step.examined is not None:
            seen = step.examined
            name = f"aura({seen.number})" if seen.card is None else f'printed("{seen.card}",{seen.number})'
            given += f" examined({name},{number})."
    given += "".join(f" state_after({number},{step})." for number, step in enumerate(with_steps.last))
    rules = rulebook(book)
    found = control.answer_sets(rules.modules, given, len(with_steps.steps), written_out=False)
    distinct = {
        repr(outcome): outcome for outcome in (readback.outcome(scenario, with_steps, rules, it) for it in found)
    }
    return [distinct[text] for text in sorted(distinct)]


@pytest.mark.slow
@pytest.mark.parametrize("book", names())
@settings(max_examples=15)
@given(scenario=with_conditions_on_features)
def test_examining_everything_after_every_event_changes_nothing(book: str, scenario: Scenario) -> None:
    assert outcomes(scenario, book, timeline(scenario)) == outcomes(scenario, book, exhaustive(scenario))
