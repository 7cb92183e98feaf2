"""Explanations as one self-contained HTML page: the ledgers as the page in a browser shows them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from rich.console import Console

from pyrules.engine.dependencies import Dependency
from pyrules.explanation import Explanation
from pyrules.explanation.derivation import Derivation
from pyrules.report import html
from pyrules.report.explanation.tree import DerivationTree

WIDTH = 120


def page(
    explanations: Iterable[Explanation],
    depends_on: Iterable[Sequence[Dependency]],
    trees: Iterable[Sequence[Derivation]] | None = None,
    brief: bool = False,
) -> str:
    """The text of the page: each explanation with the readings that its value rests on, or with its derivation.

    Brief ones have no texts of clauses.
    """
    explained = list(zip(explanations, depends_on, strict=True))
    drawn = [None] * len(explained) if trees is None else map(_drawn, (why for why, _ in explained), trees)
    parts = [(*each, tree) for each, tree in zip(explained, drawn, strict=True)]
    return html.page("why", explained=parts, brief=brief)


def _drawn(why: Explanation, roots: Sequence[Derivation]) -> str:
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None)
    with console.capture() as captured:
        console.print(DerivationTree(why, roots))
    return captured.get()
