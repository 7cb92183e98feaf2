"""A witness as a scenario file that holds its own answers, ready to be kept as a test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pyrules.model import Expectation, Scenario
from pyrules.result import Evaluation, State
from pyrules.search.find import Witness


def as_test(witness: Witness) -> Scenario:
    """The witness with expectations that state what each rulebook says where the two part.

    Expectations name rulebooks, not readings: where both sides are one rulebook under two readings there are none.
    """
    names = (witness.left.rulebook, witness.right.rulebook)
    if names[0] == names[1]:
        return witness.scenario
    expect = tuple(each for answer in (witness.left, witness.right) for each in _expectations(witness, answer))
    return replace(witness.scenario, rulebooks=names, expect=expect)


def _expectations(witness: Witness, answer: Evaluation) -> Iterator[Expectation]:
    only = (answer.rulebook,)
    if len(answer.outcomes) != 1:
        yield Expectation(rulebooks=only, outcomes=len(answer.outcomes))
        return
    for after in dict.fromkeys(each.after for each in witness.differences if each.after is not None):
        state = answer.outcomes[0].states[after]
        parts = [each for each in witness.differences if each.after == after]
        values = {(each.card, each.name) for each in parts if each.what in ("value", "effective")}
        cards: dict[str, dict[str, int | str]] = {}
        for card, name in sorted((card, name) for card, name in values if card and name):
            cards.setdefault(card, {})[name] = _standing(state, card, name)
        losses = any(each.what == "losses" for each in parts)
        own = next((attempt for attempt in state.attempts if attempt.by == "event"), None)
        performed = own.performed if own and any(each.what == "attempts" for each in parts) else None
        yield Expectation(
            after=after,
            rulebooks=only,
            cards=cards,
            performed=performed,
            losses=tuple((loss.card, loss.feature, loss.cause) for loss in state.losses) if losses else None,
        )


def _standing(state: State, card: str, name: str) -> int | str:
    if name in state.properties.get(card, {}):
        return state.properties[card][name]
    feature = state.features.get(card, {}).get(name)
    if feature is None:
        return "absent"
    return "present" if feature.value is None else feature.value
