"""One answer set, asked what was the case at a micro-step and which clause says so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from clingo import Function, String, Symbol, SymbolType

from pyrules import readback, wording
from pyrules.facts import reads_features
from pyrules.justify.justification import Justification, justify
from pyrules.model import Scenario
from pyrules.result import Attempt, Outcome
from pyrules.rulebook import Rulebook
from pyrules.solver import Atoms
from pyrules.timeline import Timeline, timeline


class Record:
    """Every atom of one answer set of a scenario, by predicate and micro-step."""

    def __init__(self, scenario: Scenario, rulebook: Rulebook, atoms: Atoms) -> None:
        self.scenario, self.rulebook, self.atoms = scenario, rulebook, atoms
        self._indexed: dict[str, Mapping[int, Sequence[Sequence[Symbol]]]] = {}

    # --- time -------------------------------------------------------------------------------------

    @cached_property
    def timeline(self) -> Timeline:
        """The micro-steps of the scenario."""
        return timeline(self.scenario)

    def state_of(self, step: int) -> int:
        """The number of the state that a micro-step leads to."""
        return next(number for number, last in enumerate(self.timeline.last) if step <= last)

    # --- what is the case -------------------------------------------------------------------------

    def at(self, name: str, step: int) -> Sequence[Sequence[Symbol]]:
        """The atoms of a predicate at a micro-step: their arguments without the step."""
        if name not in self._indexed:
            index: dict[int, list[Sequence[Symbol]]] = defaultdict(list)
            for *rest, when in self.atoms.get(name, ()):
                index[when.number].append(rest)
            self._indexed[name] = {when: sorted(each, key=list) for when, each in index.items()}
        return self._indexed[name].get(step, ())

    def failing(self, term: Symbol, step: int) -> str:
        """That a condition does not hold at a micro-step, in words: the parts of it that fail."""
        parts = [part for part in _conjuncts(term) if [part] in map(list, self.at("fails", step))]
        return " and ".join(f"{wording.condition(readback.condition(part))} does not hold" for part in parts or [term])

    @cached_property
    def outcome(self) -> Outcome:
        """The states that it shows."""
        return readback.outcome(self.scenario, self.timeline, self.rulebook, self.atoms)

    @cached_property
    def attempts(self) -> Mapping[tuple[str, int], Attempt]:
        """Every attempt, by its effect and micro-step."""
        return readback.attempts(self.scenario, self.timeline, self.rulebook, self.atoms)

    @property
    def numbers_attempted(self) -> Iterable[Symbol]:
        """The atoms that say which number an effect attempts."""
        return (Function("attempted_number", list(each)) for each in self.atoms.get("attempted_number", ()))

    def about(self, card: str, name: str) -> Iterable[Symbol]:
        """Every derived atom that speaks of this feature of this card, or of a thing that it is to the card."""
        asked = [String(card), String(name)]
        for predicate, atoms in self.atoms.items():
            for arguments in atoms:
                first = arguments[0] if arguments else None
                if first is not None and (list(arguments[:2]) == asked or _subject(first) == asked):
                    yield Function(predicate, list(arguments))

    # --- why --------------------------------------------------------------------------------------

    def justification(self, atoms: Iterable[Symbol], deep: bool = False) -> Justification:
        """Which rules support the atoms."""
        return justify(self.rulebook.modules_for(reads_features(self.scenario)), self.atoms, atoms, deep)


def _conjuncts(term: Symbol) -> Iterator[Symbol]:
    """What a condition joins by "and"."""
    if term.name != "both":
        yield term
        return
    for part in term.arguments:
        yield from _conjuncts(part)


def _subject(thing: Symbol) -> list[Symbol] | None:
    """The card and the feature of an instance or a modifier."""
    if thing.type is not SymbolType.Function or thing.name not in ("instance", "modifier"):
        return None
    return list(thing.arguments[:2])
