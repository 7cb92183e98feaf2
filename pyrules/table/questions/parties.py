"""The cards that a moment is about, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyrules.table.questions.kind import Atoms, Key


def had(card: str, step: int, features: Sequence[Key]) -> Iterator[str]:
    """What a card has: (name, what it modifies, sign, bears a number, effective number or None)"""
    for name, what, sign, numeric, effective in features:
        yield f"modifies({name},{what},{sign})"
        yield f"{'numeric' if numeric else 'plain'}({name})"
        yield f"has_at_{step}({card},{name})"
        if effective is not None:
            yield f"effective_at_{step}({card},{name},{effective})"


def parties_facts(parties: Sequence[Key]) -> Iterator[str]:
    """Cards: (name, player or None, was in play, what it had)"""
    for card, player, in_play, features in parties:
        yield f"card({card})"
        if player is not None:
            yield f"player({card},{player})"
        if in_play:
            yield f"in_play_at_1({card})"
        yield from had(card, 1, [feature[:5] for feature in features])
        yield from (f"rolls_of({feature[0]},{feature[5]})" for feature in features if len(feature) > 5 and feature[5])


def last(name: str, atoms: Atoms) -> list[str]:
    """The last arguments of atoms."""
    return [text.rpartition(",")[2] for text in atoms.get(name, ())]


def labels(kind: str, atoms: Atoms) -> tuple[str, ...]:
    found = (text.split(",") for text in atoms.get("shaped", ()) if text.startswith(f"{kind}("))
    return tuple(sorted(label for _, label in found))
