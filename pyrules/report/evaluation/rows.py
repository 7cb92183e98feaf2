"""An evaluation as rows, for tables of data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from pyrules.model.result import Evaluation, State

Row = dict[str, str | int | None]

OF_PROPERTIES: Mapping[str, None] = dict.fromkeys(("effective", "origin", "suppressed", "modifiers"))
"""What a property has none of."""


def rows(answer: Evaluation) -> Iterator[Row]:
    """A row for each feature that a card has, and for each property, in every state of every outcome.

    Keys: file, title, rulebook, verdict, outcome (from 0), after, card, name, value, effective, origin, suppressed,
    modifiers. A property has a value alone; what is not there is None. A paradox has no rows.
    """
    about: Row = {key: getattr(answer, key) for key in ("file", "title", "rulebook", "verdict")}
    for number, outcome in enumerate(answer.outcomes):
        for state in outcome.states:
            for row in _of_state(state):
                yield {**about, "outcome": number, "after": state.after, **row}


def _of_state(state: State) -> Iterator[Row]:
    for card, features in state.features.items():
        yield from ({"card": card, "name": name, **asdict(feature)} for name, feature in features.items())
    for card, properties in state.properties.items():
        yield from ({"card": card, "name": name, "value": value, **OF_PROPERTIES} for name, value in properties.items())
