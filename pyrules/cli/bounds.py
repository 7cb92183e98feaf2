"""The options that bound a search."""

from __future__ import annotations

from typing import Annotated

import typer

from pyrules.analysis.compare.differences import OBSERVED, Observed
from pyrules.analysis.search.bound import CARDS, FEATURES, FLAGS, Bound
from pyrules.errors import InputError, Problem, did_you_mean
from pyrules.language import _

Cards = Annotated[int, typer.Option("--cards", min=1, max=len(CARDS), help="How many cards there are.")]
Features = Annotated[int, typer.Option("--features", min=0, max=len(FEATURES), help="How many named features.")]
Conditions = Annotated[int, typer.Option("--conditions", min=0, max=len(FLAGS), help="How many flags.")]
Events = Annotated[int, typer.Option("--events", min=0, max=20, help="How many events at the most.")]
MaxValue = Annotated[int, typer.Option("--max-value", min=1, max=1000, help="Numbers are 1 to this, modifiers ±.")]
Printed = Annotated[int, typer.Option("--printed", min=0, max=4, help="How many things are printed on a card.")]
Auras = Annotated[int, typer.Option("--auras", min=0, max=4, help="How many auras there may be.")]
OnFeatures = Annotated[bool, typer.Option("--on-features", help="Let conditions ask for features, too.")]
TimeLimit = Annotated[float, typer.Option(metavar="SECONDS", min=0.0, help="How long the search may take.")]
MemoryLimit = Annotated[int, typer.Option(metavar="MEGABYTES", min=1, help="How much memory an edit may take.")]


def bound(
    cards: int,
    features: int,
    conditions: int,
    events: int,
    max_value: int,
    printed: int,
    auras: int,
    on_features: bool,
    observe: str = "value",
) -> Bound:
    """The bound that the options state. Raises InputError for something that cannot be observed."""
    return Bound(cards, features, conditions, events, max_value, printed, auras, on_features, observed(observe))


def observed(text: str) -> tuple[Observed, ...]:
    """What the text of `--observe` names. Raises InputError, naming the nearest, for what cannot be observed."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    strange = [name for name in names if name not in OBSERVED]
    if strange or not names:
        raise InputError(
            Problem("", 0, 0, _("--observe: {name!r} cannot be observed", name=name) + did_you_mean(name, OBSERVED))
            for name in strange or [""]
        )
    return tuple(what for what in OBSERVED if what in names)
