"""What adjusts a property, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.table.questions.deeds import ADJUSTS, deed_facts, effect_term, verdict_on
from pyrules.table.questions.kind import (
    ATTEMPTED,
    HAD,
    IN_PLAY,
    NO_MOMENT,
    OBTAINS,
    OF_EFFECTS,
    OF_PARTIES,
    ON_FEATURES,
    ONCE,
    VERDICT,
    Answer,
    Atoms,
    Key,
    Kind,
    State,
)
from pyrules.table.questions.parties import had
from pyrules.table.terms import condition

ADJUSTMENT = frozenset({("adjustment", 4)})


def _adjusting_facts(key: Key) -> Iterator[str]:
    """(by, amount, slot; when it was made; is attempted, held before, holds, was in play, leaves)"""
    by, amount, slot, made, attempted, held, holds, in_play, leaves = key
    effect = effect_term(by)
    yield 'card("c")'
    yield from deed_facts((by, ADJUSTS, 0, amount, (), slot, 1, attempted))
    yield from (f'adjustment_at_1("c","f0",{effect},{step})' for step in made)
    if held:
        yield f"obtains_at_1({condition(0)})"
    if holds:
        yield f"obtains_at_2({condition(0)})"
    if in_play:
        yield 'in_play_at_1("c")'
    if leaves:
        yield 'departs(1,"c")'
    if leaves or (attempted and by == "event"):
        yield "happens(1,2)"


def _read_adjusting(key: Key, atoms: Atoms, state: State) -> Answer | None:
    """(when what stands was made, verdict or None)"""
    made = atoms.get("adjustment", ())
    verdict = None
    if key[4]:
        verdict = verdict_on(effect_term(key[0]), atoms)
        if verdict is None:
            return None
    return tuple(range(1 - len(made), 1)), verdict


def _property_facts(key: Key) -> Iterator[str]:
    """(base; adjustments: effect, name or None, amount, times; features: name, sign, bears a number, effective)"""
    base, adjustments, features = key
    yield from ('card("c")', 'in_play_at_2("c")', f'property("c","p",{base})')
    for effect, name, amount, times in adjustments:
        yield f'adjusts({effect},"c","p")'
        yield f"amount({effect},{amount})"
        if name is not None:
            yield f"named({effect},{name})"
        yield from (f'adjustment_at_2("c","p",{effect},{step})' for step in range(1 - times, 1))
    yield from had('"c"', 2, [(name, 'property("p")', *rest) for name, *rest in features])


def _read_property(key: Key, atoms: Atoms, state: State) -> Answer | None:
    values = [int(text.rpartition(",")[2]) for text in atoms.get("property_value", ())]
    return (values[0],) if len(values) == 1 else None


KINDS = {
    "adjusting": Kind(
        _adjusting_facts,
        _read_adjusting,
        VERDICT | ADJUSTMENT,
        OBTAINS | ATTEMPTED,
        IN_PLAY,
        ONCE,
        given=OF_EFFECTS | {"adjusts"},
        none=NO_MOMENT | ON_FEATURES,
    ),
    "property": Kind(
        _property_facts,
        _read_property,
        frozenset({("property_value", 3)}),
        HAD | ADJUSTMENT | IN_PLAY,
        given=OF_PARTIES | {"property", "adjusts", "amount", "named"},
        none=ON_FEATURES | {"attack", "roll"},
    ),
}
