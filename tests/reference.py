"""A reference of named features in plain Python.

Written from what the four revisions say, without a look at the encodings: it walks through a scenario event by event,
keeps what stands on the cards in lists, and shares with the program only the model of a scenario and of a feature.
Conditions on features are tried every way, and kept where they come out as taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Self

from reference_table import Key, Played, Table, Thing

from pyrules.model import scenario as model
from pyrules.model.result import FeatureState
from pyrules.model.scenario import Scenario


def play(scenario: Scenario, revision: str, readings: Mapping[str, str]) -> list[Played]:
    """Every outcome of the scenario by the revision under its readings."""
    kinds: dict[str, Callable[[Scenario, Mapping[str, str]], Table]] = {
        "r1": Coexisting,
        "r2": Replacing,
        "r3": Replacing,
        "r4": Suppressing,
    }
    return kinds[revision](scenario, readings).outcomes()


class Coexisting(Table):
    """r1: instances coexist, the strongest applies."""

    def gain(self, key: Key, new: Thing) -> bool:
        self.instances[key].append(new)
        return True

    def modify(self, key: Key, new: Thing) -> bool:
        self.modifiers[key].append(new)
        return True

    def lose(self, key: Key, _: Thing) -> bool:
        asleep = [thing for thing in self.instances[key] if not thing.awake]
        if len(asleep) == len(self.instances[key]):
            return False
        self.instances[key] = asleep
        self.lost(key, "stripped")
        return True

    def settle(self) -> None:
        for key, instances in self.instances.items():
            for thing in instances:
                if thing.awake and self.goes(thing):
                    thing.awake = False
                    if thing.settled:
                        self.lost(key, "lapsed")
                elif not thing.awake:
                    thing.awake = self.comes(thing)
            self.instances[key] = [thing for thing in instances if thing.awake or thing.origin == "printed"]
        for key in self.modifiers:
            self.settle_modifiers(key)

    def shown(self, key: Key) -> FeatureState | None:
        standing = [thing for thing in self.instances[key] if thing.awake]
        if not standing:
            return None
        first = max(standing, key=self.strength)
        if first.number is None:
            return FeatureState(None, None, first.origin)
        total = self.in_force(key)
        return FeatureState(first.number + total, first.number + total, first.origin, modifiers=total)

    def together(self, modifiers: list[tuple[str | None, int, int]]) -> int:
        """Of one name only the largest counts, of equal ones the first."""
        absolute = self.readings.get("strongest") == "absolute"
        largest: dict[str, tuple[tuple[int, int], int]] = {}
        for name, borne, adds in modifiers:
            rank = abs(borne) if absolute else 0, borne
            if name is not None and (name not in largest or rank > largest[name][0]):
                largest[name] = rank, adds
        unnamed = sum(adds for name, _, adds in modifiers if name is None)
        return unnamed + sum(adds for _, adds in largest.values())

    def strength(self, thing: Thing) -> tuple[int, int, bool]:
        number = thing.number or 0
        magnitude = abs(number) if self.readings.get("strongest") == "absolute" else 0
        return magnitude, number, thing.origin == "printed"


class Replacing(Table):
    """r2 and r3: one instance of a name, a larger number replaces a smaller; modifiers are debts to be undone.

    Under `replaced-printed=returns` a replaced printed instance waits apart, beneath the acquired one.
    """

    def __init__(self, scenario: Scenario, readings: Mapping[str, str]) -> None:
        super().__init__(scenario, readings)
        self.waiting: dict[Key, Thing] = {}

    def copy(self) -> Self:
        table = super().copy()
        table.waiting = {key: replace(thing) for key, thing in self.waiting.items()}
        return table

    def things(self) -> Iterator[Thing]:
        yield from super().things()
        yield from self.waiting.values()

    def happen(self, happening: model.Happening) -> None:
        super().happen(happening)
        self.waiting = {key: thing for key, thing in self.waiting.items() if key[0] in self.in_play}

    printed_attempt = True

    def put_printed(self) -> None:
        for id, card in self.scenario.cards.items():
            for thing in card.printed:
                if isinstance(thing, model.PrintedFeature) and thing.existence is None:
                    self.instances[id, thing.name] = [Thing(thing.value, None, "printed")]

    def gain(self, key: Key, new: Thing) -> bool:
        for old in self.instances[key]:
            if old.number is None or new.number is None or new.number <= self.compared(old.number):
                return False
            if self.readings.get("replacement-loss") == "loss":
                self.lost(key, "replaced")
            if old.origin == "printed" and self.readings.get("replaced-printed") == "returns":
                old.awake = False
                self.waiting[key] = old
        if new.origin == "printed":
            self.waiting.pop(key, None)
        self.instances[key] = [new]
        return True

    def compared(self, number: int) -> int:
        return max(0, number) if self.readings.get("negative-comparison") == "effective" else number

    def modify(self, key: Key, new: Thing) -> bool:
        for thing in self.instances[key]:
            number = thing.number or 0
            if self.readings.get("negative-sum") == "effective":
                number = max(0, number)
            thing.number = number + (new.number or 0)
            new.bearer = thing.mark
            if self.readings.get("modified-condition") == "drops":
                thing.existence = None
            if new.existence is not None:
                self.modifiers[key].append(new)
        return bool(self.instances[key])

    def lose(self, key: Key, _: Thing) -> bool:
        had = bool(self.instances[key])
        if had:
            self.lost(key, "stripped")
        self.instances[key] = []
        if had:
            self.waiting.pop(key, None)
        return had

    def settle(self) -> None:
        for key, instances in self.instances.items():
            for thing in [thing for thing in instances if self.goes(thing)]:
                instances.remove(thing)
                if thing.settled:
                    self.lost(key, "lapsed")
                self.come_back(key)
        for key, debts in self.modifiers.items():
            due = [debt for debt in debts if self.goes(debt)]
            only_own = self.readings.get("owed-minus") == "same-instance"
            waiting = [self.waiting[key]] if only_own and key in self.waiting else []
            for thing in [*self.instances[key], *waiting]:
                owed = sum(debt.number or 0 for debt in due if not only_own or debt.bearer == thing.mark)
                thing.number = None if thing.number is None else thing.number - owed
            self.modifiers[key] = [debt for debt in debts if not self.goes(debt)]

    def come_back(self, key: Key) -> None:
        """What waited takes the place of what has gone, unless its own condition fails; then it is gone as well."""
        waiting = self.waiting.pop(key, None)
        if waiting and not self.goes(waiting):
            waiting.awake = True
            self.instances[key] = [waiting]

    def shown(self, key: Key) -> FeatureState | None:
        for thing in self.instances[key]:
            number = thing.number
            return FeatureState(number, None if number is None else max(0, number), thing.origin)
        return None


class Suppressing(Table):
    """r4: a printed instance sleeps beneath an acquired one; conditional modifiers stand beside them."""

    def __init__(self, scenario: Scenario, readings: Mapping[str, str]) -> None:
        super().__init__(scenario, readings)
        self.suppressed: set[Key] = set()
        self.had: set[Key] = set()

    def of(self, key: Key, origin: str) -> Thing | None:
        return next((thing for thing in self.instances[key] if thing.origin == origin), None)

    def base(self, key: Key) -> Thing | None:
        printed = self.of(key, "printed")
        return self.of(key, "acquired") or (printed if printed and printed.awake else None)

    def gain(self, key: Key, new: Thing) -> bool:
        base = self.base(key)
        if base is not None:
            if base.number is None or new.number is None or new.number <= self.compared(key, base.number):
                return False
            self.cover(key, base)
        self.instances[key].append(new)
        return True

    def compared(self, key: Key, number: int) -> int:
        value = number + self.in_force(key)
        return max(0, value) if self.readings.get("negative-comparison") == "effective" else value

    def cover(self, key: Key, base: Thing) -> None:
        if base.origin == "printed":
            base.awake = False
            self.suppressed.add(key)
        else:
            self.instances[key].remove(base)

    def modify(self, key: Key, new: Thing) -> bool:
        base = self.base(key)
        if base is None or base.number is None or new.number is None:
            return False
        if new.existence is not None:
            self.modifiers[key].append(new)
        elif base.origin == "printed" and self.readings.get("unconditional-origin") == "becomes-acquired":
            self.cover(key, base)
            self.instances[key].append(Thing(base.number + new.number, base.existence, "acquired"))
        else:
            base.number += new.number
        return True

    def lose(self, key: Key, _: Thing) -> bool:
        if self.base(key) is None:
            return False
        self.lost(key, "stripped")
        printed = self.of(key, "printed")
        asleep = printed is not None and not printed.awake and key not in self.suppressed
        self.instances[key] = [printed] if printed and asleep else []
        self.suppressed.discard(key)
        return True

    def started(self) -> list[Self]:
        if self.readings.get("printed-modifier") != "unconditional":
            return super().started()
        unconditional = []
        for id, card in self.scenario.cards.items():
            for thing in card.printed:
                if isinstance(thing, model.PrintedModifier) and thing.existence is None:
                    key = id, thing.feature
                    unconditional.append((key, thing.by))
                    self.modifiers[key] = [it for it in self.modifiers[key] if it.existence is not None]
        worlds = super().started()
        for key, by in unconditional:
            for world in worlds:
                printed = world.of(key, "printed")
                if printed and printed.awake:
                    printed.number = (printed.number or 0) + by
            worlds = [settled for world in worlds for settled in world.settlings()]
        return worlds

    def copy(self) -> Self:
        table = super().copy()
        table.suppressed, table.had = set(self.suppressed), set(self.had)
        return table

    def settle(self) -> None:
        sleeping = ("printed", "acquired") if self.readings.get("modifier-lapse") == "dormant" else ("printed",)
        for key in list(self.modifiers):
            self.settle_modifiers(key, sleeping)
        slept = {key for key in list(self.instances) if self.settle_instances(key)}
        having = {key for key in list(self.instances) if self.base(key)}
        spared = slept if self.readings.get("sleep-is-full-loss") == "no" else set()
        for key in self.had - having - spared:
            keeps = self.readings.get("own-modifier-on-full-loss") != "lost"
            self.modifiers[key] = [it for it in self.modifiers[key] if it.origin == "printed" and keeps]
        self.had = having

    def settle_instances(self, key: Key) -> bool:
        """Whether the base was a printed one that fell asleep."""
        base, acquired, printed = self.base(key), self.of(key, "acquired"), self.of(key, "printed")
        if acquired and self.goes(acquired):
            self.instances[key].remove(acquired)
            if acquired.settled:
                self.lost(key, "lapsed")
            acquired = None
            if printed and key in self.suppressed:  # active again automatically: it goes on, and does not wake
                self.suppressed.discard(key)
                printed.awake = not self.goes(printed)
                return False
        if printed is None or key in self.suppressed:
            return False
        if printed.awake:
            printed.awake = not self.goes(printed)
            if not printed.awake and printed is base:
                self.lost(key, "lapsed")
            return not printed.awake and printed is base
        if self.comes(printed):
            self.wake(key, printed, acquired)
        return False

    def wake(self, key: Key, printed: Thing, acquired: Thing | None) -> None:
        """A printed instance has its condition again; an acquired one may stand above it."""
        if acquired is None or acquired.number is None:
            printed.awake = True
        elif (printed.number or 0) > self.compared(key, acquired.number):
            self.instances[key].remove(acquired)
            printed.awake = True
        else:
            self.suppressed.add(key)

    def shown(self, key: Key) -> FeatureState | None:
        base = self.base(key)
        if base is None:
            return None
        if base.number is None:
            return FeatureState(None, None, base.origin)
        total = self.in_force(key)
        value = base.number + total
        effective = max(0, value) if self.readings.get("negative-feature") == "zero" else value
        beneath = self.of(key, "printed") if key in self.suppressed else None
        return FeatureState(value, effective, base.origin, beneath.number if beneath else None, total)
