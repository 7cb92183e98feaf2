"""Searches keep within their limits, whatever the rules of an edit or of a property do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from edit_files import write

ADD = 'title: x\non: r4\nclauses: [{add: "518.9", gist: mine, modules: [mine.lp]}]\n'
FREE = "% It grows where an effect is chosen.\nbig(0) :- effect(E,K,C,F), not effect(E,K,C,F).\nbig(X+1) :- big(X).\n"
EVERYWHERE = "% It grows.\np(1).\np(X+1) :- p(X).\n"
PROPERTY = f"{FREE}violated(C,T) :- big(9), has(C,F,T).\n"
LIMITED = ("--time-limit", "3", "--memory-limit", "600")


@pytest.mark.parametrize("rules", [FREE, EVERYWHERE], ids=["free", "everywhere"])
@pytest.mark.parametrize(
    "call", [("diff", "r4", "my.edit.yaml"), ("diff", "r4", "my.edit.yaml", "--all")], ids=["diff", "all"]
)
def test_rules_without_end_end_a_search(pyrules: Any, call: tuple[str, ...], rules: str) -> None:
    write(Path(), ADD, {"mine.lp": rules})
    code, out, err = pyrules(*call, *LIMITED)
    assert (code, out) == (3, "")
    assert "not enough" in err
    assert "mine.lp:3: " in err


def test_a_property_without_end_ends_the_search(pyrules: Any) -> None:
    Path("mine.lp").write_text(PROPERTY, encoding="utf-8")
    code, out, err = pyrules("diff", "r4", "--property", "mine.lp", *LIMITED)
    assert (code, out) == (3, "")
    assert "mine.lp:3: " in err


@pytest.mark.parametrize("rules", [FREE, EVERYWHERE], ids=["free", "everywhere"])
def test_rules_without_end_end_a_check(pyrules: Any, rules: str) -> None:
    write(Path(), ADD, {"mine.lp": rules})
    code, out, err = pyrules("check", "my.edit.yaml", "--select", "contradiction", *LIMITED)
    assert (code, out) == (3, "")
    assert "mine.lp:3: " in err
