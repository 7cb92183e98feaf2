"""Every kind of difference between two rulebooks: one smallest scenario for each pair of sets of clauses responsible.

Scenarios of one shape, alike but for their numbers and for what holds at the start, count as one: where one of them
shows a difference, others of that shape, and larger ones that contain it, are not looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pyrules.analysis.compare.differences import differences
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock, Progress
from pyrules.analysis.search.in_worker import in_worker
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.random_scenarios import smaller
from pyrules.analysis.search.scope import not_covered
from pyrules.analysis.search.topic import Verdict
from pyrules.analysis.search.witness import scenario
from pyrules.asp.control import Incremental
from pyrules.engine.evaluate import evaluate
from pyrules.engine.facts import quoted, term
from pyrules.errors import NotDecided
from pyrules.language import _, plural
from pyrules.model import scenario as model
from pyrules.model.result import Citation
from pyrules.model.size import size
from pyrules.rulebook.book import Rulebook

Clauses = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DifferenceKind:
    """A kind of difference: the clauses responsible on either side, and the smallest scenario that shows it."""

    left: Clauses
    right: Clauses
    witness: Disagreement


@dataclass(frozen=True, slots=True)
class DifferenceKinds:
    """The kinds found, smallest first.

    `none_left_up_to` is the number of events up to which there are no others; -1 as long as that is unknown.
    `not_covered` are the topics in which the rules differ and that no scenario of the bound shows.
    """

    kinds: tuple[DifferenceKind, ...]
    bound: Bound
    none_left_up_to: int
    seconds: float
    note: str = ""
    not_covered: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Whether the two differ; equivalent only where nothing is left to be looked at."""
        if self.kinds:
            return "different"
        return "undetermined" if self.note or self.not_covered else "equivalent-within-bound"


def all_kinds(
    left: Rulebook,
    right: Rulebook,
    bound: Bound,
    seconds: float = 300.0,
    tell: Callable[[Progress], None] | None = None,
) -> DifferenceKinds:
    """Search the scenarios within the bound for every kind of difference.

    A Ctrl-C, or rules that outgrow the limits, end the search with what is known so far.
    """
    unknown = DifferenceKinds((), bound, -1, 0.0)
    return in_worker(_all_kinds, (left, right, bound), seconds, tell, unknown)


def _all_kinds(
    left: Rulebook, right: Rulebook, bound: Bound, seconds: float, tell: Callable[[Progress], None] | None
) -> DifferenceKinds:
    search = _Search(left, right, bound, Clock(seconds, tell))
    note = ""
    try:
        search.run()
    except (NotDecided, KeyboardInterrupt) as limit:
        note = str(limit) or "stopped"
    return search.known(note)


class _Search:
    def __init__(self, left: Rulebook, right: Rulebook, bound: Bound, clock: Clock) -> None:
        self.left, self.right, self.bound, self.clock = left, right, bound, clock
        self.kinds: dict[tuple[Clauses, Clauses], DifferenceKind] = {}
        self.none_left_up_to = -1
        self.not_covered = not_covered(left, right, bound)

    def known(self, note: str) -> DifferenceKinds:
        """What has been found, with why the search ended before it was finished."""
        kinds = sorted(self.kinds.values(), key=lambda kind: (size(kind.witness.scenario), kind.left, kind.right))
        seconds = self.clock.seconds
        return DifferenceKinds(tuple(kinds), self.bound, self.none_left_up_to, seconds, note, self.not_covered)

    def keep(self) -> None:
        """Tell what has been found, in case that the search is ended from outside."""
        self.clock.keep(plural("{count} kind", "{count} kinds", len(self.kinds)), self.known("stopped"))

    def run(self) -> None:
        """Level by level: all shapes that differ for the first time after so many events."""
        program = Program((self.left, self.right), self.bound)
        control = program.begun()
        for events in range(self.bound.events + 1):
            if events:
                program.play(control, events)
            control.ask("asked", events, True)
            watch = self.clock.watch(
                ", ".join(
                    (
                        plural("{count} event", "{count} events", events),
                        plural("{count} kind", "{count} kinds", len(self.kinds)),
                    )
                ),
                lambda: control.conflicts,
            )
            while (atoms := control.solve(self.clock.left(), watch)) is not None:
                self._take(control, scenario(atoms, events))
            control.ask("asked", events, False)
            control.extend(f":- differs({events}).")
            self.none_left_up_to = events
            self.keep()

    @property
    def _title(self) -> str:
        return _("{left} and {right} differ", left=self.left.name, right=self.right.name)

    def _take(self, control: Incremental, found: model.Scenario) -> None:
        """Note the kind that a scenario shows, and look no more at its shape."""
        kind = self._kind(found)
        if kind is not None:
            kind = self._smallest(kind)
            known = self.kinds.get((kind.left, kind.right))
            if known is None or size(kind.witness.scenario) < size(known.witness.scenario):
                self.kinds[kind.left, kind.right] = kind
                self.keep()
            found = kind.witness.scenario
        control.extend(f":- {', '.join(_shape(found)) or '#true'}.")

    def _smallest(self, kind: DifferenceKind) -> DifferenceKind:
        """The kind shown by a smaller scenario with as many events, as long as there is one."""
        events = len(kind.witness.scenario.events)
        for less in smaller(kind.witness.scenario):
            if len(less.events) == events:
                shown = self._kind(less)
                if shown is not None and (shown.left, shown.right) == (kind.left, kind.right):
                    return self._smallest(shown)
        return kind

    def _kind(self, found: model.Scenario) -> DifferenceKind | None:
        answers = evaluate(found, self.left), evaluate(found, self.right)
        apart = differences(*answers, self.bound.observe)
        if not apart:
            return None
        titled, sides = replace(found, title=self._title), (self.left, self.right)
        witness = Disagreement(titled, sides, answers, apart, self.bound.observe)
        left, right = map(_named, witness.clauses)
        return DifferenceKind(left, right, witness)


def _named(clauses: tuple[Citation, ...]) -> Clauses:
    return tuple(sorted(set(map(str, clauses))))


def _shape(found: model.Scenario) -> Iterator[str]:
    """The scenario as a body of a rule that every scenario of its shape satisfies, and every larger one."""
    for id, card in found.cards.items():
        for thing in card.printed:
            kind = "feature" if isinstance(thing, model.PrintedFeature) else "modifier"
            name = thing.name if isinstance(thing, model.PrintedFeature) else thing.feature
            yield f"printed_{kind}({quoted(id)},_,{quoted(name)},{_number(thing)},{term(thing.existence)})"
    for number, aura in enumerate(found.auras, start=1):
        assert isinstance(aura.grant, model.Grant | model.Modification)  # the search makes no others
        action = "gain" if isinstance(aura.grant, model.Grant) else "modify"
        yield f"effect(aura({number}),{action},{quoted(aura.to)},{quoted(aura.grant.feature)})"
        timing = ("when", aura.when) if aura.when is not None else ("while", aura.existence)
        yield f"aura_{timing[0]}(aura({number}),{term(timing[1])})"
    for number, event in enumerate(found.events, start=1):
        yield f"deed({number},{_deed(event.happening)})"


def _deed(happening: model.Happening) -> str:
    match happening:
        case model.Gain(card, feature, _, existence) | model.Modify(card, feature, _, existence):
            action = type(happening).__name__.lower()
            return f"{action}({quoted(card)},{quoted(feature)},{_number(happening)},{term(existence)})"
        case model.Lose(card, feature):
            return f"lose({quoted(card)},{quoted(feature)})"
        case model.Start(word) | model.Stop(word) | model.Depart(word):
            return f"{type(happening).__name__.lower()}({quoted(word)})"
        case model.Approach(first, second) | model.Withdraw(first, second):
            return f"{type(happening).__name__.lower()}({quoted(first)},{quoted(second)})"
    raise AssertionError(happening)


def _number(thing: model.PrintedFeature | model.PrintedModifier | model.Happening) -> str:
    return "none" if getattr(thing, "value", 0) is None else "_"
