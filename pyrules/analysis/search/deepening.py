"""Search event by event: the fewest events first, so that what is found is smallest and "none" is proved on the way.

With each number of events the bound is gone through part by part, from few printed things, auras, conditions and small
numbers on: a small part takes a moment, and where it shows a difference, the larger ones are not needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.induction import together
from pyrules.analysis.search.program import SIZE, Program, text_of
from pyrules.analysis.search.witness import chosen_atoms, scenario
from pyrules.asp.control import Incremental
from pyrules.errors import NotDecided
from pyrules.language import _, plural
from pyrules.model.scenario import Scenario
from pyrules.model.size import Size, size

Confirm = Callable[[Scenario], bool]
Like = Callable[[Scenario], Iterable[str]]
MOST_REJECTED = 200
THREADS = 2
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
    scenario that has been found elsewhere: when it comes to as many events, only smaller ones of them are sought.
    With a scenario that is not confirmed, all are left out in which what `like` makes of it is the case; the bound is
    then gone through as a whole.
    """

    def __init__(
        self, program: Program, clock: Clock, confirm: Confirm, like: Like | None = None, at_once: bool = False
    ) -> None:
        """With `at_once` one thread goes through the bound in one part: others have the other cores, or it is small."""
        self.program, self.clock = program, clock
        self.none_up_to = -1
        self.known: Scenario | None = None
        self._finding = _Finding(confirm, like, 1 if like or at_once else THREADS)
        bounds = (program.bound,) if like or at_once else program.bound.parts()
        self._parts = tuple(_Part(program.within(bound), self._finding, len(bounds) == 1) for bound in bounds)

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
        known = self.known if self.known is not None and len(self.known.events) == events else None
        for place, part in enumerate(self._parts):
            here = known is not None and part.program.bound.shape == size(known).shape
            found = known if here else part.first(events, self.clock)
            if found is not None:
                return self._smallest(found, events, self._parts[place:])
        if known is not None:
            return self._smallest(known, events, self._parts[-1:])
        self.none_up_to = events
        return None

    def last_level(self) -> Smallest | None:
        """The smallest scenario with as many events as the bound has, where it is known that fewer show nothing.

        Raises NotDecided when the time is up.
        """
        for part in self._parts:
            part.pass_over(self.program.bound.events)
        return self.level(self.program.bound.events)

    def confirm_none(self) -> None:
        """Raises NotDecided unless a fresh search, over all numbers of events at once, finds nothing either."""
        events = self.program.bound.events
        control = self.program.begun(self._finding.threads)
        for number in range(1, events + 1):
            self.program.play(control, number)
        control.extend(":- " + ", ".join(f"not differs({number})" for number in range(events + 1)) + ".")
        if self.program.topic:
            control.extend(":- not topical.")
        control.extend("\n".join(self._finding.rejected))
        watch = self.clock.watch(_("proving it anew"), lambda: control.conflicts)
        if control.solve(self.clock.left(), watch) is not None:
            raise NotDecided(_("a fresh search contradicts the one that found nothing; please report this"))

    def _smallest(self, first: Scenario, events: int, parts: Sequence[_Part]) -> Smallest:
        """The smallest of the scenarios with so many events; parts before these have none.

        It is sought among small numbers first: what is found there leaves few others to be looked at. Where the search
        does not see what was known before, it proves nothing.
        """
        best, seen = first, False
        try:
            for number, part in enumerate(parts):
                if part.program.bound.shape != parts[0].program.bound.shape:
                    break
                than = size(best) if number or part.whole or first is self.known else None
                found = part.smallest(events, self.clock, than)
                best, seen = found or best, seen or found is not None
                if self._has_all_no_larger_than(size(best), part.program.bound):
                    break
        except NotDecided:
            return Smallest(best, proved=False)
        return Smallest(best, proved=seen)

    def _has_all_no_larger_than(self, least: Size, part: Bound) -> bool:
        """Whether no scenario with larger numbers than a part has is as small as this, its numbers being what they are.

        With one feature alone all printed things bear a number, if there are several: the others are 1 at least.
        """
        if self.program.bound.cards > 1 or least.early:
            return False
        others = max(0, least.printed - 1) if self.program.bound.features == 1 else 0
        return least.weight - others <= part.max_value


class _Finding:
    """What counts as found: a scenario that is confirmed, and is none of those like one that was `rejected`."""

    def __init__(self, confirm: Confirm, like: Like | None, threads: int) -> None:
        self.confirm, self.like = confirm, like
        self.rejected: list[str] = []
        self.threads = f"--parallel-mode={threads}"

    def confirmed(self, control: Incremental, clock: Clock, stage: str, events: int) -> Scenario | None:
        """A scenario of an answer set that is what it seems when it is evaluated by itself."""
        watch = clock.watch(stage, lambda: control.conflicts)
        while (atoms := control.solve(clock.left(), watch)) is not None:
            found = scenario(atoms, events)
            if self.confirm(found):
                return found
            if self.like is None and len(self.rejected) == MOST_REJECTED:
                raise NotDecided(
                    _("too many scenarios have several outcomes, and the search met them in different ones")
                )
            body = chosen_atoms(atoms) if self.like is None else self.like(found)
            rejected = f":- {', '.join(body) or '#true'}."
            self.rejected.append(rejected)
            control.extend(rejected)
        return None


class _Part:
    """All scenarios of a part of the bound, event by event.

    Where a rule looks ahead, what there is after an event rests on later ones: a level then takes nothing from the one
    before, and a difference after any of its events counts.
    """

    def __init__(self, program: Program, finding: _Finding, whole: bool) -> None:
        """A part that is the `whole` bound has scenarios of every shape."""
        self.program, self._finding, self.whole = program, finding, whole
        self._asked = "asked_so_far" if program.foresees else "asked"
        self._apart = len(program.templates) == 1
        self._left_out = 0

    @cached_property
    def _control(self) -> Incremental:
        return self.program.begun(self._finding.threads)

    def first(self, events: int, clock: Clock) -> Scenario | None:
        """A scenario with so many events that shows a difference, None when there is none; levels come in order."""
        control = self._control
        self._begin(events)
        control.extend("\n".join(self._finding.rejected[self._left_out :]))
        control.ask(self._asked, events, True)
        found = self._finding.confirmed(control, clock, plural("{count} event", "{count} events", events), events)
        control.ask(self._asked, events, False)
        self._left_out = len(self._finding.rejected)
        if found is None and not self.program.foresees:
            self._learn(events, clock)
        return found

    def pass_over(self, events: int) -> None:
        """Go on to so many events; fewer are known to show nothing."""
        for number in range(events):
            self._begin(number)
            if not self.program.foresees:
                self._control.extend(f":- differs({number}).")

    def _begin(self, events: int) -> None:
        """Adds an event to the scenarios, of which the one before must have changed something."""
        if events > 1 and not self.program.foresees:
            self._control.extend(self.program.changes_something(events - 1))
        if events:
            self.program.play(self._control, events)

    def smallest(self, events: int, clock: Clock, than: Size | None) -> Scenario | None:
        """The smallest scenario with so many events, no larger than another; None when there is none."""
        control = self.program.begun("--opt-mode=opt", "--opt-strategy=usc", besides=text_of(SIZE))
        for number in range(1, events + 1):
            self.program.play(control, number)
        earlier = () if self.program.foresees else range(events)
        control.extend("".join(f":- differs({number})." for number in earlier) + "\n".join(self._finding.rejected))
        control.extend(self._shape() + (_no_larger(than) if than else ""))
        control.ask(self._asked, events, True)
        return self._finding.confirmed(control, clock, _("the smallest of those"), events)

    def _shape(self) -> str:
        """The demand that a scenario have as much as this part allows: with one card, smaller parts have none."""
        bound = self.program.bound
        counted = zip(bound.shape, ("taken_place(C,N)", "used_aura(N)", "used(K)"), strict=True)
        shaped = bound.cards == 1 and not self.whole
        return "".join(f":- not {most} {{ {what} }}. " for most, what in counted) if shaped else ""

    def _learn(self, events: int, clock: Clock) -> None:
        """What the levels to come take from this one: nothing differs up to here."""
        self._control.extend(f":- differs({events}).")
        if events < self.program.bound.events:
            self._compare_states(events, clock)

    def _compare_states(self, events: int, clock: Clock) -> None:
        """Where the two sides have handed on the same so far, and still must, that is a lemma for all later levels."""
        if self._apart:
            return
        self._control.extend(together(self.program, events))
        self._control.ask("apart", events, True)
        try:
            self._apart = self._control.solve(clock.left(2.0)) is not None
        except NotDecided:
            self._apart = True
        self._control.ask("apart", events, False)
        if not self._apart:
            self._control.extend(f":- parts({events}).")


def _no_larger(than: Size) -> str:
    """The demand that a scenario have no more printed things, and no larger numbers where it has as many of all."""
    as_many = ", ".join(
        f"{number} {{ {counted} }}"
        for number, counted in zip(
            than[1:5], ("taken_place(C,N)", "used_aura(N)", "used(K)", "early(C,N)"), strict=True
        )
    )
    return f":- {than.printed + 1} {{ taken_place(C,N) }}. :- {as_many}, #sum {{ X,E : bears(E,X) }} > {than.weight}."
