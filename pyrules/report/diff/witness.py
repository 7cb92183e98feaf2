"""A scenario on which two rulebooks differ, as the templates of pages show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.report.evaluation.answer import Answer
from pyrules.report.evaluation.columns import Column, columns
from pyrules.report.evaluation.moments import moments
from pyrules.scenario.dump import dump


def scenario_of(witness: Disagreement) -> str:
    """The scenario as its file has it, without the title that it was given."""
    return dump(witness.scenario).partition("\n")[2].rstrip()


def columns_of(witness: Disagreement) -> tuple[Column, ...]:
    """What either side says, outcome by outcome."""
    return tuple(columns([*map(Answer, witness.evaluations)]))


PARTS: Mapping[str, Callable[..., object]] = {
    "scenario_of": scenario_of,
    "columns_of": columns_of,
    "moments": moments,
}
"""What `witness.html.jinja` takes."""
