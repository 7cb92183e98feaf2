"""The readings that an answer rests on: which other options give another one, and from which state on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import NamedTuple

from pyrules.asp.exchange import Exchange, leave_as_it_is
from pyrules.engine.evaluate import answer_sets, evaluate
from pyrules.engine.expectations import Check, check_expectations
from pyrules.engine.guard import guarded
from pyrules.engine.instance import Instance
from pyrules.errors import NotDecided
from pyrules.model.queries import reads_features
from pyrules.model.result import Attempt, Citation, Evaluation, RollResult, State
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook

ANYWHERE = Citation("", "")
WORTH_A_LOOK = 3
"""So many options are looked at together before they are solved."""


@dataclass(frozen=True, slots=True)
class Dependency:
    """An option of a reading that is not in force and gives another answer from the state `after` on (0: the start).

    `after` is None where the answer under the option could not be decided.
    """

    reading: str
    option: str
    after: int | None

    def __str__(self) -> str:
        return f"{self.reading}={self.option}"


def dependencies(scenario: Scenario, under: Rulebook, answer: Evaluation) -> tuple[Dependency, ...]:
    """The options that change the answer of a rulebook to a scenario, in the order of its readings.

    Readings are changed one at a time. Which clause is cited, and with what reason, is no part of the answer. Options
    under which the answer cannot be decided are among them.
    """
    found = []
    for reading, option, other in other_answers(scenario, under):
        parted = None if other is None else parts_at(answer, other)
        if other is None or parted is not None:
            found.append(Dependency(reading, option, parted))
    return tuple(found)


def of_value(
    scenario: Scenario, under: Rulebook, after: int, shown: Callable[[State], object]
) -> tuple[Dependency, ...]:
    """The options that change what is shown of the state `after` an event, with the state from which on they do.

    Options under which the answer cannot be decided are among them.
    """
    answer = evaluate(scenario, under)
    found = []
    for reading, option, other in other_answers(scenario, under):
        if other is None:
            found.append(Dependency(reading, option, None))
            continue
        parted = parts_at(answer, other, shown)
        if parted is not None and _at(answer, after, shown) != _at(other, after, shown):
            found.append(Dependency(reading, option, parted))
    return tuple(found)


class Turned(NamedTuple):
    """What comes of checks under other options of readings, each written `ID=OPTION`.

    `checks` has for each check the options under which it comes out the other way, none for what is expected under
    readings of its own; `undecided` are the options under which the answer could not be decided.
    """

    checks: tuple[tuple[str, ...], ...]
    undecided: tuple[str, ...]


def turned_checks(scenario: Scenario, under: Rulebook, checks: Sequence[Check]) -> Turned:
    """The options of readings under which the checks of what a scenario expects come out the other way."""
    turned: list[list[str]] = [[] for _ in checks]
    pending = [(options, each.holds) for options, each in zip(turned, checks, strict=True) if not each.under]
    expect = tuple(each for each in scenario.expect if not each.under)
    undecided = []
    for reading, option, other in other_answers(scenario, under):
        if other is None:
            undecided.append(f"{reading}={option}")
            continue
        for (options, held), now in zip(pending, check_expectations(expect, other), strict=True):
            if held != now.holds:
                options.append(f"{reading}={option}")
    return Turned(tuple(map(tuple, turned)), tuple(undecided))


def other_answers(scenario: Scenario, under: Rulebook) -> Iterator[tuple[str, str, Evaluation | None]]:
    """The answers under each option that is not in force, where it brings other rules to the scenario that say more.

    None stands for an answer that could not be decided.
    """
    needed = frozenset(Instance(scenario, under).modules)
    others = [
        (choice.reading.id, option, other)
        for choice in under.choices
        for option in choice.reading.options
        if frozenset(Instance(scenario, other := under.under({choice.reading.id: option})).modules) != needed
    ]
    idle = _idle(scenario, under, [other for _, _, other in others])
    for (reading, option, other), says_no_more in zip(others, idle, strict=True):
        if not says_no_more:
            yield reading, option, _decided(scenario, other)


def _idle(scenario: Scenario, under: Rulebook, others: Sequence[Rulebook]) -> Sequence[bool]:
    """Of each of the other rulebooks whether it is seen to say the same without solving the scenario under it.

    Where conditions read features something may rest on itself, and an edit may bring any rules: both are solved.
    """
    if len(others) < WORTH_A_LOOK or under.foreign or reads_features(scenario):
        return [False] * len(others)
    try:
        return _leave_as_it_is(scenario, under, others)
    except NotDecided:
        return [False] * len(others)


@guarded
def _leave_as_it_is(scenario: Scenario, under: Rulebook, others: Sequence[Rulebook]) -> Sequence[bool]:
    instance = Instance(scenario, under)
    own = instance.modules
    sets = answer_sets(instance, every_atom=True)
    if len(sets) != 1:
        return [False] * len(others)
    exchanges = []
    for other in others:
        modules = Instance(scenario, other).modules
        gone = tuple(path for path in own if path not in modules)
        exchanges.append(Exchange(gone, tuple(path for path in modules if path not in own)))
    return leave_as_it_is(exchanges, sets[0])


def _decided(scenario: Scenario, under: Rulebook) -> Evaluation | None:
    try:
        return evaluate(scenario, under)
    except NotDecided:
        return None


def parts_at(one: Evaluation, other: Evaluation, shown: Callable[[State], object] | None = None) -> int | None:
    """The first state from which on two answers differ in what is shown of it (everything by default); None for none.

    A paradox parts from an answer at the event that cannot be settled.
    """
    loops = [each.loop for each in (one, other)]
    if loops[0] == loops[1] is not None:
        return None
    if any(loops):
        return min(loop.after for loop in loops if loop is not None)
    mine, theirs = (list(_ways(each, shown or _all_of)) for each in (one, other))
    return next((after for after, (here, there) in enumerate(zip_longest(mine, theirs)) if here != there), None)


def _at(answer: Evaluation, after: int, shown: Callable[[State], object]) -> frozenset[str]:
    return frozenset(repr(shown(outcome.states[after])) for outcome in answer.outcomes)


def _ways(answer: Evaluation, shown: Callable[[State], object]) -> Iterator[frozenset[str]]:
    """For each state all ways to come to it."""
    seen = [[repr(shown(state)) for state in outcome.states] for outcome in answer.outcomes]
    lengths = range(1, len(answer.outcomes[0].states) + 1)
    return (frozenset("\n".join(states[:length]) for states in seen) for length in lengths)


def _all_of(state: State) -> State:
    """A state without the clauses and reasons that it cites."""
    attempts = tuple(map(_bare, state.attempts))
    roll = None if state.roll is None else _uncited(state.roll)
    attack = None if state.attack is None else replace(state.attack, clause=None, clauses=())
    return replace(state, attempts=attempts, roll=roll, attack=attack)


def _bare(attempt: Attempt) -> Attempt:
    return replace(attempt, clause=ANYWHERE, reason="")


def _uncited(roll: RollResult) -> RollResult:
    refused = tuple(replace(each, clause=ANYWHERE, reason="") for each in roll.refused)
    return replace(roll, clauses=(), refused=refused)
