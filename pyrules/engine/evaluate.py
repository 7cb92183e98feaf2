"""Scenarios under rulebooks: the answer, with its verdict. What the command line, tests and other programs call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pyrules.asp import control
from pyrules.asp.control import Atoms
from pyrules.engine import readback
from pyrules.engine.broken import broken_first
from pyrules.engine.exact_numbers import refuse_inexact
from pyrules.engine.facts import facts
from pyrules.engine.grounding_size import many_numbers
from pyrules.engine.guard import guarded
from pyrules.engine.timeline import Timeline, timeline
from pyrules.model import wording
from pyrules.model.queries import reads, reads_features
from pyrules.model.result import Broken, Evaluation, Loop, Outcome, Verdict
from pyrules.model.scenario import Attack, Aura, Condition, Roll, Scenario
from pyrules.rulebook.book import Rulebook


@guarded
def evaluate(scenario: Scenario, under: Rulebook) -> Evaluation:
    """What the rulebook says of the scenario, under the readings that it carries.

    Raises NotDecided when there are more outcomes than can be listed, or a limit is reached.
    """
    return read(scenario, under, answer_sets(scenario, under))


def answer_sets(scenario: Scenario, under: Rulebook, every_atom: bool = False) -> tuple[Atoms, ...]:
    """The answer sets of the scenario, with the atoms that results are read from or with every atom.

    Raises InputError when rules from elsewhere calculate beyond the numbers allowed.
    """
    modules, given = modules_needed(scenario, under), facts(scenario)
    refuse_inexact(modules, given)
    every_atom = every_atom or bool(under.contested)  # which rule came to a verdict is asked of every atom
    return control.answer_sets(modules, given, len(timeline(scenario).steps), many_numbers(scenario), every_atom)


def modules_needed(scenario: Scenario, under: Rulebook) -> tuple[Path, ...]:
    """The modules of the rulebook that have something to say of the scenario."""
    happenings = {type(event.happening) for event in scenario.events}
    topics = (("dice", Roll), ("attack", Attack))
    absent = [topic for topic, happening in topics if happening not in happenings]
    return under.modules_for(reads_features(scenario), absent)


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
        cards=tuple(scenario.cards),
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
    from pyrules.engine import output_contract

    for atoms in sets:
        output_contract.check(scenario, line, under, atoms)


def _verdict(outcomes: int) -> Verdict:
    if outcomes == 0:
        return "paradox"
    return "determined" if outcomes == 1 else "undetermined"


def _distinct(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Outcomes are told apart by what the states show (decision D-6), and stand in an order that does not vary."""
    found = tuple(outcomes)
    if len(found) == 1:
        return found
    texts = {repr(outcome): outcome for outcome in found}
    return tuple(texts[text] for text in sorted(texts))


def _loop(scenario: Scenario, line: Timeline, under: Rulebook) -> Loop:
    return _broken(scenario, line, under) or _unsettled(scenario, line, under)


def _broken(scenario: Scenario, line: Timeline, under: Rulebook) -> Loop | None:
    """The constraints of an edit that are broken first, where they are to blame."""
    found = broken_first(modules_needed(scenario, under), facts(scenario)) if under.foreign else None
    if found is None:
        return None
    step, rules = found
    after = next(number for number, last in enumerate(line.last) if step <= last)
    cited = (Broken(rule.sentence, rule.place, under.cite_rule(rule.module, rule.sentence)) for rule in rules)
    return Loop(after, (), broken=tuple(cited))


def _unsettled(scenario: Scenario, line: Timeline, under: Rulebook) -> Loop:
    doubted = control.doubtful_conditions(under.modules_for(True), facts(scenario))
    first = min((step for _, step in doubted), default=0)
    after = next(number for number, last in enumerate(line.last) if first <= last)
    conditions = tuple(readback.condition(term) for term, _ in doubted)
    advice = next((_advice(aura) for aura in scenario.auras if _contradicts_itself(aura, conditions)), None)
    return Loop(after, tuple(sorted(set(map(wording.condition, conditions)))), advice)


def _contradicts_itself(aura: Aura, loop: Iterable[Condition]) -> bool:
    granted = ("feature", aura.to, aura.grant.feature)
    return granted in reads(aura.existence) and any(granted in reads(condition) for condition in loop)


def _advice(aura: Aura) -> str:
    return (
        f"what the aura on {aura.to} grants exists only while its condition holds, and the condition reads "
        f"{aura.grant.feature} itself; with `when` instead of `while` it would be granted once and stay"
    )
