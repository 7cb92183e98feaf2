"""The table of `pyrules eval`, for Python: as text, and in colour where a notebook shows it."""

from __future__ import annotations

import io

from rich.console import Console
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

from pyrules.model.result import Evaluation
from pyrules.report.evaluation.answer import Answer
from pyrules.report.evaluation.table import EvaluationTable

FORMAT = '<pre style="line-height: normal">{code}</pre>'


class Rendered(str):
    """Text that a notebook shows as a table in colour."""

    html: str

    def _repr_html_(self) -> str:
        return self.html


def render(*answers: Evaluation, width: int = 100) -> Rendered:
    """The table of the answers to one scenario, the rulebooks side by side, `width` columns wide at most.

    Raises ValueError without an answer, or with answers to different scenarios.
    """
    if len({(answer.file, answer.title) for answer in answers}) != 1:
        raise ValueError(f"expected answers to one scenario, got {[answer.title for answer in answers]}")
    console = Console(file=io.StringIO(), record=True, width=width, highlight=False)
    console.print(EvaluationTable([Answer(answer) for answer in answers]))
    rendered = Rendered(console.export_text(clear=False).rstrip("\n"))
    rendered.html = console.export_html(theme=DEFAULT_TERMINAL_THEME, code_format=FORMAT, inline_styles=True)
    return rendered
