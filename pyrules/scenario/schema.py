"""The shape of a scenario file as it is written, and its JSON Schema (`python -m pyrules.scenario.schema` prints it).

Only the shape stands here: keys, kinds of values, ranges. What the parts say of one another (cards that are known,
features numeric or not, …) is in `scenario_check`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, Tag
from typing_extensions import TypeAliasType

from pyrules.files.json_schema import json_schema
from pyrules.files.written import CardPair, DieFace, Name, Number, OneOf, Refused, SomeOf, Written, either, form
from pyrules.language import Later, mark

EVENT_LIMIT = 1000
OTHER_NUMBERS = ("incoming_attack", "outgoing_attack", "roll")
"""What a feature can modify besides properties."""
GROUPS = ("neighbours", "squad", "opponents", "others")
"""The groups of cards that an aura can be for, seen from the card that it comes from."""


# --- conditions -----------------------------------------------------------------------------------


class Composed(OneOf):
    """A condition: exactly one of these keys."""

    choices = ("adjacent", "in_play", "has", "at_least", "not", "all", "any")

    adjacent: CardPair | None = Field(None, description="Two cards are adjacent: [card, card].")
    in_play: Name | None = Field(None, description="The card has not departed.")
    has: Annotated[tuple[Name, Name], Field(strict=False)] | None = Field(
        None, description="The card has the feature: [card, feature]."
    )
    at_least: Annotated[tuple[Name, Name, Number], Field(strict=False)] | None = Field(
        None, description="The card has the feature, or the property, with at least that number: [card, name, number]."
    )
    negated: Condition | None = Field(None, alias="not", description="The condition does not hold.")
    all: Annotated[list[Condition], Field(min_length=1)] | None = Field(None, description="Every one of these holds.")
    any: Annotated[list[Condition], Field(min_length=1)] | None = Field(None, description="One of these holds.")


Condition = TypeAliasType(
    "Condition",
    Annotated[
        Annotated[Name, Tag("a text")] | Annotated[Composed, Tag("a mapping")],
        either(
            Later(
                "expected a condition: the name of a flag or a mapping with one of {keys}",
                keys=", ".join(Composed.choices),
            )
        ),
    ],
)


# --- cards ----------------------------------------------------------------------------------------


class PrintedFeature(Written):
    """A named feature printed on a card."""

    name: Name = Field(description="The feature's name, as it stands: a number in it is part of the name.")
    value: Number | None = Field(None, description="Its number X.")
    existence: Condition | None = Field(None, alias="while", description="The existence condition.")


class PrintedModifier(Written):
    """A printed modifier, ±Y to a named feature."""

    modifier: Name = Field(description="The feature that it changes.")
    by: Number
    existence: Condition | None = Field(None, alias="while", description="The existence condition.")


Printed = Annotated[
    Annotated[Name, Tag("a text")]
    | Annotated[PrintedFeature, Tag("a mapping")]
    | Annotated[PrintedModifier, Tag("a modifier")],
    either(mark("expected a printed feature: NAME, NAME X, {name: …, value: …} or {modifier: …, by: …}"), form),
]


class Card(Written):
    """A card and what is printed on it."""

    player: Name | None = Field(None, description="Whose card it is.")
    properties: dict[Name, Number] = Field({}, description="Base numbers such as movement or life.")
    features: list[Printed] = Field([], description="Printed named features and modifiers, in order.")


class Declaration(Written):
    """What a named feature changes besides."""

    modifies: Name = Field(description="A property, or incoming_attack, outgoing_attack, roll.")
    sign: Literal["plus", "minus"] = Field("plus", description="Whether its value is added or taken.")
    of: Literal["any", "own", "squad", "opponents"] = Field(
        "any", description="Whose rolls it modifies, seen from the card that has it; only with `modifies: roll`."
    )


Declarations = Annotated[
    Annotated[dict[Name, Declaration], Tag("a mapping")]
    | Annotated[
        list[
            Annotated[
                Annotated[Name, Tag("a text")]
                | Annotated[dict[Name, Declaration], Field(min_length=1, max_length=1), Tag("a mapping")],
                either(mark("expected a feature: NAME or {NAME: {modifies: …}}")),
            ]
        ],
        Tag("a list"),
    ],
    either(mark("expected a mapping of the features that modify something, or a list of all features that are meant")),
]


# --- auras and events -----------------------------------------------------------------------------


class Grant(OneOf):
    """A named feature to be had: exactly one of `feature` and `name`."""

    choices = ("feature", "name")

    feature: Name | None = Field(None, description="NAME or NAME X; the name as it stands when `value` is given.")
    name: Name | None = Field(None, description="The name as it stands: a number in it is part of the name.")
    value: Number | None = Field(None, description="Its number X.")


class AuraModify(Written):
    """A modifier, ±Y to a named feature."""

    feature: Name
    by: Number


class AuraAdjust(Written):
    """A modifier, ±Y to a property."""

    property: Name
    by: Number
    named: Name | None = Field(None, description="The name of a named modifier.")


class AuraLose(Written):
    """The loss of a named feature."""

    feature: Name


class Aura(OneOf):
    """A grant that attempts itself: exactly one of `gain`, `modify`, `adjust` and `lose`."""

    choices = ("gain", "modify", "adjust", "lose")
    published: ClassVar[dict[str, Any]] = {
        "anyOf": [{"required": [key]} for key in ("from", "while", "when")],
        "not": {"required": ["while", "when"]},
        "dependentRequired": {"lose": ["when"]},
        "if": {"properties": {"to": {"enum": list(GROUPS)}}},
        "then": {"required": ["from"]},
    }

    source: Name | None = Field(None, alias="from", description="The card it comes from, which must be in play.")
    to: Name = Field(description=f"The card that is to get it, or {', '.join(GROUPS)} of the card it comes from.")
    gain: (
        Annotated[
            Annotated[Name, Tag("a text")] | Annotated[Grant, Tag("a mapping")],
            either(mark("expected a gain: NAME, NAME X or {feature: …, value: …}")),
        ]
        | None
    ) = None
    modify: AuraModify | None = None
    adjust: AuraAdjust | None = None
    lose: (
        Annotated[
            Annotated[Name, Tag("a text")] | Annotated[AuraLose, Tag("a mapping")],
            either(mark("expected a loss: NAME or {feature: NAME}")),
        ]
        | None
    ) = Field(None, description="Only with `when`: a loss has no condition by which it exists.")
    existence: Condition | None = Field(
        None, alias="while", description="Continuous: attempted when this turns true, and exists while it holds."
    )
    when: Condition | None = Field(None, description="Triggered: attempted when this turns true, and stays.")


class Boost(Written):
    """A change of the number of a gain or a modifier before it is attempted."""

    source: Name = Field(alias="from")
    by: Number


class Gain(Grant):
    """A card is to get a named feature: exactly one of `feature` and `name`."""

    card: Name
    existence: Condition | None = Field(None, alias="while", description="The existence condition of what is got.")
    source: Name | None = Field(None, alias="from", description="The card that it comes from.")
    boosts: list[Boost] = Field([], description="Changes of the number before it is attempted.")


class Modify(AuraModify):
    """A card is to get ±Y to a named feature."""

    card: Name
    existence: Condition | None = Field(None, alias="while", description="The existence condition of the modifier.")
    source: Name | None = Field(None, alias="from", description="The card that it comes from.")
    boosts: list[Boost] = Field([], description="Changes of the number before it is attempted.")


class Lose(Written):
    """A card is to lose a named feature."""

    card: Name
    feature: Name


class Adjust(Written):
    """A card is to get ±Y to a property."""

    card: Name
    property: Name
    by: Number
    named: Name | None = Field(None, description="The name of a named modifier.")
    existence: Condition | None = Field(None, alias="while", description="The existence condition of the modifier.")


class AttackModifier(Written):
    """A modifier ±Y of an attack."""

    source: Name = Field(alias="from")
    by: Number
    named: Name | None = Field(None, description="The name of a named modifier.")


class Attack(Written):
    """A card attacks another."""

    kind: Literal["sudden", "slow"]
    by: Name
    on: Name
    value: Number
    defender: Name | None = None
    modifiers: list[AttackModifier] = Field([], description="Modifiers of the number, in order.")


class RollModifier(OneOf):
    """A modifier of a roll: exactly one of add, times, at_least, at_most, set."""

    choices = ("add", "times", "at_least", "at_most", "set")
    published: ClassVar[dict[str, Any]] = {"dependentRequired": {"named": ["add"]}}

    source: Name = Field(alias="from")
    add: Number | None = None
    times: Number | None = None
    at_least: Number | None = None
    at_most: Number | None = None
    set: Number | None = None
    named: Name | None = Field(None, description="The name of a named modifier; only with `add`.")


class RollStep(OneOf):
    """What happens to a roll on the stack: exactly one of these keys."""

    choices = ("modifier", "reroll")

    modifier: RollModifier | None = None
    reroll: DieFace | None = Field(None, description="The new natural value.")


class Roll(Written):
    """A card rolls."""

    by: Name
    natural: DieFace
    strike_table: bool = Field(False, description="A simple strike read off the strike table.")
    steps: list[
        Annotated[
            Annotated[Literal["flip", "top"], Tag("a text")] | Annotated[RollStep, Tag("a mapping")],
            either(mark("expected a step: flip, top, {reroll: …} or {modifier: …}")),
        ]
    ] = Field([], description="What happens while the roll waits on the stack, in order.")


class Event(OneOf):
    """An event: exactly one of these keys, and perhaps a label."""

    choices = (
        *("start", "stop", "approach", "withdraw", "depart"),
        *("gain", "modify", "lose", "adjust", "attack", "roll"),
    )

    label: Name | None = Field(None, description="A name for expectations to use.")
    start: Name | None = Field(None, description="A flag begins to hold.")
    stop: Name | None = Field(None, description="A flag ceases to hold.")
    approach: CardPair | None = Field(None, description="Two cards come to be adjacent.")
    withdraw: CardPair | None = Field(None, description="Two cards cease to be adjacent.")
    depart: Name | None = Field(None, description="A card leaves play for good.")
    gain: Gain | None = None
    modify: Modify | None = None
    lose: Lose | None = None
    adjust: Adjust | None = None
    attack: Attack | None = None
    roll: Roll | None = None


# --- expectations ---------------------------------------------------------------------------------


class ExpectedAttack(SomeOf):
    """Parts of an attack's result that are to hold."""

    kind: Literal["sudden", "slow"] | None = None
    speed: Literal["fast", "slow"] | None = None
    legal: bool | None = None
    clause: Name | None = None
    target_fights: bool | None = None
    defender_allowed: bool | None = None
    magnitude: int | None = None
    damage: int | None = None


MaybeNumber = Annotated[
    Annotated[int, Tag("a number")] | Annotated[Literal["none"], Tag("a text")],
    either(mark("expected a number or none")),
]


Results = Annotated[list[int], Field(min_length=1)]
Rulebooks = Annotated[list[Name], Field(min_length=1)]


def _publish_roll(schema: dict[str, Any]) -> None:
    schema["minProperties"] = 1
    schema["anyOf"] = [
        {"properties": {"results": {"minItems": 1}}},
        {"properties": {"legal": {"const": False}}, "required": ["legal"]},
    ]


class ExpectedRoll(SomeOf):
    """Parts of a roll's result that are to hold."""

    model_config = ConfigDict(json_schema_extra=_publish_roll)

    results: list[int] | None = Field(None, description="Every result that it can have; none if it is not legal.")
    high: MaybeNumber | None = Field(None, description="What the roller can force who wants high; `none` if open.")
    low: MaybeNumber | None = Field(None, description="What the roller can force who wants low; `none` if open.")
    determined: bool | None = Field(None, description="Whether the text says what it comes to.")
    legal: bool | None = None
    refused: list[Annotated[int, Field(ge=1)]] | None = Field(
        None, description="Exactly these steps, counted from 1, are not legal."
    )


class ExpectedFeature(SomeOf):
    """Parts of the state of a feature that are to hold."""

    value: MaybeNumber | None = Field(None, description="Its number as it stands; `none` for a feature without one.")
    effective: MaybeNumber | None = Field(None, description="Its number as it works; `none` for a feature without one.")
    origin: Literal["printed", "acquired"] | None = None
    suppressed: MaybeNumber | None = Field(None, description="The printed number beneath; `none` where none is.")
    modifiers: int | None = Field(None, description="The sum in force beyond the base number.")


Expected = Annotated[
    Annotated[int, Tag("a number")]
    | Annotated[Literal["absent", "present"], Tag("a text")]
    | Annotated[ExpectedFeature, Tag("a mapping")],
    either(mark("expected a number, present, absent or a mapping of what is to hold of the feature")),
]
ExpectedAttempt = Annotated[tuple[Name, Name, Literal["performed", "refused"]], Field(strict=False)]
ExpectedLoss = Annotated[tuple[Name, Name, Literal["lapsed", "stripped", "replaced"]], Field(strict=False)]


class Expectation(Written):
    """What is to hold after an event; every other key is a card: {feature or property: what it is to be}."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "anyOf": [
                {"required": ["after"]},
                {"required": ["outcomes"], "propertyNames": {"enum": ["outcomes", "in", "under"]}},
            ],
            "not": {"propertyNames": {"enum": ["after", "in", "under"]}},
        },
    )
    __pydantic_extra__: dict[str, Annotated[dict[Name, Expected], Field(min_length=1)]]

    @classmethod
    def refusals(cls, data: dict[str, Any]) -> dict[str, Refused]:
        """None: any other key is a card's id."""
        return {}

    after: (
        Annotated[
            Annotated[int, Field(ge=0), Tag("a number")] | Annotated[Name, Tag("a text")],
            either(mark("expected the number of an event, a label or end")),
        ]
        | None
    ) = Field(None, description="The event's number (0 is the start), its label, or `end`.")
    rulebooks: Rulebooks = Field([], alias="in", description="The rulebooks that it is about; all when left out.")
    under: Annotated[dict[Name, Name], Field(min_length=1)] | None = Field(
        None, description="The readings under which it is to hold: {reading: option}."
    )
    performed: bool | None = Field(None, description="Whether the event's own action is performed.")
    roll: (
        Annotated[
            Annotated[Results, Tag("a list")] | Annotated[ExpectedRoll, Tag("a mapping")],
            either(mark("expected a list of results, or a mapping of what is to hold of the roll")),
        ]
        | None
    ) = Field(None, description="Every result that the roll can have, or parts of what it comes to.")
    attack: ExpectedAttack | None = None
    attempts: list[ExpectedAttempt] | None = Field(
        None, description="Exactly these, by the event, auras and what is printed: [card, name, performed or refused]."
    )
    losses: list[ExpectedLoss] | None = Field(None, description="Exactly these: [card, feature, cause].")
    outcomes: Annotated[int, Field(ge=0)] | None = Field(
        None, description="How many outcomes: 0 is a paradox, 2 or more undetermined."
    )


# --- the whole ------------------------------------------------------------------------------------


class Scenario(Written):
    """A game state and what happens to it."""

    title: Name
    notes: str | None = Field(None, description="Free text.")
    source: str | None = Field(None, description="Where the ruling comes from.")
    rulebooks: Rulebooks = Field([], description="The rulebooks that the file is about; all when left out.")
    cards: dict[Name, Card] = Field(description="The cards by id.")
    features: Declarations = Field(
        {},
        description="What named features modify. As a list, it names every feature that is meant: no other may occur.",
    )
    conditions: list[Name] = Field([], description="Flags that hold at the start.")
    adjacent: list[CardPair] = Field([], description="Pairs of cards that are adjacent at the start.")
    auras: list[Aura] = Field([], description="Continuous grants, in the order in which they are examined.")
    events: Annotated[list[Event], Field(max_length=EVENT_LIMIT)] = Field([], description="What happens, in order.")
    expect: list[Expectation] = Field([], description="What `pyrules test` checks.")


if __name__ == "__main__":
    print(json_schema(Scenario), end="")
