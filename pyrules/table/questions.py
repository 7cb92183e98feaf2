"""What is asked of a rulebook: one micro-step of one slice each, as facts of a world, and the answer read back.

A question is a kind and a key; keys are plain tuples, so that they are quick to look up. Answers are plain data too:
they go through processes and files. An answer of None says that the rules leave it open, or that it has another form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pyrules.asp.unroll import StepSignature
from pyrules.table import canonical
from pyrules.table.terms import ALWAYS, condition

Key = tuple[Any, ...]
Answer = tuple[Any, ...]
State = frozenset[str]
"""The predicates that one step hands on to the next."""
Atoms = dict[str, list[str]]
"""A predicate's name, the step not in it, and the arguments of its atoms as text, neither world nor step among them."""

CIRCUMSTANCES = frozenset({("obtains", 1), ("in_play", 1)})


@dataclass(frozen=True)
class Kind:
    """A kind of question: its facts, what it asks for, and how the answer is read.

    `known` is given in each step, `handed` in the step before; `once` are predicates without step that are asked for
    too. `start` questions are about step 0.
    `given` are the predicates of its facts; of those in `none` there are no atoms about what it asks for.
    """

    facts: Callable[[Key], Iterator[str]]
    read: Callable[[Key, Atoms, State], Answer | None]
    asked: frozenset[StepSignature]
    known: frozenset[StepSignature] = frozenset()
    handed: frozenset[StepSignature] = frozenset()
    once: frozenset[str] = frozenset()
    start: bool = False
    given: frozenset[str] = frozenset()
    none: frozenset[str] = frozenset()

    @property
    def sealed(self) -> bool:
        """Whether rules from elsewhere must have no say in an answer: it is about all subjects alike."""
        return not self.none


# --- circumstances --------------------------------------------------------------------------------


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


# --- attempts -------------------------------------------------------------------------------------


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


_ADJUSTS = "adjust"


def effect_term(by: str, number: int = 1) -> str:
    """The term of the effect that a deed is by."""
    return {"event": "event(1)", "aura": "aura(1)"}.get(by) or f'printed("c",{number})'


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


# --- slices of features ---------------------------------------------------------------------------

FEATURE = frozenset({("has", 2), ("value", 3), ("effective", 3), ("origin", 3), ("suppressed_number", 3)})
FEATURE |= {("modifier_sum", 3), ("loss", 3)}
VERDICT = frozenset({("performed", 2), ("refused", 2), ("weighed", 3)})
NUMBERS = ("value", "effective", "suppressed_number", "modifier_sum")


def deed_facts(deed: Key) -> Iterator[str]:
    """(by, kind, feature, number, boosts, slot of the condition, place of the printed thing, is attempted)"""
    by, kind, feature, number, boosts, slot, place, attempted = deed
    effect, name = effect_term(by, place), f'"f{feature}"'
    if by == "printed":
        predicate = "printed_feature" if kind == "gain" else "printed_modifier"
        yield f'{predicate}("c",{place},{name},{"none" if number is None else number},{condition(slot)})'
        yield f"examined({effect},2)"
    else:
        if kind == _ADJUSTS:
            yield f'adjusts({effect},"c",{name})'
        else:
            yield f'effect({effect},{kind},"c",{name})'
        yield f"existence({effect},{condition(slot)})"
        if number is not None:
            yield f"amount({effect},{number})"
        yield from (f'boost({effect},{n},"b",{by_})' for n, by_ in enumerate(boosts, start=1))
    if attempted:
        yield f"attempted_at_2({effect})"


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
        verdict = _verdict(effect_term(deed[0], deed[6]), atoms)
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


def _verdict(effect: str, atoms: Atoms) -> Answer | None:
    """(is performed, label, number attempted, number compared with); None where there is not just one verdict."""
    performed, refused, numbers, weighed = (
        [text.removeprefix(f"{effect},") for text in atoms.get(name, ()) if text.startswith(f"{effect},")]
        for name in ("performed", "refused", "attempted_number", "weighed")
    )
    verdicts = [*((True, label) for label in performed), *((False, label) for label in refused)]
    if len(verdicts) != 1 or len(numbers) > 1 or len(weighed) > 1:
        return None
    against = int(weighed[0].rpartition(",")[2]) if weighed else None
    return (*verdicts[0], int(numbers[0]) if numbers else None, against)


# --- properties and moments -----------------------------------------------------------------------


def _adjusting_facts(key: Key) -> Iterator[str]:
    """(by, amount, slot; when it was made; is attempted, held before, holds, was in play, leaves)"""
    by, amount, slot, made, attempted, held, holds, in_play, leaves = key
    effect = effect_term(by)
    yield 'card("c")'
    yield from deed_facts((by, _ADJUSTS, 0, amount, (), slot, 1, attempted))
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
        verdict = _verdict(effect_term(key[0]), atoms)
        if verdict is None:
            return None
    return tuple(range(1 - len(made), 1)), verdict


def _had(card: str, step: int, features: Sequence[Key]) -> Iterator[str]:
    """What a card has: (name, what it modifies, sign, bears a number, effective number or None)"""
    for name, what, sign, numeric, effective in features:
        yield f"modifies({name},{what},{sign})"
        yield f"{'numeric' if numeric else 'plain'}({name})"
        yield f"has_at_{step}({card},{name})"
        if effective is not None:
            yield f"effective_at_{step}({card},{name},{effective})"


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
    yield from _had('"c"', 2, [(name, 'property("p")', *rest) for name, *rest in features])


def _read_property(key: Key, atoms: Atoms, state: State) -> Answer | None:
    values = [int(text.rpartition(",")[2]) for text in atoms.get("property_value", ())]
    return (values[0],) if len(values) == 1 else None


def _parties(parties: Sequence[Key]) -> Iterator[str]:
    """Cards: (name, player or None, was in play, what it had)"""
    for card, player, in_play, features in parties:
        yield f"card({card})"
        if player is not None:
            yield f"player({card},{player})"
        if in_play:
            yield f"in_play_at_1({card})"
        yield from _had(card, 1, [feature[:5] for feature in features])
        yield from (f"rolls_of({feature[0]},{feature[5]})" for feature in features if len(feature) > 5 and feature[5])


def _attack_facts(key: Key) -> Iterator[str]:
    """(parties; kind, attacker, target, value, defender or None; modifiers: source, number, name or none)"""
    parties, kind, by, on, value, defender, modifiers = key
    yield from _parties(parties)
    yield f"attack(1,{kind},{by},{on},{value})"
    if defender is not None:
        yield f"defender(1,{defender})"
    for number, (source, amount, name) in enumerate(modifiers, start=1):
        yield f"attack_modifier(1,{number},{source},{amount},{name})"
    yield "happens(1,2)"


ATTACK = frozenset({("speed", 2), ("target_fights", 1), ("defender_allowed", 1), ("illegal", 2), ("magnitude", 2)})
ATTACK |= {("damage", 2), ("shaped", 2)}


def _read_attack(key: Key, atoms: Atoms, state: State) -> Answer | None:
    """(labels that make it illegal, speed, target fights, defender allowed, magnitude, damage, labels)"""
    speed, magnitude, damage = (_last(name, atoms) for name in ("speed", "magnitude", "damage"))
    if not len(speed) == len(magnitude) == len(damage) == 1:
        return None
    return (
        tuple(sorted(_last("illegal", atoms))),
        speed[0],
        bool(atoms.get("target_fights")),
        bool(atoms.get("defender_allowed")),
        int(magnitude[0]),
        int(damage[0]),
        _shaping("attack", atoms),
    )


def _last(name: str, atoms: Atoms) -> list[str]:
    """The last arguments of atoms."""
    return [text.rpartition(",")[2] for text in atoms.get(name, ())]


def _shaping(kind: str, atoms: Atoms) -> tuple[str, ...]:
    found = (text.split(",") for text in atoms.get("shaped", ()) if text.startswith(f"{kind}("))
    return tuple(sorted(label for _, label in found))


def _roll_facts(key: Key) -> Iterator[str]:
    """(parties; roller, natural value, strike table; steps as facts without event and number)"""
    parties, by, natural, strike_table, steps = key
    yield from _parties(parties)
    yield f"roll(1,{by},{natural})"
    if strike_table:
        yield "strike_table(1)"
    for number, (name, arguments) in enumerate(steps, start=1):
        yield f"roll_step(1,{number})"
        yield f"{name}(1,{number}{''.join(f',{each}' for each in arguments)})"
    yield "happens(1,2)"


ROLL = frozenset({("roll_result", 2), ("roll_high", 2), ("roll_low", 2), ("roll_undetermined", 1), ("roll_refused", 3)})
ROLL |= {("roll_illegal", 2), ("shaped", 2)}


def _read_roll(key: Key, atoms: Atoms, state: State) -> Answer:
    """(results, high, low, labels that make it illegal, is undetermined, steps refused with labels, labels)"""
    results, high, low = (
        sorted(set(map(int, _last(name, atoms)))) for name in ("roll_result", "roll_high", "roll_low")
    )
    refused = {(int(step), label) for _, step, label in (text.split(",") for text in atoms.get("roll_refused", ()))}
    return (
        tuple(results),
        high[0] if high else None,
        low[0] if low else None,
        tuple(sorted(_last("roll_illegal", atoms))),
        bool(atoms.get("roll_undetermined")),
        tuple(sorted(refused)),
        _shaping("roll", atoms),
    )


# --- all kinds ------------------------------------------------------------------------------------

OBTAINS, IN_PLAY = frozenset({("obtains", 1)}), frozenset({("in_play", 1)})
ATTEMPTED, HAD = frozenset({("attempted", 1)}), frozenset({("has", 2), ("effective", 3)})
PERFORMED, ADJUSTMENT = frozenset({("performed", 2)}), frozenset({("adjustment", 4)})

ONCE = frozenset({"attempted_number"})
ON_FEATURES = frozenset({"effect", "boost", "printed_feature", "printed_modifier"})
OF_EFFECTS = frozenset({"card", "existence", "condition", "amount", "departs", "happens"})
OF_FEATURES = OF_EFFECTS | ON_FEATURES | {"numeric", "plain"}
OF_PARTIES = frozenset({"card", "player", "numeric", "plain", "modifies", "rolls_of", "happens"})
NO_MOMENT = frozenset({"property", "attack", "roll"})
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
    "attack": Kind(
        _attack_facts,
        _read_attack,
        ATTACK,
        OBTAINS,
        IN_PLAY | HAD,
        given=OF_PARTIES | {"attack", "defender", "attack_modifier"},
        none=ON_FEATURES | {"adjusts", "property", "roll"},
    ),
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
