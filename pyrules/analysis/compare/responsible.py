"""Which clauses are responsible where two rulebooks differ."""

from __future__ import annotations

from collections.abc import Iterable

from pyrules.analysis.compare.differences import Difference
from pyrules.explanation.explain import explain
from pyrules.explanation.explanation import Explanation, Step, cited_by
from pyrules.model.result import Citation, Evaluation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook

Clauses = tuple[Citation, ...]


def responsible(
    scenario: Scenario,
    left: Rulebook,
    right: Rulebook,
    card: str,
    name: str,
    after: int | None = None,
    outcomes: tuple[int, int] = (0, 0),
) -> tuple[Clauses, Clauses]:
    """The clauses of each side's explanation of a value that have no like on the other side.

    Steps are alike when they do the same at the same event to the same numbers, whatever the clause is called, unless
    rules of an edit say so on one side only. Where both sides take the same steps the last deciding clause of each is
    named. `outcomes` says which one of each side is meant, from 0.
    """
    one, other = (
        explain(scenario, book, card, name, after, outcome)
        for book, outcome in zip((left, right), outcomes, strict=True)
    )
    mine, theirs = _apart(one, other), _apart(other, one)
    return mine or _last(one), theirs or _last(other)


def responsible_for(
    difference: Difference,
    scenario: Scenario,
    left: Rulebook,
    right: Rulebook,
    answers: tuple[Evaluation, Evaluation],
    outcomes: tuple[int, int] = (0, 0),
) -> tuple[Clauses, Clauses]:
    """The clauses of each side that a difference between two answers rests on.

    For what a card has, loses or shows: those of the two explanations that have no like. For an attempt, a roll or an
    attack: those that decided it. For a verdict: none, as there is no value to explain. `outcomes` says which one of
    each side is meant, from 0.
    """
    if difference.card is not None and difference.name is not None and difference.what != "attempts":
        return responsible(scenario, left, right, difference.card, difference.name, difference.after, outcomes)
    one, other = (_deciding(difference, answer, outcome) for answer, outcome in zip(answers, outcomes, strict=True))
    return one, other


def _deciding(difference: Difference, answer: Evaluation, outcome: int) -> Clauses:
    if difference.after is None or not answer.outcomes:
        return ()
    state = answer.outcomes[outcome].states[difference.after]
    if difference.what == "roll":
        return () if state.roll is None else state.roll.clauses
    if difference.what == "attack":
        return () if state.attack is None else state.attack.clauses
    about = (difference.card, difference.name)
    those = (each for each in state.attempts if (each.card, each.feature or each.property) == about)
    return tuple(dict.fromkeys(each.clause for each in those))


def unlike_steps(explanation: Explanation, other: Explanation) -> tuple[Step, ...]:
    """The steps of an explanation that have no like in the other one."""
    known = {_deed(step) for step in _steps(other)}
    return tuple(step for step in _steps(explanation) if _deed(step) not in known)


def _apart(explanation: Explanation, from_other: Explanation) -> Clauses:
    cited = (clause for step in unlike_steps(explanation, from_other) for clause in cited_by(step))
    return tuple(dict.fromkeys(cited))


def _last(explanation: Explanation) -> Clauses:
    deciding = [step for step in _steps(explanation) if step.counts and step.clauses]
    return deciding[-1].clauses if deciding else explanation.clauses[-1:]


def _steps(explanation: Explanation) -> Iterable[Step]:
    return (step for ledger in explanation.ledgers for step in ledger.steps)


def _deed(step: Step) -> tuple[object, ...]:
    return step.after, step.kind, step.before, step.now, step.text, any(basis.foreign for basis in step.bases)
