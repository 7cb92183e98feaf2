"""Every ruling cites what there is, no clause is left out, and every folder says what it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from solved import EXAMPLES, FILES, scenario

from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names

PRINTED = (
    "regeneration-replaced",
    "poisoning-raised",
    "blood-magic-of-ashelta",
    "eclipse-of-lier-kulat",
    "bokor-and-the-menhir",
)
"""The examples that the third revision prints."""
RULINGS = [name for name in FILES if name.startswith(("rulings/", *(f"{folder}/" for folder in PRINTED)))]
FOLDERS = sorted(path for path in EXAMPLES.iterdir() if path.is_dir())
CITED = re.compile(r"(?P<where>(?:r\d, )*r\d|decisions?|readings?) (?P<what>.+)")


def cited(source: str) -> Iterator[tuple[str, str]]:
    """What a ruling cites: ("r4", "518.3 ●1"), ("decision", "D-9"), ("reading", "strongest")."""
    for part in source.split("; "):
        match = CITED.fullmatch(part)
        assert match, f"not understood: {part}"
        for where in match["where"].split(", "):
            yield from ((where.rstrip("s"), what) for what in match["what"].split(", "))


@pytest.mark.xdist_group("every example")
def test_a_ruling_cites_what_there_is() -> None:
    books = {name: load_rulebook(name) for name in rulebook_names()}
    numbers = {name: {entry.clause.number for entry in book} for name, book in books.items()}
    known = {
        **numbers,
        "decision": set.union(*numbers.values()),
        "reading": {choice.reading.id for book in books.values() for choice in book.choices},
    }
    for name in RULINGS:
        ruling = scenario(name)
        assert ruling.notes, f"{name}: no notes"
        assert ruling.expect, f"{name}: nothing is expected"
        strange = [(where, what) for where, what in cited(ruling.source or "") if what not in known[where]]
        assert strange == [], name


@pytest.mark.xdist_group("every example")
@pytest.mark.parametrize("name", rulebook_names())
def test_every_modelled_clause_is_ruled_on(name: str) -> None:
    ruled = {citation for ruling in RULINGS for citation in cited(scenario(ruling).source or "")}
    missing = [
        entry.clause.number
        for entry in load_rulebook(name)
        if not entry.clause.not_modelled
        and not {(entry.inherited_from or name, entry.clause.number), ("decision", entry.clause.number)} & ruled
    ]
    assert missing == []


def test_every_folder_says_what_it_shows() -> None:
    untitled = [each.name for each in FOLDERS if not (each / "README.md").read_text(encoding="utf-8").startswith("# ")]
    assert untitled == []
