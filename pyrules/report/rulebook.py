"""What a rulebook consists of: its clauses and readings, the rules of a clause, what an edit changes."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

from pyrules.language import _
from pyrules.report import edit_changes
from pyrules.report.edit_changes import ModuleChange
from pyrules.report.explanation.words import shaken
from pyrules.report.notes import QUIET, Note
from pyrules.rulebook.book import AppliedChange, Choice, Edit, Entry, ReadingChange, Rulebook
from pyrules.rulebook.manifest import Clause

STRONG, ADDED, REMOVED = "bold", "green", "red"
INDENT = "    "


def of_rulebook(book: Rulebook, width: int) -> Iterator[Note]:
    """The clauses with their gists and modules, and the readings."""
    yield Note(f"{book.name}: {_(book.title)}", STRONG)
    for entry in book:
        yield Note("")
        yield from _entry(entry, width)
    for choice in book.choices:
        yield Note("")
        yield from _reading(choice, width)


def of_clause(book: Rulebook, entry: Entry, width: int) -> Iterator[Note]:
    """A clause with the rules that encode it, those of its readings included."""
    clause = entry.clause
    yield from _entry(entry, width)
    if clause.cites:
        yield Note(INDENT + _("cites {clauses}", clauses=", ".join(clause.cites)), QUIET)
    for path in clause.modules:
        yield Note("")
        yield from _module(path)
    for path in clause.rests_on:
        owners = [str(each.citation) for each in book if path in each.clause.modules]
        yield Note("")
        yield Note(
            _(
                "It rests on {module}, of {clauses}.",
                module=edit_changes.named(path),
                clauses=_(" and ").join(owners) or _("no clause"),
            ),
            QUIET,
        )
    for other in book:
        if other.clause.number == clause.number and other.key != entry.key:
            yield Note("")
            how = f"--inherited-from {other.inherited_from}" if other.inherited_from else _("without --inherited-from")
            yield Note(_("Another clause is {clause} ({how}).", clause=other.citation, how=how), QUIET)
    for choice in book.choices:
        if choice.entry.key == entry.key:
            yield Note("")
            yield from _reading(choice, width)
            for path in choice.reading.options[choice.option].modules:
                yield Note("")
                yield from _module(path)


def of_edits(book: Rulebook, width: int) -> Iterator[Note]:
    """What each edit changes, the lowest first."""
    for number, edit in enumerate(book.edits):
        if number:
            yield Note("")
        yield Note(f"{edit.file}: {edit.title}", STRONG)
        yield Note(_("on {rulebook}", rulebook=edit.on), QUIET)
        if edit.notes:
            yield from _wrapped(edit.notes, width)
        yield from _changes(edit, width)
    yield from _shaken(book, width)
    yield Note("")
    yield Note(_("Everything else is as in {rulebook}.", rulebook=book.edits[0].on), QUIET)


def _shaken(book: Rulebook, width: int) -> Iterator[Note]:
    """The clauses that say what they said while rules that they rest on have changed."""
    entries = [entry for entry in book if entry.shaken_by is not None]
    if entries:
        yield Note("")
        yield Note(_("Still worded as before, and resting on what changed (may no longer hold):"), STRONG)
    for entry in entries:
        yield from _wrapped(f"{entry.citation}: {entry.clause.gist}", width, REMOVED)


# --- clauses and readings -------------------------------------------------------------------------


def _entry(entry: Entry, width: int) -> Iterator[Note]:
    clause = entry.clause
    yield Note(str(entry.citation), STRONG)
    yield from _wrapped(_(clause.gist), width)
    if entry.shaken_by is not None:
        yield from _wrapped(shaken(entry.shaken_by), width, REMOVED)
    yield from _encoding(clause, width)


def _encoding(clause: Clause, width: int) -> Iterator[Note]:
    if clause.modules:
        yield from _wrapped(_("modules: {modules}", modules=_labels(clause.modules)), width, QUIET)
    if clause.rests_on:
        yield from _wrapped(_("rests on: {modules}", modules=_labels(clause.rests_on)), width, QUIET)
    if clause.not_modelled:
        yield from _wrapped(_("not modelled: {why}", why=_(clause.not_modelled)), width, QUIET)
    if clause.left_out:
        yield from _wrapped(_("left out: {what}", what=_(clause.left_out)), width, QUIET)


def _reading(choice: Choice, width: int) -> Iterator[Note]:
    yield Note(_("reading {reading}, of {clause}", reading=choice.reading.id, clause=choice.entry.citation), STRONG)
    yield from _wrapped(_(choice.reading.why), width)
    for name, option in choice.reading.options.items():
        in_force = _(" (in force)") if name == choice.option else ""
        yield from _wrapped(f"{name}{in_force}: {_(option.gist)}", width, "" if in_force else QUIET)


def _labels(paths: Iterable[Path]) -> str:
    return ", ".join(path.stem for path in paths)


# --- modules --------------------------------------------------------------------------------------


def _module(path: Path) -> Iterator[Note]:
    yield Note(edit_changes.named(path), STRONG)
    yield from (Note(INDENT + line if line else "") for line in edit_changes.lines(path))


# --- edits ----------------------------------------------------------------------------------------


def _changes(edit: Edit, width: int) -> Iterator[Note]:
    for change in edit.changes:
        yield Note("")
        yield from _change(change, width)
    for reading in edit.readings:
        yield Note("")
        yield from _reading_change(reading, width)
    if not edit.changes and not edit.readings:
        yield Note(_("no clause and no reading is changed"), QUIET)


def _change(change: AppliedChange, width: int) -> Iterator[Note]:
    before, after = change.before, change.after
    yield Note(edit_changes.of_change(change), STRONG)
    if after is not None and (before is None or before.clause.gist != after.clause.gist):
        yield from _wrapped(_(after.clause.gist), width)
    yield from _differences(before.clause.modules if before else (), after.clause.modules if after else ())


def _reading_change(change: ReadingChange, width: int) -> Iterator[Note]:
    before, after = change.before, change.after
    id = after.reading.id
    if before is None:
        yield Note(_("reading {reading}, of {clause}, is added", reading=id, clause=after.entry.citation), STRONG)
        yield from _wrapped(_(after.reading.why), width)
    elif change.has_other_default:
        yield Note(
            _("reading {reading}: {now} instead of {before}", reading=id, now=after.option, before=before.option),
            STRONG,
        )
    for name in change.options:
        option = after.reading.options[name]
        was = before.reading.options[name] if before else None
        if was is not None:
            yield Note(_("reading {reading} is changed", reading=f"{id}={name}"), STRONG)
        if was is None or was.gist != option.gist:
            yield from _wrapped(f"{name}: {_(option.gist)}", width)
        yield from _differences(was.modules if was else (), option.modules)


def _differences(before: Iterable[Path], after: Iterable[Path]) -> Iterator[Note]:
    """Module by module, what is different."""
    for change in edit_changes.of_modules(before, after):
        yield from of_module(change)


def of_module(change: ModuleChange) -> Iterator[Note]:
    """A module that an edit takes away or brings, or what is different in it."""
    if change.after is None:
        yield Note(INDENT + _("without {module}", module=change.before), REMOVED)
        return
    if change.before is None:
        yield Note(INDENT + _("with {module}", module=change.after), ADDED)
        yield from (Note(f"{INDENT}{INDENT}{line.text}".rstrip(), ADDED) for line in change.lines)
        return
    yield Note(INDENT + _("{now} instead of {before}", now=change.after, before=change.before))
    if not change.lines:
        yield Note(INDENT + INDENT + _("word for word the same"), QUIET)
    for line in change.lines:
        style = {"+": ADDED, "-": REMOVED}.get(line.sign, QUIET)
        yield Note(f"{INDENT}{INDENT}{line.sign}{line.text}".rstrip(), style)


def _wrapped(words: str, width: int, style: str = "") -> Iterator[Note]:
    for line in textwrap.wrap(words, width, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False):
        yield Note(line, style)
