"""Explanations on demand: the scenario is solved once with every atom kept, and one value is told."""

from __future__ import annotations

from collections.abc import Iterable

from pyrules import wording
from pyrules.errors import InputError, did_you_mean
from pyrules.evaluation import answer_sets, read
from pyrules.facts import feature_names
from pyrules.model import Scenario
from pyrules.result import Evaluation
from pyrules.rulebook import Rulebook
from pyrules.solver import Atoms
from pyrules.why.explanation import Explanation, Ledger
from pyrules.why.feature import feature_ledger
from pyrules.why.record import Record


def explain(
    scenario: Scenario, under: Rulebook, card: str, name: str, after: int | None = None, outcome: int = 0
) -> Explanation:
    """Why `name` of `card` is what it is after an event (the last one when `after` is None).

    `name` is a feature, a property, or `attack` or `roll` for the event in which the card attacks, is attacked or
    rolls. Of an undetermined scenario the outcome with this number (from 0) is told. Raises InputError for a card,
    a name, an event or an outcome that there is not, NotDecided when there are too many outcomes.
    """
    _check(scenario, card, name, after)
    sets = answer_sets(scenario, under, every_atom=True)
    evaluation = read(scenario, under, sets)
    after = len(scenario.events) if after is None else after
    record = _record(scenario, under, sets, evaluation, outcome)
    ledger = feature_ledger(record, card, name, after)
    return Explanation(
        file=scenario.file,
        title=scenario.title,
        rulebook=under.name,
        readings=under.readings,
        card=card,
        name=name,
        subject="feature",
        after=after,
        events=("start", *(wording.happening(event.happening) for event in scenario.events)),
        verdict=evaluation.verdict,
        answer=_answer(card, name, ledger),
        ledgers=(ledger,),
        outcome=outcome,
        outcomes=len(evaluation.outcomes),
    )


def _check(scenario: Scenario, card: str, name: str, after: int | None) -> None:
    """Raises InputError for a card, a name or an event that the scenario has not."""
    if card not in scenario.cards:
        raise InputError.at(scenario.file, f"there is no card {card!r}{did_you_mean(card, scenario.cards)}")
    known = (*feature_names(scenario), *scenario.cards[card].properties)
    if name not in known:
        raise InputError.at(scenario.file, f"there is no feature {name!r}{did_you_mean(name, known)}")
    if after is not None and not 0 <= after <= len(scenario.events):
        raise InputError.at(scenario.file, f"there is no state {after}; the last one is {len(scenario.events)}")


def _record(scenario: Scenario, under: Rulebook, sets: Iterable[Atoms], evaluation: Evaluation, outcome: int) -> Record:
    """The answer set that shows the outcome with this number."""
    if not 0 <= outcome < len(evaluation.outcomes):
        raise InputError.at(scenario.file, f"there is no outcome {outcome}; there are {len(evaluation.outcomes)}")
    records = (Record(scenario, under, atoms) for atoms in sets)
    wanted = evaluation.outcomes[outcome]
    return next(record for record in records if record.outcome == wanted)


def _answer(card: str, name: str, ledger: Ledger) -> str:
    if ledger.value == "absent":
        return f"{card} does not have {name}"
    number = "" if ledger.value == "present" else f" {ledger.value}"
    works = f", which works as {ledger.effective}" if ledger.effective != ledger.value else ""
    return f"{card} has {name}{number}{works}"
