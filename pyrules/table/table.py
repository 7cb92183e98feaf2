"""The table of a rulebook: questions with their answers, and the states that features go through, each as a number."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, Literal, NamedTuple

from pyrules.engine import moments
from pyrules.model.result import FeatureState
from pyrules.rulebook.book import Rulebook
from pyrules.table.answers import answers
from pyrules.table.questions import KINDS, Answer, Key

Question = tuple[str, Key]
Asking = Generator[Question, None, Any]
"""What asks questions where the table has no answer yet, and goes on once it has."""

CAUSES: tuple[Literal["lapsed", "stripped", "replaced"], ...] = ("lapsed", "stripped", "replaced")


class Unfit(Exception):
    """The table does not say what comes of a scenario."""


class Step(NamedTuple):
    """A row for a slice of features: its state as a number, whence its slots come, what is shown of it.

    `still` says that it is as it was: the same state, the same slots, and no loss.
    """

    state: int
    carry: tuple[int, ...]
    still: bool
    shown: tuple[FeatureState | None, ...]
    losses: tuple[tuple[int, int], ...]
    verdict: tuple[bool, str, int | None, int | None] | None


class Table:
    """What has been asked of a rulebook, under its readings, and answered."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.rows: dict[str, dict[Key, Any]] = {kind: {} for kind in KINDS}
        self._numbers: dict[Key, int] = {}
        self._states: list[Key] = []

    def ask(self, kind: str, key: Key) -> Asking:
        """The row for a question; raises Unfit where the rules leave it open."""
        rows = self.rows[kind]
        if key not in rows:
            yield kind, key
        row = rows[key]
        if row is None:
            raise Unfit
        return row

    def fill(self, questions: Iterable[Question]) -> None:
        """Has questions answered by the rules."""
        wanted: dict[str, dict[Key, None]] = {}
        for kind, key in questions:
            wanted.setdefault(kind, {})[key] = None
        for kind, keys in wanted.items():
            found = answers(self.rulebook, kind, [self._spelt(kind, key) for key in keys])
            for key, answer in zip(keys, found, strict=True):
                self.rows[kind][key] = None if answer is None else self._row(kind, key, answer)

    def _spelt(self, kind: str, key: Key) -> Key:
        return (self._states[key[0]], *key[1:]) if kind == "feature" else key

    def _row(self, kind: str, key: Key, answer: Answer) -> Any:
        match kind:
            case "start" | "feature":
                return self._step(key, answer, started=kind == "start")
            case "roll":
                return moments.roll(self.rulebook, *answer)
            case "attack":
                return moments.attack(self.rulebook, key[1], *answer)
        return answer

    def _step(self, key: Key, answer: Answer, started: bool) -> Step:
        atoms, carry, shown, losses, verdict = answer
        numeric = key[0] if started else self._states[key[0]][0]
        state = self._number((numeric, atoms))
        still = not started and state == key[0] and carry == tuple(range(len(key[2]))) and not losses
        return Step(
            state,
            carry,
            still,
            tuple(None if each is None else FeatureState(*each) for each in shown),
            tuple((feature, CAUSES.index(cause)) for feature, cause in losses),
            verdict,
        )

    def _number(self, state: Key) -> int:
        number = self._numbers.setdefault(state, len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number
