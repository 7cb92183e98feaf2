"""`pyrules why`: how a value came about, step by step, and by which clauses."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import RenderableType

from pyrules.cli import inputs, options, outputs
from pyrules.errors import InputError, did_you_mean
from pyrules.explanation import Question, derivations, explained, resting_on
from pyrules.files.source import composed
from pyrules.language import _
from pyrules.model.scenario import Scenario
from pyrules.report import terminal
from pyrules.report.explanation import json as ledger_json
from pyrules.report.explanation import ledger, page, picture
from pyrules.report.explanation import tree as ledger_tree

RULEBOOKS = ("r4",)


def command(
    file: options.ScenarioFile,
    card: Annotated[str, typer.Argument(metavar="CARD", help="A card of the scenario.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A feature or a property of the card, or its `attack` or `roll`.")
    ],
    rulebooks: options.RulebookNames = None,
    readings: options.ReadingOptions = None,
    strict: options.Strict = False,
    after: Annotated[
        str | None, typer.Option("--after", metavar="N", help="After event N, or the one labelled N; else at the end.")
    ] = None,
    outcome: Annotated[
        int, typer.Option("--outcome", metavar="N", min=1, help="Of several outcomes the N-th; else the first.")
    ] = 1,
    no_depends: Annotated[
        bool, typer.Option("--no-depends", help="Do not look which other readings would give another value.")
    ] = False,
    tree: Annotated[bool, typer.Option("--tree", help="Show the full derivation, down to the facts.")] = False,
    quiet: Annotated[bool, typer.Option("-q", "--quiet", help="Show the steps alone, no texts of clauses.")] = False,
    as_json: options.AsJson = False,
    html: options.Html = None,
    svg: options.Svg = None,
    time_limit: options.TimeLimit = options.SECONDS,
    memory_limit: options.MemoryLimit = options.MEGABYTES,
) -> None:
    """Tell how a value came about: every clause that made, changed, suppressed or refused it.

    Without -r: the rulebooks that the file names, else r4.
    """
    document_printed = outputs.prepare(as_json, html=html, svg=svg)
    (task,) = inputs.tasks([file], rulebooks, readings, RULEBOOKS, strict)
    names = [name for book in task.rulebooks for name in book.names]
    asked = Question(composed(card), composed(name), _number(task.scenario, after), outcome - 1, names)
    explanations = [explained(task.scenario, book, asked) for book in task.rulebooks]
    trees = [derivations(task.scenario, book, asked) for book in task.rulebooks] if tree else None
    beside = zip(task.rulebooks, explanations, strict=True)
    depends_on = [() if no_depends else resting_on(task.scenario, *each) for each in beside]
    parts: list[RenderableType] = (
        [ledger.JudgesNote(*each, brief=quiet) for each in zip(explanations, depends_on, strict=True)]
        if trees is None
        else [ledger_tree.DerivationTree(each, roots) for each, roots in zip(explanations, trees, strict=True)]
    )
    outputs.write(html, lambda: page.page(explanations, depends_on, trees, quiet))
    outputs.write(svg, lambda: picture.picture(parts))
    if as_json:
        outputs.emit(ledger_json.document(explanations, trees, None if no_depends else depends_on))
    elif not document_printed:
        terminal.show(parts)


def _number(scenario: Scenario, after: str | None) -> int | None:
    """The number of the state that is asked for by a number, a label or `end`; None when none is."""
    if after is None or after == "end":
        return None
    after = composed(after)
    labels = {event.label: number for number, event in enumerate(scenario.events, 1) if event.label is not None}
    if after in labels:
        return labels[after]
    if after.isdecimal():
        return int(after)
    raise InputError.at(
        "", _("--after: no event has the label {label!r}", label=after) + did_you_mean(after, [*labels, "end"])
    )
