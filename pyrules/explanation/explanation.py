"""How a value came about: frozen, free of clingo, the source of every picture of it.

A ledger is a list of steps in order of play. Each changes one count, or leaves it and says what did not change it. The
count starts out absent; replaying the steps (`replay`) gives the number that the state shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from pyrules.model.result import Citation, Loop, Verdict

Level = int | Literal["present", "absent"]
"""How much there is of something: a number, or for what has none whether it is there."""

CountChange = Literal["set", "add", "remove", "shows", "none"]
"""What a step does to the count: sets it, adds to it, takes it away, lets it work as another number, or leaves it."""

Subject = Literal["feature", "property", "attack", "roll"]


@dataclass(frozen=True, slots=True)
class Basis:
    """What a step rests on: a clause, and the rule of it that says so where one is known.

    `sentence` is the English sentence above the rule, `place` its file and line; `foreign` that the rule is not built
    in, so that no words of ours describe what it does.
    """

    clause: Citation
    sentence: str = ""
    place: str = ""
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a ledger.

    `after` is the number of the event in which it happens (0: at the start), `moment` the micro-step. `kind` names what
    happens, for programs: printed, gained, replaced, refused, … `text` says it in words, `reason` says why. `amount`
    belongs to the change: the number set, added or worked as, None where there is none. `before` and `now` are the
    count around the step. `bases` are what decides it, the first foremost; `source` is the card from which it comes, if
    any. `because` are steps of other ledgers on which this one rests: what made its condition hold, or fail.
    """

    after: int
    moment: int
    kind: str
    change: CountChange
    amount: Level | None
    before: Level
    now: Level
    text: str
    reason: str = ""
    bases: tuple[Basis, ...] = ()
    source: str | None = None
    because: tuple[Step, ...] = ()

    @property
    def clauses(self) -> tuple[Citation, ...]:
        """The clauses that decide it."""
        return tuple(dict.fromkeys(basis.clause for basis in self.bases))

    def __str__(self) -> str:
        """The step as a sentence, with the numbers of the clauses that decide it."""
        reason = f": {self.reason}" if self.reason else ""
        cited = f" ({', '.join(map(str, self.clauses))})" if self.bases else ""
        return f"{self.text}{reason}{cited}"

    @property
    def counts(self) -> bool:
        """Whether the step changes the count."""
        return self.change in ("set", "add", "remove")


@dataclass(frozen=True, slots=True)
class Ledger:
    """The steps that lead to one number: `value` the count in the end, `effective` what it works as."""

    value: Level
    effective: Level
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Supposition:
    """What would follow if `condition` were so: the opposite. `holds` tells the condition of the loop from its denial.

    `card` and `name` are what the condition asks for, `steps` what would happen to it in the event `after` that does
    not settle, and `value` what there would be of it.
    """

    condition: str
    holds: bool
    after: int
    card: str
    name: str
    steps: tuple[Step, ...]
    value: Level


@dataclass(frozen=True, slots=True)
class Parting:
    """Where the outcomes part: what stands differently after an event, a level for each outcome."""

    after: int
    card: str
    name: str
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why `name` of `card` is what it is in the state `after` an event.

    For a paradox `ledgers` is empty, `unsettled` names the event at which, and `loop` says what cannot settle; for an
    undetermined scenario the ledger is that of the outcome asked for (`outcome`, from 0), and `partings` say where the
    outcomes part. A roll has a ledger for each result. `events` are the events of the scenario in words, the first (0)
    being the start; `answer` is the end of a sentence that begins "Under r4, after 3,".
    """

    file: str
    title: str
    rulebook: str
    readings: Mapping[str, str]
    card: str
    name: str
    subject: Subject
    after: int
    events: tuple[str, ...]
    verdict: Verdict
    answer: str
    ledgers: tuple[Ledger, ...]
    outcome: int = 0
    outcomes: int = 1
    partings: tuple[Parting, ...] = ()
    loop: tuple[Supposition, ...] = ()
    unsettled: Loop | None = None

    @property
    def advice(self) -> str | None:
        """What to write instead, where a paradox has a likely cause."""
        return None if self.unsettled is None else self.unsettled.advice

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of every ledger, one ledger after another."""
        return tuple(step for ledger in self.ledgers for step in ledger.steps)

    @property
    def clauses(self) -> tuple[Citation, ...]:
        """Every clause that the explanation rests on, those of refused attempts too, in order of first use."""
        every = (*(ledger.steps for ledger in self.ledgers), *(supposed.steps for supposed in self.loop))
        cited = (clause for steps in every for step in steps for clause in cited_by(step))
        broken = () if self.unsettled is None else (each.clause for each in self.unsettled.broken)
        return tuple(dict.fromkeys((*cited, *broken)))


def cited_by(step: Step) -> Iterable[Citation]:
    """The clauses of a step, and of the steps on which it rests."""
    yield from step.clauses
    for cause in step.because:
        yield from cited_by(cause)


def replay(steps: Iterable[Step]) -> tuple[Level, Level]:
    """The count and what it works as, by plain arithmetic on the changes alone.

    Raises ValueError where a step adds to what has no number.
    """
    count: Level = "absent"
    works: Level = "absent"
    for step in steps:
        match step.change, step.amount:
            case "set", amount if amount is not None:
                count = works = amount
            case "add", int(amount) if isinstance(count, int):
                count = works = count + amount
            case "remove", _:
                count = works = "absent"
            case "shows", amount if amount is not None:
                works = amount
            case "none", _:
                pass
            case _:
                raise ValueError(f"{step.change} {step.amount} on {count}")
    return count, works
