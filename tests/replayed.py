"""The steps of ledgers, replayed with plain arithmetic, against what the states show."""

from __future__ import annotations

from collections.abc import Iterator

from solved import Solved

from pyrules.explanation import Level, Step, replay
from pyrules.explanation.last_changes import reasons
from pyrules.model.result import State
from pyrules.model.scenario import Attack, Roll, Scenario
from pyrules.rulebook.book import Rulebook


def feature_levels(state: State, card: str, name: str) -> tuple[Level, Level]:
    """What a state shows of a feature: its value, and what it works as."""
    feature = state.features.get(card, {}).get(name)
    if feature is None:
        return "absent", "absent"
    if feature.value is None or feature.effective is None:
        return "present", "present"
    return feature.value, feature.effective


def wrong(answer: Solved) -> Iterator[str]:
    """Every value of every outcome that the steps up to its state do not lead to."""
    scenario, book = answer.instance.scenario, answer.instance.rulebook
    for outcome, ledgers in zip(answer.evaluation.outcomes, answer.ledgers, strict=True):
        for card in scenario.cards:
            for name in answer.instance.features:
                steps = [drafted.step for drafted in ledgers.of_feature(card, name)]
                assert book.foreign or not [step for step in steps if step.kind == "otherwise"]
                for state in outcome.states:
                    got, shown = replay(upto(steps, state.after)), feature_levels(state, card, name)
                    if got != shown:
                        yield f"{book.name}, after {state.after}, {name} of {card}: replayed {got}, shown {shown}"
            for name in scenario.cards[card].properties:
                steps = [drafted.step for drafted in ledgers.of_property(card, name)]
                for state in outcome.states:
                    _, amount = replay(upto(steps, state.after))
                    value = state.properties.get(card, {}).get(name, "absent")
                    if amount != value:
                        yield f"{book.name}, after {state.after}, {name} of {card}: replayed {amount}, shown {value}"


def upto(steps: list[Step], after: int) -> list[Step]:
    """The steps of the events up to one."""
    return [step for step in steps if step.after <= after]


def wrong_of_events(answer: Solved) -> Iterator[str]:
    """Every attack and roll whose steps do not lead to what the state after it shows."""
    for outcome, ledgers in zip(answer.evaluation.outcomes, answer.ledgers, strict=True):
        for state in outcome.states[1:]:
            told = [[drafted.step for drafted in steps] for steps in ledgers.of_event(state.after)]
            if not holds(answer.instance.scenario, state, told):
                yield f"{answer.instance.rulebook.name}, after {state.after}"


def holds(scenario: Scenario, state: State, told: list[list[Step]]) -> bool:
    """Whether the steps of an event lead to what the state after it shows of an attack or a roll."""
    match scenario.events[state.after - 1].happening:
        case Attack() if state.attack is not None:
            (steps,) = told
            if not state.attack.legal:
                return not any(step.counts for step in steps)
            magnitudes = [step.now for step in steps if step.kind == "magnitude"]
            return replay(steps)[0] == state.attack.damage and magnitudes == [state.attack.magnitude]
        case Roll() if state.roll is not None and state.roll.results:
            return tuple(replay(steps)[0] for steps in told) == state.roll.results
    return True


def astray(scenario: Scenario, book: Rulebook) -> Iterator[str]:
    """Every step of `eval --why` that does not begin where the one before it ended."""
    for states in reasons(scenario, book):
        stands: dict[tuple[str, str], Level] = {}
        for each in (each for state in states for each in state):
            before = stands.get((each.card, each.name), "absent")
            if before != each.step.before:
                yield f"{each.name} of {each.card} stands at {before}, {each.step.text} begins at {each.step.before}"
            stands[each.card, each.name] = each.step.now
