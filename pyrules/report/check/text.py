"""What a check came to, and how it is told on a terminal."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pyrules.analysis.check import Finding, Untouched
from pyrules.language import _, mark, plural
from pyrules.report.check.place import address
from pyrules.report.notes import LOST, QUIET, REFUSED, Note
from pyrules.scenario.dump import dump

STYLES = {"error": LOST, "warning": REFUSED, "note": QUIET}
INDENT = "    "
SCOPE = mark(
    "Searched: named features of 1 card, up to 2 events with 2 printed things, 4 with 1, 1 with an aura, numbers to 2. "
    "Some small scenarios are tried of rolls, attacks, properties, boosts and conditions on features"
)
QUICKLY = mark(
    "Searched: named features of 1 card, 1 event, 1 printed thing, numbers to 2. "
    "Some small scenarios are tried of rolls, attacks and conditions on features"
)
SEVERITIES: dict[str, Callable[[int], str]] = {
    "error": lambda number: plural("{count} error", "{count} errors", number),
    "warning": lambda number: plural("{count} warning", "{count} warnings", number),
    "note": lambda number: plural("{count} note", "{count} notes", number),
}
NAMES = {"error": mark("error"), "warning": mark("warning"), "note": mark("note")}


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The findings on a rulebook, and the ids of those that were known before.

    `file` is what the rulebook is written in; `quick` says how far was searched, `unsought` are the kinds that were not
    looked for, `untouched` what was left to a check of `on`, the base of an edit that does not touch it.
    `cut_off` says why it was ended before everything was looked at, and what it was at; empty where it was not.
    """

    rulebook: str
    rulebook_hash: str
    findings: tuple[Finding, ...]
    known: frozenset[str]
    file: Path
    quick: bool = False
    unsought: tuple[str, ...] = ()
    untouched: tuple[Untouched, ...] = ()
    on: str = ""
    cut_off: str = ""

    @property
    def new_defects(self) -> int:
        """How many defects there are that were not known."""
        return sum(finding.is_defect and finding.id not in self.known for finding in self.findings)

    @property
    def gone(self) -> tuple[str, ...]:
        """The ids of what is in the baseline and is no longer found, though it was looked for."""
        found = {finding.id for finding in self.findings}
        left = {id for each in self.untouched for id in each.ids}
        return () if self.cut_off else tuple(sorted(self.known - found - left))

    @property
    def summary(self) -> str:
        """How much was found, in a sentence."""
        severities: list[str] = [finding.severity for finding in self.findings]
        found = ", ".join(words(severities.count(each)) for each, words in SEVERITIES.items())
        known = sum(finding.id in self.known for finding in self.findings)
        return f"{self.rulebook}: {found}" + (_("; {count} known", count=known) if self.known else "")


def ending(report: CheckReport, width: int) -> Iterator[Note]:
    """What is told when all findings are: what is gone, how far was looked, how much was found."""
    for id in report.gone:
        yield Note(_("{id} is in the baseline and is no longer found", id=id), "green")
    yield from (Note(line, QUIET) for line in textwrap.wrap(scope(report), width, break_on_hyphens=False))
    if report.untouched:
        yield from (Note(line, QUIET) for line in textwrap.wrap(left(report), width, break_on_hyphens=False))
    if report.cut_off:
        yield Note(_("Cut off: {why}", why=report.cut_off), REFUSED)
    yield Note(report.summary)


def scope(report: CheckReport) -> str:
    """How far a check looks, in a sentence."""
    unsought = _("; not looked for: {kinds}", kinds=", ".join(report.unsought)) if report.unsought else ""
    return _(QUICKLY if report.quick else SCOPE) + unsought


def left(report: CheckReport) -> str:
    """What the edit leaves as it is, in a sentence."""
    kinds = Counter((each.kinds[0], bool(each.about)) for each in report.untouched)
    told = ", ".join(f"{kind} ({number})" if some else kind for (kind, some), number in kinds.items())
    return _(
        "Not looked for again, as the edit does not touch it: {kinds}; `{command}` looks for that",
        kinds=told,
        command=f"pyrules check {report.on}",
    )


def of_finding(finding: Finding, known: bool, width: int) -> Iterator[Note]:
    """A finding with its clauses, its sentence, and the scenario that shows it or the place where it stands."""
    yield Note(
        f"{_(NAMES[finding.severity])} {finding.id}{_(' (known)') if known else ''}",
        QUIET if known else STYLES[finding.severity],
    )
    yield from (Note(line) for line in _wrapped(f"{clauses(finding)}{finding.sentence}", width))
    if finding.witness is not None:
        yield from (Note(INDENT + INDENT + line, QUIET) for line in dump(finding.witness).splitlines())
    elif finding.place is not None:
        yield Note(f"{INDENT}{address(finding.place)}:{finding.place.line}", QUIET)


def clauses(finding: Finding) -> str:
    """The clauses concerned, as they stand before the sentence: `518.3, 518.7.2: `."""
    numbers = "; ".join(str(clause) for clause in finding.clauses)
    return f"{numbers}: " if numbers else ""


def _wrapped(words: str, width: int) -> list[str]:
    return textwrap.wrap(words, width, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False)
