"""Replaying a ledger's steps with plain arithmetic gives what the state shows: in cases, in examples, at random."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from strategies import of_every_kind

from pyrules.engine.evaluate import answer_sets, evaluate, read
from pyrules.engine.instance import Instance
from pyrules.explanation import Level, Step, explain, replay
from pyrules.explanation.answer_set import record_of
from pyrules.explanation.last_changes import reasons
from pyrules.explanation.ledgers import Ledgers
from pyrules.model.queries import feature_names
from pyrules.model.result import State
from pyrules.model.scenario import Attack, Roll, Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario

HERE = Path(__file__).parent
CASES = [json.loads(line) for line in (HERE / "data/features.jsonl").read_text(encoding="utf-8").splitlines()]
EXAMPLES = sorted(path for path in (HERE.parent / "examples").rglob("*.yaml") if "edits" not in path.parts)


def feature_levels(state: State, card: str, name: str) -> tuple[Level, Level]:
    """What a state shows of a feature: its value, and what it works as."""
    feature = state.features.get(card, {}).get(name)
    if feature is None:
        return "absent", "absent"
    if feature.value is None or feature.effective is None:
        return "present", "present"
    return feature.value, feature.effective


def wrong(scenario: Scenario, book: Rulebook) -> Iterator[str]:
    """Every value of every outcome that the steps up to its state do not lead to."""
    instance = Instance(scenario, book)
    sets = answer_sets(instance, every_atom=True)
    evaluation = read(instance, sets)
    for number, outcome in enumerate(evaluation.outcomes):
        ledgers = Ledgers.of_everything(record_of(instance, sets, evaluation, number))
        for card in scenario.cards:
            for name in feature_names(scenario):
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


def every(name: str) -> Iterator[Rulebook]:
    """The rulebook by default, and under each single change of a reading."""
    book = load_rulebook(name)
    yield book
    for choice in book.choices:
        changes = (option for option in choice.reading.options if option != choice.option)
        yield from (book.under({choice.reading.id: option}) for option in changes)


EDITS = sorted((HERE.parent / "examples/edits").rglob("*.edit.yaml"))


@pytest.mark.parametrize("file", EDITS, ids=lambda path: path.stem.removesuffix(".edit"))
def test_under_an_edit(file: Path) -> None:
    """The steps add up under each edit, in the ledgers and in what `eval --why` prints of them."""
    book = load_rulebook(str(file))
    for scenario in map(load_scenario, sorted(file.parent.glob("*.scenario.yaml"))):
        assert list(wrong(scenario, book)) == []
        assert list(astray(scenario, book)) == []


def astray(scenario: Scenario, book: Rulebook) -> Iterator[str]:
    """Every step of `eval --why` that does not begin where the one before it ended."""
    for states in reasons(scenario, book):
        stands: dict[tuple[str, str], Level] = {}
        for each in (each for state in states for each in state):
            before = stands.get((each.card, each.name), "absent")
            if before != each.step.before:
                yield f"{each.name} of {each.card} stands at {before}, {each.step.text} begins at {each.step.before}"
            stands[each.card, each.name] = each.step.now


def in_turn(number: int) -> Rulebook:
    """One of the rulebooks, so that neighbours are tried under different ones."""
    return load_rulebook(rulebook_names()[number % len(rulebook_names())])


@pytest.mark.parametrize("number", range(len(CASES)))
def test_of_a_case(number: int) -> None:
    assert list(wrong(load_scenario(CASES[number]["scenario"]), in_turn(number))) == []


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_of_an_example(number: int) -> None:
    assert list(wrong(load_scenario(EXAMPLES[number]), in_turn(number))) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", rulebook_names())
def test_of_every_case_under_every_reading(name: str) -> None:
    scenarios = [load_scenario(case["scenario"]) for case in CASES]
    assert [each for book in every(name) for scenario in scenarios for each in wrong(scenario, book)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", rulebook_names())
def test_of_every_example(name: str) -> None:
    assert [each for file in EXAMPLES for each in wrong(load_scenario(file), load_rulebook(name))] == []


WITH_EVENTS_OF_THEIR_OWN = [
    file for file in EXAMPLES if any(isinstance(event.happening, Attack | Roll) for event in load_scenario(file).events)
]


@pytest.mark.parametrize("name", rulebook_names())
@pytest.mark.parametrize("file", WITH_EVENTS_OF_THEIR_OWN, ids=lambda path: path.stem)
def test_of_rolls_and_attacks(file: Path, name: str) -> None:
    scenario, book = load_scenario(file), load_rulebook(name)
    for number, outcome in enumerate(evaluate(scenario, book).outcomes):
        for state in outcome.states[1:]:
            happening = scenario.events[state.after - 1].happening
            if isinstance(happening, Attack) and state.attack is not None:
                (ledger,) = explain(scenario, book, happening.by, "attack", state.after, number).ledgers
                if not state.attack.legal:
                    assert not [step for step in ledger.steps if step.counts]
                    continue
                assert replay(ledger.steps)[0] == state.attack.damage
                assert [step.now for step in ledger.steps if step.kind == "magnitude"] == [state.attack.magnitude]
            if isinstance(happening, Roll) and state.roll is not None and state.roll.results:
                ledgers = explain(scenario, book, happening.by, "roll", state.after, number).ledgers
                assert tuple(replay(ledger.steps)[0] for ledger in ledgers) == state.roll.results


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(scenario=of_every_kind)
def test_of_random_scenarios(scenario: Scenario) -> None:
    assert [each for name in rulebook_names() for each in wrong(scenario, load_rulebook(name))] == []
