"""What obtains and who is in play, and whether a condition holds."""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.table.questions.kind import IN_PLAY, OBTAINS, Answer, Atoms, Key, Kind, State

CIRCUMSTANCES = OBTAINS | IN_PLAY


def _change_facts(key: Key) -> Iterator[str]:
    """(what happens: starts, stops, approaches, withdraws, departs, or nothing; what is before)"""
    what, before = key
    yield 'card("c")'
    yield 'card("d")'
    if what == "departs":
        yield 'departs(1,"c")'
    elif what in ("starts", "stops"):
        yield f'{what}(1,"k0")'
    elif what:
        yield f'{what}(1,"c","d")'
    yield "happens(1,2)"
    if before:
        yield from ('obtains_at_1(flag("k0"))', 'obtains_at_1(adjacent("c","d"))', 'in_play_at_1("c")')


def _read_change(key: Key, atoms: Atoms, state: State) -> Answer:
    """(the flag obtains, the two are adjacent, the card is in play)"""
    obtaining = atoms.get("obtains", ())
    return 'flag("k0")' in obtaining, 'adjacent("c","d")' in obtaining, bool(atoms.get("in_play"))


def _condition_facts(key: Key) -> Iterator[str]:
    """(the condition as a term; the flags and adjacencies that obtain; the cards in play)"""
    term, obtaining, in_play = key
    yield f"existence(event(1),{term})"
    yield from (f"obtains_at_2({each})" for each in obtaining)
    yield from (f"in_play_at_2({each})" for each in in_play)


def _read_condition(key: Key, atoms: Atoms, state: State) -> Answer | None:
    holds = key[0] in atoms.get("holds", ())
    fails = key[0] in atoms.get("fails", ())
    return (holds,) if holds != fails else None


def _initial_facts(key: Key) -> Iterator[str]:
    yield 'card("c")'
    yield 'initially(flag("k0"))'


def _read_initial(key: Key, atoms: Atoms, state: State) -> Answer:
    """(what is given obtains, a card is in play)"""
    return bool(atoms.get("obtains")), bool(atoms.get("in_play"))


KINDS = {
    "change": Kind(
        _change_facts,
        _read_change,
        CIRCUMSTANCES,
        given=frozenset({"card", "happens", "starts", "stops", "approaches", "withdraws", "departs"}),
    ),
    "initial": Kind(_initial_facts, _read_initial, CIRCUMSTANCES, start=True, given=frozenset({"card", "initially"})),
    "condition": Kind(
        _condition_facts,
        _read_condition,
        frozenset({("holds", 1), ("fails", 1)}),
        CIRCUMSTANCES,
        given=frozenset({"existence"}),
    ),
}
