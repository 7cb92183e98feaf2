"""A workbench in which the rulebook of a card game is tested.

What stands in `__all__` is the public interface; docs/python.md shows it at work. Each name is imported when it is
first used, so that `import pyrules` alone is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from pyrules.analysis.compare.comparison import compare
    from pyrules.analysis.search.find import find_difference
    from pyrules.asp.sandbox import Limits, limits
    from pyrules.engine.evaluate import evaluate
    from pyrules.engine.expectations import check_expectations
    from pyrules.errors import InputError, NotDecided
    from pyrules.explanation.explain import explain
    from pyrules.report.evaluation.rendering import render
    from pyrules.report.evaluation.rows import rows
    from pyrules.rulebook.open import load_rulebook
    from pyrules.rulebook.revisions import rulebook_names
    from pyrules.scenario.dump import dump_scenario
    from pyrules.scenario.load import load_scenario
    from pyrules.table.evaluate_many import evaluate_many

_HOMES = {
    "InputError": "pyrules.errors",
    "Limits": "pyrules.asp.sandbox",
    "NotDecided": "pyrules.errors",
    "check_expectations": "pyrules.engine.expectations",
    "compare": "pyrules.analysis.compare.comparison",
    "dump_scenario": "pyrules.scenario.dump",
    "evaluate": "pyrules.engine.evaluate",
    "evaluate_many": "pyrules.table.evaluate_many",
    "explain": "pyrules.explanation.explain",
    "find_difference": "pyrules.analysis.search.find",
    "limits": "pyrules.asp.sandbox",
    "load_rulebook": "pyrules.rulebook.open",
    "load_scenario": "pyrules.scenario.load",
    "render": "pyrules.report.evaluation.rendering",
    "rows": "pyrules.report.evaluation.rows",
    "rulebook_names": "pyrules.rulebook.revisions",
}

__all__ = [
    "InputError",
    "Limits",
    "NotDecided",
    "check_expectations",
    "compare",
    "dump_scenario",
    "evaluate",
    "evaluate_many",
    "explain",
    "find_difference",
    "limits",
    "load_rulebook",
    "load_scenario",
    "render",
    "rows",
    "rulebook_names",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'pyrules' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
