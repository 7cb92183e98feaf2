"""From a scenario as written, found to be right, to the model: all shorthand spelled out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from pyrules.files.source import Source
from pyrules.model import scenario
from pyrules.rulebook.names import read_in
from pyrules.scenario import schema
from pyrules.scenario.shorthand import read_shorthand


def build(written: schema.Scenario, source: Source) -> scenario.Scenario:
    """The model of a scenario whose shape and sense have been checked."""
    numbers = {event.label: number for number, event in enumerate(written.events, 1) if event.label is not None}
    numbers["end"] = len(written.events)
    return scenario.Scenario(
        title=written.title,
        cards=MappingProxyType({name: _card(card) for name, card in written.cards.items()}),
        notes=written.notes,
        source=written.source,
        rulebooks=_rulebooks(written.rulebooks, source),
        features=MappingProxyType(
            {name: scenario.Declaration(each.modifies, each.sign, each.of) for name, each in _declarations(written)}
        ),
        conditions=tuple(written.conditions),
        adjacent=tuple(written.adjacent),
        auras=tuple(aura for each in written.auras for aura in _auras(each, written.cards)),
        events=tuple(scenario.Event(_happening(event), event.label) for event in written.events),
        expect=tuple(
            _expectation(each, numbers, _rulebooks(each.rulebooks, source), source.line(("expect", index)))
            for index, each in enumerate(written.expect)
        ),
        file=source.file,
    )


def _rulebooks(named: Iterable[str], source: Source) -> tuple[str, ...]:
    return tuple(read_in(source.folder, name) for name in named)


def _declarations(written: schema.Scenario) -> Iterator[tuple[str, schema.Declaration]]:
    if isinstance(written.features, dict):
        yield from written.features.items()
        return
    for each in written.features:
        if isinstance(each, dict):
            yield from each.items()


def _card(card: schema.Card) -> scenario.Card:
    return scenario.Card(
        card.player, MappingProxyType(dict(card.properties)), tuple(_printed(each) for each in card.features)
    )


def _printed(
    printed: str | schema.PrintedFeature | schema.PrintedModifier,
) -> scenario.PrintedFeature | scenario.PrintedModifier:
    match printed:
        case str():
            return scenario.PrintedFeature(*read_shorthand(printed))
        case schema.PrintedFeature():
            return scenario.PrintedFeature(printed.name, printed.value, _maybe_condition(printed.existence))
        case schema.PrintedModifier():
            return scenario.PrintedModifier(printed.modifier, printed.by, _maybe_condition(printed.existence))


def _maybe_condition(written: str | schema.Composed | None) -> scenario.Condition | None:
    return None if written is None else _condition(written)


def _condition(written: str | schema.Composed) -> scenario.Condition:
    match written:
        case str():
            return scenario.Flag(written)
        case schema.Composed(adjacent=(first, second)):
            return scenario.Adjacent(first, second)
        case schema.Composed(in_play=str(card)):
            return scenario.InPlay(card)
        case schema.Composed(has=(card, feature)):
            return scenario.Has(card, feature)
        case schema.Composed(at_least=(card, feature, number)):
            return scenario.AtLeast(card, feature, number)
        case schema.Composed(all=list(conditions)):
            return scenario.AllOf(tuple(_condition(each) for each in conditions))
        case schema.Composed(any=list(conditions)):
            return scenario.AnyOf(tuple(_condition(each) for each in conditions))
        case schema.Composed(negated=(str() | schema.Composed()) as condition):
            return scenario.Not(_condition(condition))
    raise AssertionError(written)


def _auras(written: schema.Aura, cards: Mapping[str, schema.Card]) -> Iterator[scenario.Aura]:
    """The aura, or one for each card of its group in the order of the cards; what adjusts needs the property there."""
    grant = _aura_grant(written)
    existence, when = _maybe_condition(written.existence), _maybe_condition(written.when)
    if written.to not in schema.GROUPS or written.source is None:
        yield scenario.Aura(written.to, grant, written.source, existence, when)
        return
    for card in members(written.to, written.source, cards):
        if isinstance(grant, scenario.Adjustment) and grant.property not in cards[card].properties:
            continue
        aura = scenario.Aura(card, grant, written.source, existence, when)
        yield _beside(aura, written.source) if written.to == "neighbours" else aura


def members(group: str, source: str, cards: Mapping[str, schema.Card]) -> Iterator[str]:
    """The cards that can be of a group, seen from a card: neighbours are those of all others that are adjacent."""
    mine = cards[source].player
    for card, content in cards.items():
        match group:
            case "squad":
                belongs = content.player == mine
            case "opponents":
                belongs = content.player not in (None, mine)
            case _:
                belongs = card != source
        if belongs:
            yield card


def _beside(aura: scenario.Aura, source: str) -> scenario.Aura:
    """The aura as long as the two cards are adjacent."""
    adjacent = scenario.Adjacent(source, aura.to)
    if aura.when is not None:
        return replace(aura, when=scenario.AllOf((adjacent, aura.when)))
    return replace(aura, existence=scenario.AllOf((adjacent, aura.existence)) if aura.existence else adjacent)


def _aura_grant(
    aura: schema.Aura,
) -> scenario.Grant | scenario.Modification | scenario.Adjustment | scenario.Removal:
    match aura:
        case schema.Aura(modify=schema.AuraModify() as modify):
            return scenario.Modification(modify.feature, modify.by)
        case schema.Aura(adjust=schema.AuraAdjust() as adjust):
            return scenario.Adjustment(adjust.property, adjust.by, adjust.named)
        case schema.Aura(lose=str(feature)) | schema.Aura(lose=schema.AuraLose(feature=feature)):
            return scenario.Removal(feature)
    return _grant(aura.gain)


def _grant(gain: str | schema.Grant | None) -> scenario.Grant:
    match gain:
        case str():
            return scenario.Grant(*read_shorthand(gain))
        case schema.Grant(name=str(name)):
            return scenario.Grant(name, gain.value)
        case schema.Grant(feature=str(feature), value=int(value)):
            return scenario.Grant(feature, value)
        case schema.Grant(feature=str(feature)):
            return scenario.Grant(*read_shorthand(feature))
    raise AssertionError(gain)


def _happening(event: schema.Event) -> scenario.Happening:
    match event:
        case schema.Event(start=str(flag)):
            return scenario.Start(flag)
        case schema.Event(stop=str(flag)):
            return scenario.Stop(flag)
        case schema.Event(approach=(first, second)):
            return scenario.Approach(first, second)
        case schema.Event(withdraw=(first, second)):
            return scenario.Withdraw(first, second)
        case schema.Event(depart=str(card)):
            return scenario.Depart(card)
        case schema.Event(lose=schema.Lose() as lose):
            return scenario.Lose(lose.card, lose.feature)
    return _action(event)


def _action(event: schema.Event) -> scenario.Happening:
    match event:
        case schema.Event(gain=schema.Gain() as gain):
            grant = _grant(gain)
            existence = _maybe_condition(gain.existence)
            return scenario.Gain(gain.card, grant.feature, grant.value, existence, gain.source, _boosts(gain))
        case schema.Event(modify=schema.Modify() as modify):
            existence = _maybe_condition(modify.existence)
            return scenario.Modify(modify.card, modify.feature, modify.by, existence, modify.source, _boosts(modify))
        case schema.Event(adjust=schema.Adjust() as adjust):
            existence = _maybe_condition(adjust.existence)
            return scenario.Adjust(adjust.card, adjust.property, adjust.by, existence, adjust.named)
        case schema.Event(attack=schema.Attack() as attack):
            modifiers = tuple(scenario.AttackModifier(each.source, each.by, each.named) for each in attack.modifiers)
            return scenario.Attack(attack.kind, attack.by, attack.on, attack.value, attack.defender, modifiers)
        case schema.Event(roll=schema.Roll() as roll):
            return scenario.Roll(roll.by, roll.natural, roll.strike_table, tuple(_step(step) for step in roll.steps))
    raise AssertionError(event)


def _boosts(action: schema.Gain | schema.Modify) -> tuple[scenario.Boost, ...]:
    return tuple(scenario.Boost(boost.source, boost.by) for boost in action.boosts)


def _step(step: str | schema.RollStep) -> scenario.RollStep:
    match step:
        case "flip":
            return scenario.Flip()
        case "top":
            return scenario.Top()
        case schema.RollStep(reroll=int(natural)):
            return scenario.Reroll(natural)
        case schema.RollStep(modifier=schema.RollModifier() as modifier):
            return _roll_modifier(modifier)
    raise AssertionError(step)


def _roll_modifier(modifier: schema.RollModifier) -> scenario.RollModifier:
    match modifier:
        case schema.RollModifier(add=int(number)):
            return scenario.RollModifier(modifier.source, "add", number, modifier.named)
        case schema.RollModifier(times=int(number)):
            return scenario.RollModifier(modifier.source, "times", number)
        case schema.RollModifier(at_least=int(number)):
            return scenario.RollModifier(modifier.source, "at_least", number)
        case schema.RollModifier(at_most=int(number)):
            return scenario.RollModifier(modifier.source, "at_most", number)
        case schema.RollModifier(set=int(number)):
            return scenario.RollModifier(modifier.source, "set", number)
    raise AssertionError(modifier)


def _expectation(
    expected: schema.Expectation, numbers: Mapping[str, int], rulebooks: tuple[str, ...], line: int
) -> scenario.Expectation:
    after = numbers[expected.after] if isinstance(expected.after, str) else expected.after
    cards = {
        card: MappingProxyType({name: _expected_standing(each) for name, each in names.items()})
        for card, names in (expected.model_extra or {}).items()
    }
    return scenario.Expectation(
        after=after,
        rulebooks=rulebooks,
        under=MappingProxyType(dict(expected.under or {})),
        cards=MappingProxyType(cards),
        performed=expected.performed,
        roll=None if expected.roll is None else MappingProxyType(_expected_roll(expected.roll)),
        attack=None if expected.attack is None else MappingProxyType(expected.attack.model_dump(exclude_none=True)),
        attempts=None if expected.attempts is None else tuple(expected.attempts),
        losses=None if expected.losses is None else tuple(expected.losses),
        outcomes=expected.outcomes,
        line=line,
    )


def _expected_standing(expected: int | str | schema.ExpectedFeature) -> scenario.ExpectedStanding:
    if isinstance(expected, schema.ExpectedFeature):
        return MappingProxyType(expected.model_dump(exclude_none=True))
    return expected


def _expected_roll(roll: list[int] | schema.ExpectedRoll) -> dict[str, object]:
    parts = {"results": roll} if isinstance(roll, list) else roll.model_dump(exclude_none=True)
    return {key: tuple(value) if isinstance(value, list) else value for key, value in parts.items()}
