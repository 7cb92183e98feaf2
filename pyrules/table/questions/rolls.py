"""What a roll comes to."""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.table.questions.kind import HAD, IN_PLAY, OBTAINS, OF_PARTIES, ON_FEATURES, Answer, Atoms, Key, Kind, State
from pyrules.table.questions.parties import labels, last, parties_facts

ROLL = frozenset({("roll_result", 2), ("roll_high", 2), ("roll_low", 2), ("roll_undetermined", 1), ("roll_refused", 3)})
ROLL |= {("roll_illegal", 2), ("shaped", 2)}


def _roll_facts(key: Key) -> Iterator[str]:
    """(parties; roller, natural value, strike table; steps as facts without event and number)"""
    parties, by, natural, strike_table, steps = key
    yield from parties_facts(parties)
    yield f"roll(1,{by},{natural})"
    if strike_table:
        yield "strike_table(1)"
    for number, (name, arguments) in enumerate(steps, start=1):
        yield f"roll_step(1,{number})"
        yield f"{name}(1,{number}{''.join(f',{each}' for each in arguments)})"
    yield "happens(1,2)"


def _read_roll(key: Key, atoms: Atoms, state: State) -> Answer:
    """(results, high, low, labels that make it illegal, is undetermined, steps refused with labels, labels)"""
    results, high, low = (sorted(set(map(int, last(name, atoms)))) for name in ("roll_result", "roll_high", "roll_low"))
    refused = {(int(step), label) for _, step, label in (text.split(",") for text in atoms.get("roll_refused", ()))}
    return (
        tuple(results),
        high[0] if high else None,
        low[0] if low else None,
        tuple(sorted(last("roll_illegal", atoms))),
        bool(atoms.get("roll_undetermined")),
        tuple(sorted(refused)),
        labels("roll", atoms),
    )


KINDS = {
    "roll": Kind(
        _roll_facts,
        _read_roll,
        ROLL,
        OBTAINS,
        IN_PLAY | HAD,
        given=OF_PARTIES | {"roll", "strike_table", "roll_step", "roll_modifier", "reroll", "flip", "top"},
        none=ON_FEATURES | {"adjusts", "property", "attack"},
    ),
}
