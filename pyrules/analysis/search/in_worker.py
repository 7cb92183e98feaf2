"""Searches run in a worker: what an edit or a property brings is grounded nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.program import FREE_EVENT, FREE_SCENARIO, text_of
from pyrules.asp import sandbox, serving
from pyrules.engine.runaway_rule import blame
from pyrules.errors import LimitReached, NotDecided

Result = TypeVar("Result")

LEAST_SECONDS = 15.0
"""A search may take so long whatever its time is: it looks at some scenarios in any case."""


def in_worker(
    function: Callable[..., Result],
    about: tuple[object, ...],
    seconds: float,
    tell: Callable[[Any], None] | None,
) -> Result:
    """What a search returns or raises, called in a worker with what it is about, the seconds, and whom to tell.

    `tell` is told what the search tells. The limit of memory is the one in force. Raises NotDecided when the search
    outgrows a limit, with the rule from elsewhere that grew if one did.
    """
    if serving.at_work():
        return function(*about, seconds, tell)
    try:
        with sandbox.limits(sandbox.lasting(max(seconds, LEAST_SECONDS))):
            found: Result = sandbox.search(tell, _called, function, about, seconds, tell is not None)
            return found
    except LimitReached as limit:
        raise NotDecided(blame(limit, about, (_free_scenario(),))) from None


def _called(function: Callable[..., Result], about: tuple[object, ...], seconds: float, told: bool) -> Result:
    return function(*about, seconds, serving.report if told else None)


def _free_scenario() -> str:
    """Every scenario with one event, as one program."""
    steps = "step(0..1). happens(1,1). state_after(0,0). state_after(1,1). { played(1) }."
    return "\n".join((Bound(events=1, max_value=1).facts(), text_of(FREE_SCENARIO), text_of(FREE_EVENT), steps))
