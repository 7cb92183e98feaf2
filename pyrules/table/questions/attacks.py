"""What an attack comes to."""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.table.questions.kind import HAD, IN_PLAY, OBTAINS, OF_PARTIES, ON_FEATURES, Answer, Atoms, Key, Kind, State
from pyrules.table.questions.parties import labels, last, parties_facts

ATTACK = frozenset({("speed", 2), ("target_fights", 1), ("defender_allowed", 1), ("illegal", 2), ("magnitude", 2)})
ATTACK |= {("damage", 2), ("shaped", 2)}


def _attack_facts(key: Key) -> Iterator[str]:
    """(parties; kind, attacker, target, value, defender or None; modifiers: source, number, name or none)"""
    parties, kind, by, on, value, defender, modifiers = key
    yield from parties_facts(parties)
    yield f"attack(1,{kind},{by},{on},{value})"
    if defender is not None:
        yield f"defender(1,{defender})"
    for number, (source, amount, name) in enumerate(modifiers, start=1):
        yield f"attack_modifier(1,{number},{source},{amount},{name})"
    yield "happens(1,2)"


def _read_attack(key: Key, atoms: Atoms, state: State) -> Answer | None:
    """(labels that make it illegal, speed, target fights, defender allowed, magnitude, damage, labels)"""
    speed, magnitude, damage = (last(name, atoms) for name in ("speed", "magnitude", "damage"))
    if not len(speed) == len(magnitude) == len(damage) == 1:
        return None
    return (
        tuple(sorted(last("illegal", atoms))),
        speed[0],
        bool(atoms.get("target_fights")),
        bool(atoms.get("defender_allowed")),
        int(magnitude[0]),
        int(damage[0]),
        labels("attack", atoms),
    )


KINDS = {
    "attack": Kind(
        _attack_facts,
        _read_attack,
        ATTACK,
        OBTAINS,
        IN_PLAY | HAD,
        given=OF_PARTIES | {"attack", "defender", "attack_modifier"},
        none=ON_FEATURES | {"adjusts", "property", "roll"},
    ),
}
