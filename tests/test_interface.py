"""`import pyrules` is the public interface: what it exports is guarded, documented, and imported when it is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pyrules

ROOT = Path(__file__).parent.parent
HILL = ROOT / "examples/suppressed-and-returning/hill.scenario.yaml"
EXPORTED = """
    InputError Limits NotDecided check_expectations compare dump_scenario evaluate evaluate_many explain find_difference
    limits load_rulebook load_scenario render rows rulebook_names
"""


def test_what_is_exported() -> None:
    assert pyrules.__all__ == EXPORTED.split()
    assert set(pyrules.__all__) <= set(dir(pyrules))
    assert all(getattr(pyrules, name).__name__ == name for name in pyrules.__all__)


def test_every_name_is_documented() -> None:
    table = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    assert [name for name in pyrules.__all__ if f"`{name}" not in table] == []
    assert [name for name in pyrules.__all__ if not getattr(pyrules, name).__doc__] == []


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'pyrules' has no attribute 'evalute'"):
        pyrules.evalute  # noqa: B018


def test_the_import_alone_loads_nothing_large() -> None:
    loaded = "import sys, pyrules; print(*{'clingo', 'pydantic', 'rich', 'ruamel.yaml', 'typer'} & set(sys.modules))"
    finished = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == ""


def test_from_a_mapping_and_from_a_file_comes_the_same(tmp_path: Path) -> None:
    game = pyrules.load_scenario({"title": "t", "cards": {"vail": {"features": ["Броня 2"]}}}, "game")
    pyrules.dump_scenario(game, tmp_path / "game.scenario.yaml")
    assert pyrules.load_scenario(tmp_path / "game.scenario.yaml").cards == game.cards


def test_a_state_that_is_not_there() -> None:
    answer = pyrules.evaluate(pyrules.load_scenario(HILL), pyrules.load_rulebook("r4"))
    assert answer.state(0).feature("guard", "Stealth") is None
    with pytest.raises(LookupError, match="expected an event from 0 to 2, got 3"):
        answer.state(3)
    with pytest.raises(LookupError, match=r"expected one of 1 outcomes \(determined\), got 1"):
        answer.state(0, outcome=1)


def test_a_table_is_text_and_html() -> None:
    game = pyrules.load_scenario(HILL)
    answers = [pyrules.evaluate(game, pyrules.load_rulebook(name)) for name in ("r2", "r4")]
    table = pyrules.render(*answers)
    assert "guard  Броня  3 → absent  3 → 2" in table
    assert table._repr_html_().startswith("<pre")
    assert "3 → absent" in table._repr_html_()
    with pytest.raises(ValueError, match="expected answers to one scenario"):
        pyrules.render()


def test_a_table_obeys_no_name() -> None:
    game = pyrules.load_scenario({"title": "t", "cards": {"<script>": {"features": ["<b>x</b> 2"]}}})
    assert "<script>" not in pyrules.render(pyrules.evaluate(game, pyrules.load_rulebook("r4")))._repr_html_()


def test_rows_hold_features_and_properties() -> None:
    game = pyrules.load_scenario(
        {"title": "t", "cards": {"vail": {"features": ["Броня 2"], "properties": {"life": 9}}}}
    )
    about = {"file": "", "title": "t", "rulebook": "r4", "verdict": "determined", "outcome": 0, "after": 0}
    armour = {"value": 2, "effective": 2, "origin": "printed", "suppressed": None, "modifiers": 0}
    life = {"value": 9, "effective": None, "origin": None, "suppressed": None, "modifiers": None}
    assert list(pyrules.rows(pyrules.evaluate(game, pyrules.load_rulebook("r4")))) == [
        {**about, "card": "vail", "name": "Броня", **armour},
        {**about, "card": "vail", "name": "life", **life},
    ]


def test_rows_make_a_data_frame() -> None:
    pandas = pytest.importorskip("pandas")
    game = pyrules.load_scenario(HILL)
    answers = pyrules.evaluate_many([game, game], pyrules.load_rulebook("r4"))
    frame = pandas.DataFrame([row for answer in answers for row in pyrules.rows(answer)])
    assert frame["value"].tolist() == [2, 3, 2] * 2


@pytest.mark.slow
def test_the_smallest_difference() -> None:
    left, right = (pyrules.load_rulebook(name) for name in ("r2", "r4"))
    found = pyrules.find_difference(left, right, events=2, max_value=2, printed=1)
    assert found.verdict == "different"
    assert found.witness is not None
    assert found.bound.events == 2
    answers = (pyrules.evaluate(found.witness, book).outcomes for book in (left, right))
    assert len(set(map(repr, answers))) == 2
