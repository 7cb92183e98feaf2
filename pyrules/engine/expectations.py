"""What a scenario file expects, held against what a rulebook says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from pyrules.model.result import Citation, Evaluation, State
from pyrules.model.scenario import Expectation
from pyrules.rulebook.names import concerns


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a file expects of a rulebook, and what came out.

    `line` is where the expectation stands in the file (from 1); `subject` what it speaks of ("after 1, Броня of
    vail"); `expected` and `got` are words, `got` naming the outcomes where they differ; `holds` is the answer. `keys`
    lead to what is expected, within the expectation (to a roll's results also where they stand as the bare list);
    `obtained` is the data that would hold there, one or none.
    """

    line: int
    subject: str
    expected: str
    got: str
    holds: bool
    keys: tuple[str, ...] = ()
    obtained: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Lacking:
    """A state has nothing of what is spoken of; in words."""

    words: str


class Claim(NamedTuple):
    """What is spoken of and expected; how it is read off a state, as a file writes it; how it is put in words."""

    subject: str
    keys: tuple[str, ...]
    wanted: object
    read: Callable[[State], object]
    words: Callable[[object], str] = str


def check_expectations(expectations: Iterable[Expectation], evaluation: Evaluation) -> tuple[Check, ...]:
    """Every expectation that concerns the rulebook, in order, one check for each thing that it says.

    What is said of a state must hold in every outcome, and in at least one. Numbers of features are compared
    by `value`, losses, results of a roll and its refused steps as sets.
    """
    return tuple(
        result
        for expectation in expectations
        if concerns(expectation.rulebooks, evaluation.rulebook)
        for result in _checks(expectation, evaluation)
    )


def _checks(expectation: Expectation, evaluation: Evaluation) -> Iterator[Check]:
    if expectation.outcomes is not None:
        expected, got = expectation.outcomes, len(evaluation.outcomes)
        holds = expected == got
        yield Check(expectation.line, "outcomes", str(expected), str(got), holds, ("outcomes",), (got,))
    if expectation.after is None:
        return
    states = [outcome.states[expectation.after] for outcome in evaluation.outcomes]
    for claim in _claims(expectation):
        found = [claim.read(state) for state in states]
        holds = bool(found) and all(_fits(each, claim.wanted) for each in found)
        agreed = found[:1] if all(each == found[0] and not isinstance(each, Lacking) for each in found) else ()
        yield Check(
            expectation.line,
            f"after {expectation.after}, {claim.subject}",
            claim.words(claim.wanted),
            _summary([each.words if isinstance(each, Lacking) else claim.words(each) for each in found]),
            holds,
            claim.keys,
            tuple(agreed),
        )


def _claims(expectation: Expectation) -> Iterator[Claim]:
    for card, names in expectation.cards.items():
        for name, standing in names.items():
            yield Claim(f"{name} of {card}", (card, name), standing, partial(_standing, card, name))
    if expectation.performed is not None:
        yield Claim("action", ("performed",), expectation.performed, _action, _performance)
    for key, value in (expectation.roll or {}).items():
        yield _claim_of_roll(key, value)
    for key, value in (expectation.attack or {}).items():
        yield Claim(f"{key} of the attack", ("attack", key), value, partial(_attack, key), _plain)
    if expectation.losses is not None:
        yield Claim("losses", ("losses",), _losses(expectation.losses), _lost, _in_words)


def _fits(found: object, wanted: object) -> bool:
    return found == wanted or (wanted == "present" and found != "absent")


def _summary(found: Sequence[str]) -> str:
    """What was found, once when the outcomes agree."""
    if not found:
        return "no outcome (paradox)"
    if len(set(found)) == 1:
        return found[0]
    return ", ".join(f"{each} in outcome {number}" for number, each in enumerate(found, 1))


def _standing(card: str, name: str, state: State) -> object:
    """The number of a feature or property; `present` for a feature without one; `absent`."""
    feature = state.features.get(card, {}).get(name)
    if feature is not None:
        return "present" if feature.value is None else feature.value
    return state.properties.get(card, {}).get(name, "absent")


def _action(state: State) -> object:
    own = [attempt.performed for attempt in state.attempts if attempt.by == "event"]
    return own[0] if own else Lacking("no action")


def _performance(performed: object) -> str:
    return "performed" if performed else "not performed"


def _claim_of_roll(key: str, value: object) -> Claim:
    keys, read = ("roll", key), partial(_roll, key)
    match key, value:
        case "results", tuple():
            return Claim("results of the roll", keys, _in_order(value), read, _in_a_row)
        case "refused", tuple():
            return Claim("refused steps of the roll", keys, _in_order(value), read, _listed)
    return Claim(f"{key} of the roll", keys, value, read, _plain)


def _roll(key: str, state: State) -> object:
    if state.roll is None:
        return Lacking("no roll")
    match key:
        case "results":
            return _in_order(state.roll.results)
        case "refused":
            return _in_order(refused.step for refused in state.roll.refused)
    value: object = getattr(state.roll, key)
    return "none" if value is None else value


def _in_order(numbers: Iterable[int]) -> list[int]:
    return sorted(set(numbers))


def _attack(key: str, state: State) -> object:
    if state.attack is None:
        return Lacking("no attack")
    value: object = getattr(state.attack, key)
    match value:
        case None:
            return Lacking("none")
        case Citation(number):
            return number
    return value


def _plain(value: object) -> str:
    """A value as a scenario file writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _lost(state: State) -> object:
    return _losses((loss.card, loss.feature, loss.cause) for loss in state.losses)


def _losses(losses: Iterable[tuple[str, str, str]]) -> list[list[str]]:
    return [list(loss) for loss in sorted(set(losses))]


def _in_a_row(results: object) -> str:
    assert isinstance(results, list)
    return " or ".join(map(str, results))


def _listed(steps: object) -> str:
    assert isinstance(steps, list)
    return ", ".join(map(str, steps)) or "none"


def _in_words(losses: object) -> str:
    assert isinstance(losses, list)
    return ", ".join(f"{feature} of {card} {cause}" for card, feature, cause in losses) or "none"
