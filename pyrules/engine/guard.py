"""What others wrote is solved in the sandbox, whoever asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from pyrules.asp import sandbox, serving
from pyrules.engine.runaway_rule import blame
from pyrules.errors import LimitReached, NotDecided

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")


def guarded(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Makes a function run in a worker.

    The function must stand at the top of a module; what it takes and returns must be picklable. It may then raise
    NotDecided, which names the rule that grew if one did.
    """

    @wraps(function)
    def call(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        if serving.at_work():
            return function(*arguments, **named)
        try:
            return sandbox.run(call, *arguments, **named)
        except LimitReached as limit:
            raise NotDecided(blame(limit, [*arguments, *named.values()])) from None

    return call
