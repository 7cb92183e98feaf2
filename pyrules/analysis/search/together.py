"""Many scenarios in one program, which chooses one of them: what a rulebook makes of all is worked out at once."""

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
Outcome = frozenset[Symbol]
Sight = tuple[frozenset[frozenset[tuple[object, ...]]], bool]
"""What is seen of a scenario: what is observed of each of its outcomes, and whether there are several."""


def unlike(scenarios: Sequence[Scenario], left: Rulebook, right: Rulebook) -> tuple[Scenario, ...]:
    """Those of the scenarios that may come out differently, in the order given; of all others it is sure they do not.

    Values, properties, losses and the number of outcomes are compared. Raises NotDecided where there are too many
    outcomes.
    """
    one, other = outcomes(scenarios, left), outcomes(scenarios, right)
    ends = [timeline(each).last for each in scenarios]
    return tuple(
        scenario
        for scenario, of_one, of_other, last in zip(scenarios, one, other, ends, strict=True)
        if _seen(of_one, last) != _seen(of_other, last)
    )


def outcomes(scenarios: Sequence[Scenario], book: Rulebook) -> tuple[frozenset[Outcome], ...]:
    """What is shown of each outcome of each scenario, in the order given.

    Raises NotDecided where there are too many outcomes. Rolls are better solved one by one: what one adds to could be
    whatever another comes to.
    """
    groups: dict[tuple[int, Modules], list[int]] = defaultdict(list)
    for number, scenario in enumerate(scenarios):
        instance = Instance(scenario, book)
        groups[len(instance.timeline.steps), instance.modules].append(number)
    found: dict[int, set[Outcome]] = defaultdict(set)
    for (_, modules), numbers in groups.items():
        text = _text({number: scenarios[number] for number in numbers})
        for symbols in shown_answer_sets(modules, text, MOST_EACH * len(numbers)):
            (number,) = (symbol.arguments[0].number for symbol in symbols if symbol.name == CHOSEN)
            found[number].add(frozenset(symbols))
    return tuple(frozenset(found[number]) for number in range(len(scenarios)))


def _seen(outcomes: frozenset[Outcome], ends: Sequence[int]) -> Sight:
    """What is seen of a scenario; `ends` are the last micro-steps of its events."""
    return frozenset(frozenset(_observed(each, ends)) for each in outcomes), len(outcomes) > 1


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
