"""The table of a rulebook: questions with their answers, and the states that features go through, each as a number."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, Literal, NamedTuple

from pyrules.engine import deeds, moments
from pyrules.engine.deeds import Deed
from pyrules.errors import NotDecided
from pyrules.model import wording
from pyrules.model.result import Attempt, FeatureState
from pyrules.model.scenario import Happening
from pyrules.rulebook.book import Rulebook
from pyrules.table.answers import answers
from pyrules.table.questions import KINDS
from pyrules.table.questions.kind import Answer, Key

Question = tuple[str, Key]
Asking = Generator[Question, None, Any]
"""What asks questions where the table has no answer yet, and goes on once it has."""

CAUSES: tuple[Literal["lapsed", "stripped", "replaced"], ...] = ("lapsed", "stripped", "replaced")
Verdict = tuple[bool, str, int | None, int | None]
"""Whether an attempt is performed, the label that says so, the number attempted and the one it was held against."""

MOST_WORDS = 20_000
MOST_ROWS = 200_000
"""A table that has grown beyond this begins anew, so that memory stays bounded."""
STEPS = ("start", "feature")
"""The kinds whose answers lead to a state."""


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
    verdict: Verdict | None


class Table:
    """What has been asked of a rulebook, under its readings, and answered.

    `answers` are plain data, in which a state stands as its number in `states`; `rows` are made of them when asked for.
    It `is_full` when it has grown so large that it is to begin anew. That what is the case `stays` has been seen,
    and of which states of triggers that they are `resting`; of which situations of features, each with what is shown,
    that they are `calm`: in the next micro-step they are the same.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self._begin()

    def _begin(self) -> None:
        self.rows: dict[str, dict[Key, Any]] = {kind: {} for kind in KINDS}
        self.answers: dict[str, dict[Key, Answer | None]] = {kind: {} for kind in KINDS}
        self.states: list[Key] = []
        self._numbers: dict[Key, int] = {}
        self._attempts: dict[tuple[Deed, Verdict], Attempt] = {}
        self._worded: dict[Happening, str] = {}
        self.is_full = self.stays = False
        self.resting: set[tuple[Key, str]] = set()
        self.calm: dict[Key, FeatureState | None] = {}

    def __len__(self) -> int:
        return sum(map(len, self.answers.values()))

    def ask(self, kind: str, key: Key) -> Asking:
        """The row for a question; raises Unfit where the rules leave it open."""
        rows = self.rows[kind]
        row = rows.get(key)
        if row is None:
            known = self.answers[kind]
            while key not in known:
                yield kind, key
            answer = known[key]
            if answer is None:
                raise Unfit
            row = rows[key] = self._row(kind, key, answer)
        return row

    def fill(self, questions: Iterable[Question]) -> None:
        """Has questions answered by the rules."""
        wanted: dict[str, dict[Key, None]] = {}
        for kind, key in questions:
            wanted.setdefault(kind, {})[key] = None
        for kind, keys in wanted.items():
            found = self._answers(kind, list(keys))
            for key, answer in zip(keys, found, strict=True):
                if answer is not None and kind in STEPS:
                    numeric = key[0] if kind == "start" else self.states[key[0]][0]
                    answer = (self.number((numeric, answer[0])), *answer[1:])
                self.answers[kind][key] = answer
        self.is_full = len(self) > MOST_ROWS

    def _answers(self, kind: str, keys: list[Key]) -> list[Answer | None]:
        try:
            return answers(self.rulebook, kind, [self._spelt(kind, key) for key in keys])
        except NotDecided:  # rules from elsewhere grow: the single path says which, if any that a scenario needs
            return [None] * len(keys)

    def attempt(self, deed: Deed, verdict: Verdict) -> Attempt:
        """An attempt in the words of the rulebook; raises Unfit where no module of it decided."""
        found = self._attempts.get((deed, verdict))
        if found is None:
            performed, label, number, compared = verdict
            if label not in self.rulebook.labels:
                raise Unfit
            found = deeds.attempt(self.rulebook, deed, label, performed, number, compared)
            if len(self._attempts) < MOST_WORDS:
                self._attempts[deed, verdict] = found
        return found

    def worded(self, happening: Happening) -> str:
        """What happens, in words."""
        found = self._worded.get(happening)
        if found is None:
            found = wording.happening(happening)
            if len(self._worded) < MOST_WORDS:
                self._worded[happening] = found
        return found

    def begin_anew(self) -> None:
        """Forgets everything; no walk may be under way."""
        self._begin()

    def number(self, state: Key) -> int:
        """The number of a state."""
        number = self._numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
        return number

    def _spelt(self, kind: str, key: Key) -> Key:
        return (self.states[key[0]], *key[1:]) if kind == "feature" else key

    def _row(self, kind: str, key: Key, answer: Answer) -> Any:
        try:
            match kind:
                case "start" | "feature":
                    return self._step(key, answer, started=kind == "start")
                case "roll":
                    return moments.roll(self.rulebook, *answer)
                case "attack":
                    return moments.attack(self.rulebook, key[1], *answer)
        except KeyError:  # no module of the rulebook is called so
            raise Unfit from None
        return answer

    def _step(self, key: Key, answer: Answer, started: bool) -> Step:
        state, carry, shown, losses, verdict = answer
        if any(cause not in CAUSES for _, cause in losses):
            raise Unfit
        still = not started and state == key[0] and carry == tuple(range(len(key[2]))) and not losses
        return Step(
            state,
            carry,
            still,
            tuple(None if each is None else FeatureState(*each) for each in shown),
            tuple((feature, CAUSES.index(cause)) for feature, cause in losses),
            verdict,
        )
