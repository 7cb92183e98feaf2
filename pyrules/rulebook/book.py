"""Rulebooks: the clauses in force, the modules that encode them, and what to cite for an atom.

A label in an atom is the stem of the module it comes from: from
there it leads to the clause that owns the module, and so to a citation.
"""

from __future__ import annotations

import hashlib
import pickle
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property, lru_cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, cast

from pyrules.errors import InputError, Problem, did_you_mean
from pyrules.files import cache_folder
from pyrules.files.yaml import read_yaml
from pyrules.language import _
from pyrules.model.result import Citation
from pyrules.rulebook import verdicts
from pyrules.rulebook.clause_numbers import resolve
from pyrules.rulebook.manifest import Clause, Reading
from pyrules.rulebook.paths import DERIVED, FOLDER, SHOW, VOCABULARY

if TYPE_CHECKING:
    from pyrules.asp.module import Rule

ChangeKind = Literal["replace", "drop", "add", "renumber"]
Key = tuple[str, str | None]
"""What tells the clauses of a rulebook apart: the number, and the revision that the clause is inherited from."""

ON_FEATURES = "conditions_on_features"
ON_PROPERTIES = "conditions_on_properties"


@dataclass(frozen=True, slots=True)
class Entry:
    """A clause as it stands in a rulebook: the rulebook's own (`inherited_from` None), or taken over.

    `shaken_by` is the edit that changed or dropped a module on which this one rests, its own or another's, and does
    not say anew what the clause says.
    """

    clause: Clause
    inherited_from: str | None = None
    shaken_by: str | None = None

    @property
    def key(self) -> tuple[str, str | None]:
        """What tells it apart within a rulebook: its number, and the revision that it is inherited from."""
        return self.clause.number, self.inherited_from

    @property
    def citation(self) -> Citation:
        """How an answer refers to this clause."""
        decided = bool(self.clause.concerns)
        return Citation(self.clause.number, self.clause.gist, self.inherited_from, None, decided, self.shaken_by)


@dataclass(frozen=True, slots=True)
class Choice:
    """A reading as it stands in a rulebook: the entry it is cited by, and the option in force."""

    reading: Reading
    entry: Entry
    option: str

    @property
    def citation(self) -> Citation:
        """How an answer refers to the clause so read."""
        gist, read = self.reading.options[self.option].gist, f"{self.reading.id}={self.option}"
        return Citation(self.entry.clause.number, gist, self.entry.inherited_from, read)


@dataclass(frozen=True, slots=True)
class AppliedChange:
    """What became of one clause: `before` is None for one that is added, `after` for one that is dropped."""

    kind: ChangeKind
    before: Entry | None
    after: Entry | None

    @property
    def keys(self) -> frozenset[Key]:
        """What the clause is, or was, called."""
        return frozenset(entry.key for entry in (self.before, self.after) if entry is not None)

    @property
    def modules(self) -> frozenset[str]:
        """The names of the modules that go, and of those that come."""
        before, after = (set(entry.clause.modules) if entry else set() for entry in (self.before, self.after))
        return frozenset(path.stem for path in before ^ after)

    @property
    def whole(self) -> bool:
        """Whether the clause as such is changed, and not only what it says: it comes, goes, or has another number."""
        return len(self.keys) > 1 or self.before is None or self.after is None


@dataclass(frozen=True, slots=True)
class ReadingChange:
    """What became of one reading: `before` is None for one that is added."""

    before: Choice | None
    after: Choice

    @property
    def has_other_default(self) -> bool:
        """Whether another option is in force where none is asked for."""
        return self.before is not None and self.before.option != self.after.option

    @property
    def options(self) -> tuple[str, ...]:
        """The options that are new, or say something else."""
        known = self.before.reading.options if self.before else {}
        return tuple(name for name, option in self.after.reading.options.items() if known.get(name) != option)


@dataclass(frozen=True)
class Edit:
    """One edit as it was applied: `file` as it was asked for, `on` the name of the rulebook that it stands on.

    `words` maps the name of a module to "performed" or "refused" and the reason in words.
    """

    file: str
    title: str
    notes: str | None
    on: str
    changes: tuple[AppliedChange, ...]
    readings: tuple[ReadingChange, ...]
    words: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Rulebook:
    """A rulebook under its readings; iterating over it gives its entries.

    `name` is the id or path asked for; `entries` are the decisions, the own clauses and the inherited ones, in this
    order; `manifests` the files that all this was read from; `edits` those that made it out of a built-in one, the
    lowest first.
    """

    name: str
    title: str
    entries: tuple[Entry, ...]
    choices: tuple[Choice, ...]
    manifests: tuple[Path, ...]
    edits: tuple[Edit, ...] = ()

    @property
    def foreign(self) -> bool:
        """Whether rules from elsewhere are in it: such a rulebook is solved in a process of its own, within limits."""
        return bool(self.edits)

    @cached_property
    def readings(self) -> Mapping[str, str]:
        """Every reading with its option in force."""
        return MappingProxyType({choice.reading.id: choice.option for choice in self.choices})

    @cached_property
    def modules(self) -> tuple[Path, ...]:
        """Every module of the rulebook: vocabulary, core, clauses, readings in force, shown atoms."""
        return (VOCABULARY, DERIVED, *self._owners, SHOW)

    @cached_property
    def possible_modules(self) -> tuple[Path, ...]:
        """The modules of the clauses and of every option of every reading."""
        options = (option for choice in self.choices for option in choice.reading.options.values())
        of_clauses = (path for entry in self.entries for path in entry.clause.modules)
        return tuple(dict.fromkeys((*of_clauses, *(path for option in options for path in option.modules))))

    def modules_for(self, conditions_on_features: bool, absent: Iterable[str] = ()) -> tuple[Path, ...]:
        """The modules that a scenario needs, with or without those for conditions on features.

        Conditions on features make loops possible, and loops cost time wherever they are possible. Of the topics that
        are `absent` from the scenario (dice, attack, conditions on properties, which ask for features as well) the
        modules can be left out too: they have nothing to say.
        """
        absent = frozenset(absent)
        left_out = absent if conditions_on_features else absent | {ON_FEATURES, ON_PROPERTIES}
        silent = frozenset(chain.from_iterable(self._of_readings.get(topic, ()) for topic in absent))
        return tuple(path for path in self.modules if path not in silent and not left_out & _folders(path))

    @cached_property
    def _of_readings(self) -> Mapping[str, frozenset[Path]]:
        """Topic -> the modules that only readings of its clauses have."""
        of_clauses = {path for entry in self.entries for path in entry.clause.modules}
        found: dict[str, set[Path]] = defaultdict(set)
        for choice in self.choices:
            for option in choice.reading.options.values():
                found[choice.entry.clause.topic] |= set(option.modules) - of_clauses
        return {topic: frozenset(modules) for topic, modules in found.items()}

    @cached_property
    def hash(self) -> str:
        """The SHA-256, in hexadecimal, of the manifests and of the modules in force."""
        digest = hashlib.sha256()
        for path in (*self.manifests, *self.modules):
            content = path.read_bytes()
            digest.update(f"{path.name} {len(content)}\n".encode() + content)
        return digest.hexdigest()

    def clause(self, typed: str, inherited_from: str | None = None) -> Entry:
        """The clause with this number; where an own and an inherited one share it, the own one unless asked for.

        Raises InputError, with the nearest number, when there is none, and with all where several may be meant.
        """
        entries = [entry for entry in self.entries if inherited_from in (None, entry.inherited_from)]
        origin = _(" inherited from {inherited_from}", inherited_from=inherited_from) if inherited_from else ""
        missing = _("{name} has no clause {typed!r}{origin}", name=self.name, typed=typed, origin=origin)
        number = resolve(typed, (entry.clause.number for entry in entries), missing)
        return next(entry for entry in entries if entry.clause.number == number)

    def options(self, reading: str) -> tuple[str, ...]:
        """The options of a reading, the default one first; none where the rulebook has no such reading."""
        return next((tuple(each.reading.options) for each in self.choices if each.reading.id == reading), ())

    def under(self, readings: Mapping[str, str]) -> Rulebook:
        """The same rulebook with the given options in force for the given readings.

        Raises InputError, naming the nearest, for every reading or option that there is not.
        """
        problems = list(self._unknown(readings))
        if problems:
            raise InputError(Problem("", 0, 0, message) for message in problems)
        options = {**self.readings, **readings}
        choices = tuple(replace(choice, option=options[choice.reading.id]) for choice in self.choices)
        return replace(self, choices=choices)

    @property
    def labels(self) -> frozenset[str]:
        """The names of its modules, by which atoms say where they come from."""
        return frozenset(self._citations)

    def cite(self, label: str) -> Citation:
        """What to cite for atoms with this label, the stem of a module of the rulebook."""
        return self._citations[label]

    def cite_rule(self, module: Path, sentence: str) -> Citation:
        """What to cite for a rule of a module, known by the sentence above it: the bullet that says it, if one does."""
        return self._bullets.get((module, sentence)) or self.cite(module.stem)

    def reason(self, label: str, performed: bool, rule: Rule | None = None, **facts: str | int | None) -> str:
        """Why an attempt was performed, or not, in words: by the label of the module that decided it.

        `rule` is the one that fired, where that is known. `facts` fill the places of the wording: card, feature,
        number, compared, condition. A rule of an edit for which the edit has no wording speaks with the sentence above
        it; where it has none, or where nobody knows which of several fired, the gist of its clause speaks.
        """
        verdict = "performed" if performed else "refused"
        known = {place: fact for place, fact in facts.items() if fact is not None}
        fired = (rule,) if rule is not None else self._deciding(label, verdict)
        words = next((edit.words[label] for edit in reversed(self.edits) if label in edit.words), {}).get(verdict)
        if words is None and all(map(verdicts.is_built_in_rule, fired)):
            words = _wording().get(label, {}).get(verdict)
        if words is not None:
            with suppress(KeyError):  # rules of an edit may leave out what the words speak of
                return _(words, **known)
        elif len(fired) == 1 and verdicts.told(fired[0]):
            return verdicts.told(fired[0])
        return _(self.cite(label).gist)

    def _deciding(self, label: str, verdict: str) -> tuple[Rule, ...]:
        """The rules that come to a verdict under a label; nobody asks for those of a rulebook without edits."""
        return verdicts.deciding(self.modules).get((label, verdict), ()) if self.foreign else ()

    @cached_property
    def contested(self) -> frozenset[tuple[str, str]]:
        """The labels and verdicts to which several rules come, one of an edit among them: which one fired is asked."""
        every = verdicts.deciding(self.modules) if self.foreign else {}
        return frozenset(
            key for key, rules in every.items() if len(rules) > 1 and not all(map(verdicts.is_built_in_rule, rules))
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names that its rules spell out, in order; built-in rules speak of what is in a scenario only."""
        if not self.foreign:
            return ()
        from pyrules.asp.module import read  # not before it is needed: it takes clingo's syntax trees

        return tuple(dict.fromkeys(name for path in self.modules for name in read(path).strings))

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __reduce__(self) -> tuple[Callable[[bytes], Rulebook], tuple[bytes]]:
        """Pickled once: a process that is sent the same rulebook again knows it, and what it has worked out of it."""
        return _unpacked, (self._packed,)

    @cached_property
    def _packed(self) -> bytes:
        return pickle.dumps((self.hash, [getattr(self, field.name) for field in fields(self)]))

    def _unknown(self, readings: Mapping[str, str]) -> Iterator[str]:
        known = {choice.reading.id: choice.reading.options for choice in self.choices}
        for reading, option in readings.items():
            if reading not in known:
                yield _(
                    "{name} has no reading {reading!r}{hint}",
                    name=self.name,
                    reading=reading,
                    hint=did_you_mean(reading, known),
                )
            elif option not in known[reading]:
                yield _(
                    "reading {reading!r} has no option {option!r}{hint}",
                    reading=reading,
                    option=option,
                    hint=did_you_mean(option, known[reading]),
                )

    @cached_property
    def _citations(self) -> Mapping[str, Citation]:
        return {path.stem: citation for path, citation in self._owners.items()}

    @cached_property
    def _bullets(self) -> Mapping[tuple[Path, str], Citation]:
        """Module and sentence of a rule -> the clause whose text says just this, where the module is another's."""
        return {
            (path, sentence): entry.citation
            for entry in self.entries
            for path in entry.clause.rests_on
            for sentence in entry.clause.says
        }

    @cached_property
    def _owners(self) -> Mapping[Path, Citation]:
        """Module -> what it stands for: the entries in order, then the readings in force."""
        owners = {path: entry.citation for entry in self.entries for path in entry.clause.modules}
        for choice in self.choices:
            owners |= dict.fromkeys(choice.reading.options[choice.option].modules, choice.citation)
        return owners


@lru_cache(maxsize=64)
def _unpacked(packed: bytes) -> Rulebook:
    hash, of_fields = pickle.loads(packed)
    book = Rulebook(*of_fields)
    book.__dict__["hash"] = hash
    return book


@cache
def _wording() -> Mapping[str, Mapping[str, str]]:
    """Label -> "performed" or "refused" -> the words, with places for what the attempt was about."""
    text = (FOLDER / "wording.yaml").read_text(encoding="utf-8")
    data = cache_folder.kept(text)
    if data is None:
        data = read_yaml(text, "wording.yaml")[0].data
        cache_folder.keep(text, data)
    return cast(Mapping[str, Mapping[str, str]], data)


@cache
def _folders(module: Path) -> frozenset[str]:
    """The folders of a built-in module; what the folders of another are called means nothing."""
    return frozenset(module.relative_to(FOLDER).parts[:-1] if module.is_relative_to(FOLDER) else ())
