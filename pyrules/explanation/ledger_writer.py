"""A ledger being written: steps in order, with the count that they leave."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from clingo import Symbol

from pyrules.explanation.explanation import Basis, CountChange, Level, Step


class Checked(NamedTuple):
    """A condition, and the micro-step after which it was looked at."""

    condition: Symbol
    moment: int


@dataclass(frozen=True, slots=True)
class StepText:
    """What a step says beside its arithmetic; `rests_on` are the conditions that made it happen."""

    kind: str
    text: str
    reason: str = ""
    bases: tuple[Basis, ...] = ()
    source: str | None = None
    rests_on: tuple[Checked, ...] = ()


class PendingStep(NamedTuple):
    """A step, and the conditions that made it happen."""

    step: Step
    rests_on: tuple[Checked, ...]


@dataclass(slots=True)
class LedgerWriter:
    """The steps so far, each with the conditions it rests on.

    `after` and `moment` say what is being told, `count` and `shown` what there is and what that works as.
    """

    after: int = 0
    moment: int = 0
    count: Level = "absent"
    shown: Level = "absent"
    steps: list[PendingStep] = field(default_factory=list)

    def set(self, to: Level, telling: StepText) -> None:
        """The count becomes `to`."""
        self._write("set", to, to, telling)

    def add(self, by: int, telling: StepText) -> None:
        """The count grows by a number; one that is no number has none to grow from."""
        self._write("add", by, self.count + by if isinstance(self.count, int) else by, telling)

    def remove(self, telling: StepText) -> None:
        """Nothing is left."""
        self._write("remove", None, "absent", telling)

    def show(self, number: Level, telling: StepText) -> None:
        """The count stays, and works as another number."""
        self._write("shows", number, self.count, telling)
        self.shown = number

    def note(self, telling: StepText) -> None:
        """Something happens that leaves the count as it is."""
        self._write("none", None, self.count, telling)

    def _write(self, change: CountChange, amount: Level | None, now: Level, telling: StepText) -> None:
        step = Step(
            after=self.after,
            moment=self.moment,
            kind=telling.kind,
            change=change,
            amount=amount,
            before=self.count,
            now=now,
            text=telling.text,
            reason=telling.reason,
            bases=tuple(dict.fromkeys(telling.bases)),
            source=telling.source,
        )
        self.steps.append(PendingStep(step, telling.rests_on))
        self.count = now
        if change not in ("none", "shows"):
            self.shown = now
