"""Every option of every reading is pinned by a ruling, by something that the other options have otherwise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import product
from pathlib import Path

import pytest

from pyrules.model.scenario import Expectation, Scenario
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario

RULINGS = Path(__file__).parent.parent / "examples" / "rulings" / "readings"
ALIKE = {("r1", "aura-attempts")}
"""Readings whose options have the same answers in a revision: in r1 nothing that is attempted is refused."""


def subjects(expected: Expectation) -> Iterable[tuple[object, object]]:
    """What an expectation is about, and what it wants of that."""
    for card, features in expected.cards.items():
        for name, wanted in features.items():
            yield (expected.after, card, name), wanted
    for key in ("performed", "roll", "attack", "attempts", "losses", "outcomes"):
        if (wanted := getattr(expected, key)) is not None:
            yield (expected.after, key), wanted


def pinned(scenarios: Iterable[Scenario], book: str, reading: str) -> Mapping[object, Mapping[str, object]]:
    """File and subject -> option -> what is expected under it, of what is expected under this reading alone."""
    found: dict[object, dict[str, object]] = defaultdict(dict)
    for scenario in scenarios:
        for expected in scenario.expect:
            about = expected.rulebooks or scenario.rulebooks or rulebook_names()
            if book in about and set(expected.under) == {reading}:
                for subject, wanted in subjects(expected):
                    found[scenario.file, subject][expected.under[reading]] = wanted
    return found


@pytest.fixture(scope="module")
def rulings() -> list[Scenario]:
    return [load_scenario(file) for file in sorted(RULINGS.glob("*.scenario.yaml"))]


@pytest.mark.parametrize("book", rulebook_names())
def test_every_option_is_pinned(rulings: list[Scenario], book: str) -> None:
    for choice in load_rulebook(book).choices:
        reading = choice.reading.id
        expected = pinned(rulings, book, reading).values()
        for option, other in product(choice.reading.options, repeat=2):
            wanted = [each for each in expected if option in each]
            assert wanted, f"no ruling in {RULINGS} expects anything of {book} under {reading}: {option}"
            if option != other and (book, reading) not in ALIKE:
                assert any(other in each and each[other] != each[option] for each in wanted), (reading, option, other)


def test_an_option_that_is_not_pinned_is_noticed() -> None:
    """A ruling that expects the same under both options pins neither."""
    ruling = load_scenario(
        {
            "title": "t",
            "cards": {"vail": {"features": ["A 1"]}},
            "events": [{"start": "fog"}],
            "expect": [
                {"after": 1, "vail": {"A": 1}, "under": {"modifier-lapse": "removed"}},
                {"after": 1, "vail": {"A": 1}, "under": {"modifier-lapse": "dormant"}},
            ],
        }
    )
    (pins,) = pinned([ruling], "r4", "modifier-lapse").values()
    assert pins == {"removed": 1, "dormant": 1}
    assert pinned([ruling], "r4", "negative-feature") == {}
