"""The smallest difference between rulebooks by plain enumeration, beside what the search says it is.

One card, one feature, one flag. Every scenario of the bound is made and evaluated by itself, the smallest first, until
each pair of rulebooks has come out differently or there is no scenario left. Nothing of `pyrules.analysis.search` is
used for that. It takes minutes: `python tests/brute_force.py` prints a table, which docs/diff.md records; exit code 1
if the two ever disagree.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from pyrules.analysis.search.bound import CARDS, FEATURES, Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.deepening import Deepening
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.topics import Sides, of_topic
from pyrules.engine.evaluate import evaluate
from pyrules.model.scenario import (
    Card,
    Condition,
    Depart,
    Event,
    Flag,
    Flip,
    Gain,
    Happening,
    Lose,
    Modify,
    Not,
    PrintedFeature,
    PrintedModifier,
    Reroll,
    Roll,
    RollModifier,
    RollStep,
    Scenario,
    Start,
    Stop,
    Top,
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
    clamped = load_rulebook("r4", {"clamp-order": "after-all"})
    same = rolls_compared(books["r4"], clamped)
    return int(not same or any(row.enumerated != row.searched for row in rows))


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
    """What the search in named features says of the same bound."""
    left, right = (books[name] for name in pair)
    deepening = Deepening(Program((left, right), bound), Clock(3600.0), lambda each: _apart(each, left, right))
    found = deepening.smallest()
    if found is None:
        return None
    assert found.proved
    least = size(found.scenario)
    return Measure(least.events, least.printed, least.conditions, least.weight)


def _apart(scenario: Scenario, left: Rulebook, right: Rulebook) -> bool:
    return sight(scenario, left, CARDS[0], FEATURES[0]) != sight(scenario, right, CARDS[0], FEATURES[0])


def rolls_compared(left: Rulebook, right: Rulebook) -> bool:
    """Prints the smallest roll of up to one step on which two rulebooks differ; says whether the search finds such."""
    made = sorted(one_step_rolls(), key=_of_roll)
    least = next((each for each in made if _results(each, left) != _results(each, right)), None)
    found = of_topic("dice", Sides(left, right, Bound()), Clock(3600.0)).shown
    told = [each and _of_roll(each) for each in (least, found and found.scenario)]
    print(f"\nrolls: {told[0]} by enumeration, {told[1]} by search, of {len(made)}")
    return told[0] == told[1]


def one_step_rolls() -> Iterator[Scenario]:
    """Every roll of one card with up to one step, numbers 0 to 7."""
    operations = ("add", "times", "at_least", "at_most", "set")
    steps: list[RollStep] = [Flip(), Top(), *map(Reroll, range(1, 7))]
    steps += [
        RollModifier(CARD, operation, number)  # type: ignore[arg-type]
        for operation in operations
        for number in range(8)
    ]
    for natural, table, declared in product(range(1, 7), (False, True), ((), *((step,) for step in steps))):
        rolled = Event(Roll(CARD, natural, table, declared))
        yield Scenario(title="enumerated", cards={CARD: Card(player="white")}, events=(rolled,))


def _of_roll(scenario: Scenario) -> tuple[int, int]:
    """How many steps a roll has, and the sum of their numbers."""
    (event,) = scenario.events
    assert isinstance(event.happening, Roll)
    return len(event.happening.steps), size(scenario).weight


def _results(scenario: Scenario, book: Rulebook) -> object:
    return [state.roll and replace(state.roll, clauses=()) for state in evaluate(scenario, book).outcomes[0].states]


def sight(scenario: Scenario, book: Rulebook, card: str = CARD, feature: str = FEATURE) -> object:
    """What is to be seen of the feature in every state: whether it is there, its number, and how it was lost."""
    evaluation = evaluate(scenario, book)
    (outcome,) = evaluation.outcomes  # conditions that ask for no feature settle in one way
    standing = (state.features.get(card, {}).get(feature, "absent") for state in outcome.states)
    values = [each if isinstance(each, str) else each.value for each in standing]
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
