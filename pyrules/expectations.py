"""What a scenario file expects, held against what a rulebook says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from pyrules.model import Expectation
from pyrules.result import Citation, Evaluation, State

# What is spoken of, what is expected of it, and how it is read off a state.
Claim = tuple[str, str, Callable[[State], str]]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a file expects of a rulebook, and what came out.

    `line` is where the expectation stands in the file (from 1); `subject` what it speaks of ("after 1, Броня of
    vail"); `expected` and `got` are words, `got` naming the outcomes where they differ; `holds` is the answer.
    """

    line: int
    subject: str
    expected: str
    got: str
    holds: bool


def check(expectations: Iterable[Expectation], evaluation: Evaluation) -> tuple[Check, ...]:
    """Every expectation that concerns the rulebook, in order, one check for each thing that it says.

    What is said of a state must hold in every outcome, and in at least one. Numbers of features are compared
    by `value`, losses and results of a roll as sets.
    """
    return tuple(
        result
        for expectation in expectations
        if not expectation.rulebooks or evaluation.rulebook in expectation.rulebooks
        for result in _checks(expectation, evaluation)
    )


def _checks(expectation: Expectation, evaluation: Evaluation) -> Iterator[Check]:
    if expectation.outcomes is not None:
        expected, got = expectation.outcomes, len(evaluation.outcomes)
        yield Check(expectation.line, "outcomes", str(expected), str(got), expected == got)
    if expectation.after is None:
        return
    states = [outcome.states[expectation.after] for outcome in evaluation.outcomes]
    for subject, wanted, read in _claims(expectation):
        found = [read(state) for state in states]
        holds = bool(found) and all(_fits(each, wanted) for each in found)
        yield Check(expectation.line, f"after {expectation.after}, {subject}", wanted, _summary(found), holds)


def _claims(expectation: Expectation) -> Iterator[Claim]:
    for card, names in expectation.cards.items():
        for name, standing in names.items():
            yield f"{name} of {card}", str(standing), partial(_standing, card, name)
    if expectation.performed is not None:
        yield "action", _performance(expectation.performed), _action
    if expectation.roll is not None:
        yield "results of the roll", _results(expectation.roll), _roll
    for key, value in (expectation.attack or {}).items():
        yield f"{key} of the attack", _plain(value), partial(_attack, key)
    if expectation.losses is not None:
        yield "losses", _losses(expectation.losses), _lost


def _fits(found: str, wanted: str) -> bool:
    return found == wanted or (wanted == "present" and found != "absent")


def _summary(found: list[str]) -> str:
    """What was found, once when the outcomes agree."""
    if not found:
        return "no outcome (paradox)"
    if len(set(found)) == 1:
        return found[0]
    return ", ".join(f"{each} in outcome {number}" for number, each in enumerate(found, 1))


def _standing(card: str, name: str, state: State) -> str:
    """The number of a feature or property; `present` for a feature without one; `absent`."""
    feature = state.features.get(card, {}).get(name)
    if feature is not None:
        return "present" if feature.value is None else str(feature.value)
    return str(state.properties.get(card, {}).get(name, "absent"))


def _action(state: State) -> str:
    own = [attempt.performed for attempt in state.attempts if attempt.by == "event"]
    return _performance(own[0]) if own else "no action"


def _performance(performed: bool) -> str:
    return "performed" if performed else "not performed"


def _roll(state: State) -> str:
    return "no roll" if state.roll is None else _results(state.roll.results)


def _results(results: Iterable[int]) -> str:
    return " or ".join(map(str, sorted(set(results))))


def _attack(key: str, state: State) -> str:
    return "no attack" if state.attack is None else _plain(getattr(state.attack, key))


def _plain(value: object) -> str:
    """A value as a scenario file writes it."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case Citation(number):
            return number
        case _:
            return str(value)


def _lost(state: State) -> str:
    return _losses((loss.card, loss.feature, loss.cause) for loss in state.losses)


def _losses(losses: Iterable[tuple[str, str, str]]) -> str:
    return ", ".join(f"{feature} of {card} {cause}" for card, feature, cause in sorted(set(losses))) or "none"
