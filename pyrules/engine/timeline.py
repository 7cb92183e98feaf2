"""The micro-steps of a scenario: one for each event, and one more for each aura whose condition the event can change.

An aura is examined only where something that its condition reads, directly or through other features, can have
changed since it was last examined; examining it elsewhere would change nothing. The closure is static and the same for
every revision. Things printed with a condition are examined too, before the auras: some revisions treat them as
attempts (SEMANTICS of time and auras: decisions D-7 and D-8).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from pyrules.model.queries import Key, adjacency, reads
from pyrules.model.scenario import (
    Approach,
    Aura,
    Depart,
    Gain,
    Happening,
    Lose,
    Modify,
    PrintedModifier,
    Scenario,
    Start,
    Stop,
    Withdraw,
)


@dataclass(frozen=True, slots=True)
class Examined:
    """What is looked at in a micro-step: an aura by its number, or a printed thing by card and position (from 1)."""

    kind: Literal["aura", "printed"]
    number: int
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A micro-step: an event's own (`event` its number), an examination, or the settling of the start (neither)."""

    event: int | None = None
    examined: Examined | None = None


@dataclass(frozen=True, slots=True)
class Timeline:
    """The micro-steps in order, and for each state (0 to the number of events) its last one."""

    steps: tuple[Step, ...]
    last: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Watcher:
    """Something that reads a condition and thereby can change a feature."""

    reads: frozenset[Key]
    changes: Key
    examined: Examined | None = None


def timeline(scenario: Scenario) -> Timeline:
    """The micro-steps of the scenario, shared by all revisions."""
    watchers = list(_watchers(scenario))
    steps = [Step()]
    last: list[int] = []
    touched: set[Key] | None = None  # None: the start, where everything is examined
    late: set[Examined] = set()
    for number in range(len(scenario.events) + 1):
        if number:
            steps.append(Step(event=number))
            touched = _closure(_seeds(scenario, scenario.events[number - 1].happening), watchers)
        seen = [w for w in watchers if w.examined and (touched is None or w.reads & touched or w.examined in late)]
        if touched is not None and late:
            seen = _with_followers(watchers, touched, seen)
        steps.extend(Step(examined=w.examined) for w in seen)
        late = _examined_too_early(seen, watchers)
        last.append(len(steps) - 1)
    return Timeline(tuple(steps), tuple(last))


def _with_followers(watchers: list[_Watcher], touched: set[Key], seen: list[_Watcher]) -> list[_Watcher]:
    """An aura examined late can change what others read: those are examined as well."""
    reached = _closure(touched | {w.changes for w in seen}, watchers)
    return [w for w in watchers if w.examined and (w in seen or w.reads & reached)]


def _examined_too_early(seen: list[_Watcher], watchers: list[_Watcher]) -> set[Examined]:
    """Those whose condition can have changed after they were examined; the next event examines them again."""
    late = set()
    for position, watcher in enumerate(seen):
        after = _closure({w.changes for w in seen[position:]}, watchers)
        if watcher.examined and watcher.reads & after:
            late.add(watcher.examined)
    return late


def _watchers(scenario: Scenario) -> Iterator[_Watcher]:
    for card_id, card in scenario.cards.items():
        for number, thing in enumerate(card.printed, start=1):
            feature = thing.feature if isinstance(thing, PrintedModifier) else thing.name
            if isinstance(thing, PrintedModifier) or thing.existence is not None:
                examined = Examined("printed", number, card_id)
                yield _Watcher(frozenset(reads(thing.existence)), ("feature", card_id, feature), examined)
    for number, aura in enumerate(scenario.auras, start=1):
        change = ("feature", aura.to, aura.grant.feature)
        yield _Watcher(frozenset(_aura_reads(aura)), change, Examined("aura", number))
    for event in scenario.events:
        match event.happening:
            case Gain(target, feature) | Modify(target, feature) if event.happening.existence is not None:
                yield _Watcher(frozenset(reads(event.happening.existence)), ("feature", target, feature))


def _aura_reads(aura: Aura) -> Iterator[Key]:
    yield from reads(aura.existence)
    yield from reads(aura.when)
    if aura.source is not None:
        yield ("in_play", aura.source)


def _seeds(scenario: Scenario, happening: Happening) -> set[Key]:
    """What an event can change by itself."""
    match happening:
        case Start(flag) | Stop(flag):
            return {("flag", flag)}
        case Approach(first, second) | Withdraw(first, second):
            return {("adjacent", *adjacency(first, second))}
        case Depart(card):
            others = {("adjacent", *adjacency(card, other)) for other in scenario.cards if other != card}
            return {("in_play", card), ("all features", card)} | others
        case Gain(card, feature) | Modify(card, feature) | Lose(card, feature):
            return {("feature", card, feature)}
    return set()


def _closure(changed: Iterable[Key], watchers: list[_Watcher]) -> set[Key]:
    """Everything that can change when `changed` does."""
    reached = set(changed)
    departed = {key[1] for key in reached if key[0] == "all features"}
    reached |= {key for w in watchers for key in w.reads if key[0] == "feature" and key[1] in departed}
    grown = True
    while grown:
        grown = False
        for watcher in watchers:
            if watcher.changes not in reached and watcher.reads & reached:
                reached.add(watcher.changes)
                grown = True
    return reached
