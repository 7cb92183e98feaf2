"""What was worked out from modules is remembered as long as their files stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

Result = TypeVar("Result")
Rest = ParamSpec("Rest")
OfModules = Callable[Concatenate[tuple[Path, ...], Rest], Result]


def remembered(function: OfModules[Rest, Result]) -> OfModules[Rest, Result]:
    """Like `functools.cache`, for functions of modules, whose files may change."""
    kept: dict[object, Result] = {}

    @wraps(function)
    def call(modules: tuple[Path, ...], /, *rest: Rest.args, **named: Rest.kwargs) -> Result:
        key = (modules, tuple(map(_stamp, modules)), rest, tuple(named.items()))
        if key not in kept:
            kept[key] = function(modules, *rest, **named)
        return kept[key]

    return call


def _stamp(module: Path) -> object:
    status = module.stat()
    return status.st_mtime_ns, status.st_size
