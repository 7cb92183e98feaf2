"""The names that the forms of a scenario offer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from pyrules.language import _
from pyrules.model.queries import conditions, feature_names, parts
from pyrules.model.scenario import Adjacent, Condition, Flag, Has, InPlay, Not, Scenario, Start, Stop
from pyrules.model.wording import condition as in_words
from pyrules.model.wording import happening, modified
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.dump import condition_data
from pyrules.scenario.schema import GROUPS


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose from.

    `conditions` are theirs in words, by the data they stand for; `moments` the states, by their numbers; `modified`
    the numbers that a feature can change, by their keys.
    """

    cards: tuple[str, ...]
    targets: tuple[str, ...]
    features: tuple[str, ...]
    flags: tuple[str, ...]
    conditions: Mapping[str, str]
    moments: Mapping[str, str]
    modified: Mapping[str, str]
    rulebooks: tuple[str, ...]


def choices(scenario: Scenario) -> Choices:
    """What the forms of a scenario offer."""
    cards, features, flags = tuple(scenario.cards), feature_names(scenario), tuple(dict.fromkeys(_flags(scenario)))
    offered = {json.dumps(data, ensure_ascii=False): words for data, words in _conditions(scenario, features, flags)}
    told = [_("start"), *(happening(event.happening) for event in scenario.events)]
    return Choices(
        cards,
        (*cards, *GROUPS),
        features,
        flags,
        offered,
        {str(number): f"{number} {words}" for number, words in enumerate(told)},
        _modified(scenario),
        rulebook_names(),
    )


def _flags(scenario: Scenario) -> Iterator[str]:
    yield from scenario.conditions
    for event in scenario.events:
        if isinstance(event.happening, Start | Stop):
            yield event.happening.flag
    for each in conditions(scenario):
        yield from (part.name for part in parts(each) if isinstance(part, Flag))


def _conditions(scenario: Scenario, features: tuple[str, ...], flags: tuple[str, ...]) -> Iterator[tuple[object, str]]:
    """Plain conditions on what there is, each with its opposite, and all that stand in the scenario."""
    cards = tuple(scenario.cards)
    plain: list[Condition] = [Flag(flag) for flag in flags]
    plain += [Adjacent(*pair) for pair in combinations(cards, 2)]
    plain += [InPlay(card) for card in cards]
    plain += [Has(card, each) for card in cards for each in features]
    opposites = (opposite for each in plain for opposite in (each, Not(each)))
    for each in dict.fromkeys([*opposites, *conditions(scenario)]):
        yield condition_data(each), in_words(each)


def _modified(scenario: Scenario) -> dict[str, str]:
    properties = dict.fromkeys(name for card in scenario.cards.values() for name in card.properties)
    return {name: modified(name) for name in (*properties, "incoming_attack", "outgoing_attack", "roll")}
