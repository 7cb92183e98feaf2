"""The corpus against the rulebook: mutations of single rules that no scenario file notices."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pyrules.check.finding import Finding, Kind
from pyrules.check.inspection import Inspection
from pyrules.mutation import Mutation, Score, by_chance, score
from pyrules.rulebook import Entry, Rulebook
from pyrules.search.bound import Bound

UNNOTICED = Kind("unnoticed-mutation", "warning", "A rule can be changed, and no scenario file notices.")
EQUIVALENT = Kind(
    "unmissed-mutation", "note", "A rule can be changed, and no scenario was met that shows a difference."
)
SCORE = Kind("mutation-score", "note", "How many mutations of single rules the scenario files notice.")
KINDS = (UNNOTICED, EQUIVALENT, SCORE)

DRAWN = Bound(cards=2, features=2, conditions=2, events=6, max_value=3, auras=2, on_features=True)
DRAWS, SECONDS = 200, 60.0


def findings(at: Inspection) -> Iterator[Finding]:
    """The mutation score of the corpus, and for each survivor a scenario that would notice it, ready to add."""
    if not at.corpus:
        return
    came_to = score(at.book, at.corpus, tell=lambda trial: at.tell(f"mutation {trial.mutation}"))
    yield at.finding(SCORE, at.book.name, (), _told(came_to))
    for number, mutation in enumerate(came_to.survivors, 1):
        at.tell(f"not noticed: {mutation}")
        yield _survivor(at, mutation, number)


def _told(came_to: Score) -> str:
    tried = len(came_to.trials)
    return f"{came_to.noticed} of {tried} mutations are noticed, {came_to.noticed / max(tried, 1):.1%}."


def _survivor(at: Inspection, mutation: Mutation, number: int) -> Finding:
    judged = by_chance(at.book, mutation, DRAWN, DRAWS, SECONDS)
    about = f"{mutation.module.stem}:{mutation.line}:{number}"
    entries = _owners(at.book, mutation.module)
    if judged.witness is None:
        return at.finding(EQUIVALENT, about, entries, f"No scenario file notices {mutation}; {judged.how}.")
    return at.finding(UNNOTICED, about, entries, f"No scenario file notices {mutation}.", witness=judged.witness)


def _owners(book: Rulebook, module: Path) -> tuple[Entry, ...]:
    """The clauses that the module belongs to, or whose reading it encodes."""
    options = {
        choice.entry.key for choice in book.choices for o in choice.reading.options.values() if module in o.modules
    }
    return tuple(entry for entry in book if module in entry.clause.modules or entry.key in options)
