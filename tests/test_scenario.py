"""What is written in a scenario file, and what it means."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import get_args

import pytest

from pyrules.cli import run
from pyrules.errors import FINE
from pyrules.model import scenario as model
from pyrules.scenario.load import load_scenario, load_text
from pyrules.scenario.shorthand import read_shorthand

EVERY_KEY = Path(__file__).parent / "data" / "every_key.yaml"
DOCS = Path(__file__).parent.parent / "docs"
MANUALS = {"en": DOCS / "scenarios.md", "ru": DOCS / "ru" / "scenarios.md"}
in_each_language = pytest.mark.parametrize("manual", MANUALS.values(), ids=MANUALS)

BESIDE = model.Adjacent("vail", "lier-kulat")
HILL = model.Flag("hill")


def card_with(features: str) -> tuple[model.PrintedFeature | model.PrintedModifier, ...]:
    return load_text(f"title: t\ncards:\n  c:\n    features: {features}\n", "").cards["c"].printed


def test_what_stands_above_the_cards() -> None:
    scenario = load_scenario(EVERY_KEY)
    assert scenario.title == "Two neighbours"
    assert scenario.notes == "Free text,\nof several lines.\n"
    assert scenario.source == "made up"
    assert scenario.rulebooks == ("r2", "r3")
    assert scenario.file == str(EVERY_KEY)


def test_cards_and_what_is_printed_on_them() -> None:
    assert load_scenario(EVERY_KEY).cards == {
        "vail": model.Card(
            player="black",
            properties={"movement": 1, "life": 9},
            printed=(
                model.PrintedFeature("Regeneration", 2),
                model.PrintedFeature("Магия крови"),
                model.PrintedFeature("Броня", 2, HILL),
                model.PrintedFeature("Area 51"),
                model.PrintedModifier("Броня", 1, BESIDE),
                model.PrintedModifier("Броня", -1),
            ),
        ),
        "lier-kulat": model.Card(player="white"),
        "bokor": model.Card(),
    }


def test_declarations_and_what_holds_at_the_start() -> None:
    scenario = load_scenario(EVERY_KEY)
    assert scenario.features == {
        "Clumsiness": model.Declaration("movement", "minus"),
        "Уязвимость": model.Declaration("incoming_attack", "plus"),
    }
    assert scenario.conditions == ("hill",)
    assert scenario.adjacent == (("vail", "lier-kulat"),)


def test_auras() -> None:
    unlit = model.Not(model.AnyOf((HILL, model.InPlay("bokor"))))
    assert load_scenario(EVERY_KEY).auras == (
        model.Aura("vail", model.Grant("Отравление", 1), source="lier-kulat", existence=BESIDE),
        model.Aura("vail", model.Modification("Броня", -1), when=unlit),
        model.Aura("vail", model.Grant("Area 52", 3), source="bokor"),
        model.Aura("vail", model.Grant("Area 53"), source="bokor"),
    )


def test_events() -> None:
    armoured = model.AllOf((HILL, model.AtLeast("vail", "Броня", 2)))
    steps = (
        model.RollModifier("vail", "add", 1, "Luck"),
        model.RollModifier("vail", "times", 2),
        model.RollModifier("lier-kulat", "at_least", 2),
        model.RollModifier("lier-kulat", "at_most", 5),
        model.Reroll(2),
        model.Flip(),
        model.Top(),
        model.RollModifier("vail", "set", 6),
    )
    assert load_scenario(EVERY_KEY).events == (
        model.Event(model.Approach("bokor", "vail")),
        model.Event(model.Withdraw("vail", "bokor")),
        model.Event(model.Start("dusk"), label="nightfall"),
        model.Event(model.Stop("hill")),
        model.Event(model.Gain("vail", "Отравление", 2, HILL, "bokor", (model.Boost("lier-kulat", 1),))),
        model.Event(model.Gain("vail", "Магия крови")),
        model.Event(model.Gain("vail", "Area 52", 4)),
        model.Event(model.Gain("vail", "Area 53")),
        model.Event(model.Modify("vail", "Броня", 1, model.Has("vail", "Магия крови"), "bokor")),
        model.Event(model.Lose("vail", "Броня")),
        model.Event(model.Adjust("vail", "movement", -1, armoured)),
        model.Event(
            model.Attack("sudden", "lier-kulat", "vail", 3, "bokor", (model.AttackModifier("vail", 1, "Rage"),))
        ),
        model.Event(model.Roll("vail", 4, strike_table=True, steps=steps)),
        model.Event(model.Roll("vail", 1)),
        model.Event(model.Depart("lier-kulat")),
    )


ARMOUR = {"value": 3, "effective": 3, "origin": "printed", "suppressed": "none", "modifiers": 1}


def test_expectations_by_number_label_and_end() -> None:
    assert load_scenario(EVERY_KEY).expect == (
        model.Expectation(after=1, cards={"vail": {"Отравление": 1, "movement": 1}}, line=67),
        model.Expectation(
            after=3, cards={"vail": {"Магия крови": "present", "Area 52": "absent"}}, rulebooks=("r2",), line=68
        ),
        model.Expectation(after=5, performed=False, line=69),
        model.Expectation(after=12, attack={"damage": 4, "target_fights": False, "kind": "sudden"}, line=70),
        model.Expectation(after=13, roll={"results": (3, 5)}, line=71),
        model.Expectation(after=15, losses=(("vail", "Отравление", "lapsed"),), line=72),
        model.Expectation(outcomes=1, line=73),
        model.Expectation(after=13, roll={"results": (3, 5), "low": 3, "determined": True, "refused": ()}, line=74),
        model.Expectation(after=9, cards={"vail": {"Броня": ARMOUR}}, line=75),
        model.Expectation(
            after=5,
            attempts=(("vail", "Отравление", "refused"),),
            under={"negative-sum": "effective"},
            line=76,
        ),
    )


@pytest.mark.parametrize(
    ("text", "name", "number"),
    [
        ("Броня", "Броня", None),
        ("Броня 2", "Броня", 2),
        ("Броня +2", "Броня", 2),
        ("Броня -2", "Броня", -2),
        ("Броня 007", "Броня", 7),
        ("Магия крови 3", "Магия крови", 3),
        ("  Магия  крови   3 ", "Магия  крови", 3),
        ("Area 51 2", "Area 51", 2),
        ("2", "2", None),
        ("Броня2", "Броня2", None),
        ("Броня 2.5", "Броня 2.5", None),
        ("Броня ２", "Броня ２", None),
        ("Броня - 2", "Броня -", 2),
        ("A 1000", "A", 1000),
    ],
)
def test_shorthand_takes_the_last_word_for_the_number(text: str, name: str, number: int | None) -> None:
    assert read_shorthand(text) == (name, number)


@pytest.mark.parametrize(
    "name",
    [
        'Armor"). card("x',
        "a\\b",
        '"',
        "'",
        "🐉",
        "Отравление",
        "e\u0301",
        "not",
        "#script",
        "# none",
        "%",
        "{{ name }}",
        "{a: b}",
        "*",
        "yes",
        "null",
        "2020-01-01",
        "1_000",
        "mapping",
        "[key]",
        "می\u200cخواهم",
        "x" * 300,
    ],
)
def test_any_name_is_a_name_everywhere(name: str) -> None:
    scenario = load_scenario(
        {
            "title": name,
            "cards": {name: {"player": name, "properties": {name + "P": 1}, "features": [{"name": name, "value": 1}]}},
            "conditions": [name],
            "auras": [{"from": name, "to": name, "modify": {"feature": name, "by": 1}, "while": name}],
            "events": [{"lose": {"card": name, "feature": name}, "label": name}],
            "expect": [{"after": name, name: {name: "absent"}}],
        }
    )
    name = unicodedata.normalize("NFC", name)
    assert scenario.title == name
    assert scenario.cards == {name: model.Card(name, {name + "P": 1}, (model.PrintedFeature(name, 1),))}
    assert scenario.auras == (model.Aura(name, model.Modification(name, 1), source=name, existence=model.Flag(name)),)
    assert scenario.events == (model.Event(model.Lose(name, name), label=name),)
    assert scenario.expect == (model.Expectation(after=1, cards={name: {name: "absent"}}),)


def test_a_name_spelled_out_is_not_normalised() -> None:
    assert card_with('[{name: " A  2 "}, {name: " A  2", value: 3}]') == (
        model.PrintedFeature(" A  2 "),
        model.PrintedFeature(" A  2", 3),
    )


@pytest.mark.parametrize("word", ["yes", "no", "on", "off", "y", "1_000", "0b1", "2020-01-01", "1:30", "=", "<<"])
def test_words_that_older_yaml_took_for_something_else_are_texts(word: str) -> None:
    assert card_with(f"[{word}]") == (model.PrintedFeature(word),)


@pytest.mark.parametrize(
    ("written", "number"),
    [("+1", 1), ("-2", -2), ("010", 10), ("0o10", 8), ("0x1F", 31), ("1000", 1000), ("-1000", -1000), ("-0", 0)],
)
def test_numbers_are_those_of_yaml_1_2(written: str, number: int) -> None:
    assert card_with(f"[{{name: A, value: {written}}}]") == (model.PrintedFeature("A", number),)


def test_conditions_may_nest_deep() -> None:
    condition = "{not: " * 90 + "hill" + "}" * 90
    (printed,) = card_with(f"[{{name: A, while: {condition}}}]")
    depth, within = 0, printed.existence
    while isinstance(within, model.Not):
        depth, within = depth + 1, within.condition
    assert (depth, within) == (90, HILL)


def test_plain_data_and_text_say_the_same() -> None:
    data = {"title": "t", "cards": {"c": {"features": ["A 2", {"name": "B", "value": 1, "while": {"not": "h"}}]}}}
    text = "title: t\ncards: {c: {features: [A 2, {name: B, value: 1, while: {not: h}}]}}\n"
    assert load_scenario(data) == load_text(text, "")


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "marked.yaml"
    file.write_bytes(b"\xef\xbb\xbftitle: t\ncards: {}\n")
    assert load_scenario(file).title == "t"


def test_importing_is_cheap() -> None:
    program = "import sys, pyrules.scenario; print(sorted({'pydantic', 'ruamel.yaml', 'clingo'} & set(sys.modules)))"
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert finished.stdout == "[]\n"


@in_each_language
def test_the_pieces_in_the_manual_are_a_scenario_that_holds(manual: Path, tmp_path: Path) -> None:
    pieces = re.findall(r"^```yaml\n(.*?)^```$", manual.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    file = tmp_path / "manual.yaml"
    file.write_text("".join(pieces), encoding="utf-8")
    scenario = load_scenario(file)
    happenings = {type(event.happening) for event in scenario.events}
    assert (len(scenario.cards), len(scenario.auras), happenings) == (3, 3, set(get_args(model.Happening)))
    assert run(["test", str(file)]) == FINE


@in_each_language
def test_the_conditions_in_the_manual_are_conditions(manual: Path) -> None:
    conditions = re.split(r"^## ", manual.read_text(encoding="utf-8"), flags=re.MULTILINE)[3]
    rows = re.findall(r"^\| `(.*)` \|", conditions, re.MULTILINE)
    auras = "".join(f"  - {{to: one, gain: Rage, while: {condition}}}\n" for condition in rows)
    quick, moving = "{properties: {movement: 2}}", "{properties: {движение: 2}}"
    cards = f"{{one: {{}}, vail: {quick}, bokor: {{}}, вайл: {moving}, бокор: {{}}}}"
    scenario = load_text(f"title: t\ncards: {cards}\nauras:\n{auras}", manual.name)
    written = {type(aura.existence) for aura in scenario.auras}
    assert written == set(get_args(model.Condition))
