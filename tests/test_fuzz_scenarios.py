"""Whatever becomes of a scenario file, it is evaluated or refused: no traceback, no hang, exits 0 to 3 alone."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fuzz import mutations, within

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").rglob("*.scenario.yaml"))
TEXTS = [path.read_text(encoding="utf-8") for path in EXAMPLES]
CALLS = (
    ("eval", "a.yaml", "-r", "r4", "--no-depends"),
    ("test", "a.yaml", "-r", "r2"),
    ("facts", "a.yaml", "--strict"),
)


def spoil(pyrules: Any, number: int, seed: int) -> None:
    for count, text in enumerate(mutations(TEXTS, number, seed)):
        Path("a.yaml").write_text(text, encoding="utf-8")
        ran = within(60, partial(pyrules, *CALLS[count % len(CALLS)]))
        assert ran.code in (0, 1, 2, 3), f"{ran.err}\n{text}"
        assert "Traceback" not in ran.err
        assert ran.code != 2 or ran.err, text


def test_some_spoilt_scenarios(pyrules: Any) -> None:
    spoil(pyrules, 25, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_two_thousand_spoilt_scenarios(pyrules: Any, seed: int) -> None:
    spoil(pyrules, 200, seed)
