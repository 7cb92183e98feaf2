"""What a rulebook says of a scenario: frozen, free of clingo, the source of tables and JSON.

Lists stand in a fixed order (cards as in the scenario, names as first met in it), so that two runs agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pyrules.language import _, in_context

Verdict = Literal["determined", "paradox", "undetermined"]


@dataclass(frozen=True, slots=True)
class Citation:
    """A clause that an answer rests on.

    `number` is as printed ("518.3"; "D-6" for a decision; a section's name where the text has no number),
    `gist` its content in our words, `inherited_from` the revision it is taken over from, if it is. `reading` is the
    option that the clause is read by (`modifier-lapse=removed`), where the answer rests on that and not on the text
    alone; a `decided` one is no text of the rules but a decision of this project. `shaken_by` is the edit that changed
    a module it rests on: its gist may no longer hold.
    """

    number: str
    gist: str
    inherited_from: str | None = None
    reading: str | None = None
    decided: bool = False
    shaken_by: str | None = None

    @property
    def printed(self) -> str:
        """The number in the letters of the language: Russian has those of the texts, `518.3 д` for `518.3 e`."""
        *section, part = self.number.split(" ")
        return " ".join([*section, in_context("letter", part)])

    @property
    def kind(self) -> str:
        """The number, said as what it is: a clause of the text, a decision, or a reading of a clause."""
        if self.reading is not None:
            return _("reading {reading} of {number}", reading=self.reading, number=self.printed)
        return _("decision {number}", number=self.number) if self.decided else self.printed

    def __str__(self) -> str:
        if self.inherited_from:
            return _(
                "{number}, inherited from {inherited_from}", number=self.printed, inherited_from=self.inherited_from
            )
        return self.printed


@dataclass(frozen=True, slots=True)
class FeatureState:
    """A named feature that a card has. Numbers are None for a feature without one.

    `suppressed` is the number of the printed feature suppressed beneath, `modifiers` the sum in force
    beyond the base number.
    """

    value: int | None
    effective: int | None
    origin: Literal["printed", "acquired"]
    suppressed: int | None = None
    modifiers: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An action or an aura's attempt, and what became of it.

    `value` is the number attempted (boosts added) or ±Y. `by` is event, aura or printed; `source` the aura's
    or event's card, if named. For kind "adjust" `feature` is None and `property` names the property.
    """

    kind: Literal["gain", "modify", "lose", "adjust"]
    card: str
    feature: str | None
    property: str | None = None
    value: int | None
    by: Literal["event", "aura", "printed"]
    source: str | None = None
    performed: bool
    clause: Citation
    reason: str


@dataclass(frozen=True, slots=True, order=True)
class Loss:
    """A card lost a feature: lapsed (its condition failed), stripped (explicit loss) or replaced."""

    card: str
    feature: str
    cause: Literal["lapsed", "stripped", "replaced"]


@dataclass(frozen=True, slots=True)
class RefusedStep:
    """A step of a roll that is not legal; `step` counts from 1 in the roll's steps."""

    step: int
    clause: Citation
    reason: str


@dataclass(frozen=True, slots=True)
class RollResult:
    """Every result that the choices of order allow, and the best that each side can force.

    `high` and `low` are what the roller gets who wants high, or low; None where the text leaves the
    result open (`determined` false). An illegal roll has no result; a step that is refused (`refused`) leaves the roll
    itself legal. `clauses` are those that shaped the result, or forbid it.
    """

    results: tuple[int, ...]
    high: int | None
    low: int | None
    determined: bool
    legal: bool
    refused: tuple[RefusedStep, ...] = ()
    clauses: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class AttackResult:
    """An attack: legal or not and by which clause, who may take part, and its numbers."""

    kind: Literal["sudden", "slow"]
    speed: Literal["fast", "slow"]
    legal: bool
    clause: Citation | None
    target_fights: bool
    defender_allowed: bool
    magnitude: int
    damage: int
    clauses: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """What stands after one event (`after` 0: at the start, `event` None).

    `features` maps card -> name -> state and holds only what the card has; `conditions` every flag of the
    scenario; `properties` card -> property -> value, for cards in play.
    """

    after: int
    event: str | None
    conditions: Mapping[str, bool]
    features: Mapping[str, Mapping[str, FeatureState]]
    properties: Mapping[str, Mapping[str, int]]
    attempts: tuple[Attempt, ...] = ()
    losses: tuple[Loss, ...] = ()
    roll: RollResult | None = None
    attack: AttackResult | None = None

    def feature(self, card: str, name: str) -> FeatureState | None:
        """The named feature of a card; None where the card does not have it."""
        return self.features.get(card, {}).get(name)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way in which the scenario can go: states 0 to n."""

    states: tuple[State, ...]


@dataclass(frozen=True, slots=True)
class Broken:
    """A constraint that is broken: the sentence above it, its file and line, and its clause."""

    sentence: str
    place: str
    clause: Citation


@dataclass(frozen=True, slots=True)
class Loop:
    """Why there is no outcome: the conditions that cannot be settled, in words, and the event at which.

    Where constraints are to blame, `broken` are those that are broken first, and there are no conditions.
    """

    after: int
    conditions: tuple[str, ...]
    advice: str | None = None
    broken: tuple[Broken, ...] = ()


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The answer of one rulebook, under its readings, to one scenario.

    `rulebook` is the id or path asked for, `readings` every reading of the rulebook with its option in force; `cards`
    are those of the scenario, in its order.
    """

    file: str
    title: str
    rulebook: str
    rulebook_hash: str
    readings: Mapping[str, str]
    verdict: Verdict
    outcomes: tuple[Outcome, ...]
    loop: Loop | None = None
    cards: tuple[str, ...] = ()

    def state(self, after: int, outcome: int = 0) -> State:
        """The state after an event (0: the start), in one of the outcomes (counted from 0).

        Raises LookupError, with words, for an outcome or an event that there is not; a paradox has no outcome.
        """
        if not 0 <= outcome < len(self.outcomes):
            raise LookupError(
                _(
                    "expected one of {count} outcomes ({verdict}), got {outcome}",
                    count=len(self.outcomes),
                    verdict=self.verdict,
                    outcome=outcome,
                )
            )
        states = self.outcomes[outcome].states
        if not 0 <= after < len(states):
            raise LookupError(
                _("expected an event from 0 to {number}, got {after}", number=len(states) - 1, after=after)
            )
        return states[after]
