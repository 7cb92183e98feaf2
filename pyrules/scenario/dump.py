"""Writes a scenario back: as the plain data of a scenario file, and as YAML. What need not be said is left out."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from pyrules.files import atomic
from pyrules.files.yaml import is_text
from pyrules.model import scenario as model
from pyrules.rulebook.names import written_in
from pyrules.scenario.shorthand import write_shorthand

Data = dict[str, object]

_LINE = 110
_BLOCK_LEVELS = {"cards": 1, "auras": 1, "events": 2, "expect": 1}
"""How many levels below a key of the file always stand on lines of their own."""

_NEEDS_NO_QUOTES = re.compile(r"[^\W\d_]([\w '()+./-]*[\w)])?")
_PRINTABLE = r"[ -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
_PARAGRAPHS = re.compile(rf"((?! ){_PRINTABLE}+\n)*(?! ){_PRINTABLE}+\n?")


def dump_scenario(scenario: model.Scenario, path: str | os.PathLike[str]) -> None:
    """Writes a scenario as a file, over an earlier one if there is one. Raises InputError when that cannot be."""
    place = Path(path)
    atomic.write(place, dump(scenario, place.parent))


def dump(scenario: model.Scenario, folder: str | os.PathLike[str] = "") -> str:
    """The scenario as YAML that loads to an equal one (the file's name and the lines of expectations aside).

    Paths of edits are written as a file in the folder names them; the current folder when left out.
    """
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.width = sys.maxsize
    yaml.indent(mapping=2, sequence=4, offset=2)
    yaml.brace_single_entry_mapping_in_flow_sequence = True
    stream = io.StringIO()
    yaml.dump(
        {key: _styled(value, _BLOCK_LEVELS.get(key, 0)) for key, value in to_data(scenario, folder).items()}, stream
    )
    return stream.getvalue()


def inline(value: object) -> str:
    """Plain data as YAML within one line, fit to stand in a list or mapping: `[[vail, Armour, lapsed]]`."""
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.width = sys.maxsize
    stream = io.StringIO()
    yaml.dump([_styled(value, 0)], stream)
    return stream.getvalue().removeprefix("- ").rstrip("\n")


def _styled(value: object, block_levels: int) -> object:
    """The value for ruamel: within one line what fits into it, quoted what is in doubt."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq

    styled: CommentedMap | CommentedSeq
    match value:
        case str():
            return _styled_text(value)
        case dict():
            styled = CommentedMap({_styled_text(key): _styled(each, block_levels - 1) for key, each in value.items()})
        case list():
            styled = CommentedSeq(_styled(each, block_levels - 1) for each in value)
        case _:
            return value
    fits = block_levels <= 0 and len(json.dumps(value, ensure_ascii=False)) <= _LINE
    if fits or not value:
        styled.fa.set_flow_style()
    return styled


def _styled_text(text: str) -> object:
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString, LiteralScalarString

    if _NEEDS_NO_QUOTES.fullmatch(text) and is_text(text):
        return text
    if "\n" in text and _PARAGRAPHS.fullmatch(text):
        return LiteralScalarString(text)
    return DoubleQuotedScalarString(text)


def to_data(scenario: model.Scenario, folder: str | os.PathLike[str] = "") -> Data:
    """The scenario as plain data, in the order in which a file is usually written.

    Paths of edits are written as a file in the folder names them; the current folder when left out.
    """
    return _said(
        title=scenario.title,
        notes=scenario.notes,
        source=scenario.source,
        rulebooks=_rulebooks(scenario.rulebooks, folder),
        cards={name: _card(card) for name, card in scenario.cards.items()},
        features={name: _declaration(each) for name, each in scenario.features.items()} or None,
        conditions=list(scenario.conditions) or None,
        adjacent=[list(pair) for pair in scenario.adjacent] or None,
        auras=[_aura(aura) for aura in scenario.auras] or None,
        events=[_said(label=event.label) | _happening(event.happening) for event in scenario.events] or None,
        expect=[_expectation(each, folder) for each in scenario.expect] or None,
    )


def _rulebooks(names: Iterable[str], folder: str | os.PathLike[str]) -> list[str] | None:
    return [written_in(folder, name) for name in names] or None


def _said(*mappings: Mapping[str, object], **values: object) -> Data:
    """What there is to say, in the order given: values that are None are left out."""
    together = {key: value for mapping in (*mappings, values) for key, value in mapping.items()}
    return {key: value for key, value in together.items() if value is not None}


def _card(card: model.Card) -> Data:
    printed = [_printed(each) for each in card.printed]
    return _said(player=card.player, properties=dict(card.properties) or None, features=printed or None)


def _declaration(declaration: model.Declaration) -> Data:
    return _said(
        modifies=declaration.modifies,
        sign="minus" if declaration.sign == "minus" else None,
        of=None if declaration.of == "any" else declaration.of,
    )


def _printed(printed: model.PrintedFeature | model.PrintedModifier) -> object:
    existence = _maybe_condition(printed.existence)
    if isinstance(printed, model.PrintedModifier):
        return _said({"modifier": printed.feature, "by": printed.by, "while": existence})
    shorthand = write_shorthand(printed.name, printed.value)
    if existence is None and shorthand is not None:
        return shorthand
    return _said({"name": printed.name, "value": printed.value, "while": existence})


def _maybe_condition(condition: model.Condition | None) -> object:
    return None if condition is None else condition_data(condition)


def condition_data(condition: model.Condition) -> object:
    """A condition as a scenario file has it."""
    match condition:
        case model.Flag(name):
            return name
        case model.Adjacent(first, second):
            return {"adjacent": [first, second]}
        case model.InPlay(card):
            return {"in_play": card}
        case model.Has(card, feature):
            return {"has": [card, feature]}
        case model.AtLeast(card, name, number) | model.PropertyAtLeast(card, name, number):
            return {"at_least": [card, name, number]}
        case model.Not(negated):
            return {"not": condition_data(negated)}
        case model.AllOf(conditions):
            return {"all": [condition_data(each) for each in conditions]}
        case model.AnyOf(conditions):
            return {"any": [condition_data(each) for each in conditions]}


def _aura(aura: model.Aura) -> Data:
    match aura.grant:
        case model.Grant(feature, value):
            grant: Data = {"gain": write_shorthand(feature, value) or _said(name=feature, value=value)}
        case model.Modification(feature, by):
            grant = {"modify": {"feature": feature, "by": by}}
        case model.Adjustment(name, by, named):
            grant = {"adjust": _said(property=name, by=by, named=named)}
        case model.Removal(feature):
            grant = {"lose": feature}
    conditions = {"while": _maybe_condition(aura.existence), "when": _maybe_condition(aura.when)}
    return _said({"from": aura.source, "to": aura.to}, grant, conditions)


def _happening(happening: model.Happening) -> Data:
    match happening:
        case model.Start(flag):
            return {"start": flag}
        case model.Stop(flag):
            return {"stop": flag}
        case model.Approach(first, second):
            return {"approach": [first, second]}
        case model.Withdraw(first, second):
            return {"withdraw": [first, second]}
        case model.Depart(card):
            return {"depart": card}
        case model.Gain():
            return {"gain": _gain(happening)}
        case model.Modify(card, feature, by):
            changed = {"card": card, "feature": feature, "by": by}
            return {"modify": _said(changed, _circumstances(happening), boosts=_boosts(happening))}
        case model.Lose(card, feature):
            return {"lose": {"card": card, "feature": feature}}
        case model.Adjust(card, name, by, existence, named):
            changed = _said(card=card, property=name, by=by, named=named)
            return {"adjust": _said(changed, {"while": _maybe_condition(existence)})}
        case model.Attack():
            return {"attack": _attack(happening)}
        case model.Roll():
            return {"roll": _roll(happening)}


def _gain(gain: model.Gain) -> Data:
    shorthand = write_shorthand(gain.feature, gain.value)
    named = {"name": gain.feature, "value": gain.value} if shorthand is None else {"feature": shorthand}
    return _said({"card": gain.card}, named, _circumstances(gain), boosts=_boosts(gain))


def _boosts(action: model.Gain | model.Modify) -> object:
    return [{"from": boost.source, "by": boost.by} for boost in action.boosts] or None


def _circumstances(action: model.Gain | model.Modify) -> Data:
    return {"while": _maybe_condition(action.existence), "from": action.source}


def _attack(attack: model.Attack) -> Data:
    modifiers = [_said({"from": each.source, "by": each.by, "named": each.name}) for each in attack.modifiers]
    return _said(
        kind=attack.kind,
        by=attack.by,
        on=attack.on,
        value=attack.value,
        defender=attack.defender,
        modifiers=modifiers or None,
    )


def _roll(roll: model.Roll) -> Data:
    steps = [_step(step) for step in roll.steps]
    return _said(by=roll.by, natural=roll.natural, strike_table=roll.strike_table or None, steps=steps or None)


def _step(step: model.RollStep) -> object:
    match step:
        case model.Flip():
            return "flip"
        case model.Top():
            return "top"
        case model.Reroll(natural):
            return {"reroll": natural}
        case model.RollModifier(source, operation, number, name):
            return {"modifier": _said({"from": source, operation: number, "named": name})}


def _expected_roll(roll: Mapping[str, object]) -> object:
    """The results alone as a list, which is the short form."""
    parts = {key: list(value) if isinstance(value, tuple) else value for key, value in roll.items()}
    return parts["results"] if parts.keys() == {"results"} else parts


def _expected_standings(names: Mapping[str, model.ExpectedStanding]) -> Data:
    return {name: dict(each) if isinstance(each, Mapping) else each for name, each in names.items()}


def _expectation(expected: model.Expectation, folder: str | os.PathLike[str]) -> Data:
    return _said(
        {"after": expected.after},
        {card: _expected_standings(names) for card, names in expected.cards.items()},
        {"in": _rulebooks(expected.rulebooks, folder)},
        under=dict(expected.under) or None,
        performed=expected.performed,
        roll=None if expected.roll is None else _expected_roll(expected.roll),
        attack=None if expected.attack is None else dict(expected.attack),
        attempts=None if expected.attempts is None else [list(attempt) for attempt in expected.attempts],
        losses=None if expected.losses is None else [list(loss) for loss in expected.losses],
        outcomes=expected.outcomes,
    )
