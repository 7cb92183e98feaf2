"""Properties that a designer states: the smallest violation, or a certificate that there is none within the bound."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.property import judge
from pyrules.engine.evaluate import evaluate
from pyrules.errors import InputError
from pyrules.model.size import Size, size
from pyrules.rulebook.open import load_rulebook

PROPERTIES = Path(__file__).parent.parent / "rules_lp" / "search" / "properties" / "named_features"


def stated(folder: Path, text: str) -> Path:
    path = folder / "mine.lp"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_gain_in_r4_can_lower_the_number() -> None:
    judged = judge(load_rulebook("r4"), PROPERTIES / "gain_never_lowers.lp", Bound())
    assert judged.verdict == "violated"
    assert judged.violation is not None
    # a printed 2 and a printed -2 show 0; a gain of 1, which is more than 0, shows 1 - 2
    assert size(judged.violation.scenario) == Size(events=1, printed=2, auras=0, conditions=0, early=0, weight=5)
    assert judged.violation.proved
    assert judged.violation.after == 1
    values = [state.features["Vail"]["Armour"].value for state in judged.violation.evaluation.outcomes[0].states]
    assert values == [0, -1]
    assert judged.violation.evaluation == evaluate(judged.violation.scenario, load_rulebook("r4"))


def test_in_r1_a_gain_never_lowers_the_number() -> None:
    judged = judge(load_rulebook("r1"), PROPERTIES / "gain_never_lowers.lp", Bound(events=2, max_value=2, printed=1))
    assert (judged.verdict, judged.none_up_to, judged.violation) == ("holds-within-bound", 2, None)


@pytest.mark.parametrize(
    ("name", "readings", "verdict"),
    [
        ("r4", {}, "violated"),  # a printed 1 with a printed -2 works with -1: r4 dropped the floor
        ("r4", {"negative-feature": "zero"}, "holds-within-bound"),
        ("r2", {}, "holds-within-bound"),  # 517.3: a negative number works as 0
    ],
)
def test_negative_numbers(name: str, readings: dict[str, str], verdict: str) -> None:
    book = load_rulebook(name, readings)
    judged = judge(book, PROPERTIES / "never_negative.lp", Bound(events=1, max_value=2))
    assert judged.verdict == verdict
    if judged.violation is not None:
        assert size(judged.violation.scenario) == Size(events=0, printed=2, auras=0, conditions=0, early=0, weight=3)
        assert judged.violation.after == 0


@pytest.mark.parametrize("path", sorted(PROPERTIES.glob("*.lp")), ids=lambda path: path.stem)
def test_each_example_opens_with_its_sentence(path: Path) -> None:
    judged = judge(load_rulebook("r4"), path, Bound(events=0, max_value=1, printed=0))
    assert judged.says.endswith(".")
    assert judged.says[0].isupper()
    assert judged.verdict == "holds-within-bound"  # nothing stands without events and printed things


def test_a_sentence_may_take_several_lines(tmp_path: Path) -> None:
    path = stated(tmp_path, "% A card never has\n% anything.\nviolated(C,F,T) :- has(C,F,T).\n")
    judged = judge(load_rulebook("r2"), path, Bound(events=1, max_value=1, printed=0))
    assert judged.says == "A card never has anything."
    assert judged.verdict == "violated"
    assert judged.violation is not None
    assert size(judged.violation.scenario) == Size(events=1, printed=0, auras=0, conditions=0, early=0, weight=0)


def test_no_time_is_no_answer() -> None:
    path = PROPERTIES / "gain_never_lowers.lp"
    judged = judge(load_rulebook("r1"), path, Bound(events=20, max_value=2), seconds=0.0)
    assert judged.verdict == "undetermined"
    assert judged.note
    assert judged.none_up_to < 20


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("% Nothing.\nbroken(C,T) :- in_play(C,T).\n", "a property derives `violated(…,T)`"),
        ("% Two forms.\nviolated(C,T) :- in_play(C,T).\nviolated(C,D,T) :- adjacent(C,D,T).\n", "violated"),
        ("% A slip.\nviolated(C,F,T) :- hass(C,F,T).\n", "did you mean has(C,F,T)?"),
        ("% Unfinished.\nviolated(C,F,T) :- has(C,F,T\n", "mine.lp:"),
        ("% Shown.\nviolated(C,F,T) :- has(C,F,T).\n#show has/3.\n", "#show"),
    ],
)
def test_what_is_no_property_is_told(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        judge(load_rulebook("r4"), stated(tmp_path, text), Bound(events=0))
    assert said in str(caught.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.lp"):
        judge(load_rulebook("r4"), tmp_path / "nowhere.lp", Bound(events=0))
