"""What is wrong with a scenario file is said where it stands, in words that help, and all of it at once."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some

from pyrules.errors import InputError
from pyrules.scenario.load import load_scenario, load_text

START = """\
title: t
cards:
  a: {player: white, properties: {life: 3}, features: [Armor 2, Fly]}
  b: {}
"""
LINE = START.count("\n") + 2
"""The line of the first item of a list that follows the start."""

EVENT_KEYS = "start, stop, approach, withdraw, depart, gain, modify, lose, adjust, attack, roll"
CONDITION_KEYS = "adjacent, in_play, has, at_least, not, all, any"


def problems(text: str) -> list[str]:
    """What is said of the text of a file called `f`."""
    with pytest.raises(InputError) as raised:
        load_text(text, "f")
    return [str(problem) for problem in raised.value.problems]


def events(*lines: str) -> list[str]:
    return problems(START + "events:\n" + "".join(f"  - {line}\n" for line in lines))


def auras(*lines: str) -> list[str]:
    return problems(START + "auras:\n" + "".join(f"  - {line}\n" for line in lines))


def expect(*lines: str) -> list[str]:
    head = START.replace("title: t\n", "title: t\nevents: [{start: hill, label: uphill}]\n")
    return problems(head + "expect:\n" + "".join(f"  - {line}\n" for line in lines))


# --- files ----------------------------------------------------------------------------------------


def file_problem(file: Path) -> str:
    with pytest.raises(InputError) as raised:
        load_scenario(file)
    (problem,) = raised.value.problems
    return str(problem).replace(str(file), "f")


def test_a_missing_file(tmp_path: Path) -> None:
    assert file_problem(tmp_path / "none.yaml") == "f: there is no such file"


def test_a_directory(tmp_path: Path) -> None:
    assert file_problem(tmp_path) == "f: this is a directory; expected a YAML file"


def test_a_name_that_is_no_path() -> None:
    with pytest.raises(InputError, match="the file cannot be read"):
        load_scenario("a\0b")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "f:1:1: the file is empty; a scenario begins with `title:`"),
        (b"# nothing yet\n", "f:1:1: the file is empty; a scenario begins with `title:`"),
        (b"title: a\nnotes: caf\xe9\n", "f:2:11: the byte 0xe9 is not UTF-8; save the file as UTF-8"),
        ("title: тест".encode("utf-16"), "f:1:1: the byte 0xff is not UTF-8; save the file as UTF-8"),
        (b"title: a\nnotes: b\0c\n", "f:2:9: the character U+0000 may not stand in a YAML file"),
        (b"#" * 1_000_001, "f: the file is larger than 1000000 bytes; split it"),
    ],
)
def test_files_that_hold_no_yaml(content: bytes, problem: str, tmp_path: Path) -> None:
    file = tmp_path / "scenario.yaml"
    file.write_bytes(content)
    assert file_problem(file) == problem


# --- YAML -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: &x [1]\nb: *x\n", "f:2:4: the alias *x is not accepted; write out what it stands for"),
        (
            "a: !!python/name:os.system\n",
            "f:1:4: the tag tag:yaml.org,2002:python/name:os.system is not accepted; leave it out",
        ),
        ("a: 1\n---\nb: 2\n", "f:2:1: a second document begins here; a file holds one"),
        ("? [a]\n: b\n", "f:1:3: expected a key, got a list or a mapping; a key is a text"),
        ('a: "\\ud800"\n', "f:1:4: half of a surrogate pair is not a character"),
        ("a: " + "9" * 5000, "f:1:4: a number of 5000 digits is far out of range"),
        ("[" * 100_000, "f:1:101: lists and mappings are nested more than 100 deep"),
        ("- " * 100_000, "f:1:201: lists and mappings are nested more than 100 deep"),
        ("{a: " * 100_000, "f:1:401: lists and mappings are nested more than 100 deep"),
    ],
)
def test_more_than_plain_data_is_refused(text: str, problem: str) -> None:
    assert problems(text) == [problem]


def test_an_alias_bomb_is_refused() -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"{c}: &{c} [*{b}, *{b}]\n" for b, c in zip("abcdefgh", "bcdefghi", strict=True))
    assert problems(bomb) == ["f:2:8: the alias *a is not accepted; write out what it stands for"]


def test_keys_twice_and_keys_that_are_no_text() -> None:
    assert problems(START + "  1: {}\n  null: {}\nnotes: a\nnotes: b\n") == [
        'f:5:3: a key is a text: write it in quotes, "1"',
        'f:6:3: a key is a text: write it in quotes, "null"',
        "f:8:1: the key 'notes' stands twice in one mapping; first on line 7",
    ]


def test_a_key_is_not_twice_because_what_is_around_it_is() -> None:
    assert problems("title: t\ncards: {a: {}}\ncards: {a: {}}\n") == [
        "f:3:1: the key 'cards' stands twice in one mapping; first on line 2"
    ]


# --- shape ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- a\n", ["f:1:1: expected a mapping, got a list"]),
        ("hello\n", ["f:1:1: expected a mapping, got 'hello'"]),
        ("~\n", ["f:1:1: nothing is written here; write a value"]),
        ("notes: a\n", ["f:1:1: the key 'cards' is missing", "f:1:1: the key 'title' is missing"]),
        (
            "title: 3\ncards: {a: []}\nrulebooks: r2\nevnts: []\n",
            [
                'f:1:8: expected a text, got the number 3; put it in quotes: "3"',
                "f:2:12: expected a mapping, got a list",
                "f:3:12: expected a list, got 'r2'",
                "f:4:1: unknown key 'evnts'; did you mean 'events'?",
            ],
        ),
        (
            "title: t\nnotes:\ncards:\n  a:\nconditions:\n  - hill\n  -\n",
            [
                "f:2:1: nothing is written under 'notes'; write a value, or leave the key out",
                "f:4:3: nothing is written under 'a'; a card with nothing printed on it is written a: {}",
                "f:7:4: nothing is written here; write a value",
            ],
        ),
    ],
)
def test_the_outer_shape(text: str, expected: list[str]) -> None:
    assert problems(text) == expected


def test_numbers() -> None:
    assert events(
        "modify: {card: a, feature: Armor, by: 1001}",
        "modify: {card: a, feature: Armor, by: -1001}",
        "modify: {card: a, feature: Armor, by: 1.5}",
        "modify: {card: a, feature: Armor, by: true}",
        "modify: {card: a, feature: Armor, by: 1}",
        'modify: {card: a, feature: Armor, by: "1"}',
        "modify: {card: a, feature: Armor, by: 12345678901234567890}",
        "gain: {card: a, feature: Armor 1001}",
        "gain: {card: a, feature: Armor -12345678901234567890123456789}",
    ) == [
        f"f:{LINE}:43: the number 1001 is out of range; expected at most 1000",
        f"f:{LINE + 1}:43: the number -1001 is out of range; expected at least -1000",
        f"f:{LINE + 2}:43: expected a whole number, got the number 1.5",
        f"f:{LINE + 3}:43: expected a whole number, got true",
        f"f:{LINE + 5}:43: expected a whole number, got '1'; write 1 without quotes",
        f"f:{LINE + 6}:43: a number far too large is out of range; expected at most 1000",
        f"f:{LINE + 7}:30: the number 1001 of 'Armor' is out of range; expected a number from -1000 to 1000",
        f"f:{LINE + 8}:30: a number far too large of 'Armor' is out of range; expected a number from -1000 to 1000",
    ]


def test_names() -> None:
    assert problems(
        'title: "a\\nb"\ncards: {" ": {}, "a\\tb": {}, c: {features: ["", "\\0", {name: "x\\u0085"}]}}\n'
    ) == [
        "f:1:8: control characters (here U+000A) may not stand in a name, got 'a\\nb'",
        "f:2:9: a name needs a visible character, got ' '",
        "f:2:18: control characters (here U+0009) may not stand in a name, got 'a\\tb'",
        "f:2:45: a name needs a visible character, got ''",
        "f:2:49: control characters (here U+0000) may not stand in a name, got '\\x00'",
        "f:2:62: control characters (here U+0085) may not stand in a name, got 'x\\x85'",
    ]


def test_names_that_only_seem_to_be_others() -> None:
    """A name turned round, one with a space that has no width, a joiner between Latin letters and one at the end."""
    assert problems(
        'title: t\ncards: {"a\u202eb": {}, c: {features: ["Ar\u200bmor 1", {name: "Ar\u200dmor"}, "می\u200c"]}}\n'
    ) == [
        "f:2:9: formatting characters (here U+202E, right-to-left override) may not stand in a name, got 'a\\u202eb'",
        "f:2:35: formatting characters (here U+200B, zero width space) may not stand in a name, got 'Ar\\u200bmor 1'",
        "f:2:54: formatting characters (here U+200D, zero width joiner) may not stand in a name, got 'Ar\\u200dmor'",
        "f:2:65: formatting characters (here U+200C, zero width non-joiner) may not stand in a name, got 'می\\u200c'",
    ]


@pytest.mark.parametrize("name", ["می\u200cخواهم", "ක්\u200dෂ", "क्\u200dष", "🐉", "🛡\ufe0f"])
def test_joiners_may_stand_where_scripts_need_them(name: str) -> None:
    assert load_scenario({"title": name, "cards": {name: {}}}).title == name


def test_long_names_are_cut_short_in_messages() -> None:
    (problem,) = events(f"depart: {'x' * 300}")
    assert problem == f"f:{LINE}:13: unknown card '{'x' * 59}…'; known: a, b"


def test_printed_features() -> None:
    features = "[3, {nam: x}, {}, {modifier: Armor, value: 1}, {name: A, modifier: Armor, by: 1}]"
    assert problems(f"title: t\ncards:\n  a:\n    features: {features}\n") == [
        "f:4:16: expected a printed feature: NAME, NAME X, {name: …, value: …} or {modifier: …, by: …}, "
        "got the number 3",
        "f:4:19: the key 'name' is missing",
        "f:4:20: unknown key 'nam'; did you mean 'name'?",
        "f:4:29: the key 'name' is missing",
        "f:4:33: the key 'by' is missing",
        "f:4:51: unknown key 'value'; known: by, modifier, while",
        "f:4:63: unknown key 'name'; known: by, modifier, while",
    ]


def test_an_event_is_one_key() -> None:
    wanted = f"expected exactly one of {EVENT_KEYS}"
    assert events(
        "{}",
        "{label: x}",
        "gian: {}",
        "{start: hill, stop: hill}",
        "start",
        "{start: 1}",
        "gain: {card: a}",
        "gain: {card: a, feature: Armor 1, name: Armor}",
        "gain: {card: a, feature: Armor 1, whlie: hill}",
        "attack: {kind: sudde, by: a, on: b, value: 1}",
        "approach: [a]",
        "approach: [a, b, b]",
    ) == [
        f"f:{LINE}:5: {wanted}",
        f"f:{LINE + 1}:5: {wanted}",
        f"f:{LINE + 2}:5: unknown key 'gian'; did you mean 'gain'?",
        f"f:{LINE + 3}:19: 'stop' cannot stand beside 'start': {wanted}",
        f"f:{LINE + 4}:5: expected a mapping, got 'start'",
        f'f:{LINE + 5}:13: expected a text, got the number 1; put it in quotes: "1"',
        f"f:{LINE + 6}:11: expected exactly one of feature, name",
        f"f:{LINE + 7}:39: 'name' cannot stand beside 'feature': expected exactly one of feature, name",
        f"f:{LINE + 8}:39: unknown key 'whlie'; did you mean 'while'?",
        f"f:{LINE + 9}:20: expected one of sudden, slow, got 'sudde'; did you mean 'sudden'?",
        f"f:{LINE + 10}:15: item 2 of this list is missing",
        f"f:{LINE + 11}:15: expected a list of at most 2, got 3 items",
    ]


def test_conditions() -> None:
    form = f"expected a condition: the name of a flag or a mapping with one of {CONDITION_KEYS}"
    lead = "{to: a, gain: Armor 1, while: "
    assert auras(
        lead + "{nt: hill}}",
        lead + "{not: hill, all: [hill]}}",
        lead + "[hill]}",
        lead + "{all: []}}",
        lead + "{at_least: [a, Armor]}}",
        lead + "{any: [hill, {not: 3}]}}",
        lead + "{}}",
    ) == [
        f"f:{LINE}:36: unknown key 'nt'; did you mean 'not'?",
        f"f:{LINE + 1}:47: 'all' cannot stand beside 'not': expected exactly one of {CONDITION_KEYS}",
        f"f:{LINE + 2}:35: {form}, got a list",
        f"f:{LINE + 3}:41: expected a list of at least 1, got 0 items",
        f"f:{LINE + 4}:46: item 3 of this list is missing",
        f"f:{LINE + 5}:54: {form}, got the number 3",
        f"f:{LINE + 6}:35: expected exactly one of {CONDITION_KEYS}",
    ]


def test_no_more_than_a_thousand_events() -> None:
    (problem,) = events(*["start: hill"] * 1001)
    assert problem == f"f:{LINE}:3: expected a list of at most 1000, got 1001 items"


# --- sense ----------------------------------------------------------------------------------------


def test_unknown_cards() -> None:
    text = (
        START.replace("  a:", "  alice:")
        + """\
adjacent: [[alise, b]]
auras:
  - {from: alise, to: alise, gain: Armor 1, while: {all: [{in_play: alise}, {not: {has: [alise, Armor]}}]}}
events:
  - approach: [b, alise]
  - depart: alise
  - gain: {card: alise, feature: Armor 1, from: alise, boosts: [{from: alise, by: 1}]}
  - attack: {kind: slow, by: alise, on: alise, value: 1, defender: alise, modifiers: [{from: alise, by: 1}]}
  - roll: {by: alise, natural: 1, steps: [{modifier: {from: alise, add: 1}}]}
  - adjust: {card: alise, property: life, by: 1, while: {at_least: [alise, Armor, 1]}}
expect:
  - {after: 0, losses: [[alise, Armor, lapsed]]}
"""
    )
    places = [
        f"{number}:{found.start() + 1}"
        for number, line in enumerate(text.splitlines(), 1)
        for found in re.finditer("alise", line)
    ]
    assert problems(text) == [f"f:{place}: unknown card 'alise'; did you mean 'alice'?" for place in places]


def test_a_card_beside_itself() -> None:
    words = "'a' is never adjacent to itself; expected two different cards"
    text = START + "adjacent: [[a, a]]\nevents:\n  - approach: [a, a]\n  - lose: {card: a, feature: Fly}\n"
    assert problems(text) == [f"f:5:12: {words}", f"f:7:15: {words}"]
    assert auras("{to: a, gain: Armor 1, while: {not: {adjacent: [a, a]}}}") == [f"f:{LINE}:52: {words}"]


def test_a_feature_printed_twice() -> None:
    assert problems(
        "title: t\ncards: {a: {features: [Armor 2, {modifier: Armor, by: 1}, {name: Armor, value: 1}]}}\n"
    ) == ["f:2:66: 'Armor' is printed twice, first as cards.a.features[1]; a card prints a feature at most once"]


def test_words_that_mean_something_else() -> None:
    assert problems("title: t\ncards:\n  after: {}\n  a: {properties: {roll: 1}}\n") == [
        "f:3:3: a card cannot be called 'after': the word has a meaning of its own in expectations",
        "f:4:20: a property cannot be called 'roll': in `modifies` the word has a meaning of its own",
    ]


def test_auras_need_a_condition_and_something_to_give() -> None:
    wanted = "expected exactly one of gain, modify, adjust, lose"
    assert auras(
        "{to: a, gain: Armor 1}",
        "{to: a, gain: Armor 1, while: hill, when: hill}",
        "{to: a, while: hill}",
        "{to: a, gain: Armor 1, modify: {feature: Armor, by: 1}, while: hill}",
        "{to: a, gain: [Armor], while: hill}",
        "{gain: Armor 1, while: hill}",
    ) == [
        f"f:{LINE}:5: an aura needs a condition: `while`, `when`, or a card it comes `from`",
        f"f:{LINE + 1}:41: an aura is either continuous (`while`) or triggered (`when`), not both",
        f"f:{LINE + 2}:5: {wanted}",
        f"f:{LINE + 3}:28: 'modify' cannot stand beside 'gain': {wanted}",
        f"f:{LINE + 4}:19: expected a gain: NAME, NAME X or {{feature: …, value: …}}, got a list",
        f"f:{LINE + 5}:5: the key 'to' is missing",
    ]


def test_a_feature_has_a_number_everywhere_or_nowhere() -> None:
    rest = "a feature has one everywhere or nowhere"
    fly = f"'Fly' has a number here and none at cards.a.features[2]; {rest}"
    armor = f"'Armor' has no number here and one at cards.a.features[1]; {rest}"
    assert events(
        "gain: {card: a, feature: Fly 1}",
        "gain: {card: a, feature: Armor}",
        "gain: {card: a, name: Armor}",
        "gain: {card: a, name: Fly, value: 1}",
        "modify: {card: a, feature: Fly, by: 1}",
        "lose: {card: a, feature: Fly}",
        "lose: {card: a, feature: Armor}",
        "modify: {card: a, feature: Armor, by: 1, while: {at_least: [a, Fly, 1]}}",
        "modify: {card: a, feature: Armor, by: 1, while: {has: [a, Fly]}}",
    ) == [
        f"f:{LINE}:30: {fly}",
        f"f:{LINE + 1}:30: {armor}",
        f"f:{LINE + 2}:27: {armor}",
        f"f:{LINE + 3}:27: {fly}",
        f"f:{LINE + 4}:32: {fly}",
        f"f:{LINE + 7}:68: {fly}",
    ]
    assert auras("{to: a, gain: Fly 2, while: hill}") == [f"f:{LINE}:19: {fly}"]
    assert expect("{after: 0, a: {Fly: 1}}", "{after: 0, a: {Armor: present}}") == [f"f:7:25: {fly}"]


def test_boosts_need_a_number() -> None:
    assert events("gain: {card: a, feature: Fly, boosts: [{from: b, by: 1}]}") == [
        f"f:{LINE}:35: a boost needs a number to add to, and the feature has none"
    ]


def test_only_listed_properties_are_adjusted() -> None:
    assert events("adjust: {card: a, property: lief, by: 1}", "adjust: {card: b, property: life, by: 1}") == [
        f"f:{LINE}:33: 'a' has no property 'lief'; did you mean 'life'?",
        f"f:{LINE + 1}:33: 'b' has no property 'life'",
    ]


def test_labels() -> None:
    assert events("{start: hill, label: x}", "{stop: hill, label: x}", "{stop: hill, label: end}") == [
        f"f:{LINE + 1}:25: the label 'x' stands twice, first at event 1",
        f"f:{LINE + 2}:25: an event cannot be called 'end': that is the last one",
    ]


def test_rolls() -> None:
    lead = "roll: {by: a, natural: 1, steps: ["
    operation = "expected exactly one of add, times, at_least, at_most, set"
    assert events(
        "roll: {by: b, natural: 7}",
        lead + "flop, flip, {reroll: 0}, {rerol: 1}, 3]}",
        lead + "{modifier: {from: b, add: 1}}]}",
        lead + "{modifier: {from: a}}]}",
        lead + "{modifier: {from: a, add: 1, times: 2}}]}",
        lead + "{modifier: {from: a, tmes: 2}}]}",
        lead + "{modifier: {from: a, set: 2, named: X}}]}",
    ) == [
        f"f:{LINE}:16: 'b' has no player; whose card it is decides how dice are modified",
        f"f:{LINE}:28: the number 7 is out of range; expected at most 6",
        f"f:{LINE + 1}:39: expected one of flip, top, got 'flop'; did you mean 'flip'?",
        f"f:{LINE + 1}:60: the number 0 is out of range; expected at least 1",
        f"f:{LINE + 1}:65: unknown key 'rerol'; did you mean 'reroll'?",
        f"f:{LINE + 1}:76: expected a step: flip, top, {{reroll: …}} or {{modifier: …}}, got the number 3",
        f"f:{LINE + 2}:57: 'b' has no player; whose card it is decides how dice are modified",
        f"f:{LINE + 3}:50: {operation}",
        f"f:{LINE + 4}:68: 'times' cannot stand beside 'add': {operation}",
        f"f:{LINE + 5}:60: unknown key 'tmes'; did you mean 'times'?",
        f"f:{LINE + 6}:68: only a modifier with `add` can be named",
    ]


def test_numbers_stay_within_32_bits() -> None:
    def roll(count: int) -> str:
        return "roll: {by: a, natural: 6, steps: [" + ", ".join(["{modifier: {from: a, times: -1000}}"] * count) + "]}"

    load_text(START + f"events:\n  - {roll(2)}\n", "f")  # six millions
    assert events(roll(3)) == [f"f:{LINE}:11: this roll could go beyond 2147483647; use smaller or fewer `times`"]


def test_sums_of_many_auras_stay_within_32_bits() -> None:
    def scenario(auras: int) -> dict[str, object]:
        aura = {"to": "a", "modify": {"feature": "Armor", "by": 1000}, "when": "hill"}
        return {"title": "t", "cards": {"a": {}}, "auras": [aura] * auras, "events": [{"start": "hill"}] * 999}

    load_scenario(scenario(2000))  # at most 1000 · 2000 · 1000
    with pytest.raises(InputError, match="events: the numbers given could add up to more than 2147483647"):
        load_scenario(scenario(2200))


def test_expectations() -> None:
    known = "a, after, attack, attempts, b, in, losses, outcomes, performed, roll, under"
    assert expect(
        "{after: 2, a: {Armor: 1}}",
        "{after: uphil, a: {Armr: 1, lief: 2, life: absnt, Armor: true}}",
        "{afer: 1, a: {Armor: 1}}",
        "{after: 1}",
        "{a: {Armor: 1}}",
        "{after: -1, c: {Armor: 1}}",
        "{after: true, performed: yes}",
        "{after: 1, losses: [[a, Armr, laps], [c, Armor, lapsed], [a, Armor]]}",
        "{after: 1, attack: {dmg: 1, legal: 3}, roll: [1.5]}",
        "{after: 1, roll: 5}",
        "{after: 1, roll: {result: [5], refused: [0], high: no}}",
        "{after: 1, roll: {}, attack: {}, a: {}}",
        "{outcomes: -1, in: r2}",
        "{in: [r2]}",
    ) == [
        "f:7:13: there is no event 2; the last one is 1",
        "f:8:13: no event has the label 'uphil'; did you mean 'uphill'?",
        "f:8:24: nothing here is called 'Armr'; did you mean 'Armor'?",
        "f:8:33: nothing here is called 'lief'; did you mean 'life'?",
        "f:8:48: expected one of absent, present, got 'absnt'; did you mean 'absent'?",
        "f:8:62: expected a number, present, absent or a mapping of what is to hold of the feature, got true",
        "f:9:5: the key 'after' is missing: the number of an event, a label or `end`",
        "f:9:6: unknown card or key 'afer'; did you mean 'after'?",
        "f:10:5: nothing is expected here; name a card and what it is to have, or performed, roll, …",
        "f:11:5: the key 'after' is missing: the number of an event, a label or `end`",
        "f:12:13: the number -1 is out of range; expected at least 0",
        f"f:12:17: unknown card or key 'c'; known: {known}",
        "f:13:13: expected the number of an event, a label or end, got true",
        "f:13:30: expected true or false, got 'yes'",
        "f:14:29: no feature is called 'Armr'; did you mean 'Armor'?",
        "f:14:35: expected one of lapsed, stripped, replaced, got 'laps'; did you mean 'lapsed'?",
        "f:14:43: unknown card 'c'; known: a, b",
        "f:14:62: item 3 of this list is missing",
        "f:15:25: unknown key 'dmg'; did you mean 'damage'?",
        "f:15:40: expected true or false, got the number 3",
        "f:15:51: expected a whole number, got the number 1.5",
        "f:16:22: expected a list of results, or a mapping of what is to hold of the roll, got the number 5",
        "f:17:23: unknown key 'result'; did you mean 'results'?",
        "f:17:46: the number 0 is out of range; expected at least 1",
        "f:17:56: expected one of none, got 'no'; did you mean 'none'?",
        "f:18:22: expected at least one of results, high, low, determined, legal, refused",
        "f:18:34: expected at least one of kind, speed, legal, clause, target_fights, defender_allowed, magnitude,"
        " damage",
        "f:18:41: expected a mapping of at least 1, got 0 items",
        "f:19:16: the number -1 is out of range; expected at least 0",
        "f:19:24: expected a list, got 'r2'",
        "f:20:5: nothing is expected here; name a card and what it is to have, or performed, roll, …",
        "f:20:5: the key 'after' is missing: the number of an event, a label or `end`",
    ]


def test_a_name_of_two_things_cannot_be_expected() -> None:
    text = "title: t\ncards: {a: {properties: {life: 3}, features: [life 2]}}\nexpect: [{after: 0, a: {life: 3}}]\n"
    assert problems(text) == ["f:3:25: 'life' is both a property and a feature of 'a'; rename one of them"]


# --- data that comes from no file -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (
            {"title": "t", "cards": {"a": {"player": 1}}},
            'cards.a.player: expected a text, got the number 1; put it in quotes: "1"',
        ),
        ({"title": "t", "cards": {}, "events": [{}, {"depart": "a"}]}, "events[2].depart: unknown card 'a'"),
        ({"title": "t", "cards": {1: {}}}, "cards: a key is a text"),
        ({"title": "t", "cards": {"\ud800": {}}}, "cards: half of a surrogate pair is not a character"),
        ({"title": "\ud800", "cards": {}}, "title: half of a surrogate pair is not a character"),
        ({"title": b"t", "cards": {}}, "title: a bytes is not plain data"),
        ([], "scenario: expected a mapping, got a list"),
        ({"title": "t"}, "cards: the key 'cards' is missing"),
    ],
)
def test_plain_data_is_named_by_its_path(data: dict[str, object], problem: str) -> None:
    with pytest.raises(InputError) as raised:
        load_scenario(data, "f")
    assert f"f: {problem}" in [str(each) for each in raised.value.problems]


def test_plain_data_that_never_ends() -> None:
    data: dict[str, object] = {"title": "t", "cards": {}}
    data["events"] = [data]
    with pytest.raises(InputError, match="nested more than 100 deep"):
        load_scenario(data)


# --- anything -------------------------------------------------------------------------------------

WORDS = (
    "title cards events auras expect gain modify lose roll steps while has all not a b Armor 1 1001 true ~ & * ! | >"
)
SCRAPS = some.sampled_from(
    [*WORDS.split(), *"{}[]:,-?\"'#\n\n\n  ", "  ", ": ", "- ", "\t", "\0", "\x85", "🐉", "\ud83d"]
)


@settings(max_examples=80, deadline=None)
@given(some.lists(SCRAPS, max_size=40).map("".join) | some.text())
@example("{" * 5000)
@example("a: [" * 3000)
def test_no_text_leads_to_anything_but_a_scenario_or_an_input_error(text: str) -> None:
    with suppress(InputError):
        load_text(START + text, "f")


VALUES = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats()
    | some.sampled_from(["a", "b", "Armor 1", "hill", ""]),
    lambda inner: (
        some.lists(inner, max_size=3)
        | some.dictionaries(
            some.sampled_from([*WORDS.split(), "from", "to", "card", "feature", "by", "after"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)
SECTIONS = ("title", "cards", "features", "conditions", "adjacent", "auras", "events", "expect")


@settings(max_examples=60, deadline=None)
@given(some.dictionaries(some.sampled_from(SECTIONS), VALUES | some.lists(VALUES, max_size=3)))
def test_no_data_leads_to_anything_but_a_scenario_or_an_input_error(sections: dict[str, object]) -> None:
    with suppress(InputError):
        load_scenario({"title": "t", "cards": {"a": {"player": "white"}, "b": {}}, **sections})
