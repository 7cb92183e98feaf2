"""A scenario built by buttons, without a line of YAML."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from web_page import client, form, ruling, text_of

from pyrules.scenario.dump import dump
from pyrules.scenario.load import load_text
from pyrules.web.address import unpacked
from pyrules.web.form.changes import changed

EMPTY = "title: New\ncards: {guard: {}}\n"
PRESSED: list[dict[str, str]] = [
    {"action": "title", "title": "Armour on a hill"},
    {"action": "add-card", "name": "archer", "player": "white"},
    {"action": "add-printed", "card": "guard", "part": "feature", "feature": "Armour 2", "while": "", "while-flag": ""},
    {"action": "add-printed", "card": "archer", "part": "property", "property": "life", "number": "5"},
    {"action": "add-printed", "card": "guard", "part": "property", "property": "speed", "number": "3"},
    {"action": "add-printed", "card": "guard", "part": "player", "player": "black"},
    {"action": "add-flag", "flag": "hill"},
    {"action": "add-adjacent", "first": "guard", "second": "archer"},
    {
        "action": "add-aura", "part": "gain", "from": "archer", "to": "guard", "feature": "Watch",
        "mode": "while", "while": '{"adjacent": ["guard", "archer"]}',
    },
    {"action": "add-event", "part": "gain", "card": "guard", "feature": "Armour 3",
     "while": '"hill"', "while-flag": "", "from": ""},
    {"action": "add-event", "part": "stop", "value": "hill"},
    {"action": "add-event", "part": "roll", "by": "archer", "natural": "4"},
    {"action": "add-detail", "at": "2", "part": "modifier", "from": "guard",
     "operation": "add", "number": "-1", "named": "Fear"},
    {"action": "add-detail", "at": "2", "part": "reroll", "value": "2"},
    {"action": "add-detail", "at": "2", "part": "flip"},
    {"action": "add-detail", "at": "0", "part": "boost", "from": "archer", "by": "1"},
    {"action": "label", "at": "1", "label": "the hill is gone"},
    {"action": "declare", "feature": "Watch", "modifies": "incoming_attack", "sign": "minus", "of": "any"},
    {"action": "declare", "feature": "Luck", "modifies": "roll", "sign": "plus", "of": "own"},
    {"action": "add-event", "part": "attack", "kind": "sudden", "by": "archer", "on": "guard", "value": "3"},
    {"action": "add-detail", "at": "3", "part": "modifier", "from": "archer", "by": "2", "named": ""},
    {"action": "add-event", "part": "roll", "by": "archer", "natural": "6", "strike_table": "yes"},
    {"action": "add-event", "part": "adjust", "card": "guard", "property": "speed", "by": "-1", "named": "Mud"},
    {"action": "add-event", "part": "withdraw", "first": "guard", "second": "archer"},
    {"action": "add-condition", "part": "has", "of": "events", "at": "0", "card": "archer", "feature": "Watch",
     "holds": "no", "how": "all"},
    {"action": "add-condition", "part": "in_play", "of": "events", "at": "0", "card": "archer", "holds": "yes",
     "how": "all"},
    {"action": "add-condition", "part": "at_least", "of": "auras", "at": "0", "card": "guard", "feature": "Armour",
     "number": "2", "holds": "yes", "how": "any"},
    {"action": "add-condition", "part": "flag", "of": "printed", "bearer": "guard", "at": "0", "flag": "hill",
     "holds": "yes", "how": "all"},
    {"action": "add-expectation", "part": "value", "after": "1", "card": "guard", "feature": "Armour", "level": "3"},
    {"action": "add-expectation", "part": "value", "after": "2", "card": "guard", "feature": "Armour",
     "level": "absent", "in": "r3"},
    {"action": "add-expectation", "part": "performed", "after": "1", "performed": "yes"},
    {"action": "add-expectation", "part": "roll", "after": "3", "results": "2"},
    {"action": "add-expectation", "part": "losses", "after": "1"},
    {"action": "add-expectation", "part": "outcomes", "outcomes": "1"},
]  # fmt: skip
BUILT = """
title: Armour on a hill
cards:
  guard: {player: black, properties: {speed: 3}, features: [{name: Armour, value: 2, while: hill}]}
  archer: {player: white, properties: {life: 5}}
conditions: [hill]
adjacent: [[guard, archer]]
features: {Watch: {modifies: incoming_attack, sign: minus}, Luck: {modifies: roll, of: own}}
auras:
  - {from: archer, to: guard, gain: Watch,
     while: {any: [{adjacent: [guard, archer]}, {at_least: [guard, Armour, 2]}]}}
events:
  - gain: {card: guard, feature: Armour 3, while: {all: [hill, {not: {has: [archer, Watch]}}, {in_play: archer}]},
     boosts: [{from: archer, by: 1}]}
  - {label: the hill is gone, stop: hill}
  - roll: {by: archer, natural: 4, steps: [{modifier: {from: guard, add: -1, named: Fear}}, {reroll: 2}, flip]}
  - attack: {kind: sudden, by: archer, on: guard, value: 3, modifiers: [{from: archer, by: 2}]}
  - roll: {by: archer, natural: 6, strike_table: true}
  - adjust: {card: guard, property: speed, by: -1, named: Mud}
  - withdraw: [guard, archer]
expect:
  - {after: 1, guard: {Armour: 3}}
  - {after: 2, guard: {Armour: absent}, in: [r3]}
  - {after: 1, performed: true}
  - {after: 3, roll: [2]}
  - {after: 1, losses: []}
  - {outcomes: 1}
"""


def test_buttons_build_what_a_file_would_say() -> None:
    page, text = client(), EMPTY
    for fields in PRESSED:
        sent = page.post("/en/ruling/form", data=form(s=_packed(text), **fields))
        assert sent.status_code == 303, text_of(sent.text)
        text = unpacked(sent.headers["location"].partition("?s=")[2].partition("&")[0]).text
    assert text == dump(load_text(BUILT, ""))
    assert "view=form" in sent.headers["location"]
    assert "gain Armour 3 on guard while hill and archer has no Watch and archer in play" in text_of(
        page.get(sent.headers["location"]).text
    )


FILLED = {"feature": "Armour", "modifier": "Armour", "property": "life", "flag": "hill", "value": "hill",
          "results": "3", "level": "2", "name": "orc", "player": "white"}  # fmt: skip


class Forms(HTMLParser):
    """The forms of a page, filled in: of several options the last, but the first for who does something."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[dict[str, str]] = [{}]
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A form, or a field of it."""
        given = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.forms.append({})
        elif tag == "input":
            usual = "1" if given.get("type") == "number" else FILLED.get(given["name"], "")
            self.forms[-1].setdefault(given["name"], given.get("value", usual))
        elif tag == "select":
            self.select = given["name"]
        elif tag == "option" and "value" in given:
            self._choose(given["value"])

    def handle_data(self, data: str) -> None:
        """What an option says, which is also what it sends where it has no value."""
        if self.get_starttag_text() == "<option>" and data.strip():
            self._choose(data.strip())

    def _choose(self, value: str) -> None:
        if self.select not in ("by", "first") or not self.forms[-1].get(self.select):
            self.forms[-1][self.select] = value


def test_every_button_does_what_it_says_as_it_stands_there() -> None:
    page = client()
    forms = [each for each in Forms(page.get(ruling(BUILT, "r4") + "&view=form").text).forms if "action" in each]
    assert len(forms) > 60
    for fields in forms[::4]:
        if fields["action"] == "remove-card" or fields.get("property") == "speed":
            continue  # others speak of it
        if fields.get("part") in ("gain", "feature"):
            fields["feature"] = "Rage 1"
        sent = page.post("/en/ruling/form", data={**fields, "defender": ""})
        assert sent.status_code == 303, (fields["action"], fields.get("part"), text_of(sent.text))


def test_what_a_button_adds_another_takes_away() -> None:
    scenario = load_text(BUILT, "")
    for action, given, gone in (
        ("remove-printed", {"card": "guard", "number": "0"}, "Armour 2"),
        ("remove-printed", {"card": "archer", "property": "life"}, "life"),
        ("remove-adjacent", {"number": "0"}, "adjacent: [[guard"),
        ("remove-aura", {"number": "0"}, "gain: Watch"),
        ("remove-event", {"number": "2"}, "roll: {by: archer, natural: 4"),
        ("remove-condition", {"of": "events", "at": "0"}, "Watch]}}, {in_play"),
        ("remove-condition", {"of": "printed", "bearer": "guard", "at": "0"}, "value: 2, while"),
        ("remove-expectation", {"number": "5"}, "outcomes"),
        ("remove-detail", {"at": "0", "number": "0"}, "boosts"),
        ("remove-detail", {"at": "2", "number": "1"}, "reroll"),
        ("remove-detail", {"at": "3", "number": "0"}, "modifiers"),
        ("remove-declared", {"feature": "Luck"}, "Luck"),
        ("label", {"at": "1", "label": ""}, "the hill is gone"),
    ):
        assert gone not in changed(scenario, action, _given(given))


def test_an_event_that_moves_takes_what_is_expected_with_it() -> None:
    expecting = (
        BUILT.partition("expect:")[0] + "expect: [{after: 0, guard: {Armour: 2}}, {after: 2, guard: {Armour: 2}}]\n"
    )
    scenario = load_text(expecting, "")
    moved = load_text(changed(scenario, "move-event", _given({"number": "1"})), "")
    assert [each.after for each in moved.expect] == [0]
    assert "stop: hill" in changed(scenario, "move-event", _given({"number": "1"})).split("gain: {card")[0]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"action": "add-card", "name": "guard"}, "there is a card 'guard' already"),
        ({"action": "add-event", "part": "modify", "card": "guard", "feature": "Armour", "by": "much"},
         "expected a whole"),
        ({"action": "add-event", "part": "lose", "card": "guard"}, "fill in what is missing: feature"),
        ({"action": "add-event", "part": "depart", "value": "nobody"}, "nobody"),
        ({"action": "remove-event", "number": "7"}, "load the page again"),
        ({"action": "add-condition", "part": "flag", "of": "title", "at": "0", "flag": "hill", "holds": "yes",
          "how": "all"}, "load the page again"),
        ({"action": "add-expectation", "part": "value", "after": "soon", "card": "guard", "feature": "Armour",
          "level": "1"}, "after: expected a whole number"),
        ({"action": "add-expectation", "part": "roll", "after": "0", "results": "one"}, "expected"),
        ({"action": "add-detail", "at": "0", "part": "flip"}, "load the page again"),
        ({"action": "explode"}, "there is no button 'explode'"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_and_nothing_is_changed(fields: dict[str, str], told: str) -> None:
    answer = client().post("/en/ruling/form", data=form(s=_packed(EMPTY), **fields))
    assert told in text_of(answer.text)
    assert _packed(EMPTY) in answer.text


def _packed(text: str) -> str:
    return ruling(text, "r4").partition("?s=")[2]


def _given(fields: dict[str, str]) -> Callable[[str], str]:
    return lambda name: fields.get(name, "")
