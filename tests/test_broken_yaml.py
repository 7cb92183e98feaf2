"""Mistakes of people who do not know YAML: where each one is, and what to write."""

from __future__ import annotations

import pytest

from pyrules.errors import InputError
from pyrules.scenario.load import load_text

HEAD = "title: t\ncards: {a: {}}\n"
FAR = "and none that it could belong to does; begin it in column"

MISTAKES = {
    # wrong indentation
    "title: t\ncards:\n  a: {}\n b: {}\n": f"4:2: this line begins in column 2, {FAR} 3, as line 3 does",
    "title: t\ncards:\n  a: {}\n   b: {}\n": f"4:4: this line begins in column 4, {FAR} 3, as line 3 does",
    "title: t\n cards:\n  a: {}\n": "2:2: this line begins too far to the right; begin it in column 1, as line 1 does",
    HEAD + "events:\n  - start: x\n - stop: x\n": f"5:2: this line begins in column 2, {FAR} 3, as line 4 does",
    HEAD + "events:\n - start: x\n   - stop: x\n": f"5:4: this line begins in column 4, {FAR} 2, as line 4 does",
    # a missing colon: it is missing on the line before the one at which the parser stops
    "title: t\ncards\n  a: {}\n": "2:1: a colon is missing after 'cards'; write cards:",
    HEAD + "events\n  - start: x\n": "3:1: a colon is missing after 'events'; write events:",
    "title t\ncards: {a: {}}\n": "1:1: a colon is missing after 'title'; write title: t",
    "title: t\ncards:\n  Бокор\n    player: white\n": "3:3: a colon is missing after 'Бокор'; write Бокор:",
    "title: t\ncards:\n  a:\n    player white\n    features: [A]\n": (
        "4:5: a colon is missing after 'player'; write player: white"
    ),
    "title: t\ncards:\n  a:\n    player white\n": (
        "4:5: expected a mapping, got 'player white'; if a colon is missing, write player: white"
    ),
    "title: t\ncards: {a {}}\n": "2:11: expected a colon or a comma before {; write NAME: {",
    # a colon without a blank, and one of another alphabet
    "title:t\ncards: {a: {}}\n": "1:1: a blank is missing after the colon; write title: t",
    "title\uff1a t\ncards: {a: {}}\n": (
        "1:6: expected the colon of the keyboard, got one that only looks like it; write title: t"
    ),
    "title: t\ncards: {a: {player:white}}\n": (
        "2:13: nothing is written under 'player:white'; with a blank behind the colon it is player: white"
    ),
    # a tab
    "title: t\ncards:\n\ta: {}\n": "3:1: a tab stands here; indent with blanks, two for each level",
    # a missing dash, and one without a blank
    HEAD + "events:\n  - start: x\n  stop: x\n": (
        "5:3: a dash is missing: the lines above are items of a list; write - stop: x"
    ),
    HEAD + "events:\n  start: x\n": "4:3: expected a list, got a mapping; begin each item with a dash and a blank, - …",
    HEAD + "events:\n  - start: x\n  -stop: x\n": "5:3: a blank is missing after the dash; write - stop: x",
    "title: t\n- a\n": "2:1: a dash stands here among keys; leave it out, or write a key with a colon above the list",
    # two colons
    "title: A: B\ncards: {a: {}}\n": '1:8: a second colon stands on this line; put the text in quotes: title: "A: B"',
    "title: t\ncards: {a: {player: A: B}}\n": (
        "2:22: a comma is missing before this key, or a text with a colon stands without quotes"
    ),
    # nothing behind a colon
    "title: t\ncards:\n  Бокор:\n  b: {}\n": (
        "3:3: nothing is written under 'Бокор'; a card with nothing printed on it is written Бокор: {}"
    ),
    HEAD + "notes:\n": "3:1: nothing is written under 'notes'; write a value, or leave the key out",
    # numbers
    HEAD + 'events: [{modify: {card: a, feature: A, by: "+1"}}]\n': (
        "3:45: expected a whole number, got '+1'; write +1 without quotes"
    ),
    HEAD + "events: [{modify: {card: a, feature: A, by: \u22121}}]\n": (
        "3:45: expected a whole number, got '\u22121'; write -1 without quotes"
    ),
    "title: 1.10\ncards: {a: {}}\n": '1:8: expected a text, got the number 1.10; put it in quotes: "1.10"',
    "title: 1e3\ncards: {a: {}}\n": '1:8: expected a text, got the number 1e3; put it in quotes: "1e3"',
    "title: 0x10\ncards: {a: {}}\n": '1:8: expected a text, got the number 0x10; put it in quotes: "0x10"',
    # brackets and commas
    "title: t\ncards: [\n": "2:8: [ is never closed; write ] where the list ends",
    "title: t\ncards: {a: {}\nevents: []\n": "2:8: { is never closed; write } where the mapping ends",
    HEAD + "conditions: [hill\nevents: []\n": "3:13: [ is never closed; write ] where the list ends",
    "title: t\ncards: {a: {}}}\n": "2:15: nothing is open that } could close; leave it out",
    "title: t\ncards: {a: {features: [A 1}}\n": "2:27: expected ], got }: the [ in column 23 is still open",
    "title: t\ncards: {a: {} b: {}}\n": "2:15: a comma is missing before this; write mapping items as a, b",
    "title: t\ncards: {a: {}},\n": "2:15: a comma stands where a line ends; leave it out",
    # quotes and signs
    'title: "t\ncards: {a: {}}\n': '1:8: the quote " that opens here is never closed; write " where the text ends',
    "title: 't' u\ncards: {a: {}}\n": (
        "1:12: text stands behind the closing quote; put the whole of it in one pair of quotes"
    ),
    'title: "\\q"\ncards: {a: {}}\n': (
        "1:10: a \\ in double quotes means something of its own; write \\\\, or use single quotes"
    ),
    "title: @t\ncards: {a: {}}\n": '1:8: a text cannot begin with @; put it in quotes: "@t"',
    "title: *\ncards: {a: {}}\n": '1:8: a text cannot begin with *; put it in quotes: "*"',
    "title: | x\n": "1:8: after | the text begins on the next line, indented; or put the text in quotes",
}


@pytest.mark.parametrize(("text", "said"), MISTAKES.items(), ids=map(repr, MISTAKES))
def test_where_a_mistake_is_and_what_to_write(text: str, said: str) -> None:
    with pytest.raises(InputError) as raised:
        load_text(text, "f")
    assert [str(problem) for problem in raised.value.problems] == [f"f:{said}"]
