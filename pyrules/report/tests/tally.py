"""What came of expectations, file by file and in all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pyrules.engine.dependencies import Turned
from pyrules.engine.expectations import Check
from pyrules.language import _, plural
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
            helped = self._turned(rulebook, check)
            said = _("expected {expected}, got {got}", expected=check.expected, got=check.got)
            said += _("; it holds with {readings}", readings=_(" or ").join(helped)) if helped else ""
            yield Note(f"  {place}: {rulebook}, {check.subject}: {said}")
        yield from self._resting()

    def _verdict(self) -> Note:
        if not self.number:
            return Note(
                f"{_('nothing'):8} "
                + _("{file}: expects nothing of {rulebooks}", file=self.file, rulebooks=", ".join(self.checks)),
                QUIET,
            )
        verdict, style = (_("FAILED"), LOST) if self.failed else (_("ok"), "green")
        under = _("{checks} under {rulebooks}", checks=_checks(self.number), rulebooks=", ".join(self.checks))
        return Note(f"{verdict:8} {self.file}: {under}", style)

    def _resting(self) -> Iterator[Note]:
        """A line for each check that holds and would not under another reading; then where that is not known."""
        for rulebook, turned in self.turned.items():
            for check, against in zip(self.checks[rulebook], turned.checks, strict=True):
                if check.holds and against:
                    words = _(
                        "{expected} holds, but not with {readings}",
                        expected=check.expected,
                        readings=_(" or ").join(against),
                    )
                    yield Note(f"  {self.file}:{check.line}: {rulebook}, {check.subject}: {words}", QUIET)
            if turned.undecided:
                yield Note(
                    f"  {self.file}: {rulebook}: "
                    + _("not decided with {readings}", readings=_(" or ").join(turned.undecided)),
                    QUIET,
                )

    def _turned(self, rulebook: str, check: Check) -> Sequence[str]:
        if rulebook not in self.turned:
            return ()
        pairs = zip(self.checks[rulebook], self.turned[rulebook].checks, strict=True)
        return next((options for each, options in pairs if each is check), ())


def summary(tallies: Sequence[Tally], files: int, passed_over: str) -> Iterator[Note]:
    """All files in a line; then how many were not tested, and what was passed over."""
    checks, failed = sum(tally.number for tally in tallies), sum(len(tally.failed) for tally in tallies)
    idle = sum(not tally.number for tally in tallies)
    words = ", ".join((_files(len(tallies)), _checks(checks), plural("{count} failed", "{count} failed", failed)))
    silent = _("; {files} expecting nothing", files=_files(idle)) if idle else ""
    yield Note(words + silent, LOST if failed else "green")
    if len(tallies) < files:
        yield Note(_("stopped there: {files} not tested", files=_files(files - len(tallies))), QUIET)
    if passed_over:
        yield Note(_("passed over: {files}", files=passed_over), QUIET)


def _files(number: int) -> str:
    return plural("{count} file", "{count} files", number)


def _checks(number: int) -> str:
    return plural("{count} check", "{count} checks", number)
