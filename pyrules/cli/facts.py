"""`pyrules facts`: a scenario as plain facts."""

from __future__ import annotations

from pyrules.cli import inputs, outputs
from pyrules.cli.options import ScenarioFile, Strict
from pyrules.engine.facts import facts
from pyrules.engine.timeline import timeline


def command(file: ScenarioFile, strict: Strict = False) -> None:
    """Print a scenario as facts for clingo.

    clingo gives the same answers on them and an exported rulebook.
    """
    (scenario,) = inputs.scenarios([file], strict=strict)
    outputs.emit(facts(scenario, timeline(scenario)))
