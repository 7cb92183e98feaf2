"""Documents go where they are told to, in the same way on every command: printed, or into a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

SCENARIO = """\
title: A larger Armour
cards: {vail: {features: [Armour 2]}}
events:
  - gain: {card: vail, feature: Armour 3}
expect:
  - {after: 1, vail: {Armour: 3}}
"""
WHY = ("why", "s.yaml", "vail", "Armour", "--no-depends")
COMPARE = ("compare", "s.yaml", "-r", "r2", "-r", "r4")
CHECK = ("check", "r4", "--select", "torn-off")
FORMS = [
    (WHY, "--html", "<!DOCTYPE html>"),
    (WHY, "--svg", "<svg"),
    (COMPARE, "--html", "<!doctype html>"),
    (CHECK, "--html", "<!doctype html>"),
    (CHECK, "--sarif", "{"),
    (("test", "s.yaml", "-r", "r4"), "--junit", "<?xml"),
]


@pytest.fixture(autouse=True)
def _scenario(pyrules: Any) -> None:
    Path("s.yaml").write_text(SCENARIO, encoding="utf-8")


@pytest.mark.parametrize(("call", "option", "opening"), FORMS)
def test_a_document_is_written_beside_the_words_or_printed_instead(
    pyrules: Any, call: tuple[str, ...], option: str, opening: str
) -> None:
    words = pyrules(*call)
    written = pyrules(*call, option, "document")
    assert written == words
    document = Path("document").read_text(encoding="utf-8")
    assert document.lower().startswith(opening.lower())
    printed = pyrules(*call, option, "-")
    assert (printed.code, printed.err) == (words.code, words.err)
    assert printed.out.rstrip() == document.rstrip()
    assert not Path("-").exists()


@pytest.mark.parametrize(("call", "option"), [(call, option) for call, option, _ in FORMS if call is not FORMS[-1][0]])
def test_one_document_is_printed(pyrules: Any, call: tuple[str, ...], option: str) -> None:
    ran = pyrules(*call, "--json", option, "-")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"expected one document to print, got --json and {option} -\n"


def test_a_document_may_be_printed_and_others_written(pyrules: Any) -> None:
    ran = pyrules(*WHY, "--json", "--html", "why.html", "--svg", "why.svg")
    assert ran.out == pyrules(*WHY, "--json").out
    assert Path("why.html").exists()
    assert Path("why.svg").exists()
