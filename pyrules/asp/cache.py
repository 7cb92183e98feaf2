"""What was worked out from modules is remembered as long as their files stay as they are."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

Result = TypeVar("Result")
Rest = ParamSpec("Rest")
MOST_KEPT = 64
"""So many results of a function are remembered: those that were asked for last."""

OfModules = Callable[Concatenate[tuple[Path, ...], Rest], Result]


def remembered(function: OfModules[Rest, Result]) -> OfModules[Rest, Result]:
    """Like `functools.cache`, for functions of modules, whose files may change; the last results asked for are kept."""
    kept: OrderedDict[object, Result] = OrderedDict()

    @wraps(function)
    def call(modules: tuple[Path, ...], /, *rest: Rest.args, **named: Rest.kwargs) -> Result:
        key = (modules, tuple(map(_stamp, modules)), rest, tuple(named.items()))
        result = kept.pop(key, None)  # and back at the end; another thread may do so at the same time
        if result is None:
            result = function(modules, *rest, **named)
        kept[key] = result
        if len(kept) > MOST_KEPT:
            kept.popitem(last=False)
        return result

    return call


def _stamp(module: Path) -> object:
    status = module.stat()
    return status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size
