"""Scenarios under rulebooks: the answer, with its verdict. What the command line, tests and other programs call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pyrules.asp import control
from pyrules.asp.control import Atoms
from pyrules.asp.dependence import rests_on
from pyrules.engine import readback
from pyrules.engine.broken import broken_first
from pyrules.engine.exact_numbers import refuse_inexact
from pyrules.engine.grounding_size import many_numbers
from pyrules.engine.guard import guarded
from pyrules.engine.instance import Instance
from pyrules.language import _
from pyrules.model import wording
from pyrules.model.queries import reads
from pyrules.model.result import Broken, Evaluation, Loop, Outcome, Verdict
from pyrules.model.scenario import Adjustment, Aura, Condition, Scenario
from pyrules.rulebook.book import Rulebook


@guarded
def evaluate(scenario: Scenario, under: Rulebook) -> Evaluation:
    """What the rulebook says of the scenario, under the readings that it carries.

    Raises NotDecided when there are more outcomes than can be listed, or a limit is reached.
    """
    instance = Instance(scenario, under)
    return read(instance, answer_sets(instance))


def answer_sets(instance: Instance, every_atom: bool = False) -> tuple[Atoms, ...]:
    """The answer sets of a scenario under a rulebook, with the atoms that results are read from or with every atom.

    Raises InputError when rules from elsewhere calculate beyond the numbers allowed.
    """
    modules, given = instance.modules, instance.facts
    refuse_inexact(modules, given)
    every_atom = every_atom or bool(instance.rulebook.contested)  # which rule came to a verdict is asked of every atom
    return control.answer_sets(modules, given, len(instance.timeline.steps), _written_out(instance), every_atom)


def _written_out(instance: Instance) -> bool:
    """Whether the steps are better written out: there may be many numbers.

    Where an attempt can rest on what became of an earlier one, the grounder lets it come in every micro-step.
    """
    scenario = instance.scenario
    return many_numbers(scenario) or (
        many_numbers(scenario, len(instance.timeline.steps)) and rests_on(instance.modules, "attempted", "performed")
    )


def read(instance: Instance, sets: Iterable[Atoms]) -> Evaluation:
    """What the answer sets of a scenario under a rulebook come to, each distinct outcome once."""
    scenario, under = instance.scenario, instance.rulebook
    if under.foreign:
        sets = tuple(sets)
        _keep_to_the_contract(instance, sets)
    outcomes = _distinct(readback.outcome(instance, atoms) for atoms in sets)
    return Evaluation(
        file=scenario.file,
        title=scenario.title,
        rulebook=under.name,
        rulebook_hash=under.hash,
        readings=under.readings,
        verdict=_verdict(len(outcomes)),
        outcomes=outcomes,
        loop=None if outcomes else _broken(instance) or _unsettled(instance),
        cards=tuple(scenario.cards),
    )


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


def _keep_to_the_contract(instance: Instance, sets: Iterable[Atoms]) -> None:
    from pyrules.engine import output_contract

    for atoms in sets:
        output_contract.check(instance, atoms)


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


def _broken(instance: Instance) -> Loop | None:
    """The constraints of an edit that are broken first, where they are to blame."""
    under = instance.rulebook
    found = broken_first(instance.modules, instance.facts) if under.foreign else None
    if found is None:
        return None
    step, rules = found
    cited = (Broken(rule.sentence, rule.place, under.cite_rule(rule.module, rule.sentence)) for rule in rules)
    return Loop(instance.timeline.state_of(step), (), broken=tuple(cited))


def _unsettled(instance: Instance) -> Loop:
    doubted = control.doubtful_conditions(instance.modules, instance.facts)
    first = min((step for _, step in doubted), default=0)
    conditions = tuple(readback.condition(term) for term, _ in doubted)
    advice = next((_advice(aura) for aura in instance.scenario.auras if _contradicts_itself(aura, conditions)), None)
    return Loop(instance.timeline.state_of(first), tuple(sorted(set(map(wording.condition, conditions)))), advice)


def _contradicts_itself(aura: Aura, loop: Iterable[Condition]) -> bool:
    if isinstance(aura.grant, Adjustment):
        return False
    granted = ("feature", aura.to, aura.grant.feature)
    return granted in reads(aura.existence) and any(granted in reads(condition) for condition in loop)


def _advice(aura: Aura) -> str:
    assert not isinstance(aura.grant, Adjustment)
    return _(
        "what the aura on {to} grants exists only while its condition holds, and the condition "
        "reads {feature} itself; with `when` instead of `while` it would be granted once and stay",
        to=aura.to,
        feature=aura.grant.feature,
    )
