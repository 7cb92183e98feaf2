"""A scenario as the rest of the program sees it: frozen, validated, with all shorthand spelled out.

Numbers given are integers from -1000 to 1000 (decision D-2). Names and ids are any text.
A missing existence condition is `None`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from pyrules.errors import Problem

LEAST_NUMBER, GREATEST_NUMBER = -1000, 1000


# --- conditions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flag:
    """A named condition, started and stopped by events."""

    name: str


@dataclass(frozen=True, slots=True)
class Adjacent:
    """Two different cards stand next to each other."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class InPlay:
    """The card has not departed."""

    card: str


@dataclass(frozen=True, slots=True)
class Has:
    """The card has the named feature."""

    card: str
    feature: str


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The card has the named feature with an effective value of `number` or more."""

    card: str
    feature: str
    number: int


@dataclass(frozen=True, slots=True)
class PropertyAtLeast:
    """The card is in play and its property comes to `number` or more."""

    card: str
    property: str
    number: int


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every one of the conditions holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of the conditions holds."""

    conditions: tuple[Condition, ...]


Condition = Flag | Adjacent | InPlay | Has | AtLeast | PropertyAtLeast | Not | AllOf | AnyOf


# --- cards ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PrintedFeature:
    """A named feature printed on a card; `value` is None for one without a number."""

    name: str
    value: int | None = None
    existence: Condition | None = None


@dataclass(frozen=True, slots=True)
class PrintedModifier:
    """A printed "±Y to a named feature"."""

    feature: str
    by: int
    existence: Condition | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card: whose it is, its base numbers, and what is printed on it, in the order given."""

    player: str | None = None
    properties: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    printed: tuple[PrintedFeature | PrintedModifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a named feature modifies: a property (by name), or a fixed kind of number.

    `modifies` is the property's name, or `incoming_attack`, `outgoing_attack`, `roll`; `of` says whose rolls: those of
    the card that has it, of a card of its player, of a card of another player, or any.
    """

    modifies: str
    sign: Literal["plus", "minus"] = "plus"
    of: Literal["any", "own", "squad", "opponents"] = "any"


# --- auras ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Grant:
    """The gain of a named feature; `value` is None for one without a number."""

    feature: str
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Modification:
    """The modifier ±Y to a named feature."""

    feature: str
    by: int


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The modifier ±Y to a property, perhaps a named one."""

    property: str
    by: int
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Removal:
    """The explicit loss of a named feature."""

    feature: str


@dataclass(frozen=True, slots=True)
class Aura:
    """A grant that attempts itself when its condition turns true (decision D-7).

    Continuous when `when` is None: `existence` (with `source` in play) is both its condition and the
    existence condition of what it grants. Triggered otherwise: what it grants has no existence condition. One that a
    file gives to a group of cards is an aura for each of them.
    """

    to: str
    grant: Grant | Modification | Adjustment | Removal
    source: str | None = None
    existence: Condition | None = None
    when: Condition | None = None


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Start:
    """A flag begins to hold."""

    flag: str


@dataclass(frozen=True, slots=True)
class Stop:
    """A flag ceases to hold."""

    flag: str


@dataclass(frozen=True, slots=True)
class Approach:
    """Two cards come to be adjacent."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Two cards cease to be adjacent."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Depart:
    """A card leaves play for good."""

    card: str


@dataclass(frozen=True, slots=True)
class Boost:
    """A change of the number of a gain or a modifier before it is attempted."""

    source: str
    by: int


@dataclass(frozen=True, slots=True)
class Gain:
    """A card is to get a named feature."""

    card: str
    feature: str
    value: int | None = None
    existence: Condition | None = None
    source: str | None = None
    boosts: tuple[Boost, ...] = ()


@dataclass(frozen=True, slots=True)
class Modify:
    """A card is to get ±Y to a named feature."""

    card: str
    feature: str
    by: int
    existence: Condition | None = None
    source: str | None = None
    boosts: tuple[Boost, ...] = ()


@dataclass(frozen=True, slots=True)
class Lose:
    """A card is to lose a named feature (explicit loss)."""

    card: str
    feature: str


@dataclass(frozen=True, slots=True)
class Adjust:
    """A card is to get ±Y to a property, perhaps as a named modifier."""

    card: str
    property: str
    by: int
    existence: Condition | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class AttackModifier:
    """A modifier ±Y of an attack, perhaps a named one."""

    source: str
    by: int
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """One card attacks another with a number."""

    kind: Literal["sudden", "slow"]
    by: str
    on: str
    value: int
    defender: str | None = None
    modifiers: tuple[AttackModifier, ...] = ()


@dataclass(frozen=True, slots=True)
class RollModifier:
    """A modifier of a roll declared by a card: add | times | at_least | at_most | set."""

    source: str
    operation: Literal["add", "times", "at_least", "at_most", "set"]
    number: int
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Reroll:
    """The roll gets a new natural value, 1 to 6."""

    natural: int


@dataclass(frozen=True, slots=True)
class Flip:
    """The natural value turns to 7 minus itself."""


@dataclass(frozen=True, slots=True)
class Top:
    """The roll becomes the top of the stack: what follows is declared too late."""


RollStep = RollModifier | Reroll | Flip | Top


@dataclass(frozen=True, slots=True)
class Roll:
    """A card rolls; the steps happen while the roll waits on the stack, in order."""

    by: str
    natural: int
    strike_table: bool = False
    steps: tuple[RollStep, ...] = ()


Happening = Start | Stop | Approach | Withdraw | Depart | Gain | Modify | Lose | Adjust | Attack | Roll


@dataclass(frozen=True, slots=True)
class Event:
    """One happening, perhaps with a label that expectations can name."""

    happening: Happening
    label: str | None = None


# --- expectations ---------------------------------------------------------------------------------


ExpectedStanding = int | str | Mapping[str, object]
"""What a card is to have: a number, "present", "absent", or parts of a feature's state by their keys."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a designer wants to hold after one event, or of the scenario as a whole.

    `after` is the number of the state (0 is the start); None with `outcomes` alone.
    `cards` maps card -> name -> a number, "present", "absent", or parts of a feature's state by their keys; a name may
    be a property's. `losses` is a list of (card, feature, cause), `attempts` one of (card, name, "performed" or
    "refused"). `rulebooks` empty means all that are run. `under` maps readings to the options under which it is to
    hold, whatever the rulebook is read by otherwise.
    `roll` and `attack` map keys of the roll's or attack's result to the value wanted (results and refused steps as
    tuples). `line` is where it stands in the file.
    """

    after: int | None = None
    rulebooks: tuple[str, ...] = ()
    under: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    cards: Mapping[str, Mapping[str, ExpectedStanding]] = field(default_factory=lambda: MappingProxyType({}))
    performed: bool | None = None
    roll: Mapping[str, object] | None = None
    attack: Mapping[str, object] | None = None
    attempts: tuple[tuple[str, str, str], ...] | None = None
    losses: tuple[tuple[str, str, str], ...] | None = None
    outcomes: int | None = None
    line: int = 0


# --- the whole ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class Doubt:
    """A name that makes sense and is probably not meant as it stands, and what there is to say of it."""

    problem: Problem
    name: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """A game state and what happens to it; `doubts` are of names in its file."""

    title: str
    cards: Mapping[str, Card]
    notes: str | None = None
    source: str | None = None
    rulebooks: tuple[str, ...] = ()
    features: Mapping[str, Declaration] = field(default_factory=lambda: MappingProxyType({}))
    conditions: tuple[str, ...] = ()
    adjacent: tuple[tuple[str, str], ...] = ()
    auras: tuple[Aura, ...] = ()
    events: tuple[Event, ...] = ()
    expect: tuple[Expectation, ...] = ()
    file: str = ""
    doubts: tuple[Doubt, ...] = field(default=(), compare=False)

    def warnings(self, known: Container[str] = ()) -> tuple[Problem, ...]:
        """What there is to say of the names in its file that are in doubt, apart from those that are `known`."""
        return tuple(doubt.problem for doubt in self.doubts if doubt.name not in known)
