"""The smallest difference between rulebooks by plain enumeration, beside what the search says it is.

One card, one feature, one flag. Every scenario of the bound is made and evaluated by itself, the smallest first, until
each pair of rulebooks has come out differently or there is no scenario left. Nothing of `pyrules.analysis.search` is
used for that. It takes minutes: `python tests/brute_force.py` prints a table, which docs/diff.md records; exit code 1
if the two ever disagree.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.find import find_difference
from pyrules.engine.evaluate import evaluate
from pyrules.model.scenario import (
    Card,
    Condition,
    Depart,
    Event,
    Flag,
    Gain,
    Happening,
    Lose,
    Modify,
    Not,
    PrintedFeature,
    PrintedModifier,
    Scenario,
    Start,
    Stop,
)
from pyrules.model.size import size
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names

REWORDED = Path(__file__).parent.parent / "examples/edits/reworded/reworded.edit.yaml"
CARD, FEATURE, FLAG = "one", "A", Flag("h")
EXISTENCES: tuple[Condition | None, ...] = (None, FLAG, Not(FLAG))

TO_DIFFER = (Bound(printed=2, events=1), Bound(printed=1, events=2), Bound(printed=0, events=3))
"""Numbers 1 to 3: every pair that differs at all differs within each of these."""
TO_AGREE = tuple(
    Bound(printed=printed, events=events, max_value=1) for printed, events in ((2, 1), (1, 2), (0, 3), (2, 0))
)
"""Bounds that can be gone through to the end."""


class Measure(NamedTuple):
    """What makes one scenario smaller than another."""

    events: int
    printed: int
    conditions: int
    weight: int


class Row(NamedTuple):
    """A line of the table: what enumeration came to and what the search did, None where there is no difference."""

    bound: Bound
    left: str
    right: str
    enumerated: Measure | None
    searched: Measure | None
    scenarios: int


Thing = PrintedFeature | PrintedModifier | Happening


def main() -> int:
    """Prints a line for each pair and bound."""
    books = {name: load_rulebook(name) for name in rulebook_names()}
    books["r2, replacement-loss=loss"] = load_rulebook("r2", {"replacement-loss": "loss"})
    alike = {("r2", "r3")}
    apart = [pair for pair in combinations(books, 2) if pair not in alike]
    books["r4 reworded"] = load_rulebook(str(REWORDED))
    start = monotonic()
    print("| printed | events | numbers | left | right | by enumeration | by search | scenarios |")
    print("|---|---|---|---|---|---|---|---|")
    rows = [row for bound in TO_DIFFER for row in compared(bound, books, apart)]
    rows += [row for bound in TO_AGREE for row in compared(bound, books, [("r2", "r3"), ("r4", "r4 reworded")])]
    print(f"\n{monotonic() - start:.0f} s")
    return int(any(row.enumerated != row.searched for row in rows))


def compared(bound: Bound, books: dict[str, Rulebook], pairs: Iterable[tuple[str, str]]) -> Iterator[Row]:
    """The rows of a bound, each printed when it is known."""
    waiting = list(pairs)
    looked_at = 0
    for events in range(bound.events + 1):
        for measure, scenario in sorted(level(bound, events), key=lambda each: each[0]):
            looked_at += 1
            seen = {name: sight(scenario, books[name]) for name in {name for pair in waiting for name in pair}}
            for pair in [(left, right) for left, right in waiting if seen[left] != seen[right]]:
                waiting.remove(pair)
                yield told(Row(bound, *pair, measure, searched(bound, books, pair), looked_at))
            if not waiting:
                return
    for pair in waiting:
        yield told(Row(bound, *pair, None, searched(bound, books, pair), looked_at))


def told(row: Row) -> Row:
    """Prints the row."""
    bound = row.bound
    told_of = [f"{bound.printed}", f"{bound.events}", f"1–{bound.max_value}", row.left, row.right]
    told_of += [in_words(row.enumerated), in_words(row.searched), f"{row.scenarios}"]
    print(f"| {' | '.join(told_of)} |", flush=True)
    return row


def in_words(measure: Measure | None) -> str:
    """Events, printed things, conditions, weight."""
    return "none" if measure is None else ", ".join(map(str, measure))


def searched(bound: Bound, books: dict[str, Rulebook], pair: tuple[str, str]) -> Measure | None:
    """What the search says of the same bound."""
    found = find_difference(books[pair[0]], books[pair[1]], bound, 3600.0)
    assert found.verdict != "undetermined", found
    if found.shown is None:
        return None
    assert found.shown.proved
    least = size(found.shown.scenario)
    return Measure(least.events, least.printed, least.conditions, least.weight)


def sight(scenario: Scenario, book: Rulebook) -> object:
    """What is to be seen of the feature in every state: whether it is there, its number, and how it was lost."""
    evaluation = evaluate(scenario, book)
    (outcome,) = evaluation.outcomes  # conditions that ask for no feature settle in one way
    standing = (state.features.get(CARD, {}).get(FEATURE, "absent") for state in outcome.states)
    values = [feature if isinstance(feature, str) else feature.value for feature in standing]
    return values, [sorted(loss.cause for loss in state.losses) for state in outcome.states]


def level(bound: Bound, events: int) -> Iterator[tuple[Measure, Scenario]]:
    """Every scenario with so many events, with its measure; a feature has a number everywhere or nowhere."""
    for numbers in (tuple(range(1, bound.max_value + 1)), ()):
        for things in printings(bound.printed, numbers):
            for happenings in product(deeds(numbers), repeat=events):
                for holding in ((), (FLAG.name,)):
                    scenario = Scenario(
                        title="enumerated",
                        cards={CARD: Card(printed=things)},
                        conditions=holding,
                        events=tuple(map(Event, happenings)),
                    )
                    yield measured(things, happenings, holding), scenario


def printings(most: int, numbers: tuple[int, ...]) -> Iterator[tuple[PrintedFeature | PrintedModifier, ...]]:
    """Everything that can be printed on the card, in every order; the feature itself once at the most."""
    menu: list[PrintedFeature | PrintedModifier] = []
    menu += [PrintedFeature(FEATURE, number, existence) for number in numbers or (None,) for existence in EXISTENCES]
    menu += [PrintedModifier(FEATURE, by, existence) for by in changes(numbers) for existence in EXISTENCES]
    for count in range(most + 1):
        for things in product(menu, repeat=count):
            if sum(isinstance(thing, PrintedFeature) for thing in things) <= 1:
                yield things


def deeds(numbers: tuple[int, ...]) -> list[Happening]:
    """Everything that an event can be."""
    gains = [Gain(CARD, FEATURE, number, existence) for number in numbers or (None,) for existence in EXISTENCES]
    modifies = [Modify(CARD, FEATURE, by, existence) for by in changes(numbers) for existence in EXISTENCES]
    return [Start(FLAG.name), Stop(FLAG.name), Depart(CARD), Lose(CARD, FEATURE), *gains, *modifies]


def changes(numbers: tuple[int, ...]) -> list[int]:
    """The numbers with either sign."""
    return [sign * number for number in numbers for sign in (1, -1)]


def measured(things: tuple[Thing, ...], happenings: tuple[Thing, ...], holding: tuple[str, ...]) -> Measure:
    """How large a scenario is; with one flag there is one condition or none."""
    used = bool(holding) or any(
        isinstance(thing, Start | Stop) or getattr(thing, "existence", None) is not None
        for thing in (*things, *happenings)
    )
    given = (getattr(thing, "by", getattr(thing, "value", None)) for thing in (*things, *happenings))
    return Measure(len(happenings), len(things), int(used), sum(abs(number) for number in given if number is not None))


if __name__ == "__main__":
    sys.exit(main())
