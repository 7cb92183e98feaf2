"""Features written as a card prints them, where that would mean something else: `Броня +1`, `+1 к Броне`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pyrules.errors import nearest
from pyrules.files.source import Finding, shown
from pyrules.language import _
from pyrules.scenario.parts import Mention, borne, declared, mapping, mentions
from pyrules.scenario.shorthand import read_shorthand

_BEHIND = re.compile(r"(?P<name>.*\S)\s*(?P<sign>\+)\s?(?P<number>\d+)")
_BEFORE = re.compile(r"(?P<sign>[-+\u2212\u2013\u2014])\s?(?P<number>\d+)\s+(?:к|ко|to)?\s*(?P<name>\S.*)")
"""±Y behind the name of a feature or before it; a minus behind it makes a negative number, which a feature may have."""


def card_text_findings(data: object) -> Iterator[Finding]:
    """Every mention of a feature that has to be written in another way."""
    bearable = borne(data)
    meant = {name for _, name, _ in declared(data)} | {each.feature for each in mentions(data) if each.spelled}
    for mention in mentions(data):
        if mention.spelled or mention.text in meant:
            continue
        changed = _BEHIND.fullmatch(mention.text) or _BEFORE.fullmatch(mention.text)
        if changed is not None:
            name = nearest(changed["name"], bearable) or changed["name"]
            by = ("+" if changed["sign"] == "+" else "-") + changed["number"]
            yield Finding(mention.path, f"{shown(mention.text)} {_instead(mention, name, by, data)}")
        elif not mention.bears and mention.text not in bearable and read_shorthand(mention.text)[1] is not None:
            name, _number = read_shorthand(mention.text)
            message = _(
                "expected the name of a feature without its number, got {text}; write {name}",
                text=shown(mention.text),
                name=name,
            )
            yield Finding(mention.path, message)


def _instead(mention: Mention, name: str, by: str, data: object) -> str:
    """How a change of a feature is written where the mention stands."""
    match mention.path:
        case ("cards", *_):
            return _("is a modifier as a card prints it; write {{modifier: {name}, by: {by}}}", name=name, by=by)
        case ("auras", _, "gain", *_):
            return _(
                "is a modifier, not a feature to gain; write modify: {{feature: {name}, by: {by}}}", name=name, by=by
            )
        case ("events", int(index), "gain", *_):
            events = data.get("events") if isinstance(data, dict) else None
            card = mapping(events[index], "gain").get("card") if isinstance(events, list) else None
            return _(
                "is a modifier, not a feature to gain; write modify: {{card: {card}, feature: {name}, by: {by}}}",
                card=card,
                name=name,
                by=by,
            )
    return _("is no name of a feature; write {name}", name=name)
