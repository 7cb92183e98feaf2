"""What an edit does to readings: another default, other rules for an option, or a reading of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pyrules.errors import InputError, did_you_mean
from pyrules.files.source import Finding
from pyrules.files.source import KeyPath as Location
from pyrules.language import _
from pyrules.rulebook.book import Choice, Edit, Entry, ReadingChange, Rulebook
from pyrules.rulebook.edit_modules import EditModules
from pyrules.rulebook.edit_schema import OptionRules, ReadingRules
from pyrules.rulebook.manifest import Option, Reading


@dataclass
class Readings:
    """The readings of a rulebook while an edit changes them.

    `clause` leads from a number as typed to the clause as the edit leaves it; `conflict` words that an edit beneath
    changes the same thing. What is wrong is gathered in `findings`; `gone` are the modules that options lose, with
    those that stand there instead, and `places` where the edit says so.
    """

    base: Rulebook
    shelf: EditModules
    clause: Callable[[str], Entry | None]
    conflict: Callable[[Edit, str], str]
    findings: list[Finding] = field(default_factory=list)
    gone: dict[Path, tuple[Path, ...]] = field(default_factory=dict)
    places: dict[Path, Location] = field(default_factory=dict)

    def changes(self, written: Mapping[str, str | ReadingRules]) -> tuple[ReadingChange, ...]:
        """What becomes of the readings that the edit names, as far as that makes sense."""
        return tuple(
            change
            for id, given in written.items()
            if (change := self._change(id, given, ("readings", id))) and change.before != change.after
        )

    def _change(self, id: str, given: str | ReadingRules, at: Location) -> ReadingChange | None:
        before = next((choice for choice in self.base.choices if choice.reading.id == id), None)
        if before is None:
            return self._added(id, given, at)
        after = self._with_default(before, given, at) if isinstance(given, str) else self._with_rules(before, given, at)
        return ReadingChange(before, after)

    # --- a reading that is there ------------------------------------------------------------------

    def _with_default(self, before: Choice, option: str, at: Location) -> Choice:
        id, known = before.reading.id, before.reading.options
        if option not in known:
            self._wrong(
                at,
                _(
                    "reading {id!r} has no option {option!r}{hint}",
                    id=id,
                    option=option,
                    hint=did_you_mean(option, known),
                ),
            )
            return before
        for edit, change in self._beneath(id):
            if change.has_other_default:
                self._wrong(at, self.conflict(edit, _("the default of reading {id!r}", id=id)), at_key=True)
        return replace(before, option=option)

    def _with_rules(self, before: Choice, given: ReadingRules, at: Location) -> Choice:
        id, options = before.reading.id, dict(before.reading.options)
        for key in ("clauses", "why"):
            if getattr(given, key) is not None:
                message = _(
                    "there is a reading {id!r} already; without {key!r} its options get other rules", id=id, key=key
                )
                self._wrong((*at, key), message, at_key=True)
        for name, rules in given.options.items():
            place: Location = (*at, "options", name)
            if name not in options:
                message = _(
                    "reading {id!r} has no option {name!r}{hint}", id=id, name=name, hint=did_you_mean(name, options)
                )
                self._wrong(place, message, at_key=True)
                continue
            for edit, change in self._beneath(id):
                if name in change.options:
                    self._wrong(
                        place,
                        self.conflict(edit, _("option {name!r} of reading {id!r}", name=name, id=id)),
                        at_key=True,
                    )
            options[name] = self._option(rules, options[name], place)
        return replace(before, reading=before.reading.model_copy(update={"options": options}))

    def _beneath(self, id: str) -> Iterator[tuple[Edit, ReadingChange]]:
        """What edits beneath this one do to a reading."""
        for edit in self.base.edits:
            yield from ((edit, change) for change in edit.readings if change.after.reading.id == id)

    def _option(self, rules: OptionRules, before: Option, at: Location) -> Option:
        if rules.modules is None:
            modules = before.modules
        else:
            modules = self._taken(rules.modules, at)
            self.gone |= dict.fromkeys(before.modules, modules)
            self.places |= dict.fromkeys(before.modules, (*at, "modules"))
        return before.model_copy(update={"gist": rules.gist or before.gist, "modules": modules})

    # --- a reading of the edit's own --------------------------------------------------------------

    def _added(self, id: str, given: str | ReadingRules, at: Location) -> ReadingChange | None:
        if isinstance(given, str) or (given.clauses is None and given.why is None):
            known = [choice.reading.id for choice in self.base.choices]
            message = _("{name} has no reading {id!r}{hint}", name=self.base.name, id=id, hint=did_you_mean(id, known))
            hint = "" if isinstance(given, str) else _(" One of your own needs the keys 'clauses' and 'why'")
            self._wrong(at, message + hint, at_key=True)
            return None
        for key in ("clauses", "why"):
            if getattr(given, key) is None:
                self._wrong(at, _("a reading of your own needs the key {key!r}", key=key), at_key=True)
        entries = [self._read(number, (*at, "clauses", index)) for index, number in enumerate(given.clauses or ())]
        options = {name: self._new_option(rules, (*at, "options", name)) for name, rules in given.options.items()}
        read = [entry for entry in entries if entry is not None]
        if not read or given.why is None:
            return None
        numbers = tuple(entry.clause.number for entry in read)
        reading = Reading(id=id, clauses=numbers, why=given.why, options=options)
        return ReadingChange(None, Choice(reading, read[0], reading.default))

    def _read(self, number: str, at: Location) -> Entry | None:
        try:
            entry = self.clause(number)
        except InputError as error:
            self._wrong(at, error.problems[0].message)
            return None
        if entry is None:
            self._wrong(at, _("clause {number!r} is dropped by this edit", number=number))
        return entry

    def _new_option(self, rules: OptionRules, at: Location) -> Option:
        if rules.gist is None:
            self._wrong(at, _("an option of a new reading needs the key 'gist'"), at_key=True)
        return Option(gist=rules.gist or "").model_copy(update={"modules": self._taken(rules.modules or [], at)})

    # --- both -------------------------------------------------------------------------------------

    def _taken(self, names: list[str], at: Location) -> tuple[Path, ...]:
        """The modules that an option names; options of one reading may share them."""
        return self.shelf.take(names, at, self.findings, shared_within=at[:2])

    def _wrong(self, at: Location, message: str, at_key: bool = False) -> None:
        self.findings.append(Finding(at, message, at_key=at_key))
