"""What buttons add to a scenario: its parts, and what is to be filled in for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pyrules.language import mark

Kind = Literal[
    "card", "to", "feature", "name", "number", "condition", "flag", "after", "rulebook", "modified",
    "die", "attack", "operation", "mode", "how", "holds", "performed", "sign", "whose", "strike_table",
]  # fmt: skip
CHOICES = {
    "die": {str(number): str(number) for number in range(1, 7)},
    "attack": {"slow": mark("slow attack"), "sudden": mark("sudden attack")},
    "operation": {
        "add": mark("adds"),
        "times": mark("multiplies by"),
        "at_least": mark("makes it at least"),
        "at_most": mark("makes it at most"),
        "set": mark("sets it to"),
    },
    "mode": {"while": mark("while the condition holds"), "when": mark("once, when it begins to hold")},
    "how": {"all": mark("and also"), "any": mark("or else"), "instead": mark("instead of it")},
    "holds": {"yes": mark("holds"), "no": mark("does not hold")},
    "performed": {"yes": mark("performed"), "no": mark("not performed")},
    "sign": {"plus": mark("is added"), "minus": mark("is taken away")},
    "whose": {
        "any": mark("of all cards"),
        "own": mark("of the card itself"),
        "squad": mark("of all cards of its player"),
        "opponents": mark("of the cards of other players"),
    },
    "strike_table": {"": mark("just a number"), "yes": mark("a strike, read off the strike table")},
}
"""The kinds of field with a fixed choice: what is sent, and what it is called."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in: the key of the file it is for, what kind of thing it is, and what it is called."""

    key: str
    kind: Kind
    label: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """Something that can be added: its key, what its button says, and what is to be filled in."""

    key: str
    label: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Details:
    """What an event may have several of: the key of their list, what they are called, and what can be added."""

    key: str
    label: str
    parts: tuple[Part, ...]


CARD = Field("card", "card", mark("card"))
FEATURE = Field("feature", "feature", mark("feature"))
BY = Field("by", "number", mark("by how much"))
PROPERTY = Field("property", "name", mark("property"))
THING = Field("feature", "feature", mark("feature or property"))
NUMBER = Field("number", "number", mark("number"))
NAMED = Field("named", "name", mark("name of the modifier"), optional=True)
WHILE = Field("while", "condition", mark("while"), optional=True)
FROM = Field("from", "card", mark("from card"), optional=True)
BRINGS = Field("from", "card", mark("from card"))
PAIR = (Field("first", "card", mark("card")), Field("second", "card", mark("and card")))

EVENTS = (
    Part("gain", mark("Gain"), (CARD, Field("feature", "feature", mark("feature, with its number")), WHILE, FROM)),
    Part("modify", mark("Modifier"), (CARD, FEATURE, BY, WHILE, FROM)),
    Part("lose", mark("Loss"), (CARD, FEATURE)),
    Part("adjust", mark("Property"), (CARD, PROPERTY, BY, NAMED, WHILE)),
    Part("start", mark("A condition begins"), (Field("", "flag", mark("condition")),)),
    Part("stop", mark("A condition ends"), (Field("", "flag", mark("condition")),)),
    Part("approach", mark("Cards meet"), PAIR),
    Part("withdraw", mark("Cards part"), PAIR),
    Part("depart", mark("A card leaves"), (Field("", "card", mark("card")),)),
    Part(
        "attack",
        mark("Attack"),
        (
            Field("kind", "attack", mark("kind")),
            Field("by", "card", mark("by")),
            Field("on", "card", mark("on")),
            Field("value", "number", mark("number")),
            Field("defender", "card", mark("defender"), optional=True),
        ),
    ),
    Part(
        "roll",
        mark("Roll"),
        (
            Field("by", "card", mark("by")),
            Field("natural", "die", mark("natural value")),
            Field("strike_table", "strike_table", mark("rolled for"), optional=True),
        ),
    ),
)
BOOSTS = Details("boosts", mark("changed beforehand"), (Part("boost", mark("Boost"), (BRINGS, BY)),))
DETAILS = {
    "gain": BOOSTS,
    "modify": BOOSTS,
    "attack": Details("modifiers", mark("modifiers"), (Part("modifier", mark("Modifier"), (BRINGS, BY, NAMED)),)),
    "roll": Details(
        "steps",
        mark("steps"),
        (
            Part(
                "modifier",
                mark("Modifier"),
                (BRINGS, Field("operation", "operation", mark("what it does")), NUMBER, NAMED),
            ),
            Part("reroll", mark("Reroll"), (Field("", "die", mark("new value")),)),
            Part("flip", mark("Flip"), ()),
            Part("top", mark("The roll is on top"), ()),
        ),
    ),
}
"""By the key of the event."""
MODE = (Field("mode", "mode", mark("lasting or once")), Field("while", "condition", mark("condition")))
SIDES = (FROM, Field("to", "to", mark("for")))
AURAS = (
    Part("gain", mark("Gain"), (*SIDES, Field("feature", "feature", mark("feature, with its number")), *MODE)),
    Part("modify", mark("Modifier"), (*SIDES, FEATURE, BY, *MODE)),
    Part("adjust", mark("Property"), (*SIDES, PROPERTY, BY, NAMED, *MODE)),
    Part("lose", mark("Loss"), (*SIDES, FEATURE, Field("when", "condition", mark("when")))),
)
CARDS = (
    Part("feature", mark("Feature"), (Field("feature", "feature", mark("feature, with its number")), WHILE)),
    Part("modifier", mark("Modifier"), (Field("modifier", "feature", mark("feature")), BY, WHILE)),
    Part("property", mark("Property"), (PROPERTY, NUMBER)),
    Part("player", mark("Player"), (Field("player", "name", mark("player")),)),
)
DECLARED = (
    FEATURE,
    Field("modifies", "modified", mark("what it changes")),
    Field("sign", "sign", mark("its number")),
    Field("of", "whose", mark("whose rolls, if it changes rolls")),
)
HOW = (Field("holds", "holds", mark("and it")), Field("how", "how", mark("beside what is there")))
CONDITIONS = (
    Part("flag", mark("A condition"), (Field("flag", "flag", mark("condition")), *HOW)),
    Part("has", mark("A card has a feature"), (CARD, FEATURE, *HOW)),
    Part("at_least", mark("A number is at least"), (CARD, THING, NUMBER, *HOW)),
    Part("adjacent", mark("Cards stand side by side"), (*PAIR, *HOW)),
    Part("in_play", mark("A card is in play"), (CARD, *HOW)),
)
AFTER = Field("after", "after", mark("after"))
IN = Field("in", "rulebook", mark("under"), optional=True)
EXPECTED = (
    Part(
        "value",
        mark("What a card has"),
        (AFTER, CARD, THING, Field("level", "name", mark("a number, present or absent")), IN),
    ),
    Part("performed", mark("Whether it is performed"), (AFTER, Field("performed", "performed", mark("it is")), IN)),
    Part("roll", mark("What a roll comes to"), (AFTER, Field("results", "name", mark("its results, as 3 4")), IN)),
    Part("losses", mark("Nothing is lost"), (AFTER, IN)),
    Part("outcomes", mark("In how many ways it can go"), (Field("outcomes", "number", mark("ways")), IN)),
)
