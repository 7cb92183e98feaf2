"""Scenarios under rulebooks: the answer, with its verdict. What the command line, tests and other programs call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pyrules import readback, solver
from pyrules.facts import facts, reads_features
from pyrules.model import Aura, Change, Modify, Roll, Scenario
from pyrules.result import Evaluation, Loop, Outcome, Verdict
from pyrules.rulebook import Rulebook
from pyrules.solver import Atoms
from pyrules.timeline import Timeline, reads, timeline
from pyrules.worker import guarded

MANY_NUMBERS = 256
"""From so many numbers that one feature might come to, a scenario is solved with its steps written out."""


@guarded
def evaluate(scenario: Scenario, under: Rulebook) -> Evaluation:
    """What the rulebook says of the scenario, under the readings that it carries.

    Raises NotDecided when there are more outcomes than can be listed, or a limit is reached.
    """
    return read(scenario, under, answer_sets(scenario, under))


def answer_sets(scenario: Scenario, under: Rulebook, every_atom: bool = False) -> tuple[Atoms, ...]:
    """The answer sets of the scenario, with the atoms that results are read from or with every atom."""
    modules, steps = under.modules_for(reads_features(scenario)), len(timeline(scenario).steps)
    return solver.answer_sets(modules, facts(scenario), steps, _wants_writing_out(scenario), every_atom)


def read(scenario: Scenario, under: Rulebook, sets: Iterable[Atoms]) -> Evaluation:
    """What the answer sets of the scenario come to, each distinct outcome once."""
    line = timeline(scenario)
    if under.foreign:
        sets = tuple(sets)
        _keep_to_the_contract(scenario, line, under, sets)
    outcomes = _distinct(readback.outcome(scenario, line, under, atoms) for atoms in sets)
    return Evaluation(
        file=scenario.file,
        title=scenario.title,
        rulebook=under.name,
        rulebook_hash=under.hash,
        readings=under.readings,
        verdict=_verdict(len(outcomes)),
        outcomes=outcomes,
        loop=None if outcomes else _loop(scenario, line, under),
    )


def evaluate_many(scenarios: Iterable[Scenario], under: Rulebook) -> Iterator[Evaluation]:
    """What the rulebook says of each scenario, in order."""
    for scenario in scenarios:
        yield evaluate(scenario, under)


def evaluate_readings(
    scenario: Scenario, under: Rulebook
) -> tuple[tuple[tuple[Mapping[str, str], ...], Evaluation], ...]:
    """Each distinct answer once, with the readings that give it; the answer under `under` itself comes first.

    Readings are changed one at a time; `{}` stands for none changed.
    """
    groups: list[tuple[list[Mapping[str, str]], Evaluation]] = [([{}], evaluate(scenario, under))]
    for choice in under.choices:
        for option in choice.reading.options:
            if option != choice.option:
                changed = {choice.reading.id: option}
                _join(groups, changed, evaluate(scenario, under.under(changed)))
    return tuple((tuple(readings), evaluation) for readings, evaluation in groups)


def _join(
    groups: list[tuple[list[Mapping[str, str]], Evaluation]], readings: Mapping[str, str], evaluation: Evaluation
) -> None:
    for members, first in groups:
        if (first.verdict, first.outcomes) == (evaluation.verdict, evaluation.outcomes):
            members.append(readings)
            return
    groups.append(([readings], evaluation))


def _keep_to_the_contract(scenario: Scenario, line: Timeline, under: Rulebook, sets: Iterable[Atoms]) -> None:
    from pyrules import contract

    for atoms in sets:
        contract.check(scenario, line, under, atoms)


def _verdict(outcomes: int) -> Verdict:
    if outcomes == 0:
        return "paradox"
    return "determined" if outcomes == 1 else "undetermined"


def _distinct(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Outcomes are told apart by what the states show (decision D-6), and stand in an order that does not vary."""
    return tuple({repr(outcome): outcome for outcome in sorted(outcomes, key=repr)}.values())


def _wants_writing_out(scenario: Scenario) -> bool:
    """Whether the scenario has numbers that might come to be many things: many modifiers of a feature, or a roll."""
    if any(isinstance(event.happening, Roll) for event in scenario.events):
        return True
    changes: dict[tuple[str, str], list[int]] = {}
    for event in scenario.events:
        if isinstance(event.happening, Modify):
            modified = event.happening
            changes.setdefault((modified.card, modified.feature), []).append(abs(modified.by))
    for aura in scenario.auras:
        if isinstance(aura.grant, Change):
            repeated = [abs(aura.grant.by)] * (1 + len(scenario.events) // 2)
            changes.setdefault((aura.to, aura.grant.feature), []).extend(repeated)
    return any(min(2 ** len(numbers), 1 + sum(numbers)) > MANY_NUMBERS for numbers in changes.values())


def _loop(scenario: Scenario, line: Timeline, under: Rulebook) -> Loop:
    doubted = solver.doubtful_conditions(under.modules_for(True), facts(scenario))
    first = min((step for _, step in doubted), default=0)
    after = next(number for number, last in enumerate(line.last) if first <= last)
    advice = next((_advice(aura) for aura in scenario.auras if _contradicts_itself(aura)), None)
    return Loop(after, readback.loop_conditions(doubted), advice)


def _contradicts_itself(aura: Aura) -> bool:
    return ("feature", aura.to, aura.grant.feature) in reads(aura.existence)


def _advice(aura: Aura) -> str:
    return (
        f"what the aura on {aura.to} grants exists only while its condition holds, and the condition reads "
        f"{aura.grant.feature} itself; with `when` instead of `while` it would be granted once and stay"
    )
