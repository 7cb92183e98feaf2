"""Names for what a search calls `one`, `A` and `h`: those of the rulebook's own examples, in the language spoken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from pyrules.analysis.search.bound import FEATURES, FLAGS
from pyrules.language import _, mark
from pyrules.model.queries import feature_kinds
from pyrules.model.scenario import Declaration, Scenario

CARDS = {
    "one": mark("Vail"),
    "two": mark("Lier-Kulat"),
    "three": mark("Bokor"),
    "four": mark("Ashelta"),
    "five": mark("Carrefour"),
}
NUMERIC = (mark("Armour"), mark("Regeneration"), mark("Poisoning"), mark("Rage"))
PLAIN = (mark("Blood magic"), mark("Flight"), mark("Invisibility"), mark("Fearlessness"))
MODIFYING = {
    ("movement", "plus"): mark("Haste"),
    ("movement", "minus"): mark("Clumsiness"),
    ("roll", "plus"): mark("Luck"),
    ("roll", "minus"): mark("Curse"),
    ("incoming_attack", "plus"): mark("Vulnerability"),
    ("incoming_attack", "minus"): mark("Armour"),
    ("outgoing_attack", "plus"): mark("Experience in attack"),
    ("outgoing_attack", "minus"): mark("Fatigue"),
}
"""What a feature is called that modifies something, by what it modifies and its sign."""
HOLDING = (mark("hill"), mark("day"), mark("fog"), mark("dusk"))
PROPERTY = mark("movement")


def natural(scenario: Scenario) -> Scenario:
    """The scenario of a search with natural names; what is called otherwise already stays as it is."""
    numeric, plain = feature_kinds(scenario)
    features: dict[str, str] = {}
    for kind, menu in ((numeric, NUMERIC), (plain, PLAIN)):
        for feature in sorted(set(kind) & set(FEATURES)):
            features[feature] = next(_unused(scenario.features.get(feature), menu, features))
    flags = dict(zip(FLAGS, HOLDING, strict=True))
    names = {**CARDS, **features, **flags, PROPERTY: PROPERTY}
    renamed: Scenario = _renamed(scenario, {search: _(name) for search, name in names.items()})
    return renamed


def _unused(declared: Declaration | None, menu: Sequence[str], used: Mapping[str, str]) -> Iterator[str]:
    """The names that a feature can have, the most fitting first."""
    fitting = None if declared is None else MODIFYING.get((declared.modifies, declared.sign))
    return (name for name in (fitting, *menu) if name is not None and name not in used.values())


def _renamed(thing: Any, names: Mapping[str, str]) -> Any:
    match thing:
        case str():
            return names.get(thing, thing)
        case tuple():
            return tuple(_renamed(each, names) for each in thing)
        case Mapping():
            return {_renamed(key, names): _renamed(each, names) for key, each in thing.items()}
    if is_dataclass(thing) and not isinstance(thing, type):
        return replace(thing, **{each.name: _renamed(getattr(thing, each.name), names) for each in fields(thing)})
    return thing
