"""What a rulebook says of scenarios that are gone through again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from pyrules.model.scenario import Scenario

Answer = TypeVar("Answer")


class Answers(Generic[Answer]):
    """The answer to each of some scenarios, worked out as far as it is asked for, once."""

    def __init__(self, among: Iterator[Scenario], answer: Callable[[Scenario], Answer]) -> None:
        self._coming = ((scenario, answer(scenario)) for scenario in among)
        self._known: list[tuple[Scenario, Answer]] = []

    def __iter__(self) -> Iterator[tuple[Scenario, Answer]]:
        yield from self._known
        for each in self._coming:
            self._known.append(each)
            yield each
