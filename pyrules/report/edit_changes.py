"""What an edit puts in the place of what: clause by clause and module by module, in words and in rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Literal

from pyrules.language import _, mark
from pyrules.rulebook.book import AppliedChange, Edit, ReadingChange
from pyrules.rulebook.paths import FOLDER

Sign = Literal["+", "-", " "]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a module: it comes (`+`), goes (`-`), or stands beside one that does."""

    sign: Sign
    text: str


@dataclass(frozen=True, slots=True)
class ModuleChange:
    """A module that goes (`after` None), comes (`before` None), or is another one; named as an edit would name it.

    There are no lines where both say the same word for word.
    """

    before: str | None
    after: str | None
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of a clause or of a reading's option: in a sentence, in words before and after, and in rules.

    `words_before` and `words_after` are the same where the edit has no other words for it.
    """

    says: str
    words_before: str | None
    words_after: str | None
    modules: tuple[ModuleChange, ...]

    @property
    def reworded(self) -> bool:
        """Whether it says something else in words."""
        return self.words_before != self.words_after


def changes(edit: Edit) -> tuple[Change, ...]:
    """Everything that an edit changes, in the order of its file: clauses, then readings."""
    return (*map(_of_clause, edit.changes), *(each for reading in edit.readings for each in _of_reading(reading)))


def of_modules(before: Iterable[Path], after: Iterable[Path]) -> Iterator[ModuleChange]:
    """The modules that are different; one that keeps its name takes the place of the one before it."""
    old, new = {path.stem: path for path in before}, {path.stem: path for path in after}
    for label in dict.fromkeys((*old, *new)):
        if old.get(label) != new.get(label):
            yield _module(old.get(label), new.get(label))


def named(path: Path) -> str:
    """The module as an edit would name it."""
    return path.relative_to(FOLDER).as_posix() if path.is_relative_to(FOLDER) else str(path)


def lines(path: Path) -> list[str]:
    """The text of a module, line by line."""
    return path.read_text(encoding="utf-8").splitlines()


def of_change(change: AppliedChange) -> str:
    """What becomes of a clause, in a sentence."""
    before, after = change.before, change.after
    if after is None:
        return _("{clause} is dropped", clause=before.citation if before else "")
    if before is None:
        return _("{clause} is added", clause=after.citation)
    if before.key != after.key:
        return _("{clause} is cited as {number}", clause=before.citation, number=after.clause.number)
    return _("{clause} is changed", clause=after.citation)


def _of_clause(change: AppliedChange) -> Change:
    before, after = (entry.clause if entry else None for entry in (change.before, change.after))
    modules = of_modules(before.modules if before else (), after.modules if after else ())
    was, becomes = (clause.gist if clause else None for clause in (before, after))
    return Change(of_change(change), was, becomes, tuple(modules))


def _of_reading(change: ReadingChange) -> Iterator[Change]:
    before, after = change.before, change.after
    id, options = after.reading.id, after.reading.options
    if before is None:
        yield Change(
            _("reading {reading}, of {clause}, is added", reading=id, clause=after.entry.citation),
            None,
            after.reading.why,
            (),
        )
    elif change.has_other_default:
        was = before.reading.options[before.option]
        is_now = options[after.option]
        yield Change(
            _("reading {reading}: {now} instead of {before}", reading=id, now=after.option, before=before.option),
            was.gist,
            is_now.gist,
            tuple(of_modules(was.modules, is_now.modules)),
        )
    for name in change.options:
        known = before.reading.options.get(name) if before else None
        modules = tuple(of_modules(known.modules if known else (), options[name].modules))
        became = mark("reading {reading} is changed") if known else mark("reading {reading} is added")
        says = _(became, reading=f"{id}={name}")
        yield Change(says, known.gist if known else None, options[name].gist, modules)


def _module(before: Path | None, after: Path | None) -> ModuleChange:
    was, becomes = (lines(path) if path else [] for path in (before, after))
    if before is None or after is None:
        sign: Sign = "+" if before is None else "-"
        told = tuple(Line(sign, text) for text in (*was, *becomes))
    else:
        told = tuple(_difference(was, becomes))
    name_before, name_after = (named(path) if path else None for path in (before, after))
    return ModuleChange(name_before, name_after, told)


def _difference(before: list[str], after: list[str]) -> Iterator[Line]:
    signs: dict[str, Sign] = {"+": "+", "-": "-"}
    for line in list(unified_diff(before, after, n=1, lineterm=""))[2:]:
        if not line.startswith("@@"):
            yield Line(signs.get(line[0], " "), line[1:])
