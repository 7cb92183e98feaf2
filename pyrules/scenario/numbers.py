"""Whether every number that a scenario can come to stays within the 32 bits that clingo calculates in.

Decision D-2: numbers given are bounded, what they add up to is exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from pyrules.files.source import Finding
from pyrules.language import _
from pyrules.model.scenario import GREATEST_NUMBER
from pyrules.scenario.parts import declared, items, mapping, mentions, parts, statements

GREATEST_SUM = 2**31 - 1
_GREATEST_FACE = 6


def number_findings(data: object) -> Iterator[Finding]:
    """The scenario, where its sums could leave 32 bits, or else each roll that could."""
    greatest_sum = _greatest_sum(data)
    if greatest_sum > GREATEST_SUM:
        yield Finding(
            ("events",),
            _("the numbers given could add up to more than {greatest}; use smaller or fewer", greatest=GREATEST_SUM),
        )
        return
    declarations = (declaration for _, _, declaration in declared(data))
    modified = any(isinstance(each, dict) and each.get("modifies") == "roll" for each in declarations)
    for path, node in statements(data):
        match path:
            case ("events", _, "roll"):
                if _greatest_result(node, greatest_sum if modified else 0) > GREATEST_SUM:
                    yield Finding(
                        path,
                        _("this roll could go beyond {greatest}; use smaller or fewer `times`", greatest=GREATEST_SUM),
                    )


def _greatest_sum(data: object) -> int:
    """A bound on every sum outside rolls: each number given counts once an event, and once for the start."""
    properties = [mapping(card, "properties") for card in mapping(data, "cards").values()]
    written = [node for path, node in statements(data) if path[2:3] != ("roll",)]
    shorthand = [mention.number for mention in mentions(data)]
    given = _magnitude([*written, *shorthand, *(number for each in properties for number in each.values())])
    return given * (len(items(data, "events")) + 1)


def _greatest_result(roll: object, from_features: int) -> int:
    """A bound on a roll's result: everything that can be added, and then the products."""
    factors = [_magnitude([node]) for path, node in parts((), roll) if path[-1:] == ("times",)]
    others = _magnitude(node for path, node in parts((), roll) if path[-1:] != ("times",))
    return (_GREATEST_FACE + others + from_features) * math.prod(max(1, factor) for factor in factors)


def _magnitude(values: Iterable[object]) -> int:
    """The sum of the numbers' magnitudes; one that is out of range is reported for itself and left out."""
    numbers = (abs(value) for value in values if isinstance(value, int))
    return sum(number for number in numbers if number <= GREATEST_NUMBER)
