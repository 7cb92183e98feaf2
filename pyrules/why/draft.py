"""A ledger being written: steps in order, with the count that they leave."""

from __future__ import annotations

from dataclasses import dataclass, field

from pyrules.result import Citation
from pyrules.why.explanation import Change, Level, Step


@dataclass(frozen=True, slots=True)
class Telling:
    """What a step says beside its arithmetic."""

    kind: str
    text: str
    reason: str = ""
    clauses: tuple[Citation, ...] = ()
    source: str | None = None
    because: tuple[Step, ...] = ()


@dataclass(slots=True)
class Draft:
    """The steps so far; `after` is the event that is being told."""

    after: int = 0
    count: Level = "absent"
    steps: list[Step] = field(default_factory=list)

    def set(self, to: Level, telling: Telling) -> None:
        """The count becomes `to`."""
        self._write("set", to, to, telling)

    def add(self, by: int, telling: Telling) -> None:
        """The count grows by a number; one that is no number has none to grow from."""
        self._write("add", by, self.count + by if isinstance(self.count, int) else by, telling)

    def remove(self, telling: Telling) -> None:
        """There is nothing any more."""
        self._write("remove", None, "absent", telling)

    def show(self, number: Level, telling: Telling) -> None:
        """The count stays, and works as another number."""
        self._write("shows", number, self.count, telling)

    def note(self, telling: Telling) -> None:
        """Something happens that leaves the count as it is."""
        self._write("none", None, self.count, telling)

    def _write(self, change: Change, amount: Level | None, now: Level, telling: Telling) -> None:
        self.steps.append(
            Step(
                after=self.after,
                kind=telling.kind,
                change=change,
                amount=amount,
                before=self.count,
                now=now,
                text=telling.text,
                reason=telling.reason,
                clauses=tuple(dict.fromkeys(telling.clauses)),
                source=telling.source,
                because=telling.because,
            )
        )
        self.count = now
