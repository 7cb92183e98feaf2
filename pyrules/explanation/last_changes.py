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
    return tuple(_of(instance, record_of(instance, sets, evaluation, number)) for number in numbers)


def _of(instance: Instance, record: AnswerSet) -> Reasons:
    ledgers = Ledgers.of_everything(record)
    found: list[list[Reason]] = [[] for _ in range(len(instance.scenario.events) + 1)]
    for card, name, drafted in _told(instance, ledgers):
        for each in drafted:
            if each.step.change != "none":
                found[each.step.after].append(Reason(card, name, each.step))
    return tuple(map(tuple, found))


def _told(instance: Instance, ledgers: Ledgers) -> Iterator[tuple[str, str, Sequence[PendingStep]]]:
    for id, card in instance.scenario.cards.items():
        yield from ((id, name, ledgers.of_feature(id, name)) for name in instance.features)
        yield from ((id, name, ledgers.of_property(id, name)) for name in card.properties)
