"""Other rules in the place of some: whether they are seen to leave an answer set as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrules.asp.control import some_answer_sets
from pyrules.asp.exchange import Exchange, leave_as_it_is

GIVEN = "card(a). card(b). large(a). hurt(C) :- large(C)."


@pytest.mark.parametrize(
    ("gone", "come", "as_it_is"),
    [
        ("hurt(C) :- large(C).", "hurt(C) :- large(C), card(C).", True),
        ("hurt(C) :- large(C).", "hurt(C) :- card(C).", False),  # b is hurt, too
        ("hurt(C) :- large(C).", "hurt(C) :- card(C), not large(C).", False),  # b instead of a
        ("hurt(C) :- large(C).", "", False),  # nothing says it any more
        ("", "hurt(C) :- large(C), card(C).", True),
        ("", "healed(C) :- hurt(C).", False),  # what was not said of anything is new
        ("", "healed(C) :- hurt(C), not large(C).", True),
        ("", ":- hurt(C), not card(C).", False),  # whatever forbids or chooses is not looked into
        ("", "{ hurt(C) } :- card(C).", False),
        ("card(a).", "card(a). card(b).", True),
    ],
)
def test_an_exchange(tmp_path: Path, gone: str, come: str, as_it_is: bool) -> None:
    (tmp_path / "gone.lp").write_text(gone, encoding="utf-8")
    (tmp_path / "come.lp").write_text(come, encoding="utf-8")
    (given,) = some_answer_sets(GIVEN)
    idle = Exchange((), ())
    exchange = Exchange((tmp_path / "gone.lp",), (tmp_path / "come.lp",))
    assert leave_as_it_is([idle, exchange, idle], given) == (True, as_it_is, True)
