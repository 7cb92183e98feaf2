"""Where two answers to one scenario part: state by state, in what is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from pyrules.engine.deeds import UNDECIDED
from pyrules.language import Later, mark
from pyrules.model.result import AttackResult, Attempt, Evaluation, Outcome, RollResult, State

Observed = Literal["value", "effective", "losses", "attempts", "verdict", "roll", "attack", "properties"]
OBSERVED: tuple[Observed, ...] = get_args(Observed)


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which two answers part.

    `after` is the state (None for the verdict), `card` and `name` what it is about (None for rolls, attacks and the
    verdict), `left` and `right` what each answer says, in words.
    """

    after: int | None
    what: Observed
    card: str | None
    name: str | None
    left: str
    right: str

    def __str__(self) -> str:
        """The difference in a line of English, whatever is spoken: files that accept it hold this line."""
        return self.line

    @property
    def line(self) -> Later:
        """The difference in a line, which can be said in the language spoken."""
        about = " ".join(part for part in (self.card, self.name) if part is not None)
        of = (
            Later(WHAT[self.what])
            if not about
            else Later("{what} of {thing}", what=Later(WHAT[self.what]), thing=about)
        )
        place = of if self.after is None else Later("after {after}: {what}", after=self.after, what=of)
        return Later("{place}: {left} / {right}", place=place, left=Later(self.left), right=Later(self.right))


def differences(left: Evaluation, right: Evaluation, observe: tuple[Observed, ...]) -> tuple[Difference, ...]:
    """Everything in which the two answers part, in order of play.

    Answers with several outcomes part where no outcome of one shows what the other's show. An answer without outcome
    (a paradox) parts from another in its verdict alone.
    """
    found = list(_verdicts(left, right)) if "verdict" in observe else []
    if not left.outcomes or not right.outcomes or _shown(left, observe) == _shown(right, observe):
        return tuple(found)
    other, against = parting(left, right, observe)
    for one, two in zip(other.states, against.states, strict=True):
        found += _between(one, two, observe)
    return tuple(found)


def apart(left: Evaluation, right: Evaluation, observe: tuple[Observed, ...]) -> tuple[Difference, ...]:
    """The differences in what is observed; where only one side has an outcome, the one of the verdict."""
    found = differences(left, right, observe)
    if not found and not (left.outcomes and right.outcomes):
        return differences(left, right, ("verdict",))  # no outcome shows nothing of what is observed
    return found


WHAT: dict[Observed, str] = {
    "value": mark("value"),
    "effective": mark("effective"),
    "losses": mark("losses"),
    "attempts": mark("attempts"),
    "verdict": mark("verdict"),
    "roll": mark("roll"),
    "attack": mark("attack"),
    "properties": mark("properties"),
}

VERDICTS = {
    "determined": mark("determined"),
    "undetermined": mark("undetermined"),
    "paradox": mark("paradox"),
}

Key = tuple[Observed, str | None, str | None]
Sight = dict[Key, str]


def parting(left: Evaluation, right: Evaluation, observe: tuple[Observed, ...]) -> tuple[Outcome, Outcome]:
    """An outcome of each answer in which it parts from the other; its first where the other shows all of them."""
    return _unlike(left, right, observe), _unlike(right, left, observe)


def _unlike(evaluation: Evaluation, other: Evaluation, observe: tuple[Observed, ...]) -> Outcome:
    known = _shown(other, observe)
    outcomes = evaluation.outcomes
    return next((outcome for outcome in outcomes if _sight(outcome, observe) not in known), outcomes[0])


def _verdicts(left: Evaluation, right: Evaluation) -> Iterator[Difference]:
    if left.verdict != right.verdict:
        yield Difference(None, "verdict", None, None, Later(VERDICTS[left.verdict]), Later(VERDICTS[right.verdict]))


def _shown(evaluation: Evaluation, observe: tuple[Observed, ...]) -> set[str]:
    return {_sight(outcome, observe) for outcome in evaluation.outcomes}


def _sight(outcome: Outcome, observe: tuple[Observed, ...]) -> str:
    return repr([sorted(_of_state(state, observe).items(), key=repr) for state in outcome.states])


def _between(left: State, right: State, observe: tuple[Observed, ...]) -> Iterator[Difference]:
    one, two = _of_state(left, observe), _of_state(right, observe)
    for what, card, name in dict.fromkeys((*one, *two)):
        here, there = one.get((what, card, name), _nothing(what)), two.get((what, card, name), _nothing(what))
        if here != there:
            yield Difference(left.after, what, card, name, here, there)


def _nothing(what: Observed) -> str:
    return Later("absent") if what in ("value", "effective") else Later("none")


def _of_state(state: State, observe: tuple[Observed, ...]) -> Sight:
    """What a state lets be seen, each thing in words."""
    sight: Sight = {key: words for key, words in (*_losses(state), *_attempts(state)) if key[0] in observe}
    for card, features in state.features.items():
        for name, feature in features.items():
            if "value" in observe:
                sight["value", card, name] = Later("present") if feature.value is None else str(feature.value)
            if "effective" in observe:
                sight["effective", card, name] = (
                    Later("present") if feature.effective is None else str(feature.effective)
                )
    if {"value", "properties"} & set(observe):
        for card, properties in state.properties.items():
            sight |= {("value", card, name): str(number) for name, number in properties.items()}
    if "roll" in observe and state.roll is not None:
        sight["roll", None, None] = _roll(state.roll)
    if "attack" in observe and state.attack is not None:
        sight["attack", None, None] = _attack(state.attack)
    return sight


def _losses(state: State) -> Iterator[tuple[Key, str]]:
    """What was lost, with every cause."""
    for card, feature in dict.fromkeys((loss.card, loss.feature) for loss in state.losses):
        causes = [loss.cause for loss in state.losses if (loss.card, loss.feature) == (card, feature)]
        yield ("losses", card, feature), _joined("{first} and {rest}", causes)


def _attempts(state: State) -> Iterator[tuple[Key, str]]:
    """What was attempted, with what came of each attempt."""
    for card, name in dict.fromkeys((attempt.card, attempt.feature or attempt.property) for attempt in state.attempts):
        those = [each for each in state.attempts if (each.card, each.feature or each.property) == (card, name)]
        yield ("attempts", card, name), _joined("{first}, {rest}", list(map(_attempt, those)))


def _joined(by: str, messages: Sequence[str]) -> Later:
    """Messages one after another."""
    first, *rest = map(Later, messages)
    return Later(by, first=first, rest=_joined(by, rest)) if rest else first


def _attempt(attempt: Attempt) -> str:
    if attempt.clause == UNDECIDED:
        return f"{attempt.kind} decided by no clause"
    return f"{attempt.kind} {'performed' if attempt.performed else 'refused'}"


def _roll(roll: RollResult) -> Later:
    shown = Later(", ".join(map(str, roll.results)))
    if roll.high is not None:
        shown = Later("{results}; {high} to {low} can be forced", results=shown, high=roll.high, low=roll.low)
    for step in roll.refused:
        shown = Later("{results}; step {number} refused", results=shown, number=step.step)
    return shown if roll.legal else Later("{results}; not legal", results=shown)


def _attack(attack: AttackResult) -> Later:
    return Later(
        "{speed}, {legal}, magnitude {magnitude}, damage {damage}, {fights}, {defender}",
        speed=Later("fast") if attack.speed == "fast" else Later("slow"),
        legal=Later("legal") if attack.legal else Later("not legal"),
        magnitude=attack.magnitude,
        damage=attack.damage,
        fights=Later("target fights") if attack.target_fights else Later("target does not fight"),
        defender=Later("defender allowed") if attack.defender_allowed else Later("no defender"),
    )


ATTEMPTS = (
    mark("gain performed"),
    mark("gain refused"),
    mark("gain decided by no clause"),
    mark("modify performed"),
    mark("modify refused"),
    mark("modify decided by no clause"),
    mark("lose performed"),
    mark("lose refused"),
    mark("lose decided by no clause"),
    mark("adjust performed"),
    mark("adjust refused"),
    mark("adjust decided by no clause"),
)
"""What can become of an attempt, in words."""
