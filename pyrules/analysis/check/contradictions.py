"""States that must not be, and attempts that are judged not at all or twice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pyrules.analysis.check.finding import Finding, FindingKind
from pyrules.analysis.check.inspection import Inspection, Look
from pyrules.analysis.check.witness_search import violating
from pyrules.analysis.search.program import INVARIANTS
from pyrules.asp import control
from pyrules.engine.guard import guarded
from pyrules.engine.instance import Instance
from pyrules.language import _, mark
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.paths import FOLDER

CONTRADICTION = FindingKind(
    "contradiction", "error", mark("A state breaks an invariant, or an attempt is not judged exactly once.")
)
CONSISTENT = FindingKind(
    "consistent", "note", mark("No state breaks an invariant, and every attempt is judged exactly once.")
)
KINDS = (CONTRADICTION, CONSISTENT)

CONTRADICTED = FOLDER / "search" / "contradiction.lp"


def looks(at: Inspection) -> Iterator[Look]:
    """What there is to look at."""
    yield Look(_("contradictions"), partial(findings, at))


def findings(at: Inspection) -> Iterator[Finding]:
    """The smallest scenario in which an invariant is broken or an attempt is not judged exactly once; or none has."""
    if at.leaves(KINDS, "", lambda touched: bool(touched.changed)):
        return
    sought = violating(at, (INVARIANTS, CONTRADICTED), lambda scenario: bool(contradictions(scenario, at.book)))
    if sought.scenario is None:
        sentence = _(
            "{extent} no state breaks an invariant, and every attempt is judged exactly once.", extent=sought.extent
        )
        yield at.finding(CONSISTENT, at.about, (), sentence)
        return
    broken = sorted(contradictions(sought.scenario, at.book))
    sentence = _(
        "What must not be: {kinds}.{reservation}",
        kinds=", ".join(_(kind.replace("_", " ")) for kind in broken),
        reservation=sought.reservation,
    )
    yield at.finding(CONTRADICTION, "+".join(broken), (), sentence, witness=sought.scenario)


@guarded
def contradictions(scenario: Scenario, book: Rulebook) -> frozenset[str]:
    """The kinds of contradiction that the scenario leads to: `two_values`, `no_verdict`, …"""
    instance = Instance(scenario, book)
    modules = (*instance.modules, INVARIANTS, CONTRADICTED)
    given = f"{instance.facts}#show violated/3.\n"
    sets = control.answer_sets(modules, given, len(instance.timeline.steps), written_out=False)
    return frozenset(arguments[0].name for atoms in sets for arguments in atoms.get("violated", ()))
