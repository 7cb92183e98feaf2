"""Search event by event: the fewest events first, so that what is found is smallest and "none" is proved on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.induction import together
from pyrules.analysis.search.program import SIZE, Program, text_of
from pyrules.analysis.search.witness import chosen_atoms, scenario
from pyrules.asp.control import Atoms, Incremental
from pyrules.errors import NotDecided
from pyrules.language import _, plural
from pyrules.model.scenario import Scenario
from pyrules.model.size import size

Confirm = Callable[[Scenario], bool]
Like = Callable[[Scenario], Iterable[str]]
MOST_REJECTED = 200
TOGETHER = ("--parallel-mode=2",)
"""Two threads halve the time of a level. What is told of is sought by one, so that it is always the same."""


@dataclass(frozen=True, slots=True)
class Smallest:
    """A scenario with the fewest events; `proved` says that among those it is the smallest, too."""

    scenario: Scenario
    proved: bool


class Levels(Protocol):
    """A search that grows level by level: it looks at scenarios with no event, with one, and so on.

    `none_up_to` is the number of events up to which there is nothing; -1 as long as that is unknown. `known` is a
    scenario that has been found elsewhere.
    """

    program: Program
    clock: Clock
    none_up_to: int
    known: Scenario | None

    def levels(self) -> Iterator[Smallest | None]:
        """What each number of events within the bound comes to, up to the first at which something is found."""

    def confirm_none(self) -> None:
        """Raises NotDecided unless it is sure that there is nothing."""


class Deepening:
    """A search that grows level by level.

    `none_up_to` is the number of events up to which there is nothing; -1 as long as that is unknown. `known` is a
    scenario that has been found elsewhere: when it comes to as many events, only the smallest of them is sought.
    With a scenario that is not confirmed, all are left out in which what `like` makes of it is the case.
    Where a rule looks ahead, what there is after an event rests on later ones: a level then takes nothing from the one
    before, and a difference after any of its events counts.
    """

    def __init__(self, program: Program, clock: Clock, confirm: Confirm, like: Like | None = None) -> None:
        self.program, self.clock, self.confirm, self.like = program, clock, confirm, like
        self.none_up_to = -1
        self.known: Scenario | None = None
        self.rejected: list[str] = []
        self._asked = "asked_so_far" if program.foresees else "asked"
        self._apart = len(program.templates) == 1
        self._control = program.begun(*(() if like else TOGETHER))

    def smallest(self) -> Smallest | None:
        """The smallest scenario within the bound, or None when there is none. Raises NotDecided when the time is up."""
        return next(filter(None, self.levels()), None)

    def levels(self) -> Iterator[Smallest | None]:
        """What each number of events within the bound comes to, up to the first at which something is found."""
        for events in range(self.program.bound.events + 1):
            found = self.level(events)
            yield found
            if found is not None:
                return

    def level(self, events: int) -> Smallest | None:
        """The smallest scenario with so many events, or None when there is none; levels are asked for in order.

        Raises NotDecided when the time is up.
        """
        if self.known is not None and len(self.known.events) == events:
            return self._smallest(self.known, events)
        control = self._control
        self._begin(events)
        control.ask(self._asked, events, True)
        found = self._confirmed(control, plural("{count} event", "{count} events", events), events)
        control.ask(self._asked, events, False)
        if found is not None:
            return self._smallest(scenario(found, events), events)
        self.none_up_to = events
        if not self.program.foresees:
            self._learn(events)
        return None

    def last_level(self) -> Smallest | None:
        """The smallest scenario with as many events as the bound has, where it is known that fewer show nothing.

        Raises NotDecided when the time is up.
        """
        events = self.program.bound.events
        for number in range(events):
            self._begin(number)
            if not self.program.foresees:
                self._control.extend(f":- differs({number}).")
        return self.level(events)

    def _begin(self, events: int) -> None:
        """Adds an event to the scenarios, of which the one before must have changed something."""
        if events > 1 and not self.program.foresees:
            self._control.extend(self.program.changes_something(events - 1))
        if events:
            self.program.play(self._control, events)

    def _learn(self, events: int) -> None:
        """What the levels to come take from this one: nothing differs up to here."""
        self._control.extend(f":- differs({events}).")
        if events < self.program.bound.events:
            self._compare_states(events)

    def confirm_none(self) -> None:
        """Raises NotDecided unless a fresh search, over all numbers of events at once, finds nothing either."""
        events = self.program.bound.events
        control = self.program.begun(*TOGETHER)
        for number in range(1, events + 1):
            self.program.play(control, number)
        control.extend(":- " + ", ".join(f"not differs({number})" for number in range(events + 1)) + ".")
        if self.program.topic:
            control.extend(":- not topical.")
        for rejected in self.rejected:
            control.extend(rejected)
        watch = self.clock.watch(_("proving it anew"), lambda: control.conflicts)
        if control.solve(self.clock.left(), watch) is not None:
            raise NotDecided(_("a fresh search contradicts the one that found nothing; please report this"))

    def _confirmed(self, control: Incremental, stage: str, events: int) -> Atoms | None:
        """An answer set whose scenario is what it seems when it is evaluated by itself."""
        watch = self.clock.watch(stage, lambda: control.conflicts)
        while (atoms := control.solve(self.clock.left(), watch)) is not None:
            found = scenario(atoms, events)
            if self.confirm(found):
                return atoms
            if self.like is None and len(self.rejected) == MOST_REJECTED:
                raise NotDecided(
                    _("too many scenarios have several outcomes, and the search met them in different ones")
                )
            body = chosen_atoms(atoms) if self.like is None else self.like(found)
            rejected = f":- {', '.join(body) or '#true'}."
            self.rejected.append(rejected)
            control.extend(rejected)
        return None

    def _smallest(self, first: Scenario, events: int) -> Smallest:
        """Among the scenarios with so many events, the one with the fewest printed things, conditions and numbers."""
        control = self.program.begun("--opt-mode=opt", besides=text_of(SIZE))
        for number in range(1, events + 1):
            self.program.play(control, number)
        earlier = () if self.program.foresees else range(events)
        control.extend("".join(f":- differs({number})." for number in earlier) + "\n".join(self.rejected))
        control.extend(f":- {size(first).printed + 1} {{ taken_place(C,N) }}.")
        control.ask(self._asked, events, True)
        try:
            best = self._confirmed(control, _("the smallest of those"), events)
        except NotDecided:
            best = None
        return Smallest(scenario(best, events) if best else first, best is not None)

    def _compare_states(self, events: int) -> None:
        """Where the two sides have handed on the same so far, and still must, that is a lemma for all later levels."""
        if self._apart:
            return
        self._control.extend(together(self.program, events))
        self._control.ask("apart", events, True)
        try:
            self._apart = self._control.solve(self.clock.left(2.0)) is not None
        except NotDecided:
            self._apart = True
        self._control.ask("apart", events, False)
        if not self._apart:
            self._control.extend(f":- parts({events}).")
