"""The page that compares the revisions is the one that the search writes now."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrules.report.revisions_table import page

PAGE = Path(__file__).parent.parent / "docs" / "revisions-compared.md"


@pytest.mark.slow
def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "`make revisions-table` brings it up to date"
