"""What a scenario file expects, held against what a rulebook says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from pyrules.language import _, mark
from pyrules.model.result import Citation, Evaluation, State
from pyrules.model.scenario import Expectation
from pyrules.rulebook.names import concerns

if TYPE_CHECKING:
    from pyrules.rulebook.book import Rulebook


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a file expects of a rulebook, and what came out.

    `line` is where the expectation stands in the file (from 1); `subject` what it speaks of ("after 1, Броня of
    vail"); `expected` and `got` are words, `got` naming the outcomes where they differ; `holds` is the answer. `keys`
    lead to what is expected, within the expectation (to a roll's results also where they stand as the bare list);
    `obtained` is the data that would hold there, one or none. `under` are the readings (`ID=OPTION`) that the
    expectation names.
    """

    line: int
    subject: str
    expected: str
    got: str
    holds: bool
    keys: tuple[str, ...] = ()
    obtained: tuple[object, ...] = ()
    under: tuple[str, ...] = ()


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


def check_expectations(
    expectations: Iterable[Expectation], evaluation: Evaluation, *others: Evaluation
) -> tuple[Check, ...]:
    """Every expectation that concerns the rulebook, in order, one check for each thing that it says.

    What is said of a state must hold in every outcome, and in at least one. Numbers of features are compared
    by `value`, losses, results of a roll and its refused steps as sets, attempts in any order. `others` are answers of
    the same rulebook under other readings: what is expected `under` some is held against the answer under these and
    otherwise those of `evaluation`, and passed over where there is none.
    """
    answers = (evaluation, *others)
    return tuple(
        result
        for expectation in expectations
        if concerns(expectation.rulebooks, evaluation.rulebook)
        for answer in answers
        if answer.readings == {**evaluation.readings, **expectation.under}
        for result in _checks(expectation, answer)
    )


def checks_by_rulebook(
    expectations: Sequence[Expectation], evaluations: Iterable[Evaluation]
) -> dict[str, tuple[Check, ...]]:
    """The checks under each rulebook; its answer as it is comes before those under the readings needed."""
    answers: dict[str, list[Evaluation]] = {}
    for each in evaluations:
        answers.setdefault(each.rulebook, []).append(each)
    return {rulebook: check_expectations(expectations, *each) for rulebook, each in answers.items()}


def rulebooks_needed(expectations: Iterable[Expectation], book: Rulebook) -> tuple[Rulebook, ...]:
    """The rulebook as it is, and then under the readings that expectations name, where it has them; each once."""
    needed = [book]
    for expectation in expectations:
        if concerns(expectation.rulebooks, book.name) and has_readings(book, expectation.under):
            other = book.under(expectation.under)
            if all(other.readings != each.readings for each in needed):
                needed.append(other)
    return tuple(needed)


def has_readings(book: Rulebook, readings: Mapping[str, str]) -> bool:
    """Whether the rulebook has all these readings, with these options."""
    return all(option in book.options(reading) for reading, option in readings.items())


def _checks(expectation: Expectation, evaluation: Evaluation) -> Iterator[Check]:
    under = tuple(f"{reading}={option}" for reading, option in expectation.under.items())
    if expectation.outcomes is not None:
        expected, got = expectation.outcomes, len(evaluation.outcomes)
        holds = expected == got
        subject = _("outcomes") + _with(under)
        yield Check(expectation.line, subject, str(expected), str(got), holds, ("outcomes",), (got,), under)
    if expectation.after is None:
        return
    states = [outcome.states[expectation.after] for outcome in evaluation.outcomes]
    for claim in _claims(expectation):
        found = [claim.read(state) for state in states]
        holds = bool(found) and all(_fits(each, claim.wanted) for each in found)
        agreed = found[:1] if all(each == found[0] and not isinstance(each, Lacking) for each in found) else ()
        yield Check(
            expectation.line,
            _("after {after}, {subject}", after=expectation.after, subject=claim.subject) + _with(under),
            claim.words(claim.wanted),
            _summary([each.words if isinstance(each, Lacking) else claim.words(each) for each in found]),
            holds,
            claim.keys,
            tuple(agreed),
            under,
        )


def _with(under: Sequence[str]) -> str:
    """The readings behind what is spoken of."""
    return _(" with {readings}", readings=", ".join(under)) if under else ""


def _claims(expectation: Expectation) -> Iterator[Claim]:
    for card, names in expectation.cards.items():
        for name, standing in names.items():
            yield _claim_of_card(card, name, standing)
    if expectation.performed is not None:
        yield Claim(_("action"), ("performed",), expectation.performed, _action, _performance)
    for key, value in (expectation.roll or {}).items():
        yield _claim_of_roll(key, value)
    for key, value in (expectation.attack or {}).items():
        yield Claim(_("{key} of the attack", key=key), ("attack", key), value, partial(_attack, key), _plain)
    if expectation.attempts is not None:
        attempts = sorted(map(list, expectation.attempts))
        yield Claim(_("attempts"), ("attempts",), attempts, _attempted, _attempts_in_words)
    if expectation.losses is not None:
        yield Claim(_("losses"), ("losses",), _losses(expectation.losses), _lost, _in_words)


def _fits(found: object, wanted: object) -> bool:
    return found == wanted or (wanted == "present" and found != "absent")


def _summary(found: Sequence[str]) -> str:
    """What was found, once when the outcomes agree."""
    if not found:
        return _("no outcome (paradox)")
    if len(set(found)) == 1:
        return found[0]
    return ", ".join(_("{what} in outcome {number}", what=each, number=number) for number, each in enumerate(found, 1))


def _claim_of_card(card: str, name: str, standing: object) -> Claim:
    subject, keys = _("{name} of {card}", name=name, card=card), (card, name)
    if isinstance(standing, Mapping):
        return Claim(subject, keys, dict(standing), partial(_parts, card, name, tuple(standing)), _parts_in_words)
    return Claim(subject, keys, standing, partial(_standing, card, name))


def _parts(card: str, name: str, keys: Sequence[str], state: State) -> object:
    """These parts of a feature's state, `none` for those that it does not have; `absent`."""
    feature = state.feature(card, name)
    if feature is None:
        return "absent"
    found = {key: getattr(feature, key) for key in keys}
    return {key: "none" if part is None else part for key, part in found.items()}


def _parts_in_words(parts: object) -> str:
    return ", ".join(f"{key} {part}" for key, part in parts.items()) if isinstance(parts, dict) else str(parts)


def _standing(card: str, name: str, state: State) -> object:
    """The number of a feature or property; `present` for a feature without one; `absent`."""
    feature = state.features.get(card, {}).get(name)
    if feature is not None:
        return "present" if feature.value is None else feature.value
    return state.properties.get(card, {}).get(name, "absent")


def _action(state: State) -> object:
    own = [attempt.performed for attempt in state.attempts if attempt.by == "event"]
    return own[0] if own else Lacking(_("no action"))


def _performance(performed: object) -> str:
    return _("performed") if performed else _("not performed")


def _claim_of_roll(key: str, value: object) -> Claim:
    keys, read = ("roll", key), partial(_roll, key)
    match key, value:
        case "results", tuple():
            return Claim(_("results of the roll"), keys, _in_order(value), read, _in_a_row)
        case "refused", tuple():
            return Claim(_("refused steps of the roll"), keys, _in_order(value), read, _listed)
    return Claim(_("{key} of the roll", key=key), keys, value, read, _plain)


def _roll(key: str, state: State) -> object:
    if state.roll is None:
        return Lacking(_("no roll"))
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
        return Lacking(_("no attack"))
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


def _attempted(state: State) -> object:
    return sorted(
        [each.card, each.feature or each.property or "", "performed" if each.performed else "refused"]
        for each in state.attempts
    )


BECAME = (mark("performed"), mark("refused"))
"""What attempts come to, in scenario files."""


def _attempts_in_words(attempts: object) -> str:
    assert isinstance(attempts, list)
    return ", ".join(
        _("{name} on {card} {became}", name=name, card=card, became=_(became)) for card, name, became in attempts
    ) or _("none")


def _lost(state: State) -> object:
    return _losses((loss.card, loss.feature, loss.cause) for loss in state.losses)


def _losses(losses: Iterable[tuple[str, str, str]]) -> list[list[str]]:
    return [list(loss) for loss in sorted(set(losses))]


def _in_a_row(results: object) -> str:
    assert isinstance(results, list)
    return _(" or ").join(map(str, results))


def _listed(steps: object) -> str:
    assert isinstance(steps, list)
    return ", ".join(map(str, steps)) or _("none")


def _in_words(losses: object) -> str:
    assert isinstance(losses, list)
    return ", ".join(
        _("{feature} of {card} {cause}", feature=feature, card=card, cause=_(cause)) for card, feature, cause in losses
    ) or _("none")
