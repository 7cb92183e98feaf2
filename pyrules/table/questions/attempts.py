"""When a deed is attempted."""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.table.questions.deeds import deed_facts, effect_term
from pyrules.table.questions.kind import (
    ATTEMPTED,
    IN_PLAY,
    OBTAINS,
    OF_FEATURES,
    PERFORMED,
    Answer,
    Atoms,
    Key,
    Kind,
    State,
)
from pyrules.table.terms import ALWAYS, condition


def _effect_facts(key: Key) -> Iterator[str]:
    """(aura or printed; aura_while, aura_when, or the printed thing; has a source; always)"""
    by, how, sourced, always = key
    term = condition(ALWAYS if always else 0)
    if by == "aura":
        yield f"{how}(aura(1),{term})"
        if sourced:
            yield 'source(aura(1),"s")'
    else:
        yield f'{how}("c",1,"f0",1,{term})'
        yield 'numeric("f0")'


def _read_effect(key: Key, atoms: Atoms, state: State) -> Answer | None:
    """(its trigger as a term or None, its existence condition as a term or None)"""
    effect = "aura(1)," if key[0] == "aura" else 'printed("c",1),'
    triggers, existences = (
        [text.removeprefix(effect) for text in atoms.get(name, ()) if text.startswith(effect)]
        for name in ("trigger", "existence")
    )
    if len(triggers) > 1 or len(existences) > 1:
        return None
    return triggers[0] if triggers else None, existences[0] if existences else None


def _trigger_facts(key: Key) -> Iterator[str]:
    """(state, by, is examined, the trigger held before, the target was in play, the label that performed it)"""
    state, by, examined, held, in_play, performed = key
    effect = effect_term(by)
    yield f"trigger({effect},{condition(0)})"
    yield f"condition({condition(0)})"
    yield f'target({effect},"c")'
    yield 'card("c")'
    yield from (f"{name}_at_1({arguments})" for name, arguments in state)
    if examined:
        yield f"examined({effect},2)"
    if held:
        yield f"obtains_at_1({condition(0)})"
    if in_play:
        yield 'in_play_at_1("c")'
    if performed is not None:
        yield f"performed_at_2({effect},{performed})"


def _untriggered_facts(key: Key) -> Iterator[str]:
    """(by)"""
    effect = effect_term(key[0])
    yield f"trigger({effect},{condition(0)})"
    yield f"condition({condition(0)})"
    yield f'target({effect},"c")'
    yield 'card("c")'


def _read_untriggered(key: Key, atoms: Atoms, state: State) -> Answer:
    """(state,)"""
    return (_read_trigger(key, atoms, state)[0],)


def _read_trigger(key: Key, atoms: Atoms, state: State) -> Answer:
    """(state, whether it is attempted)"""
    on = sorted((name, each) for name in state for each in atoms.get(name, ()))
    return tuple(on), bool(atoms.get("attempted"))


def _deed_facts(key: Key) -> Iterator[str]:
    """(the kind of an event's deed)"""
    (kind,) = key
    yield 'card("c")'
    yield "happens(1,2)"
    yield from deed_facts(("event", kind, 0, 1, (), ALWAYS, 1, False))


def _read_deed(key: Key, atoms: Atoms, state: State) -> Answer:
    return (bool(atoms.get("attempted")),)


KINDS = {
    "effect": Kind(
        _effect_facts,
        _read_effect,
        frozenset(),
        once=frozenset({"trigger", "existence"}),
        given=frozenset({"aura_while", "aura_when", "source", "printed_feature", "printed_modifier", "numeric"}),
    ),
    "trigger": Kind(
        _trigger_facts,
        _read_trigger,
        ATTEMPTED,
        OBTAINS | PERFORMED,
        IN_PLAY,
        given=frozenset({"trigger", "condition", "target", "card", "examined"}),
    ),
    "untriggered": Kind(
        _untriggered_facts,
        _read_untriggered,
        ATTEMPTED,
        OBTAINS | PERFORMED,
        IN_PLAY,
        start=True,
        given=frozenset({"trigger", "condition", "target", "card"}),
    ),
    "deed": Kind(_deed_facts, _read_deed, ATTEMPTED, OBTAINS, IN_PLAY, given=OF_FEATURES | {"adjusts"}),
}
