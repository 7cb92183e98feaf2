"""What becomes of the features of a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyrules.table import canonical
from pyrules.table.questions.deeds import deed_facts, effect_term, verdict_on
from pyrules.table.questions.kind import (
    ATTEMPTED,
    IN_PLAY,
    NO_MOMENT,
    OBTAINS,
    OF_FEATURES,
    ONCE,
    VERDICT,
    Answer,
    Atoms,
    Key,
    Kind,
    State,
)
from pyrules.table.terms import condition

FEATURE = frozenset({("has", 2), ("value", 3), ("effective", 3), ("origin", 3), ("suppressed_number", 3)})
FEATURE |= {("modifier_sum", 3), ("loss", 3)}
NUMBERS = ("value", "effective", "suppressed_number", "modifier_sum")


def _feature_facts(key: Key) -> Iterator[str]:
    """((which features bear a number; state), deed or None, truths before, truths here, was in play, leaves)"""
    (numeric, state), deed, before, here, in_play, leaves = key
    yield 'card("c")'
    yield from (f'{"numeric" if each else "plain"}("f{number}")' for number, each in enumerate(numeric))
    yield from (f"{name}_at_1({arguments})" for name, arguments in state)
    for step, truths in ((1, before), (2, here)):
        yield from (f"obtains_at_{step}({condition(slot)})" for slot, holds in enumerate(truths) if holds)
    yield from (f"condition({condition(slot)})" for slot in range(len(here)))
    if in_play:
        yield 'in_play_at_1("c")'
    if leaves:
        yield from ('departs(1,"c")', "happens(1,2)")
    elif deed is not None and deed[0] == "event":
        yield "happens(1,2)"
    if deed is not None:
        yield from deed_facts(deed)


def _start_facts(key: Key) -> Iterator[str]:
    """(which features bear a number; printed things: kind, feature, number, slot, place; truths)"""
    numeric, printed, truths = key
    yield 'card("c")'
    yield from (f'{"numeric" if each else "plain"}("f{number}")' for number, each in enumerate(numeric))
    for kind, feature, number, slot, place in printed:
        predicate = "printed_feature" if kind == "gain" else "printed_modifier"
        shown = "none" if number is None else number
        yield f'{predicate}("c",{place},"f{feature}",{shown},{condition(slot)})'
    yield from (f"obtains_at_0({condition(slot)})" for slot, holds in enumerate(truths) if holds)
    yield from (f"condition({condition(slot)})" for slot in range(len(truths)))


def _read_feature(key: Key, atoms: Atoms, state: State) -> Answer | None:
    """(atoms handed on, whence their slots, features as shown, losses, verdict or None)"""
    return _read_slice(key[0][0], atoms, state, key[1])


def _read_start(key: Key, atoms: Atoms, state: State) -> Answer | None:
    return _read_slice(key[0], atoms, state, None)


def _read_slice(numeric: Sequence[bool], atoms: Atoms, state: State, deed: Key | None) -> Answer | None:
    handed = canonical.handed((name, text) for name in state for text in atoms.get(name, ()))
    shown = tuple(_shown(number, atoms, bears) for number, bears in enumerate(numeric))
    losses = tuple(sorted((number, cause) for number in range(len(numeric)) for cause in _of(number, "loss", atoms)))
    verdict = None
    if deed is not None and deed[-1]:
        verdict = verdict_on(effect_term(deed[0], deed[6]), atoms)
        if verdict is None:
            return None
    return handed.atoms, handed.carry, shown, losses, verdict


def _of(feature: int, name: str, atoms: Atoms) -> list[str]:
    """What atoms say of a feature of the card, behind the two."""
    about = f'"c","f{feature}",'
    return [text.removeprefix(about) for text in atoms.get(name, ()) if text.startswith(about)]


def _shown(feature: int, atoms: Atoms, numeric: bool) -> Answer | None:
    """(value, effective, origin, suppressed, modifiers) of a feature that the card has; ValueError for other forms."""
    if f'"c","f{feature}"' not in atoms.get("has", ()):
        return None
    (origin,) = _of(feature, "origin", atoms)
    value, effective, suppressed, modifiers = (_number(_of(feature, name, atoms)) for name in NUMBERS)
    if numeric and (value is None or effective is None):
        raise ValueError
    return value, effective, origin, suppressed, modifiers or 0


def _number(found: Sequence[str]) -> int | None:
    if len(found) > 1:
        raise ValueError
    return int(found[0]) if found else None


KINDS = {
    "start": Kind(
        _start_facts,
        _read_start,
        FEATURE | VERDICT,
        OBTAINS | ATTEMPTED,
        IN_PLAY,
        ONCE,
        start=True,
        given=OF_FEATURES,
        none=NO_MOMENT | {"adjusts"},
    ),
    "feature": Kind(
        _feature_facts,
        _read_feature,
        FEATURE | VERDICT,
        OBTAINS | ATTEMPTED,
        IN_PLAY,
        ONCE,
        given=OF_FEATURES,
        none=NO_MOMENT | {"adjusts"},
    ),
}
