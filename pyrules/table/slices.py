"""The parts of a scenario that go through its micro-steps each by itself, such as what a card has of one name."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from pyrules.engine.deeds import Deed
from pyrules.model.result import FeatureState
from pyrules.table.questions.deeds import effect_term
from pyrules.table.questions.kind import Key
from pyrules.table.table import Asking, Table, Unfit, Verdict
from pyrules.table.terms import ALWAYS

Truths = Sequence[bool]


class Act:
    """A deed as the table knows it: by whom, of what kind, with what number and boosts, while which condition."""

    __slots__ = ("boosts", "by", "condition", "deed", "kind", "number", "place")

    def __init__(self, deed: Deed, number: int | None, condition: int, boosts: tuple[int, ...] = (), place: int = 1):
        self.deed, self.by, self.kind = deed, deed.by, deed.kind
        self.number, self.condition, self.boosts, self.place = number, condition, boosts, place


class Feature:
    """What one card has of one name: printed, acquired and modifiers."""

    __slots__ = ("_table", "card", "losses", "name", "shown", "slots", "state", "still", "verdict")

    def __init__(self, table: Table, card: str, name: str) -> None:
        self._table, self.card, self.name = table, card, name
        self.state, self.still = 0, False
        self.slots: tuple[int, ...] = ()
        self.shown: FeatureState | None = None
        self.losses: tuple[tuple[int, int], ...] = ()
        self.verdict: Verdict | None = None

    def start_key(self, numeric: bool, printed: Sequence[tuple[str, int | None, int, int]], truths: Truths) -> Key:
        """What the settling of the start asks; what is printed is its kind, number, condition and place."""
        if not printed:
            return (numeric,), (), ()
        slots = tuple(dict.fromkeys(condition for _, _, condition, _ in printed if condition != ALWAYS))
        things = tuple(
            (kind, 0, number, condition if condition == ALWAYS else slots.index(condition), place)
            for kind, number, condition, place in printed
        )
        self.slots = slots
        return (numeric,), things, tuple([truths[slot] for slot in slots])

    def key(self, act: Act | None, before: Truths, here: Truths, in_play: bool, leaves: bool) -> Key:
        """What a micro-step asks, in which it is perhaps acted on."""
        slots = self.slots
        deed: Key | None = None
        if act is not None:
            if act.condition != ALWAYS and act.condition not in slots:
                self.slots = slots = (*slots, act.condition)
            slot = ALWAYS if act.condition == ALWAYS else slots.index(act.condition)
            deed = (act.by, act.kind, 0, act.number, act.boosts, slot, act.place, True)
        return (
            self.state,
            deed,
            tuple([before[slot] for slot in slots]),
            tuple([here[slot] for slot in slots]),
            in_play,
            leaves,
        )

    def take(self, row: Key) -> None:
        """Goes through the micro-step by its row."""
        self.state, carry, self.still, (self.shown,), self.losses, self.verdict = row
        slots = self.slots
        self.slots = tuple([slots[place] for place in carry])

    def calms(self, here: Truths, in_play: bool) -> None:
        """That nothing becomes of it as long as nothing happens has been seen."""
        self._table.calm[self.state, tuple([here[slot] for slot in self.slots]), in_play] = self.shown

    def is_calm(self, here: Truths, in_play: bool) -> bool:
        """Whether nothing becomes of it as long as nothing happens, as far as that has been seen."""
        calm = self._table.calm
        return calm.get((self.state, tuple([here[slot] for slot in self.slots]), in_play), calm) == self.shown


class Trigger:
    """Whether something that is examined makes its attempt."""

    __slots__ = ("_table", "act", "condition", "state")

    def __init__(self, table: Table, act: Act, condition: int) -> None:
        self._table, self.act, self.condition = table, act, condition
        self.state: Key = ()

    def start(self) -> Asking:
        """Goes through the settling of the start."""
        (state,) = yield from self._table.ask("untriggered", (self.act.by,))
        yield from self.come_to(state)

    def come_to(self, state: Key) -> Asking:
        """Goes on in a state. Nothing comes of it until it is examined again: that the rules say so is seen once."""
        self.state, by = state, self.act.by
        if (state, by) not in self._table.resting:
            for held, in_play in product((False, True), repeat=2):
                if (yield from self._table.ask("trigger", self.key(False, held, in_play))) != (state, False):
                    raise Unfit
            self._table.resting.add((state, by))

    def key(self, examined: bool, held: bool, in_play: bool, performed: str | None = None) -> Key:
        """What a micro-step asks, when its condition held before and its target was in play.

        `performed` is the label by which the attempt was performed, once that is known.
        """
        return self.state, self.act.by, examined, held, in_play, performed


class Adjusting:
    """What one effect has done to a property of a card, each time by itself."""

    __slots__ = ("_condition", "_table", "act", "made", "still", "verdict")

    def __init__(self, table: Table, act: Act) -> None:
        self._table, self.act = table, act
        self.made: tuple[int, ...] = ()
        self.verdict: Verdict | None = None
        self.still = False

    @property
    def effect(self) -> str:
        return effect_term(self.act.by)

    def step(self, attempted: bool, before: Truths, here: Truths, in_play: bool, leaves: bool) -> Asking:
        """Goes through a micro-step."""
        condition = self.act.condition
        held, holds = (True, True) if condition == ALWAYS else (before[condition], here[condition])
        slot = ALWAYS if condition == ALWAYS else 0
        key = (self.act.by, self.act.number, slot, self.made, attempted, held, holds, in_play, leaves)
        made, self.verdict = yield from self._table.ask("adjusting", key)
        self.still, self.made = made == self.made, made
