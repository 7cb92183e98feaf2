"""Which clauses are responsible where two rulebooks differ."""

from __future__ import annotations

from collections.abc import Iterable

from pyrules.model import Scenario
from pyrules.result import Citation
from pyrules.rulebook import Rulebook
from pyrules.why.explain import explain
from pyrules.why.explanation import Explanation, Step, cited_by

Clauses = tuple[Citation, ...]


def responsible(
    scenario: Scenario, left: Rulebook, right: Rulebook, card: str, name: str, after: int | None = None
) -> tuple[Clauses, Clauses]:
    """The clauses of each side's explanation of a value that have no like on the other side.

    Steps are alike when they do the same at the same event to the same numbers, whatever the clause is called. Where
    both sides take the same steps the last deciding clause of each is named.
    """
    one, other = explain(scenario, left, card, name, after), explain(scenario, right, card, name, after)
    mine, theirs = _apart(one, other), _apart(other, one)
    return mine or _last(one), theirs or _last(other)


def _apart(explanation: Explanation, from_other: Explanation) -> Clauses:
    known = {_deed(step) for step in _steps(from_other)}
    cited = (clause for step in _steps(explanation) if _deed(step) not in known for clause in cited_by(step))
    return tuple(dict.fromkeys(cited))


def _last(explanation: Explanation) -> Clauses:
    deciding = [step for step in _steps(explanation) if step.counts and step.clauses]
    return deciding[-1].clauses if deciding else explanation.clauses[-1:]


def _steps(explanation: Explanation) -> Iterable[Step]:
    return (step for ledger in explanation.ledgers for step in ledger.steps)


def _deed(step: Step) -> tuple[object, ...]:
    return step.after, step.kind, step.before, step.now, step.text
