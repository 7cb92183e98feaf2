"""For every value that changes, the steps that change it: what stands beneath the value in a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pyrules.engine.evaluate import answer_sets, read
from pyrules.engine.guard import guarded
from pyrules.engine.instance import Instance
from pyrules.explanation.answer_set import AnswerSet, record_of
from pyrules.explanation.explanation import Step
from pyrules.explanation.ledger_writer import PendingStep
from pyrules.explanation.ledgers import Ledgers
from pyrules.model.queries import feature_names
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook


@dataclass(frozen=True, slots=True)
class Reason:
    """A step of an event that moved a feature or a property, or what it works as."""

    card: str
    name: str
    step: Step


Reasons = tuple[tuple[Reason, ...], ...]
"""The reasons of each state, card by card, in order of play: they add up to what the state shows."""


@guarded
def reasons(scenario: Scenario, under: Rulebook) -> tuple[Reasons, ...]:
    """For each outcome, and each of its states, why what changed is as it is. Raises NotDecided as `evaluate` does."""
    instance = Instance(scenario, under)
    sets = answer_sets(instance, every_atom=True)
    evaluation = read(instance, sets)
    numbers = range(len(evaluation.outcomes))
    return tuple(_of(scenario, record_of(instance, sets, evaluation, number)) for number in numbers)


def _of(scenario: Scenario, record: AnswerSet) -> Reasons:
    ledgers = Ledgers.of_everything(record)
    found: list[list[Reason]] = [[] for _ in range(len(scenario.events) + 1)]
    for card, name, drafted in _told(scenario, ledgers):
        for each in drafted:
            if each.step.change != "none":
                found[each.step.after].append(Reason(card, name, each.step))
    return tuple(map(tuple, found))


def _told(scenario: Scenario, ledgers: Ledgers) -> Iterator[tuple[str, str, Sequence[PendingStep]]]:
    for card in scenario.cards:
        yield from ((card, name, ledgers.of_feature(card, name)) for name in feature_names(scenario))
        yield from ((card, name, ledgers.of_property(card, name)) for name in scenario.cards[card].properties)
