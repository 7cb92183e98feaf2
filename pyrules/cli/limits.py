"""The options that limit what an evaluation may take, on every command that is given a rulebook."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from pyrules.asp import sandbox
from pyrules.asp.sandbox import Limits

DEFAULT = Limits()
OPTIONS = {
    "time_limit": (
        Annotated[float, typer.Option(metavar="SECONDS", help="How long one evaluation may take.")],
        DEFAULT.seconds,
    ),
    "memory_limit": (
        Annotated[int, typer.Option(metavar="MEGABYTES", help="How much memory it may take.")],
        DEFAULT.megabytes,
    ),
}


def limited(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options `--time-limit` and `--memory-limit`, which hold while it runs."""

    @wraps(command)
    def within_limits(time_limit: float, memory_limit: int, **others: Any) -> None:
        with sandbox.limits(Limits(time_limit, memory_limit)):
            command(**others)

    signature = inspect.signature(command, eval_str=True)
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in OPTIONS.items()
    ]
    parameters = [*signature.parameters.values(), *added]
    within_limits.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    within_limits.__annotations__ = {each.name: each.annotation for each in parameters}
    return within_limits
