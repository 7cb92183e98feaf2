"""Why nothing settles: for each condition of a loop, what would follow if it held and if it did not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clingo import Symbol

from pyrules.asp import control
from pyrules.engine.instance import Instance
from pyrules.engine.readback import condition
from pyrules.explanation.answer_set import AnswerSet
from pyrules.explanation.explanation import Step, Supposition, replay
from pyrules.explanation.ledgers import Ledgers
from pyrules.model import wording
from pyrules.model.scenario import AtLeast, Has, Not, PropertyAtLeast


def suppositions(instance: Instance) -> tuple[Supposition, ...]:
    """What each condition of the first loop of a scenario without outcome comes to, supposed either way."""
    doubted = control.doubtful_conditions(instance.modules, instance.facts)
    first = min((step for _, step in doubted), default=0)
    terms = sorted((term for term, step in doubted if step == first), key=str)
    return tuple(supposed for term in terms for supposed in _either_way(instance, term, first))


def _either_way(instance: Instance, term: Symbol, step: int) -> Iterator[Supposition]:
    asked = condition(term)
    if not isinstance(asked, Has | AtLeast | PropertyAtLeast):
        return
    for holds in (True, False):
        atoms = control.supposed(instance.modules, instance.facts, term, step, holds)
        if not atoms:
            continue
        record = AnswerSet(instance, atoms)
        ledgers = Ledgers(record)
        told = ledgers.of_condition(asked)
        steps = ledgers.with_causes(told, record.timeline.state_of(step))
        before, now = _until(steps, step - 1), _until(steps, step)
        yield Supposition(
            condition=wording.condition(asked if holds else Not(asked)),
            holds=holds,
            after=record.timeline.state_of(step),
            card=asked.card,
            name=asked.property if isinstance(asked, PropertyAtLeast) else asked.feature,
            steps=now[len(before) :],
            value=replay(now)[0],
        )


def _until(steps: Iterable[Step], moment: int) -> tuple[Step, ...]:
    return tuple(step for step in steps if step.moment <= moment)
