"""What a report says in sentences: what was attempted, refused and lost in a state, and what the verdict is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pyrules.model import wording
from pyrules.model.result import AttackResult, Attempt, Evaluation, Outcome, RollResult, State
from pyrules.report.evaluation.answer import Answer
from pyrules.report.evaluation.cells import ABSENT, standings
from pyrules.report.explanation.words import breach, cited, count, resting, sentence

if TYPE_CHECKING:
    from pyrules.explanation.last_changes import Reason


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence and the style in which a terminal shows it."""

    text: str
    style: str = ""


REFUSED, LOST, QUIET = "yellow", "red", "dim"


def of_state(state: State) -> Iterator[Note]:
    """What there is to say of one state, beside what stands in it."""
    if state.after == 0 and any(state.conditions.values()):
        yield Note("holding: " + ", ".join(name for name, holds in state.conditions.items() if holds), QUIET)
    for attempt in state.attempts:
        if not attempt.performed:
            yield Note(f"not performed: {_occasion(attempt)}{attempt.reason}{cited([attempt.clause])}", REFUSED)
        elif attempt.by != "event":
            yield Note(f"{_deed(attempt)}{cited([attempt.clause])}", QUIET)
    for loss in state.losses:
        yield Note(f"lost: {loss.feature} of {loss.card}, {loss.cause}", LOST)
    if state.roll is not None:
        yield from _roll(state.roll)
    if state.attack is not None:
        yield _attack(state.attack)


def of_reason(reason: Reason) -> Note:
    """Why a value moves: `Броня of vail 2 → 3: Броня 3 takes the place of printed Броня 2 (518.3)`."""
    moves = f" {count(reason.step)}" if reason.step.counts else ""
    return Note(f"{reason.name} of {reason.card}{moves}: {sentence(reason.step)}", QUIET)


def _occasion(attempt: Attempt) -> str:
    """What was attempted, where the event does not say it already."""
    return "" if attempt.by == "event" else f"{_deed(attempt)}: "


def _deed(attempt: Attempt) -> str:
    name = attempt.property if attempt.feature is None else attempt.feature
    deed = wording.attempt(attempt.kind, attempt.card, name or "", attempt.value)
    if attempt.by == "printed":
        return f"{deed}, as printed"
    return f"{deed}, aura of {attempt.source}" if attempt.source is not None else f"{deed}, aura"


def _roll(roll: RollResult) -> Iterator[Note]:
    results = f"result {' or '.join(map(str, roll.results))}"
    if not roll.results:
        yield Note(f"not legal: no result{cited(roll.clauses)}", REFUSED)
    elif not roll.determined:
        yield Note(f"{results}: the text leaves it open", REFUSED)
    elif len(roll.results) == 1:
        yield Note(results)
    else:
        yield Note(f"{results}; a roller who wants high gets {roll.high}, one who wants low {roll.low}")
    for refused in roll.refused:
        yield Note(f"not legal: step {refused.step}, {refused.reason}{cited([refused.clause])}", REFUSED)


def _attack(attack: AttackResult) -> Note:
    if attack.clause is not None:
        return Note(f"not legal{cited([attack.clause])}", REFUSED)
    fights = "the target fights" if attack.target_fights else "the target does not fight"
    defender = "a defender may be assigned" if attack.defender_allowed else "no defender can be assigned"
    return Note(f"magnitude {attack.magnitude}, damage {attack.damage}; {fights}, {defender}")


def of_verdict(answer: Answer, answers: Sequence[Answer]) -> Note:
    """The verdict, with what differs or cannot be settled, and the readings that give it.

    `answers` are all those to the scenario.
    """
    evaluation = answer.evaluation
    match evaluation.verdict:
        case "determined":
            verdict = Note("determined", "green")
        case "undetermined":
            verdict = Note(f"undetermined, {len(evaluation.outcomes)} outcomes{_parting(evaluation.outcomes)}", REFUSED)
        case "paradox":
            verdict = Note(f"paradox{_loop(evaluation)}", LOST)
    rests = f"; it {resting(answer.depends_on, 'answer')}" if answer.depends_on else ""
    return replace(verdict, text=verdict.text + rests + _readings(answer, answers))


def _parting(outcomes: tuple[Outcome, ...]) -> str:
    """Where the outcomes part, and what each then has."""
    for states in zip(*(outcome.states for outcome in outcomes), strict=True):
        each = [standings(state) for state in states]
        differing = {
            thing: dict.fromkeys(str(standing.get(thing, ABSENT)) for standing in each)
            for thing in dict.fromkeys(thing for standing in each for thing in standing)
            if len({standing.get(thing, ABSENT) for standing in each}) > 1
        }
        if differing:
            words = ", ".join(f"{thing} {' or '.join(ways)}" for thing, ways in differing.items())
            return f", parting after {states[0].after}: {words}"
    return ""


def _loop(evaluation: Evaluation) -> str:
    loop = evaluation.loop
    if loop is None:
        return ""
    if loop.broken:
        return f" after {loop.after}: {' and '.join(map(breach, loop.broken))}"
    advice = f"; {loop.advice}" if loop.advice else ""
    return (
        f" after {loop.after}, no way to settle {' and '.join(f'whether {each}' for each in loop.conditions)}{advice}"
    )


def _readings(answer: Answer, answers: Sequence[Answer]) -> str:
    if answer.given_by is None:
        return ""
    if [other.evaluation.rulebook for other in answers].count(answer.evaluation.rulebook) == 1:
        return " (does not depend on any reading)"
    if {} in answer.given_by:
        return " (with any reading not named below)"
    return f" ({', '.join(_reading(readings) for readings in answer.given_by)})"


def _reading(readings: Mapping[str, str]) -> str:
    return "with " + ", ".join(f"{reading}={option}" for reading, option in readings.items())
