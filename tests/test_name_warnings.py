"""Names that make sense and are probably not meant as they stand are warned of; `--strict` refuses them."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from pyrules.errors import InputError
from pyrules.model.scenario import PropertyAtLeast
from pyrules.scenario.load import load_scenario, load_text

CARDS = """\
title: t
cards:
  vail: {player: white, properties: {movement: 1}, features: [Броня 2]}
  orc: {player: white}
"""


def warnings(rest: str) -> list[str]:
    """What is warned of in a file that begins with two cards."""
    return [str(each) for each in load_text(CARDS + rest, "f").warnings()]


def problems(rest: str) -> list[str]:
    with pytest.raises(InputError) as raised:
        load_text(CARDS + rest, "f")
    return [str(each) for each in raised.value.problems]


def gain(feature: str) -> str:
    return f"events:\n  - gain: {{card: vail, feature: {feature}}}\n"


ONE_LETTER = "is used once, and differs from 'Броня' in one letter; did you mean 'Броня'?"


@pytest.mark.parametrize(
    ("feature", "said"),
    [
        ("Бронь 1", f"the feature 'Бронь' {ONE_LETTER}"),
        ("Брня 1", f"the feature 'Брня' {ONE_LETTER}"),
        ("Бронья 1", f"the feature 'Бронья' {ONE_LETTER}"),
        ("Борня 1", f"the feature 'Борня' {ONE_LETTER}"),
        (
            "броня 1",
            "the feature 'броня' is used once, and differs from 'Броня' in capitals alone; did you mean 'Броня'?",
        ),
        (
            "Брoня 1",
            "the feature 'Брoня' looks the same as 'Броня' and has another character in it "
            "(U+006F, latin small letter o); did you mean 'Броня'?",
        ),
        (
            "Броня2",
            "the number in 'Броня2' is part of the feature's name; did you mean 'Броня 2'? "
            "A name that is meant so is spelled out with `name:`",
        ),
        (
            "'Броня \"2\"'",
            "the number in 'Броня \"2\"' is part of the feature's name; did you mean 'Броня 2'? "
            "A name that is meant so is spelled out with `name:`",
        ),
        (
            "Скорость \u22122",
            "the number in 'Скорость \u22122' is part of the feature's name; did you mean 'Скорость -2'? "
            "A name that is meant so is spelled out with `name:`",
        ),
    ],
)
def test_a_name_used_once_that_resembles_another(feature: str, said: str) -> None:
    assert warnings(gain(feature)) == [f"f:6:33: {said}"]


@pytest.mark.parametrize("feature", ["Броня 4", "Area 51", "Ярость 1", "Броня II", "Рана"])
def test_a_name_that_resembles_none_is_not_warned_of(feature: str) -> None:
    assert warnings(gain(feature)) == []


def test_names_used_again_short_ones_and_series_are_meant() -> None:
    assert warnings(gain("Бронь 1") + "expect: [{after: 1, vail: {Бронь: 1, Броня: 2}}]\n") == []
    assert warnings("conditions: [у1, у2, fog, fox, north-a, north-b, Sector 7, Sector 8]\n") == []


def test_names_of_every_kind() -> None:
    text = """\
title: t
cards:
  Moonless: {player: white, properties: {movement: 1}}
  Moonlesz: {player: White, properties: {movment: 1}}
  other: {player: white, properties: {movement: 1}}
features: {Rage: {modifies: movement}}
conditions: [dusk]
events:
  - {start: dusk}
  - {start: Dusk}
"""
    assert [str(each).partition("; did")[0] for each in load_text(text, "f").warnings()] == [
        "f:4:3: the card 'Moonlesz' is used once, and differs from 'Moonless' in one letter",
        "f:4:22: the player 'White' is used once, and differs from 'white' in capitals alone",
        "f:4:42: the property 'movment' is used once, and differs from 'movement' in one letter",
        "f:10:13: the flag 'Dusk' is used once, and differs from 'dusk' in capitals alone",
    ]


def test_flags_that_never_hold() -> None:
    gained = "gain: {card: vail, feature: Броня 3, while: {all: [hil, hill, hil]}}"
    rest = f"conditions: [hill]\nevents:\n  - {gained}\n  - stop: night\n"
    assert warnings(rest) == [
        "f:7:56: the flag 'hil' does not hold at the start, and no event starts it; did you mean 'hill'?",
        "f:8:11: the flag 'night' does not hold at the start, and no event starts it; known: hill",
    ]


def test_features_that_nothing_bears() -> None:
    rest = "auras: [{to: vail, gain: Ярость 1, while: {any: [{has: [vail, Бронь]}, {at_least: [orc, Шрам, 1]}]}}]\n"
    assert warnings(rest) == [
        "f:5:63: no card has the feature 'Бронь' printed, and nothing gives it; did you mean 'Броня'?",
        "f:5:89: no card has the feature 'Шрам' printed, and nothing gives it; known: Броня, Ярость",
    ]
    declared = "features: {Шрам: {modifies: movement}, Гнев: {modifies: movement}}\n"
    assert warnings(declared + rest.replace("Бронь", "Гнев")) == []


def test_composed_and_decomposed_names_are_one() -> None:
    name = "Ёж й é"
    apart = unicodedata.normalize("NFD", name)
    data: Any = {
        "title": "t",
        "cards": {apart: {"player": apart, "properties": {apart + "p": 1}, "features": [apart + " 1"]}},
        "conditions": [apart],
        "events": [{"depart": name}, {"stop": name}],
        "expect": [{"after": 0, name: {name: 1, name + "p": 1}}],
    }
    for scenario in (
        load_scenario(data),
        load_text(json.dumps(data), "f"),
        load_text(json.dumps(data, ensure_ascii=False), "f"),
    ):
        assert list(scenario.cards) == [name]
        assert scenario.cards[name].printed[0].name == name  # type: ignore[union-attr]
        assert scenario.conditions == (name,)
        assert scenario.warnings() == ()


def test_one_name_spelled_in_two_ways_is_one_key_twice() -> None:
    with pytest.raises(InputError, match="'é' stands twice in one mapping"):
        load_text('title: t\ncards: {"\\u00e9": {}, "e\\u0301": {}}\n', "f")
    with pytest.raises(InputError, match="two keys of this mapping are the same name"):
        load_scenario({"title": "t", "cards": {"\u00e9": {}, "e\u0301": {}}})


def test_surrogate_pairs_of_json() -> None:
    assert list(load_text('{"title":"t","cards":{"\\ud83d\\udee1":{}}}', "f").cards) == ["\U0001f6e1"]


# --- as on a card ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        (gain("Броня +1"), "6:33: 'Броня +1' is a modifier, not a feature to gain; "
         "write modify: {card: vail, feature: Броня, by: +1}"),
        (gain("+1 к Броне"), "6:33: '+1 к Броне' is a modifier, not a feature to gain; "
         "write modify: {card: vail, feature: Броня, by: +1}"),
        (gain("\u22121 к Броне"), "6:33: '\u22121 к Броне' is a modifier, not a feature to gain; "
         "write modify: {card: vail, feature: Броня, by: -1}"),
        ("auras: [{to: vail, gain: Броня +2, when: x}]\n", "5:26: 'Броня +2' is a modifier, not a feature to gain; "
         "write modify: {feature: Броня, by: +2}"),
        ("  elf: {features: [Броня +1]}\n", "5:20: 'Броня +1' is a modifier as a card prints it; "
         "write {modifier: Броня, by: +1}"),
        ("events: [{lose: {card: vail, feature: Броня 2}}]\n",
         "5:39: expected the name of a feature without its number, got 'Броня 2'; write Броня"),
        ("events: [{modify: {card: vail, feature: Броня 2, by: 1}}]\n",
         "5:41: expected the name of a feature without its number, got 'Броня 2'; write Броня"),
    ],
)  # fmt: skip
def test_what_is_written_as_on_a_card(rest: str, said: str) -> None:
    assert problems(rest) == [f"f:{said}"]


def test_a_name_that_is_spelled_out_may_look_like_anything() -> None:
    rest = "events:\n  - gain: {card: vail, name: +1 к Броне}\n  - lose: {card: vail, feature: +1 к Броне}\n"
    assert warnings(rest) == []
    assert warnings("events:\n  - gain: {card: vail, name: Area 51}\n  - lose: {card: vail, feature: Area 51}\n") == []


def test_at_least_asks_about_a_property_and_has_does_not() -> None:
    expected = "expect: [{after: 0, vail: {movement: 1}}]\n"
    asking = "auras: [{to: vail, gain: Броня 3, while: {at_least: [vail, movement, 2]}}]\n" + expected
    assert warnings(asking) == []
    assert load_text(CARDS + asking, "f").auras[0].existence == PropertyAtLeast("vail", "movement", 2)
    assert problems("auras: [{to: vail, gain: Броня 3, while: {has: [vail, movement]}}]\n" + expected) == [
        "f:5:55: 'movement' is a property of 'vail', and `has` reads features; write at_least: [vail, movement, 1]"
    ]


def test_a_property_asked_about_is_one_of_that_card() -> None:
    asking = "auras: [{to: vail, gain: Броня 3, while: {at_least: [orc, %s, 2]}}]\n"
    cards = "title: t\ncards: {vail: {properties: {movement: 1}}, orc: {properties: {speed: 1}}}\n"
    with pytest.raises(InputError) as caught:
        load_text(cards + asking % "movement", "f")
    assert [str(problem) for problem in caught.value.problems] == [
        "f:3:59: expected a feature, or a property of 'orc', got 'movement', which is a property of 'vail'"
    ]
    warned = load_text(cards + asking % "sped", "f").warnings()
    assert [str(problem) for problem in warned] == [
        "f:3:59: no card has the feature 'sped' printed, and nothing gives it; did you mean 'speed'?"
    ]


def test_a_list_of_features_names_all_that_are_meant() -> None:
    listed = "features: [Броня, {Ярость: {modifies: movement}}]\n"
    assert load_text(CARDS + listed, "f").features["Ярость"].modifies == "movement"
    assert warnings(listed + gain("Ярость 1")) == []
    assert problems(listed + gain("Бронь 1")) == ["f:7:33: `features` does not list 'Бронь'; did you mean 'Броня'?"]
    assert problems(listed + "expect: [{after: 0, vail: {Брона: 1}}]\n") == [
        "f:6:28: nothing here is called 'Брона'; did you mean 'Броня'?"
    ]
    assert problems("features: [Броня, {Броня: {modifies: movement}}]\n") == [
        "f:5:20: 'Броня' stands twice in `features`"
    ]


# --- commands -------------------------------------------------------------------------------------

MISSPELT = CARDS + gain("Бронь 1") + "expect: [{after: 1, performed: true}]\n"
SAID = f"a.yaml:6:33: warning: the feature 'Бронь' {ONE_LETTER}\n"


@pytest.mark.parametrize(
    "call",
    [
        ("eval", "a.yaml"),
        ("eval", "a.yaml", "-r", "r1", "-r", "r4"),
        ("test", "a.yaml"),
        ("facts", "a.yaml"),
        ("compare", "a.yaml", "-r", "r3", "-r", "r3"),
        ("why", "a.yaml", "vail", "Броня"),
    ],
)
def test_warnings_are_said_once_a_file_and_strict_refuses(pyrules: Any, call: tuple[str, ...]) -> None:
    Path("a.yaml").write_text(MISSPELT, encoding="utf-8")
    ran = pyrules(*call)
    assert (ran.code, ran.err) == (0, SAID)
    strict = pyrules(*call, "--strict")
    assert (strict.code, strict.out, strict.err) == (2, "", SAID.replace("warning: ", ""))


def test_json_carries_the_warnings(pyrules: Any) -> None:
    Path("a.yaml").write_text(MISSPELT, encoding="utf-8")
    (result,) = json.loads(pyrules("eval", "a.yaml", "--json").out)["results"]
    assert result["warnings"] == [{"line": 6, "column": 33, "message": f"the feature 'Бронь' {ONE_LETTER}"}]


def test_thousands_of_unknown_names_are_said_quickly() -> None:
    """Not timed: without a bound on the search for the nearest name this test takes minutes."""
    names = [f"карта-{number:05}-{number * 7919 % 10007:05}" for number in range(2000)]
    with pytest.raises(InputError) as raised:
        load_scenario(
            {
                "title": "t",
                "cards": {name: {} for name in names},
                "adjacent": [[f"{each}а", names[0]] for each in names],
            }
        )
    assert len(raised.value.problems) == 2000
    assert "unknown card" in str(raised.value.problems[0])
