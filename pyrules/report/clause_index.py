"""The index from clauses to files that ends rules_lp/README.md; run as a program, it brings the index up to date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pyrules.rulebook.book import Entry, Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER
from pyrules.rulebook.revisions import rulebook_names

README = FOLDER / "README.md"
HEADING = "## Where each clause is\n"


def with_index(text: str) -> str:
    """The README with the index as it should be now."""
    return f"{text.partition(HEADING)[0]}{HEADING}\n{index()}"


def index() -> str:
    """A table for each revision, and one for the decisions and one for the readings of all."""
    books = [load_rulebook(name) for name in rulebook_names()]
    lines = ["Made from the manifests by `make rulebook-document`. In brackets: what another clause owns."]
    for book in books:
        lines += _table(f"{book.name} clause", (_row(entry) for entry in book if _is_own(entry)))
    decisions = {entry.clause.number: _row(entry) for book in books for entry in book if entry.clause.concerns}
    lines += _table("decision", (decisions[number] for number in sorted(decisions, key=lambda number: int(number[2:]))))
    lines += _table("reading", dict.fromkeys(row for book in books for row in _readings(book)))
    return "\n".join(lines) + "\n"


def _table(heading: str, rows: Iterable[tuple[str, str]]) -> list[str]:
    return ["", f"| {heading} | files |", "|---|---|", *(f"| {name} | {files} |" for name, files in rows if files)]


def _row(entry: Entry) -> tuple[str, str]:
    owned = [_link(path) for path in entry.clause.modules]
    shared = [f"({_link(path)})" for path in entry.clause.rests_on]
    return entry.clause.number, " ".join([*owned, *shared])


def _readings(book: Rulebook) -> Iterator[tuple[str, str]]:
    for choice in book.choices:
        for name, option in choice.reading.options.items():
            yield f"{choice.reading.id}={name}", " ".join(map(_link, option.modules))


def _link(path: Path) -> str:
    place = path.relative_to(FOLDER).as_posix()
    return f"[{place.removeprefix('clauses/')}]({place})"


def _is_own(entry: Entry) -> bool:
    return entry.inherited_from is None and not entry.clause.concerns


if __name__ == "__main__":
    README.write_text(with_index(README.read_text(encoding="utf-8")), encoding="utf-8")
