"""A witness as a scenario file that holds its own answers, ready to be kept as a test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pyrules.analysis.compare.differences import Difference
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.model.result import AttackResult, Evaluation, RollResult, State
from pyrules.model.scenario import Expectation, Scenario

ROLL = ("results", "high", "low", "determined", "legal")
ATTACK = ("speed", "legal", "target_fights", "defender_allowed", "magnitude", "damage")


def as_test(witness: Disagreement) -> Scenario:
    """The witness with expectations that state what each rulebook says where the two part.

    Expectations name rulebooks, not readings: where both sides are one rulebook under two readings there are none.
    """
    names = tuple(answer.rulebook for answer in witness.evaluations)
    if names[0] == names[1]:
        return witness.scenario
    expect = tuple(
        each for answer in witness.evaluations for each in expectations(answer, witness.differences, (answer.rulebook,))
    )
    return replace(witness.scenario, rulebooks=names, expect=expect)


def expectations(
    answer: Evaluation, where: Iterable[Difference], rulebooks: tuple[str, ...] = ()
) -> Iterator[Expectation]:
    """What an answer says where it parts from another, as a scenario file states it; `rulebooks` are what it is about.

    Of an answer with several outcomes or none, and where there is no place at which the two part: how many there are.
    """
    parts: dict[int, list[Difference]] = {}
    for each in where:
        if each.after is not None:
            parts.setdefault(each.after, []).append(each)
    if len(answer.outcomes) != 1 or not parts:
        yield Expectation(rulebooks=rulebooks, outcomes=len(answer.outcomes))
        return
    for after, differing in parts.items():
        yield replace(_of_state(answer.outcomes[0].states[after], differing), after=after, rulebooks=rulebooks)


def _of_state(state: State, differing: Iterable[Difference]) -> Expectation:
    what = {each.what for each in differing}
    values = {(each.card, each.name) for each in differing if each.what in ("value", "effective")}
    cards: dict[str, dict[str, int | str]] = {}
    for card, name in sorted((card, name) for card, name in values if card and name):
        cards.setdefault(card, {})[name] = _standing(state, card, name)
    own = next((attempt for attempt in state.attempts if attempt.by == "event"), None)
    return Expectation(
        cards=cards,
        performed=own.performed if own and "attempts" in what else None,
        roll=_said(state.roll, ROLL) if "roll" in what else None,
        attack=_said(state.attack, ATTACK) if "attack" in what else None,
        losses=tuple((loss.card, loss.feature, loss.cause) for loss in state.losses) if "losses" in what else None,
    )


def _said(result: RollResult | AttackResult | None, names: tuple[str, ...]) -> dict[str, object] | None:
    """The parts of a roll's or an attack's result, without those that the text leaves open."""
    if result is None:
        return None
    parts = {name: getattr(result, name) for name in names}
    parts |= {name: "none" for name in ("high", "low") if isinstance(result, RollResult) and parts[name] is None}
    if isinstance(result, RollResult):
        parts["refused"] = tuple(step.step for step in result.refused)
    return {name: part for name, part in parts.items() if part is not None}


def _standing(state: State, card: str, name: str) -> int | str:
    if name in state.properties.get(card, {}):
        return state.properties[card][name]
    feature = state.features.get(card, {}).get(name)
    if feature is None:
        return "absent"
    return "present" if feature.value is None else feature.value
