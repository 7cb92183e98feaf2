"""The readings under which cases are tried: no reading changed, or a single one."""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.rulebook.open import load_rulebook

OF_ROLLS = {"clamp-order", "several-sets"}
Readings = dict[str, str]


def changes(name: str) -> Iterator[Readings]:
    """No reading changed, then each single change of a reading that concerns features."""
    yield {}
    for choice in load_rulebook(name).choices:
        if choice.reading.id not in OF_ROLLS:
            yield from ({choice.reading.id: option} for option in choice.reading.options if option != choice.option)


def came_later(name: str, readings: Readings) -> bool:
    """Whether the readings are among those that `readings.jsonl` is about."""
    later = {"aura-attempts", "negative-sum", "owed-minus", "printed-modifier", "replaced-printed"}
    return not readings.keys().isdisjoint(later | {"negative-comparison"} if name == "r4" else later)
