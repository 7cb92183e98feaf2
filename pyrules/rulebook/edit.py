"""Edits: changes proposed on top of a rulebook or of another edit, which make a rulebook of their own.

`docs/edits.md` describes the file. Numbers and modules named in an edit are those of the rulebook that it stands on.
"""

from __future__ import annotations

import os
import re
import string
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import cast

from pyrules.asp import sandbox
from pyrules.errors import InputError, LimitReached, NotDecided, did_you_mean
from pyrules.files.shape import read_as
from pyrules.files.source import Finding, Source, shown
from pyrules.files.source import KeyPath as Location
from pyrules.files.yaml import read_file, read_yaml
from pyrules.language import _
from pyrules.rulebook import edit_check
from pyrules.rulebook.book import AppliedChange, ChangeKind, Choice, Edit, Entry, Key, ReadingChange, Rulebook
from pyrules.rulebook.clause_numbers import spelled
from pyrules.rulebook.edit_check import Lack
from pyrules.rulebook.edit_modules import EditModules, is_within
from pyrules.rulebook.edit_readings import Readings
from pyrules.rulebook.edit_schema import ClauseChange, EditFile, Words
from pyrules.rulebook.manifest import Clause
from pyrules.rulebook.paths import is_path
from pyrules.rulebook.revisions import built_in, rulebook_names

SAYS_ON = re.compile(r"""\bon["']?\s*:""")
MOST_NAMED = 5
MOST_STACKED = 20
PLACES = ("card", "feature", "number", "compared", "condition", "failing")


def edited(file: str, above: tuple[str, ...] = ()) -> Rulebook:
    """The rulebook that the edit in `file` makes; `above` are the edits that stand on it.

    Raises InputError with everything that is wrong with the edit, or with one that it stands on. Of a file that is no
    edit nothing is told: a scenario may name any.
    """
    text = read_file(file)
    no_edit = InputError.at(
        file, _("expected an edit, got a file without `on:`; write on: r4, or on what it stands"), 1, 1
    )
    if text.strip() and not SAYS_ON.search(text):
        raise no_edit
    source, findings = read_yaml(text, file)
    if isinstance(source.data, Mapping) and "on" not in source.data:
        raise no_edit
    written, misshapen = read_as(EditFile, source.data)
    if findings or misshapen or written is None:
        raise source.error([*findings, *misshapen])
    return _Draft(written, source, _base(written.on, source, above)).finished()


def _base(on: str, source: Source, above: tuple[str, ...]) -> Rulebook:
    if not is_path(on):
        if on not in rulebook_names():
            known = rulebook_names()
            message = _(
                "there is no rulebook {on}{hint} The path of an edit may stand here too",
                on=shown(on),
                hint=did_you_mean(on, known),
            )
            raise source.error([Finding(("on",), message)])
        return built_in(on)
    folder = Path(source.file).parent
    beneath = os.path.normpath(folder / on)
    stack = (*above, source.file)
    if Path(on).is_absolute() or ".." in Path(on).parts or not is_within(Path(beneath), folder):
        message = _("expected the base of the edit beside this file or below it, got {on}", on=shown(on))
        raise source.error([Finding(("on",), message)])
    if len(stack) > MOST_STACKED:
        raise source.error([Finding(("on",), _("more than {most} edits stand on one another", most=MOST_STACKED))])
    if any(os.path.realpath(beneath) == os.path.realpath(each) for each in stack):
        circle = _(" on ").join((*stack, beneath))
        raise source.error(
            [Finding(("on",), _("edits cannot stand on one another in a circle: {circle}", circle=circle))]
        )
    if not Path(beneath).exists():
        raise source.error([Finding(("on",), _("there is no edit {on}", on=shown(on)))])
    return edited(beneath, stack)


class _Draft:
    """A rulebook being changed by an edit; what is wrong with the edit is gathered on the way."""

    def __init__(self, written: EditFile, source: Source, base: Rulebook) -> None:
        self.written, self.source, self.base = written, source, base
        self.shelf = EditModules(Path(source.file).parent)
        self.findings: list[Finding] = []
        self.before: dict[Key, Entry] = {entry.key: entry for entry in base}
        self.entries: dict[Key, Entry | None] = dict(self.before)
        self.kinds: dict[Key, ChangeKind] = {}
        self.modules: dict[Path, tuple[Path, ...]] = {}  # replaced or dropped -> what stands there instead
        self.places: dict[Path, Location] = {}  # replaced or dropped -> where the edit says so
        self.readings: tuple[ReadingChange, ...] = ()
        self.retold: set[Key] = set()  # the clauses of which the edit says anew what they say

    def finished(self) -> Rulebook:
        """The rulebook as the edit makes it. Raises InputError with everything that is wrong with it."""
        for number, change in enumerate(self.written.clauses):
            self._apply(change, ("clauses", number))
        self._apply_readings()
        self._refuse_if_wrong()
        book = self._book()
        self.findings += [*self.shelf.clashes(book), *self._misworded(book)]
        self._refuse_if_wrong()
        self._check_rules(book)
        return book

    def _apply_readings(self) -> None:
        drafted = Readings(self.base, self.shelf, self._standing, self._conflict)
        self.readings = drafted.changes(self.written.readings)
        self.findings += drafted.findings
        self.modules |= drafted.gone
        self.places |= drafted.places

    def _refuse_if_wrong(self) -> None:
        if self.findings:
            raise self.source.error(self.findings)

    # --- clauses ----------------------------------------------------------------------------------

    def _apply(self, change: ClauseChange, at: Location) -> None:
        kind = next(choice for choice in change.choices if getattr(change, choice) is not None)
        number: str = getattr(change, kind)
        if kind == "add":
            self._add(number, change, at)
            return
        before = self._named(number, change.inherited_from, (*at, kind))
        if before is not None:
            self._refuse_what_is_changed_beneath(kind, before, change.only, at)
            gone = self._gone(kind, before, change.only, at)
            after = self._after(kind, before, change, gone, at)
            self._put(cast(ChangeKind, kind), before.key, after)

    def _put(self, kind: ChangeKind, key: Key, after: Entry | None) -> None:
        self.entries[key] = after
        self.kinds[key] = kind

    def _named(self, number: str, inherited_from: str | None, at: Location) -> Entry | None:
        """The clause that is meant, as the edit has left it so far."""
        try:
            key = self.base.clause(number, inherited_from).key
        except InputError as error:
            self._wrong(at, error.problems[0].message)
            return None
        if self.entries[key] is None:
            self._wrong(at, _("clause {key!r} is dropped by this edit already", key=key[0]))
        return self.entries[key]

    def _standing(self, number: str) -> Entry | None:
        """The clause with this number, as the edit leaves it; one that the edit adds comes first."""
        added = self.entries.get((number, None))
        return added or self.entries[self.base.clause(number).key]

    def _refuse_what_is_changed_beneath(self, kind: str, before: Entry, only: Iterable[str], at: Location) -> None:
        """Edits on one another may change different modules of a clause; only one may change the clause as such."""
        number = before.clause.number
        whole = kind == "renumber" or (kind == "drop" and not only)
        named = {Path(name).stem for name in only} or {path.stem for path in before.clause.modules}
        for edit, change in self._beneath(before.key):
            both = sorted(named & change.modules) if kind != "renumber" else []
            if whole and (change.whole or both):
                self._wrong((*at, kind), self._conflict(edit, _("clause {number!r}", number=number)))
            elif both:
                self._wrong(
                    (*at, kind),
                    self._conflict(edit, _("{both} of clause {number!r}", both=", ".join(both), number=number)),
                )

    def _beneath(self, key: Key) -> Iterator[tuple[Edit, AppliedChange]]:
        """What edits beneath this one do to a clause."""
        for edit in self.base.edits:
            yield from ((edit, change) for change in edit.changes if key in change.keys)

    def _conflict(self, edit: Edit, over: str) -> str:
        both = _("{file} and {file2}", file=edit.file, file2=self.source.file)
        return _("both {both} change {over}; of edits that stand on one another only one may", both=both, over=over)

    def _gone(self, kind: str, before: Entry, only: Iterable[str], at: Location) -> tuple[Path, ...]:
        """The modules that go: those named under `only`, else all."""
        owned = {path.stem: path for path in before.clause.modules}
        gone = dict(owned)
        if only:
            gone = {}
            for number, name in enumerate(only):
                stem = Path(name).stem
                if stem in owned:
                    gone[stem] = owned[stem]
                else:
                    message = _(
                        "clause {number!r} has no module {name!r} of its own{hint}",
                        number=before.clause.number,
                        name=name,
                        hint=did_you_mean(stem, owned),
                    )
                    self._wrong((*at, "only", number), message)
        elif kind == "replace" and len(owned) > 1:
            listed = ", ".join(owned)
            message = _(
                "clause {number!r} has {count} modules: say which are replaced, `only: [{listed}]`",
                number=before.clause.number,
                count=len(owned),
                listed=listed,
            )
            self._wrong((*at, kind), message)
        return () if kind == "renumber" else tuple(gone.values())

    def _after(
        self, kind: str, before: Entry, change: ClauseChange, gone: tuple[Path, ...], at: Location
    ) -> Entry | None:
        if kind == "renumber":
            return self._renumbered(before, str(change.to), (*at, "to"))
        instead = self._taken(change, at)
        self.modules |= dict.fromkeys(gone, instead)
        self.places |= dict.fromkeys(gone, (*at, kind))
        if kind == "drop" and not change.only:
            return None
        left = tuple(path for path in before.clause.modules if path not in gone)
        changed: dict[str, object] = {"modules": (*left, *instead), "not_modelled": None}
        if change.gist:
            changed["gist"] = change.gist
            self.retold.add(before.key)
        return replace(before, clause=before.clause.model_copy(update=changed))

    def _taken(self, change: ClauseChange, at: Location) -> tuple[Path, ...]:
        """The modules that the edit names, as far as they are there."""
        return self.shelf.take(change.modules or (), at, self.findings)

    def _renumbered(self, before: Entry, number: str, at: Location) -> Entry:
        present = (entry.key for entry in self.entries.values() if entry is not None)
        bearer = _alike((number, before.inherited_from), present)
        if bearer is not None:
            self._wrong(at, _("there is a clause {bearer!r} already", bearer=bearer))
        return replace(before, clause=before.clause.model_copy(update={"number": number}))

    def _add(self, number: str, change: ClauseChange, at: Location) -> None:
        key = (number, None)
        for edit, beneath in self._beneath(key):
            if beneath.whole:
                self._wrong((*at, "add"), self._conflict(edit, _("clause {number!r}", number=number)))
                return
        bearer = _alike(key, self.entries)
        if bearer is not None:
            self._wrong((*at, "add"), _("there is a clause {bearer!r} already; `replace` changes it", bearer=bearer))
            return
        clause = Clause(number=number, topic=change.topic, gist=str(change.gist))
        self._put("add", key, Entry(clause.model_copy(update={"modules": self._taken(change, at)})))

    # --- words ------------------------------------------------------------------------------------

    def _misworded(self, book: Rulebook) -> Iterator[Finding]:
        """Words for modules that there are not, or with places that nothing fills."""
        labels = {path.stem for path in book.possible_modules}
        for label, words in self.written.wording.items():
            if label not in labels:
                message = _(
                    "{file} has no module {label!r}{hint}",
                    file=self.source.file,
                    label=label,
                    hint=did_you_mean(label, labels),
                )
                yield Finding(("wording", label), message, at_key=True)
            for key in ("performed", "refused"):
                text: str | None = getattr(words, key)
                if text is not None and not _fillable(text):
                    known = " ".join(f"{{{place}}}" for place in PLACES)
                    message = _(
                        "expected places among {known}, and other braces written twice, got {text}",
                        known=known,
                        text=shown(text),
                    )
                    yield Finding(("wording", label, key), message)

    # --- rules ------------------------------------------------------------------------------------

    def _check_rules(self, book: Rulebook) -> None:
        gone = {path: bool(instead) for path, instead in self.modules.items()}
        books = {"": book, **self._read_otherwise(book)}
        try:
            problems, lacks = sandbox.run(edit_check.check, books, self.shelf.own, gone)
        except sandbox.Crashed:
            modules = ", ".join(map(str, self.shelf.own))
            message = _(
                "{modules} cannot be read: the parser breaks down over it, as it does over very deep nesting",
                modules=modules,
            )
            raise InputError.at(self.source.file, message) from None
        except LimitReached as limit:
            raise NotDecided(
                _("{file}: its rules could not be checked: {limit}", file=self.source.file, limit=limit)
            ) from None
        self.findings += [Finding(self.places[lack.gone], _lacking(lack, books[lack.under])) for lack in lacks]
        if problems:
            raise InputError(problems)
        self._refuse_if_wrong()

    def _read_otherwise(self, book: Rulebook) -> dict[str, Rulebook]:
        """The rulebook under each option, not in force, of the readings that the edit changes."""
        changed = (change.after for change in self.readings)
        return {
            f"{choice.reading.id}={option}": book.under({choice.reading.id: option})
            for choice in changed
            for option in choice.reading.options
            if option != choice.option
        }

    # --- the whole --------------------------------------------------------------------------------

    def _book(self) -> Rulebook:
        base = self.base
        kept = {key: self._rested(key, entry) for key, entry in self.entries.items() if entry is not None}
        entries = sorted(kept.values(), key=lambda entry: entry.inherited_from is not None)
        return replace(
            base,
            name=self.source.file,
            title=self.written.title,
            entries=tuple(entries),
            choices=tuple(replace(each, entry=kept.get(each.entry.key, each.entry)) for each in self._choices()),
            manifests=(*base.manifests, Path(self.source.file)),
            edits=(*base.edits, self._edit(kept)),
        )

    def _rested(self, key: Key, entry: Entry) -> Entry:
        """The entry, resting on what stands instead of the modules that are gone, and whether that shakes it."""
        clause = entry.clause
        rests_on = tuple(chain.from_iterable(self.modules.get(path, (path,)) for path in clause.rests_on))
        rested = replace(entry, clause=clause.model_copy(update={"rests_on": rests_on}))
        if key in self.retold:
            return replace(rested, shaken_by=None)
        known = self.before[key].clause.modules if key in self.before else ()
        changed = any(map(self._is_changed, (*known, *clause.rests_on)))
        return replace(rested, shaken_by=self.source.file if changed else entry.shaken_by)

    def _is_changed(self, module: Path) -> bool:
        """Whether other rules stand in the place of a module, and of those that went with it."""
        instead = self.modules.get(module)
        if instead is None:
            return False
        gone = (path for path, stands in self.modules.items() if stands == instead)
        return {path.read_bytes() for path in instead} != {path.read_bytes() for path in gone}

    def _choices(self) -> Iterator[Choice]:
        """The readings as the edit leaves them, its own ones last."""
        changed = {change.before.reading.id: change.after for change in self.readings if change.before}
        yield from (changed.get(choice.reading.id, choice) for choice in self.base.choices)
        yield from (change.after for change in self.readings if change.before is None)

    def _edit(self, kept: Mapping[Key, Entry]) -> Edit:
        changes = (AppliedChange(kind, self.before.get(key), kept.get(key)) for key, kind in self.kinds.items())
        return Edit(
            file=self.source.file,
            title=self.written.title,
            notes=self.written.notes,
            on=self.base.name,
            changes=tuple(changes),
            readings=self.readings,
            words=MappingProxyType({label: _words(words) for label, words in self.written.wording.items()}),
        )

    def _wrong(self, at: Location, message: str) -> None:
        self.findings.append(Finding(at, message))


def _alike(key: Key, present: Iterable[Key]) -> str | None:
    """The number among those present that a clause's number could be taken for."""
    number, inherited_from = key
    return next(
        (each for each, origin in present if origin == inherited_from and spelled(each) == spelled(number)), None
    )


def _words(words: Words) -> Mapping[str, str]:
    return MappingProxyType({key: text for key, text in words.model_dump().items() if text is not None})


def _fillable(text: str) -> bool:
    """Whether a wording has no places but the plain ones that reasons fill."""
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:
        return False
    return all(place is None or (place in PLACES and not format and not turned) for _, place, format, turned in parts)


def _lacking(lack: Lack, book: Rulebook) -> str:
    named = [f"{label} ({book.cite(label).number})" for label in lack.readers[:MOST_NAMED]]
    readers = ", ".join(named) + (", …" if len(lack.readers) > MOST_NAMED else "")
    under = f"under {lack.under}, " if lack.under else ""
    name, what = lack.gone.name, ", ".join(lack.what)
    if lack.is_label:
        asked = _("{under}{readers} ask by name for what {name} decided", under=under, readers=readers, name=name)
        return _("{asked}: call your module {name} too, or replace those as well", asked=asked, name=name)
    return _(
        "{under}without {name} nothing derives {what}, needed by {readers}: derive it anew, or drop those as well",
        under=under,
        name=name,
        what=what,
        readers=readers,
    )
