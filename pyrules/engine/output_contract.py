"""Whether an answer of foreign rules keeps to the output contract: known names, numbers where they belong, one of each.

The kinds of arguments are those that `rules_lp/README.md` documents: C is a card, F a feature, T a micro-step, …
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from clingo import Symbol, SymbolType

from pyrules.asp.control import Atoms
from pyrules.asp.module import GREATEST, plain, read
from pyrules.engine.facts import quoted
from pyrules.engine.instance import Instance
from pyrules.engine.timeline import Timeline
from pyrules.errors import InputError, Problem
from pyrules.language import _
from pyrules.model.queries import feature_kinds
from pyrules.model.scenario import Adjust, Attack, Gain, Grant, Lose, Modify, PrintedFeature, Removal, Roll, Scenario
from pyrules.rulebook.paths import SHOW
from pyrules.rulebook.predicates import Predicate, documented

SINGLE = {
    "value": 2, "effective": 2, "origin": 2, "suppressed_number": 2, "modifier_sum": 2, "property_value": 2,
    "attempted_number": 1, "magnitude": 1, "damage": 1, "roll_high": 1, "roll_low": 1, "speed": 1,
}  # fmt: skip
"""Predicates of which there is one at most, the argument at this place aside."""

OF_FEATURES = ("value", "effective", "origin")
OF_ATTACKS = ("speed", "magnitude", "damage")
OF_ROLLS = ("roll_result", "roll_illegal")
OF_EVENTS = (*OF_ATTACKS, "roll_high", "roll_low")
"""Predicates that speak of an event, in a micro-step: what counts is what is said of it in its own."""

MOST_SAID = 10
NUMBERS = ("V", "X", "S", "N")


@dataclass(frozen=True)
class _ArgumentKind:
    """What an argument may be."""

    called: str
    holds: Callable[[Symbol], bool]


def check(instance: Instance, atoms: Atoms) -> None:
    """Raises InputError, with everything that is wrong with the atoms of an answer set."""
    scenario, line, kinds = instance.scenario, instance.timeline, _kinds(instance)
    found = [message for predicate in _shown() for message in _misfits(predicate, atoms, kinds)]
    found = found or [
        *_doubles(atoms, line),
        *_gaps(scenario, atoms, line),
        *_gaps_of_properties(scenario, atoms, line),
        *_gaps_of_attempts(scenario, atoms, line),
        *_gaps_of_events(scenario, atoms, line),
        *_disagreements(atoms, line),
    ]
    if found:
        where = _("in {file}", file=scenario.file or scenario.title)
        said = [plain(f"{where}, {message}") for message in dict.fromkeys(found)]
        raise InputError(Problem(instance.rulebook.name, 0, 0, message) for message in said[:MOST_SAID])


@cache
def _shown() -> tuple[Predicate, ...]:
    return tuple(documented()[signature] for signature in read(SHOW).shown if signature in documented())


def _kinds(instance: Instance) -> Mapping[str, _ArgumentKind]:
    scenario = instance.scenario
    effects = _effects(scenario)
    properties = {name for card in scenario.cards.values() for name in card.properties}
    number = _ArgumentKind(_("a number from -{most} to {most}", most=GREATEST), _is_within(-GREATEST, GREATEST))
    return {
        "C": _ArgumentKind(_("a card"), _is_one_of(set(scenario.cards))),
        "F": _ArgumentKind(
            _("a feature of the scenario, or one that a rule names"), _is_one_of(set(instance.features))
        ),
        "P": _ArgumentKind(_("a property of the scenario"), _is_one_of(properties)),
        "E": _ArgumentKind(_("an effect of the scenario"), lambda term: str(term) in effects),
        "T": _ArgumentKind(_("a micro-step"), _is_within(0, len(instance.timeline.steps) - 1)),
        "I": _ArgumentKind(_("the number of an event"), _is_within(0, len(scenario.events))),
        "A": _ArgumentKind(_("fast or slow"), lambda term: str(term) in ("fast", "slow")),
        "label": _ArgumentKind(_("the name of a module"), lambda term: str(term) in instance.rulebook.labels),
        "cause": _ArgumentKind(
            _("lapsed, stripped or replaced"), lambda term: str(term) in ("lapsed", "stripped", "replaced")
        ),
        **dict.fromkeys(NUMBERS, number),
    }


def _effects(scenario: Scenario) -> Mapping[str, bool]:
    """The terms by which rules speak of what is to be done, and whether there is a number to it."""
    effects: dict[str, bool] = {}
    for number, event in enumerate(scenario.events, start=1):
        if isinstance(event.happening, Gain | Modify | Lose | Adjust):
            effects[f"event({number})"] = _is_numbered(event.happening)
    for number, aura in enumerate(scenario.auras, start=1):
        effects[f"aura({number})"] = _is_numbered(aura.grant)
    for id, card in scenario.cards.items():
        for number, printed in enumerate(card.printed, start=1):
            effects[f"printed({quoted(id)},{number})"] = _is_numbered(printed)
    return effects


def _is_numbered(deed: object) -> bool:
    match deed:
        case Gain(value=value) | Grant(value=value) | PrintedFeature(value=value):
            return value is not None
    return not isinstance(deed, Lose | Removal)


def _is_one_of(names: set[str]) -> Callable[[Symbol], bool]:
    return lambda term: term.type == SymbolType.String and term.string in names


def _is_within(least: int, greatest: int) -> Callable[[Symbol], bool]:
    return lambda term: term.type == SymbolType.Number and least <= term.number <= greatest


def _misfits(predicate: Predicate, atoms: Atoms, kinds: Mapping[str, _ArgumentKind]) -> Iterator[str]:
    """Arguments that are not what they should be."""
    expected = [(place, kinds[name]) for place, name in enumerate(predicate.arguments) if name in kinds]
    for arguments in atoms.get(predicate.name, ()):
        for place, kind in expected if len(arguments) == len(predicate.arguments) else ():
            if not kind.holds(arguments[place]) and not _is_nothing(predicate, arguments[place]):
                atom = f"{predicate.name}({','.join(map(str, arguments))})"
                yield _(
                    "expected {called} as {arguments} of {predicate}, got {atom}",
                    called=kind.called,
                    arguments=predicate.arguments[place],
                    predicate=predicate,
                    atom=atom,
                )


def _is_nothing(predicate: Predicate, argument: Symbol) -> bool:
    """Numbers of what has none are none."""
    return predicate.name == "attempted_number" and str(argument) == "none"


def _doubles(atoms: Atoms, line: Timeline) -> Iterator[str]:
    """Things of which there is more than one, though there is to be one."""
    for name, place in SINGLE.items():
        found: dict[tuple[Symbol, ...], set[str]] = defaultdict(set)
        for arguments in atoms.get(name, ()):
            rest = (*arguments[:place], *arguments[place + 1 :])
            found[rest].add(str(arguments[place]))
        for key, values in found.items():
            if len(values) > 1:
                of = _("at event {key}", key=key[0]) if name in OF_EVENTS else _words(key, line, name)
                yield _("expected one {name} {of}, got {ways}", name=name, of=of, ways=_(" and ").join(sorted(values)))


def _gaps(scenario: Scenario, atoms: Atoms, line: Timeline) -> Iterator[str]:
    """Features that a card has, without what every feature has."""
    numeric, _plain = feature_kinds(scenario)
    have = {name: {(*each[:2], each[3]) for each in atoms.get(name, ())} for name in OF_FEATURES}
    for card, feature, step in atoms.get("has", ()):
        for name, known in have.items():
            if (name == "origin" or feature.string in numeric) and (card, feature, step) not in known:
                yield _(
                    "there is no {name} {words}, though the card has it",
                    name=name,
                    words=_words((card, feature, step), line, name),
                )


def _gaps_of_properties(scenario: Scenario, atoms: Atoms, line: Timeline) -> Iterator[str]:
    """Properties of cards in play that come to nothing."""
    known = {(card.string, name.string, step) for card, name, _, step in atoms.get("property_value", ())}
    for card, step in atoms.get("in_play", ()):
        for name in scenario.cards[card.string].properties:
            if (card.string, name, step) not in known:
                yield _(
                    "there is no property_value of {name} of {string} {moment}",
                    name=name,
                    string=card.string,
                    moment=_moment(step, line),
                )


def _gaps_of_attempts(scenario: Scenario, atoms: Atoms, line: Timeline) -> Iterator[str]:
    """Attempts to give a number, without one."""
    effects = _effects(scenario)
    known = {effect for effect, _ in atoms.get("attempted_number", ())}
    for effect, step in atoms.get("attempted", ()):
        if effects[str(effect)] and effect not in known:
            yield _(
                "there is no attempted_number of {effect}, which is attempted {moment}",
                effect=effect,
                moment=_moment(step, line),
            )


def _gaps_of_events(scenario: Scenario, atoms: Atoms, line: Timeline) -> Iterator[str]:
    """Attacks and rolls without what each of them has in its own micro-step."""
    own = {(number, line.step_of(number)) for number in range(1, len(scenario.events) + 1)}
    named = {
        name: {(each[0].number, each[-1].number) for each in atoms.get(name, ())} for name in (*OF_ATTACKS, *OF_ROLLS)
    }
    have = {name: {number for number, _ in each & own} for name, each in named.items()}
    for number, event in enumerate(scenario.events, start=1):
        if isinstance(event.happening, Attack):
            for name in (name for name in OF_ATTACKS if number not in have[name]):
                yield _("there is no {name} of the attack at event {number}", name=name, number=number)
        if isinstance(event.happening, Roll) and not any(number in have[name] for name in OF_ROLLS):
            yield _("nothing says what the roll at event {number} comes to", number=number)


def _disagreements(atoms: Atoms, line: Timeline) -> Iterator[str]:
    """Attempts that are decided in more than one way."""
    verdicts: dict[tuple[Symbol, Symbol], set[str]] = defaultdict(set)
    for name in ("performed", "refused"):
        for effect, label, step in atoms.get(name, ()):
            verdicts[effect, step].add(_("{name} by {label}", name=name, label=label))
    for (_effect, step), found in verdicts.items():
        if len(found) > 1:
            yield _(
                "an attempt {moment} is decided in two ways: {ways}",
                moment=_moment(step, line),
                ways=_(" and ").join(sorted(found)),
            )


def _words(key: tuple[Symbol, ...], line: Timeline, name: str) -> str:
    """What an atom speaks of: the names in it, and when."""
    of = ""
    for term in key:
        if term.type == SymbolType.String:
            of = _("{name} of {card}", name=term.string, card=of) if of else term.string
    return " ".join(
        filter(
            None,
            (_("of {thing}", thing=of) if of else "", _moment(key[-1], line) if name != "attempted_number" else ""),
        )
    )


def _moment(step: Symbol, line: Timeline) -> str:
    number = line.state_of(step.number)
    return _("at event {number}", number=number) if number else _("at the start")
