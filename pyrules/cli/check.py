"""`pyrules check`: the rulebook's own defects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import typer

from pyrules.analysis.check import (
    KINDS,
    NOT_QUICK,
    OF_CORPUS,
    Finding,
    Looking,
    Untouched,
    check,
    worst_first,
)
from pyrules.analysis.check.selection import baseline, selection
from pyrules.cli import inputs, options, outputs
from pyrules.cli.progress import Display
from pyrules.errors import NO, UNDECIDED, InputError, NotDecided
from pyrules.files import atomic
from pyrules.language import _
from pyrules.report import terminal
from pyrules.report.check import json as check_json
from pyrules.report.check import page, sarif
from pyrules.report.check.text import CheckReport, ending, of_finding
from pyrules.report.notes import Note
from pyrules.rulebook.book import Rulebook
from pyrules.scenario.discover import find
from pyrules.scenario.dump import dump
from pyrules.shares.driver import cores, driver


def command(
    rulebook: options.RulebookName,
    readings: options.ReadingOptions = None,
    select: Annotated[
        list[str] | None,
        typer.Option("--select", metavar="ID", help="Only this finding, or kind of finding; may be repeated."),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option("--ignore", metavar="ID", help="Not this finding, or kind of finding; may be repeated."),
    ] = None,
    known: Annotated[
        Path | None,
        typer.Option("--baseline", metavar="FILE", help="A report with --json: what is in it does not fail the check."),
    ] = None,
    corpus: Annotated[
        list[Path] | None,
        typer.Option(
            "--corpus",
            metavar="PATH",
            help="Scenario files, or folders of them, to be held against the rules; takes minutes.",
        ),
    ] = None,
    strict: options.Strict = False,
    quick: Annotated[bool, typer.Option("--quick", help="Search scenarios of a single event only.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FOLDER", help="Write the scenario of every finding as a file there."),
    ] = None,
    as_json: options.AsJson = False,
    html: options.Html = None,
    sarif_file: options.Sarif = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", min=1, metavar="N", help="How many processes share the work: one a core, with --quick one."
        ),
    ] = None,
    scheduler: options.Scheduler = None,
    checkpoint: options.Checkpoint = None,
    time_limit: options.TimeLimit = options.SECONDS,
    memory_limit: options.MemoryLimit = options.MEGABYTES,
) -> None:
    """Find a rulebook's own defects, each with a place or the smallest scenario that shows it.

    It takes about a minute, with --quick some seconds; a terminal shows what is being looked at, and findings are told
    as they come. Ctrl-C keeps them. With --corpus it takes many minutes, as every rule is changed in turn, unless
    --select or --ignore leave the mutations out. Of an edit, what takes a search is looked for where the edit touches
    it, or where --select asks for it. With --jobs or --scheduler each search, and each mutation, is a share
    of the work.
    Exit code 1 when there is a defect (an error or a warning) that the baseline does not hold; 2 when --select asks for
    what --quick does not look for; 3 when it was cut off and there is no new defect so far.
    """
    document_printed = outputs.prepare(as_json, html=html, sarif=sarif_file)
    _new(output)
    book = inputs.rulebooks([rulebook], readings)[rulebook]
    wanted, before = selection(select, ignore, KINDS, book), baseline(known)
    scenarios = inputs.scenarios(find(corpus or ()).files, (book,), strict)
    if not scenarios and any(wanted.selects(kind) for kind in OF_CORPUS):
        raise InputError.at(
            "", _("--corpus is missing: {kinds} are about scenario files", kinds=", ".join(k.id for k in OF_CORPUS))
        )
    unsought = tuple(kind for kind in NOT_QUICK if quick)
    if named := [kind.id for kind in unsought if wanted.selects(kind)]:
        raise InputError.at("", _("--quick does not look for {kinds}; leave it out", kinds=", ".join(named)))
    width = terminal.console().width
    as_words = not (as_json or document_printed)
    with Display() as display, driver(jobs or (1 if quick else cores()), scheduler, checkpoint) as at_work:
        watch = _Watch(
            display, (lambda finding: of_finding(finding, finding.id in before, width)) if as_words else None
        )
        cut_off = watch.over(lambda: check(book, quick, wanted, watch, scenarios, driver=at_work))
    found = worst_first(watch.found)
    report = CheckReport(
        rulebook=book.name,
        rulebook_hash=book.hash,
        findings=found,
        known=before,
        file=_file(book),
        quick=quick,
        unsought=tuple(kind.id for kind in unsought),
        untouched=tuple(watch.untouched),
        on=book.edits[-1].on if book.edits else "",
        cut_off=cut_off,
    )
    if output is not None:
        _write(found, output)
    outputs.write(html, lambda: page.page(report))
    outputs.write(sarif_file, lambda: sarif.document(report))
    if as_json:
        outputs.emit(check_json.document(report))
    elif as_words:
        terminal.say(ending(report, width))
    if report.new_defects:
        raise typer.Exit(NO)
    if cut_off:
        raise typer.Exit(UNDECIDED)


class _Watch:
    """Shows how far a check has come, and keeps what it found; prints that as it comes, where words are printed."""

    def __init__(self, display: Display, words: Callable[[Finding], Iterable[Note]] | None) -> None:
        self.display, self.words = display, words
        self.found: list[Finding] = []
        self.untouched: list[Untouched] = []
        self.at = ""

    def __call__(self, told: Looking | Finding | Untouched) -> None:
        match told:
            case Looking():
                self.at = str(told)
                self.display.show(self.at)
            case Untouched():
                self.untouched.append(told)
            case Finding():
                self.found.append(told)
                if self.words is not None:
                    self.display.hide()
                    terminal.say(self.words(told))

    def over(self, looking: Callable[[], object]) -> str:
        """Looks; says why it was ended before everything was looked at, empty where it was not.

        Raises what ended it where nothing is known yet.
        """
        try:
            looking()
        except KeyboardInterrupt:
            if not self.at:
                raise
            return _("stopped at {at}", at=self.at)
        except NotDecided as limit:
            if not self.at:
                raise
            return _("{limit}, at {at}", limit=limit, at=self.at)
        return ""


def _file(book: Rulebook) -> Path:
    """What the rulebook is written in: the edit, or the manifest."""
    return book.manifests[-1 if book.edits else 0]


def _new(folder: Path | None) -> None:
    """Raises InputError, before anything is searched, for a folder with something in it."""
    if folder is not None and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError.at(str(folder), _("expected a new or empty folder; nothing was written"))


def _write(findings: Iterable[Finding], folder: Path) -> None:
    """A scenario file for every finding that has a scenario."""
    folder.mkdir(parents=True, exist_ok=True)
    for finding in findings:
        if finding.witness is not None:
            name = re.sub(r"[^\w.-]+", "-", finding.id)
            atomic.write(folder / f"{name}.scenario.yaml", dump(finding.witness, folder))
