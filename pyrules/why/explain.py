"""Explanations on demand: the scenario is solved once with every atom kept, and one value is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pyrules import wording
from pyrules.errors import InputError, did_you_mean
from pyrules.evaluation import answer_sets, read
from pyrules.facts import feature_names
from pyrules.model import Attack, Roll, Scenario
from pyrules.result import Evaluation, RollResult, State
from pyrules.rulebook import Rulebook
from pyrules.solver import Atoms
from pyrules.why.draft import Drafted
from pyrules.why.explanation import Explanation, Ledger, Subject, replay
from pyrules.why.ledgers import Ledgers
from pyrules.why.loop import suppositions
from pyrules.why.partings import partings
from pyrules.why.record import Record
from pyrules.worker import guarded

KINDS: dict[str, Subject] = {"attack": "attack", "roll": "roll"}


@guarded
def explain(
    scenario: Scenario, under: Rulebook, card: str, name: str, after: int | None = None, outcome: int = 0
) -> Explanation:
    """Why `name` of `card` is what it is after an event (the last one when `after` is None).

    `name` is a feature, a property, or `attack` or `roll`: then the last event up to `after` in which the card attacks,
    is attacked or rolls. Of an undetermined scenario the outcome with this number (from 0) is told. Raises InputError
    for a card, a name, an event or an outcome that there is not, NotDecided when there are too many outcomes.
    """
    asked = _Asked(scenario, card, name, after)
    sets = answer_sets(scenario, under, every_atom=True)
    evaluation = read(scenario, under, sets)
    unexplained = _unexplained(asked, under, evaluation)
    if evaluation.loop is not None:
        advice = evaluation.loop.advice
        return replace(unexplained, loop=suppositions(scenario, under), advice=advice)
    record = _record(scenario, under, sets, evaluation, outcome)
    ledgers = _told(asked, record)
    return replace(
        unexplained,
        answer=_answer(asked, ledgers, record.outcome.states[asked.after]),
        ledgers=ledgers,
        outcome=outcome,
        partings=partings(evaluation.outcomes),
    )


def _unexplained(asked: _Asked, under: Rulebook, evaluation: Evaluation) -> Explanation:
    return Explanation(
        file=asked.scenario.file,
        title=asked.scenario.title,
        rulebook=under.name,
        readings=under.readings,
        card=asked.card,
        name=asked.name,
        subject=asked.subject,
        after=asked.after,
        events=("start", *(wording.happening(event.happening) for event in asked.scenario.events)),
        verdict=evaluation.verdict,
        answer="nothing settles",
        ledgers=(),
        outcomes=len(evaluation.outcomes),
    )


class _Asked:
    """What is asked about: checked, and with the state that it is asked of."""

    def __init__(self, scenario: Scenario, card: str, name: str, after: int | None) -> None:
        self.scenario, self.card, self.name = scenario, card, name
        self.after = len(scenario.events) if after is None else after
        self._check_card_and_state()
        self.subject = self._subject()
        if self.subject in ("attack", "roll"):
            self.after = self._event()

    def _check_card_and_state(self) -> None:
        cards, events = self.scenario.cards, len(self.scenario.events)
        if self.card not in cards:
            raise self._error(f"there is no card {self.card!r}{did_you_mean(self.card, cards)}")
        if not 0 <= self.after <= events:
            raise self._error(f"there is no state {self.after}; states are numbered 0 to {events}")

    def _subject(self) -> Subject:
        features, properties = feature_names(self.scenario), self.scenario.cards[self.card].properties
        if self.name in features:
            return "feature"
        if self.name in properties:
            return "property"
        if self.name in KINDS:
            return KINDS[self.name]
        near = did_you_mean(self.name, (*features, *properties, *KINDS))
        raise self._error(f"{self.card} can have no {self.name!r}{near}")

    def _event(self) -> int:
        """The last event up to the state asked of in which the card attacks, is attacked or rolls."""
        for number in range(self.after, 0, -1):
            match self.scenario.events[number - 1].happening:
                case Attack(_, by, on) if self.subject == "attack" and self.card in (by, on):
                    return number
                case Roll(by) if self.subject == "roll" and self.card == by:
                    return number
        raise self._error(f"up to event {self.after} there is no {self.subject} with {self.card!r}")

    def _error(self, message: str) -> InputError:
        return InputError.at(self.scenario.file, message)


def _record(scenario: Scenario, under: Rulebook, sets: Iterable[Atoms], evaluation: Evaluation, outcome: int) -> Record:
    """The answer set that shows the outcome with this number."""
    if not 0 <= outcome < len(evaluation.outcomes):
        raise InputError.at(scenario.file, f"there is no outcome {outcome + 1}; there are {len(evaluation.outcomes)}")
    records = (Record(scenario, under, atoms) for atoms in sets)
    wanted = evaluation.outcomes[outcome]
    return next(record for record in records if record.outcome == wanted)


def _told(asked: _Asked, record: Record) -> tuple[Ledger, ...]:
    ledgers = Ledgers(record)
    drafts: Sequence[Sequence[Drafted]]
    match asked.subject:
        case "feature":
            drafts = [ledgers.of_feature(asked.card, asked.name)]
        case "property":
            drafts = [ledgers.of_property(asked.card, asked.name)]
        case _:
            drafts = ledgers.of_event(asked.after)
    told = (ledgers.with_causes(draft, asked.after) for draft in drafts)
    return tuple(Ledger(*replay(steps), steps) for steps in told)


def _answer(asked: _Asked, ledgers: tuple[Ledger, ...], state: State) -> str:
    """The answer in a sentence, as it goes on after "Under r4, after 3,"."""
    ledger = ledgers[0]
    match asked.subject:
        case "attack":
            return f"the attack does {ledger.value} damage"
        case "roll":
            return _answer_of_roll(state.roll)
        case "property":
            return f"{asked.name} of {asked.card} is {ledger.effective}"
    if ledger.value == "absent":
        return f"{asked.card} does not have {asked.name}"
    number = "" if ledger.value == "present" else f" {ledger.value}"
    works = f", which works as {ledger.effective}" if ledger.effective != ledger.value else ""
    return f"{asked.card} has {asked.name}{number}{works}"


def _answer_of_roll(roll: RollResult | None) -> str:
    if roll is None or not roll.results:
        return "the roll is not legal"
    results = f"the roll comes out at {' or '.join(map(str, roll.results))}"
    if not roll.determined:
        return f"{results}, and the text leaves open at which"
    if len(roll.results) == 1:
        return results
    return f"{results}; a roller who wants high gets {roll.high}, one who wants low {roll.low}"
