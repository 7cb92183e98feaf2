"""Searches run in a worker: what an edit or a property brings is grounded nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Progress
from pyrules.analysis.search.program import FREE_EVENT, FREE_SCENARIO, text_of
from pyrules.asp import sandbox, serving
from pyrules.engine.runaway_rule import blame
from pyrules.errors import LimitReached, NotDecided

Result = TypeVar("Result")

LEAST_SECONDS = 1.0
"""A search may take so long whatever its time is: it looks at some scenarios in any case."""


def in_worker(
    function: Callable[..., Result],
    about: tuple[object, ...],
    seconds: float,
    tell: Callable[[Any], None] | None,
    unknown: Result | None = None,
) -> Result:
    """What a search returns or raises, called in a worker with what it is about, the seconds, and whom to tell.

    `tell` is told what the search tells. The limit of memory is the one in force. A search that outgrows a limit, a
    grounding for instance that cannot be stopped, is ended: then the last answer that it told is returned, `unknown`
    if it told none, with a `note` that says so and names the rule from elsewhere that grew if one did. Where there is
    no such answer, NotDecided is raised and says the same.
    """
    if serving.at_work():
        return function(*about, seconds, tell)
    known: list[Any] = [unknown]

    def told(come: Any) -> None:
        if isinstance(come, Progress) and come.known is not None:
            known[:] = [come.known]
        if tell is not None:
            tell(come)

    with sandbox.limits(sandbox.lasting(max(seconds, LEAST_SECONDS))):
        try:
            found: Result = sandbox.search(told, _called, function, about, seconds)
            return found
        except LimitReached as limit:
            note = blame(limit, about, (_free_scenario(),))
    if known[0] is None:
        raise NotDecided(note)
    cut_short: Result = replace(known[0], note=note, seconds=seconds)
    return cut_short


def _called(function: Callable[..., Result], about: tuple[object, ...], seconds: float) -> Result:
    return function(*about, seconds, serving.report)


def _free_scenario() -> str:
    """Every scenario with one event, as one program."""
    steps = "step(0..1). happens(1,1). state_after(0,0). state_after(1,1). { played(1) }."
    return "\n".join((Bound(events=1, max_value=1).facts(), text_of(FREE_SCENARIO), text_of(FREE_EVENT), steps))
