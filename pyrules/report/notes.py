"""What a report says in sentences: what was attempted, refused and lost in a state, and what the verdict is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pyrules.language import _, plural
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
        yield Note(_("holding: ") + ", ".join(name for name, holds in state.conditions.items() if holds), QUIET)
    for attempt in state.attempts:
        if not attempt.performed:
            yield Note(
                _("not performed: {what}", what=f"{_occasion(attempt)}{attempt.reason}{cited([attempt.clause])}"),
                REFUSED,
            )
        elif attempt.by != "event":
            yield Note(f"{_deed(attempt)}{cited([attempt.clause])}", QUIET)
    for loss in state.losses:
        yield Note(
            _("lost: {feature} of {card}, {cause}", feature=loss.feature, card=loss.card, cause=_(loss.cause)), LOST
        )
    if state.roll is not None:
        yield from _roll(state.roll)
    if state.attack is not None:
        yield _attack(state.attack)


def of_reason(reason: Reason) -> Note:
    """Why a value moves: `Броня of vail 2 → 3: Броня 3 takes the place of printed Броня 2 (518.3)`."""
    moves = f" {count(reason.step)}" if reason.step.counts else ""
    thing = _("{name} of {card}", name=reason.name, card=reason.card)
    return Note(f"{thing}{moves}: {sentence(reason.step)}", QUIET)


def _occasion(attempt: Attempt) -> str:
    """What was attempted, where the event does not say it already."""
    return "" if attempt.by == "event" else f"{_deed(attempt)}: "


def _deed(attempt: Attempt) -> str:
    name = attempt.property if attempt.feature is None else attempt.feature
    deed = wording.attempt(attempt.kind, attempt.card, name or "", attempt.value)
    if attempt.by == "printed":
        return _("{deed}, as printed", deed=deed)
    return (
        _("{deed}, aura of {source}", deed=deed, source=attempt.source)
        if attempt.source is not None
        else _("{deed}, aura", deed=deed)
    )


def _roll(roll: RollResult) -> Iterator[Note]:
    results = _("result {numbers}", numbers=_(" or ").join(map(str, roll.results)))
    if not roll.results:
        yield Note(_("not legal: no result{cited}", cited=cited(roll.clauses)), REFUSED)
    elif not roll.determined:
        yield Note(_("{results}: the text leaves it open", results=results), REFUSED)
    elif len(roll.results) == 1:
        yield Note(results)
    else:
        yield Note(
            _(
                "{results}; a roller who wants high gets {high}, one who wants low {low}",
                results=results,
                high=roll.high,
                low=roll.low,
            )
        )
    for refused in roll.refused:
        yield Note(
            _(
                "not legal: step {step}, {reason}{cited}",
                step=refused.step,
                reason=refused.reason,
                cited=cited([refused.clause]),
            ),
            REFUSED,
        )


def _attack(attack: AttackResult) -> Note:
    if attack.clause is not None:
        return Note(_("not legal{cited}", cited=cited([attack.clause])), REFUSED)
    fights = _("the target fights") if attack.target_fights else _("the target does not fight")
    defender = _("a defender may be assigned") if attack.defender_allowed else _("no defender can be assigned")
    return Note(
        _(
            "magnitude {magnitude}, damage {damage}; {fights}, {defender}",
            magnitude=attack.magnitude,
            damage=attack.damage,
            fights=fights,
            defender=defender,
        )
    )


def of_verdict(answer: Answer, answers: Sequence[Answer]) -> Note:
    """The verdict, with what differs or cannot be settled, and the readings that give it.

    `answers` are all those to the scenario.
    """
    evaluation = answer.evaluation
    match evaluation.verdict:
        case "determined":
            verdict = Note(_("determined"), "green")
        case "undetermined":
            verdict = Note(_undetermined(evaluation.outcomes), REFUSED)
        case "paradox":
            verdict = Note(_("paradox") + _loop(evaluation), LOST)
    rests = _("; it {rests}", rests=resting(answer.depends_on, _("another answer"))) if answer.depends_on else ""
    return replace(verdict, text=verdict.text + rests + _readings(answer, answers))


def _undetermined(outcomes: tuple[Outcome, ...]) -> str:
    found = plural("undetermined, {count} outcome", "undetermined, {count} outcomes", len(outcomes))
    return found + _parting(outcomes)


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
            words = ", ".join(f"{thing} {_(' or ').join(ways)}" for thing, ways in differing.items())
            return _(", parting after {after}: {words}", after=states[0].after, words=words)
    return ""


def _loop(evaluation: Evaluation) -> str:
    loop = evaluation.loop
    if loop is None:
        return ""
    if loop.broken:
        return _(" after {after}: {broken}", after=loop.after, broken=_(" and ").join(map(breach, loop.broken)))
    advice = f"; {loop.advice}" if loop.advice else ""
    return _(
        " after {after}, no way to settle {conditions}{advice}",
        after=loop.after,
        conditions=_(" and ").join(_("whether {condition}", condition=each) for each in loop.conditions),
        advice=advice,
    )


def _readings(answer: Answer, answers: Sequence[Answer]) -> str:
    if answer.given_by is None:
        return ""
    if [other.evaluation.rulebook for other in answers].count(answer.evaluation.rulebook) == 1:
        return _(" (does not depend on any reading)")
    if {} in answer.given_by:
        return _(" (with any reading not named below)")
    return f" ({', '.join(_reading(readings) for readings in answer.given_by)})"


def _reading(readings: Mapping[str, str]) -> str:
    return _("with {readings}", readings=", ".join(f"{reading}={option}" for reading, option in readings.items()))
