"""What a reader expects of a rulebook: properties that it violates, each with the smallest scenario, or that hold."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.inspection import Inspection, Look
from pyrules.analysis.check.touched import Touched
from pyrules.analysis.check.witness_search import AMONG_LISTED, WitnessResult, violating
from pyrules.analysis.search.natural_names import natural
from pyrules.analysis.search.property import says, violated_after
from pyrules.analysis.search.small_scenarios import of_topic
from pyrules.explanation import explain
from pyrules.language import _, mark
from pyrules.model.queries import feature_names
from pyrules.model.result import Citation
from pyrules.model.scenario import Roll, Scenario
from pyrules.rulebook.book import Entry
from pyrules.rulebook.paths import FOLDER

SURPRISE = FindingKind("unexpected", "warning", mark("A property that a reader expects does not hold."))
HOLDS = FindingKind("expected", "note", mark("A property that a reader expects holds within the bound."))
KINDS = (SURPRISE, HOLDS)

PROPERTIES = FOLDER / "search" / "properties"
ARITY = 3
"""`violated(C,F,T)`: a card, a feature or an event, and the micro-step."""


def looks(at: Inspection) -> Iterator[Look]:
    """Every shipped property that is asked for."""
    for path in sorted(PROPERTIES.rglob("*.lp")):
        if at.wants(KINDS, path.stem):
            yield Look(_("property {stem}", stem=path.stem), partial(_findings, at, path))


def _findings(at: Inspection, path: Path) -> Iterator[Finding]:
    """A property is violated, with the smallest scenario, or holds within the bound."""
    if at.leaves(KINDS, path.stem, partial(Touched.eventually, modules=(path,))):
        return
    sought = _violating(at, path)
    if sought.scenario is None:
        yield at.finding(HOLDS, path.stem, (), _("{extent} it holds: {says}", extent=sought.extent, says=_(says(path))))
    else:
        clauses = _responsible(at, path, sought.scenario)
        sentence = _("Expected, and not so: {says}{reservation}", says=_(says(path)), reservation=sought.reservation)
        yield at.finding(SURPRISE, path.stem, clauses, sentence, witness=sought.scenario)


def _violating(at: Inspection, path: Path) -> WitnessResult:
    def violated(scenario: Scenario) -> bool:
        return violated_after(scenario, at.book, (path,), ARITY) is not None

    if path.parent.name == "dice":
        return WitnessResult(next(map(natural, filter(violated, of_topic("dice"))), None), AMONG_LISTED)
    return violating(at, (path,), violated)


def _responsible(at: Inspection, path: Path, witness: Scenario) -> tuple[Entry, ...]:
    """The clauses that act at the event at which the property is violated."""
    after = violated_after(witness, at.book, (path,), ARITY)
    happening = witness.events[(after or 1) - 1].happening if witness.events else None
    names = ("roll",) if isinstance(happening, Roll) else feature_names(witness)
    cited: list[Citation] = []
    for card in witness.cards:
        for name in names:
            explanation = explain(witness, at.book, card, name, after)
            steps = [step for ledger in explanation.ledgers for step in ledger.steps]
            now = [step for step in steps if step.after == after] or steps
            cited += [clause for step in now for clause in step.clauses] or explanation.clauses
    return at.entries(cited)
