"""Many scenarios in one program, which chooses one of them: what two rulebooks make of all is compared at once."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from clingo import Symbol

from pyrules.asp.control import shown_answer_sets
from pyrules.engine.facts import facts
from pyrules.engine.instance import Instance
from pyrules.engine.timeline import timeline
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook

LOSS = "loss"
OBSERVED = ("has", "value", "property_value", LOSS)
CHOSEN = "chosen"
MOST_EACH = 50
"""No scenario has more outcomes than this on the average."""

Modules = tuple[Path, ...]
Sight = tuple[frozenset[frozenset[tuple[object, ...]]], bool]
"""What is seen of a scenario: what is observed of each of its outcomes, and whether there are several."""


def unlike(scenarios: Sequence[Scenario], left: Rulebook, right: Rulebook) -> tuple[Scenario, ...]:
    """Those of the scenarios that may come out differently, in the order given; of all others it is sure they do not.

    Values, properties, losses and the number of outcomes are compared. Raises NotDecided where there are too many
    outcomes.
    """
    groups: dict[tuple[int, Modules, Modules], list[int]] = defaultdict(list)
    for number, scenario in enumerate(scenarios):
        one, other = Instance(scenario, left), Instance(scenario, right)
        groups[len(one.timeline.steps), one.modules, other.modules].append(number)
    found: list[int] = []
    for (_, *sides), numbers in groups.items():
        text = _text({number: scenarios[number] for number in numbers})
        ends = {number: timeline(scenarios[number]).last for number in numbers}
        one_seen, other_seen = (_seen(modules, text, ends) for modules in sides)
        found += (number for number in numbers if one_seen.get(number) != other_seen.get(number))
    return tuple(scenarios[number] for number in sorted(found))


def _seen(modules: Modules, text: str, ends: Mapping[int, Sequence[int]]) -> dict[int, Sight]:
    """What is seen of each scenario, by its number; nothing of those without outcome.

    `ends` are the last micro-steps of its events.
    """
    outcomes: dict[int, set[frozenset[Symbol]]] = defaultdict(set)
    for symbols in shown_answer_sets(modules, text, MOST_EACH * len(ends)):
        (number,) = (symbol.arguments[0].number for symbol in symbols if symbol.name == CHOSEN)
        outcomes[number].add(frozenset(symbols))
    return {
        number: (frozenset(frozenset(_observed(outcome, ends[number])) for outcome in each), len(each) > 1)
        for number, each in outcomes.items()
    }


def _observed(outcome: Iterable[Symbol], ends: Sequence[int]) -> Iterator[tuple[object, ...]]:
    """What is seen at the end of each event, and what was lost within it."""
    for symbol in outcome:
        if symbol.name in OBSERVED:
            *about, step = symbol.arguments
            if symbol.name == LOSS or step.number in ends:
                yield symbol.name, *about, bisect_left(ends, step.number)


def _text(scenarios: Mapping[int, Scenario]) -> str:
    """Facts that all scenarios have, the others where theirs is chosen, and the choice."""
    given = {number: facts(scenario, timeline(scenario)).splitlines() for number, scenario in scenarios.items()}
    common = set.intersection(*map(set, given.values()))
    lines = [*sorted(common), f"1 {{ {CHOSEN}({';'.join(map(str, given))}) }} 1.", f"#show {CHOSEN}/1."]
    lines += (
        f"{fact.removesuffix('.')} :- {CHOSEN}({number})."
        for number, each in given.items()
        for fact in each
        if fact not in common
    )
    return "\n".join(lines)
