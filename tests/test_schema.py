"""The published JSON Schema is current, and says what editors need to know."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator as Validator  # type: ignore[import-untyped]

from pyrules.errors import InputError
from pyrules.files.json_schema import json_schema
from pyrules.files.yaml import read_yaml
from pyrules.scenario.load import load_scenario
from pyrules.scenario.schema import Scenario

PUBLISHED = Path(__file__).parent.parent / "docs" / "scenario.schema.json"


@pytest.fixture(scope="module")
def published() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    return schema


def test_the_published_schema_is_current() -> None:
    assert PUBLISHED.read_text(encoding="utf-8") == json_schema(Scenario), (
        "run: python -m pyrules.scenario.schema > docs/scenario.schema.json"
    )


def test_the_module_prints_it() -> None:
    finished = subprocess.run([sys.executable, "-m", "pyrules.scenario.schema"], capture_output=True, check=True)
    assert finished.stdout.decode("utf-8") == json_schema(Scenario)


def test_what_a_file_holds(published: dict[str, Any]) -> None:
    keys = "title notes source rulebooks cards features conditions adjacent auras events expect"
    assert list(published["properties"]) == keys.split()
    assert published["required"] == ["title", "cards"]
    assert published["additionalProperties"] is False


def test_a_key_may_be_left_out_but_not_be_empty(published: dict[str, Any]) -> None:
    assert '"null"' not in json.dumps(published)
    assert '"default"' not in json.dumps(published)


def test_an_event_is_one_key(published: dict[str, Any]) -> None:
    event = published["$defs"]["Event"]
    choices = [choice["required"] for choice in event["oneOf"]]
    assert choices == [[key] for key in event["properties"] if key != "label"]
    assert len(choices) == 11


def test_an_aura_has_a_condition(published: dict[str, Any]) -> None:
    aura = published["$defs"]["Aura"]
    assert aura["anyOf"] == [{"required": ["from"]}, {"required": ["while"]}, {"required": ["when"]}]
    assert aura["not"] == {"required": ["while", "when"]}


@pytest.mark.parametrize("name", ["Отравление", 'Armor"). card("x', " A", "🐉", "x" * 300])
def test_what_is_a_name(name: str, published: dict[str, Any]) -> None:
    assert re.search(published["$defs"]["Name"]["pattern"], name)


@pytest.mark.parametrize("text", ["", " ", "\u3000", "a\nb", "a\x00", "\x85a"])
def test_what_is_no_name(text: str, published: dict[str, Any]) -> None:
    assert not re.search(published["$defs"]["Name"]["pattern"], text)


def test_numbers_given_have_a_range(published: dict[str, Any]) -> None:
    assert published["$defs"]["Number"] == {"maximum": 1000, "minimum": -1000, "type": "integer"}


EXAMPLES = sorted((PUBLISHED.parent.parent / "examples").rglob("*.scenario.yaml"))
GOOD: dict[str, Any] = {
    "title": "t",
    "cards": {"a": {"player": "white", "features": ["Armor 2"]}},
    "features": ["Armor", {"Rage": {"modifies": "roll"}}],
    "events": [
        {"roll": {"by": "a", "natural": 4, "steps": ["flip", {"reroll": 2}, {"modifier": {"from": "a", "add": 1}}]}}
    ],
    "expect": [
        {"after": 1, "roll": [3]},
        {"after": 1, "roll": {"results": [], "legal": False}},
        {"outcomes": 1, "in": ["r2"]},
        {"after": 1, "outcomes": 1},
    ],
}


def accepted(data: object, published: dict[str, Any]) -> tuple[bool, bool]:
    """Whether the published schema accepts the data, and whether the program does."""
    try:
        load_scenario(data)  # type: ignore[arg-type]
    except InputError:
        return Validator(published).is_valid(data), False
    return Validator(published).is_valid(data), True


def test_what_is_right_is_accepted_by_both(published: dict[str, Any]) -> None:
    assert accepted(GOOD, published) == (True, True)
    for path in EXAMPLES[::4]:
        source, _ = read_yaml(path.read_text(encoding="utf-8"), str(path))
        assert Validator(published).is_valid(source.data), path


@pytest.mark.parametrize(
    "changed",
    [
        {"expect": [{"a": {"Armor": 2}}]},
        {"expect": [{"after": 1}]},
        {"expect": [{"in": ["r2"]}]},
        {"expect": [{}]},
        {"expect": [{"after": 1, "in": ["r2"]}]},
        {"expect": [{"outcomes": 1, "performed": True}]},
        {"expect": [{"outcomes": 1, "in": []}]},
        {"expect": [{"after": 1, "roll": []}]},
        {"expect": [{"after": 1, "roll": {"results": []}}]},
        {"expect": [{"after": 1, "roll": {}}]},
        {"expect": [{"after": 1, "a": {}}]},
        {"rulebooks": []},
        {"title": "a\u2028b"},
        {"title": "\u3164"},
        {"title": "a\ufffe"},
        {"title": "a\u200bb"},
        {"features": [3]},
        {"features": [{}]},
        {"features": [{"A": {"modifies": "roll"}, "B": {"modifies": "roll"}}]},
        {"auras": [{"to": "a", "gain": "Armor 1"}]},
        {"events": [{}]},
    ],
    ids=str,
)
def test_what_the_program_refuses_by_shape_the_schema_refuses(
    changed: dict[str, Any], published: dict[str, Any]
) -> None:
    assert accepted({**GOOD, **changed}, published) == (False, False)
