"""A difference in a line of words: when it shows, what differs, and what either rulebook does there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pyrules.analysis.compare.differences import Difference, Observed
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.compare.responsible import unlike_steps
from pyrules.explanation.explanation import Step
from pyrules.language import _, mark
from pyrules.model import scenario as model

OCCASIONS: dict[type[object], str] = {
    model.Start: mark("When a condition begins to hold"),
    model.Stop: mark("When a condition no longer holds"),
    model.Approach: mark("When cards become adjacent"),
    model.Withdraw: mark("When cards are adjacent no longer"),
    model.Depart: mark("When a card leaves play"),
    model.Gain: mark("When a feature is gained"),
    model.Modify: mark("When a modifier is given"),
    model.Lose: mark("When a feature is lost"),
    model.Adjust: mark("When a property is changed"),
    model.Attack: mark("In an attack"),
    model.Roll: mark("In a roll"),
}
WHAT: dict[Observed, str] = {
    "value": mark("the numbers differ"),
    "effective": mark("a feature works with another number"),
    "losses": mark("another loss is counted"),
    "attempts": mark("another attempt is performed"),
    "verdict": mark("one side settles otherwise"),
    "roll": mark("the result of the roll differs"),
    "attack": mark("the attack goes otherwise"),
    "properties": mark("a property differs"),
}
DEEDS = {
    "returned": mark("a printed feature returns"),
    "replaced": mark("a feature is replaced"),
    "refused": mark("an attempt is refused"),
    "gained": mark("a feature is gained"),
    "aside": mark("a feature stands beside a stronger one"),
    "uncovered": mark("a weaker feature comes to apply"),
    "woke": mark("what slept wakes"),
    "slept": mark("something falls asleep"),
    "suppressed": mark("a printed feature is suppressed"),
    "lapsed": mark("something ends with its condition"),
    "removed": mark("something is removed"),
    "lost": mark("a feature is lost"),
    "forfeited": mark("modifiers go with the feature"),
    "undone": mark("a modifier is undone"),
    "modified": mark("a modifier is put on the feature"),
    "applies": mark("a modifier applies"),
    "idle": mark("a modifier waits for its feature"),
    "owed": mark("a modifier is to be undone later"),
    "loss": mark("a loss is counted"),
    "works": mark("a negative number works as 0"),
}
"""What a step of an explanation does, by its kind."""


def heading(shown: Disagreement) -> str:
    """`When a condition no longer holds, the feature is there in r4 alone: a printed feature returns (r4).`"""
    first = min(shown.differences, key=lambda each: each.after or 0)
    names = tuple(Path(book.name).name.removesuffix(".edit.yaml") for book in shown.rulebooks)
    said = _("{occasion}, {what}", occasion=_occasion(shown, first.after), what=_what(first, *names))
    deeds = [f"{_(deed)} ({name})" for deed, name in zip(_deeds(shown, first.after), names, strict=True) if deed]
    return _("{difference}: {deeds}.", difference=said, deeds=", ".join(deeds)) if deeds else f"{said}."


def _occasion(shown: Disagreement, after: int | None) -> str:
    if after is None:
        return _("Where conditions ask for features")
    return _(OCCASIONS[type(shown.scenario.events[after - 1].happening)]) if after else _("At the start")


def _what(first: Difference, left: str, right: str) -> str:
    absent = [side == "absent" for side in (first.left, first.right)]
    if first.what == "value" and any(absent):
        return _("the feature is there in {rulebook} alone", rulebook=right if absent[0] else left)
    if first.what == "losses" and "none" in (first.left, first.right):
        return _("a loss is counted in {rulebook} alone", rulebook=right if first.left == "none" else left)
    return _(WHAT[first.what])


def _deeds(shown: Disagreement, after: int | None) -> tuple[str, str]:
    """What either side does, and the other does not, as the last thing that decides; empty where there are no words.

    What is done where the difference shows goes before what led to it.
    """
    if shown.explanations is None:
        return "", ""
    left, right = shown.explanations
    sides = unlike_steps(left, right), unlike_steps(right, left)
    now = [_words(step for step in steps if step.after == after) for steps in sides]
    one, other = now if any(now) else map(_words, sides)
    mine, theirs = ([deed for deed in own if deed not in those] for own, those in ((one, other), (other, one)))
    return mine[-1] if mine else "", theirs[-1] if theirs else ""


def _words(steps: Iterable[Step]) -> list[str]:
    return [DEEDS[step.kind] for step in steps if step.kind in DEEDS]
