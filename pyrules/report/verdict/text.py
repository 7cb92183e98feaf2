"""A verdict on an edit in words, for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from pyrules.analysis.check import Finding
from pyrules.analysis.compare.accepted_differences import Acceptances
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.verdict.edit_verdict import EditVerdict, OnCorpus, TurnedExpectation
from pyrules.language import _, said
from pyrules.report import edit_changes, notes
from pyrules.report.check import text as check_text
from pyrules.report.comparison.text import parts
from pyrules.report.diff.words import certificate
from pyrules.report.evaluation.answer import Answer
from pyrules.report.evaluation.table import EvaluationTable
from pyrules.report.explanation.pair import LedgerPair
from pyrules.report.explanation.words import shaken
from pyrules.report.notes import Note
from pyrules.report.rulebook import of_module
from pyrules.report.terminal import text
from pyrules.report.verdict import words
from pyrules.scenario.dump import dump

INDENT = 4


@dataclass(frozen=True, slots=True)
class VerdictReport:
    """A verdict, to be printed on a rich console, part by part."""

    verdict: EditVerdict

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for part in self._parts(options.max_width):
            yield from console.render(_line(part.text, part.style) if isinstance(part, Note) else part, options)

    def _parts(self, width: int) -> Iterator[Note | RenderableType]:
        verdict = self.verdict
        yield Note(f"{verdict.edit.title}", "bold")
        yield Note(_("{file}, on {rulebook}", file=verdict.edit.file, rulebook=verdict.edit.on), notes.QUIET)
        yield ""
        yield Note(words.conclusion(verdict), "bold")
        if verdict.unfinished:
            yield Note(words.cut_off(verdict), notes.REFUSED)
        for line in words.glance(verdict):
            yield from _item(line, width)
        yield from self._changes(width)
        yield from self._shaken(width)
        for number, witness in enumerate(verdict.witnesses):
            yield from _witness(witness, first=number == 0)
        yield from self._properties(width)
        if verdict.corpus is not None:
            yield from _on_corpus(verdict.corpus, width)
        yield from self._defects(width)
        yield from self._readings(width)
        yield from _section(_("What was not looked at"))
        for line in words.not_looked_at(verdict):
            yield from _item(line, width)
        yield ""
        yield Note(certificate(verdict.base, verdict.book), notes.QUIET)

    def _changes(self, width: int) -> Iterator[Note | RenderableType]:
        yield from _section(_("What it changes"))
        if self.verdict.edit.notes:
            yield from _wrapped(self.verdict.edit.notes, width)
        changes = edit_changes.changes(self.verdict.edit)
        if not changes:
            yield Note(_("no clause and no reading is changed"), notes.QUIET)
        for change in changes:
            yield Note(change.says, "bold")
            if change.words_before is not None:
                yield from _wrapped((_("before: ") if change.reworded else "") + _(change.words_before), width)
            if change.reworded and change.words_after is not None:
                yield from _wrapped(_("after: ") + _(change.words_after), width)
            elif change.modules and not change.reworded:
                yield from _wrapped(_("The edit has no other words for it."), width, notes.QUIET)
            for module in change.modules:
                yield from of_module(module)

    def _shaken(self, width: int) -> Iterator[Note | RenderableType]:
        if self.verdict.shaken:
            yield from _section(_("Left standing, and perhaps no longer true"))
        for entry in self.verdict.shaken:
            yield Note(str(entry.citation), "bold")
            yield from _wrapped(_(entry.clause.gist), width)
            yield from _wrapped(shaken(self.verdict.edit.file), width, notes.REFUSED)

    def _properties(self, width: int) -> Iterator[Note | RenderableType]:
        sides = words.called(self.verdict.base.name), words.called(self.verdict.book.name)
        if self.verdict.properties:
            yield from _section(_("Properties"))
        for judged in self.verdict.properties:
            yield from _item(words.on_property(judged, *sides), width)
            if judged.witness is not None:
                yield from (Note(f"        {line}", notes.QUIET) for line in dump(judged.witness).splitlines()[1:])

    def _defects(self, width: int) -> Iterator[Note | RenderableType]:
        defects = self.verdict.defects
        for title, found in words.of_defects(defects) if defects else ():
            yield from _section(title)
            for finding in found:
                yield from _finding(finding, width)

    def _readings(self, width: int) -> Iterator[Note | RenderableType]:
        readings = self.verdict.readings
        if readings is None or not readings.roles:
            return
        yield from _section(_("Readings"))
        sides = words.called(self.verdict.base.name), words.called(self.verdict.book.name)
        for role in readings.roles:
            for line in words.role(role, *sides):
                yield from _item(line, width)


def _line(words: str, style: str) -> Text:
    """A line that is never broken: what is to be broken has been, and rules and scenarios are there to be copied."""
    line = text(words, style)
    line.no_wrap, line.overflow = True, "ignore"
    return line


def _section(title: str) -> Iterator[Note | RenderableType]:
    yield ""
    yield Note(title.upper(), "bold")


def _witness(witness: Disagreement, first: bool) -> Iterator[Note | RenderableType]:
    yield from _section(f"{_('The smallest difference') if first else _('Another kind')}: {words.events(witness)}")
    yield Note(words.gist(witness))
    yield Note(words.heading(witness), notes.QUIET)
    yield ""
    for line in dump(witness.scenario).rstrip().splitlines()[1:]:
        yield Note(" " * INDENT + line)
    if not first:
        yield from (Note(f"    {said(each.line)}", notes.LOST) for each in witness.differences)
        return
    yield EvaluationTable([*map(Answer, witness.evaluations)], titled=False)
    if witness.explanations is not None:
        yield ""
        yield LedgerPair(witness.explanations, brief=True)


def _on_corpus(corpus: OnCorpus, width: int) -> Iterator[Note | RenderableType]:
    yield from _section(_("Scenario files"))
    yield from parts(corpus.comparison, Acceptances())
    for title, turned in ((_("No longer as expected"), corpus.broken), (_("As expected only now"), corpus.mended)):
        if turned:
            yield ""
            yield Note(title, "bold")
        for each in turned:
            yield from _wrapped(_expectation(each), width)
    for unanswered in corpus.unanswered:
        yield from _wrapped(f"{unanswered.scenario.file}: {unanswered.why}", width, notes.LOST)


def _expectation(turned: TurnedExpectation) -> str:
    check = turned.check
    said = _("expected {expected}, got {got}", expected=check.expected, got=check.got)
    return f"{turned.scenario.file}:{check.line}: {check.subject}: {said}"


def _finding(finding: Finding, width: int) -> Iterator[Note | RenderableType]:
    yield Note(finding.id, check_text.STYLES[finding.severity])
    yield from _wrapped(f"{check_text.clauses(finding)}{finding.sentence}", width)
    if finding.witness is not None:
        yield from (Note(f"        {line}", notes.QUIET) for line in dump(finding.witness).splitlines()[1:])


def _item(words: str, width: int) -> Iterator[Note]:
    for line in textwrap.wrap(words, width, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False):
        yield Note(line)


def _wrapped(words: str, width: int, style: str = "") -> Iterator[Note]:
    indent = " " * INDENT
    for line in textwrap.wrap(words, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False):
        yield Note(line, style)
