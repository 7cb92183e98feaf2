"""What an effect is to do, as the scenario states it, and an attempt at it in the words of a rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from pyrules.language import _, mark
from pyrules.model import circumstances, wording
from pyrules.model.result import Attempt, Citation
from pyrules.model.scenario import (
    Adjustment,
    Aura,
    Condition,
    Gain,
    Grant,
    Happening,
    Lose,
    Modification,
    Modify,
    PrintedFeature,
    PrintedModifier,
    Removal,
)
from pyrules.rulebook.book import Rulebook

if TYPE_CHECKING:
    from pyrules.asp.module import Rule

UNDECIDED = Citation("no clause", mark("nothing says what comes of it"))


class Deed(NamedTuple):
    """What an effect is to do, as the scenario states it."""

    kind: Literal["gain", "modify", "lose", "adjust"]
    card: str
    name: str
    by: Literal["event", "aura", "printed"]
    existence: Condition | None
    source: str | None


def attempt(
    rulebook: Rulebook,
    deed: Deed,
    label: str | None,
    performed: bool,
    number: int | None,
    compared: int | None,
    rule: Rule | None = None,
) -> Attempt:
    """An attempt by the label of what decided it: `number` is what was attempted, `compared` what it was held against.

    `rule` is the one that fired, where that is known. Without a label nothing decided it.
    """
    if label is None:
        clause, reason = UNDECIDED, _(UNDECIDED.gist)
    else:
        clause = rulebook.cite(label) if rule is None else rulebook.cite_rule(rule.module, rule.sentence)
        reason = rulebook.reason(
            label,
            performed,
            rule,
            card=deed.card,
            feature=deed.name,
            number=number,
            compared=compared,
            condition=wording.condition(deed.existence) if deed.existence else _("its condition"),
            failing=circumstances.failing(deed.existence) if deed.existence else _("its condition does not hold"),
        )
    adjusts = deed.kind == "adjust"
    return Attempt(
        kind=deed.kind,
        card=deed.card,
        feature=None if adjusts else deed.name,
        property=deed.name if adjusts else None,
        value=number,
        by=deed.by,
        source=deed.source,
        performed=performed,
        clause=clause,
        reason=reason,
    )


def of_event(happening: Happening) -> Deed:
    match happening:
        case Gain(card, feature, _, existence, source):
            return Deed("gain", card, feature, "event", existence, source)
        case Modify(card, feature, _, existence, source):
            return Deed("modify", card, feature, "event", existence, source)
        case Lose(card, feature):
            return Deed("lose", card, feature, "event", None, None)
        case _:
            return Deed("adjust", happening.card, happening.property, "event", happening.existence, None)  # type: ignore[union-attr]


def of_aura(aura: Aura) -> Deed:
    match aura.grant:
        case Grant(name):
            return Deed("gain", aura.to, name, "aura", aura.existence, aura.source)
        case Modification(name):
            return Deed("modify", aura.to, name, "aura", aura.existence, aura.source)
        case Adjustment(name):
            return Deed("adjust", aura.to, name, "aura", aura.existence, aura.source)
        case Removal(name):
            return Deed("lose", aura.to, name, "aura", aura.existence, aura.source)


def of_printed(card: str, printed: PrintedFeature | PrintedModifier) -> Deed:
    if isinstance(printed, PrintedFeature):
        return Deed("gain", card, printed.name, "printed", printed.existence, None)
    return Deed("modify", card, printed.feature, "printed", printed.existence, None)
