"""What came of expectations, file by file and in all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pyrules.engine.dependencies import Turned
from pyrules.engine.expectations import Check
from pyrules.model.wording import counted
from pyrules.report.notes import LOST, QUIET, Note


@dataclass(frozen=True, slots=True)
class Tally:
    """The checks of one file, under each rulebook that it was run under.

    `turned` has for each rulebook the options of readings under which its checks would come out the other way, where
    anybody looked for them.
    """

    file: str
    checks: Mapping[str, Sequence[Check]]
    turned: Mapping[str, Turned] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """How many checks there are in all."""
        return sum(map(len, self.checks.values()))

    @property
    def failed(self) -> list[tuple[str, Check]]:
        """The checks that fail, each with its rulebook, in the order of the file."""
        pairs = [(rulebook, check) for rulebook, checks in self.checks.items() for check in checks if not check.holds]
        return sorted(pairs, key=lambda pair: pair[1].line)

    def notes(self, quiet: bool = False) -> Iterator[Note]:
        """The file in a line, and a line for each check that fails; `quiet` leaves out files in which none does."""
        if self.failed or not quiet:
            yield self._verdict()
        for rulebook, check in self.failed:
            place = f"{self.file}:{check.line}"
            with_others = f"; it holds with {' or '.join(helped)}" if (helped := self._turned(rulebook, check)) else ""
            said = f"expected {check.expected}, got {check.got}{with_others}"
            yield Note(f"  {place}: {rulebook}, {check.subject}: {said}")
        yield from self._resting()

    def _verdict(self) -> Note:
        if not self.number:
            return Note(f"nothing  {self.file}: expects nothing of {', '.join(self.checks)}", QUIET)
        verdict, style = ("FAILED", LOST) if self.failed else ("ok", "green")
        return Note(f"{verdict:8} {self.file}: {counted(self.number, 'check')} under {', '.join(self.checks)}", style)

    def _resting(self) -> Iterator[Note]:
        """A line for each check that holds and would not under another reading; then where that is not known."""
        for rulebook, turned in self.turned.items():
            for check, against in zip(self.checks[rulebook], turned.checks, strict=True):
                if check.holds and against:
                    words = f"{check.expected} holds, but not with {' or '.join(against)}"
                    yield Note(f"  {self.file}:{check.line}: {rulebook}, {check.subject}: {words}", QUIET)
            if turned.undecided:
                yield Note(f"  {self.file}: {rulebook}: not decided with {' or '.join(turned.undecided)}", QUIET)

    def _turned(self, rulebook: str, check: Check) -> Sequence[str]:
        if rulebook not in self.turned:
            return ()
        pairs = zip(self.checks[rulebook], self.turned[rulebook].checks, strict=True)
        return next((options for each, options in pairs if each is check), ())


def summary(tallies: Sequence[Tally], files: int, passed_over: str) -> Iterator[Note]:
    """All files in a line; then how many were not tested, and what was passed over."""
    checks, failed = sum(tally.number for tally in tallies), sum(len(tally.failed) for tally in tallies)
    idle = sum(not tally.number for tally in tallies)
    words = f"{counted(len(tallies), 'file')}, {counted(checks, 'check')}, {failed} failed"
    silent = f"; {counted(idle, 'file')} expecting nothing" if idle else ""
    yield Note(words + silent, LOST if failed else "green")
    if len(tallies) < files:
        yield Note(f"stopped there: {counted(files - len(tallies), 'file')} not tested", QUIET)
    if passed_over:
        yield Note(f"passed over: {passed_over}", QUIET)
