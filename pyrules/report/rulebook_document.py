"""The rulebook in our words, made from the manifests; `make rulebook-document` writes it to docs/rulebook.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from pyrules.asp.module import read
from pyrules.rulebook.book import Choice, Rulebook
from pyrules.rulebook.manifest import Clause, Topic
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER
from pyrules.rulebook.revisions import rulebook_names

HEADINGS: dict[Topic, str] = {
    "attack": "Attack",
    "modifiers": "Modifiers",
    "named-features": "Named features",
    "dice": "Dice",
}

INTRODUCTION = """\
# The rulebook, clause by clause

<!-- Made from the manifests in rules_lp/revisions by `make rulebook-document`; change those instead. -->

The four published revisions in our words, in the order of their texts, each clause with the modules that encode it.
Where a text prints no number, a clause is called by its section and its place there (`attack.1`), by the clause that
it stands under (`518.6 example`), or by its bullet (`518.3 ●1 ○2`: the second ○ under the first ●). Titles of pages
and headings without a number are left out. A clause *rests on* a module when that module says it and another clause
owns the module. [Decisions](#decisions) settle what the texts leave open; a *reading* is a question that can be
answered either way with `--reading`. The terms are in the [glossary](glossary.md).
"""


def page() -> str:
    """The whole document, in Markdown."""
    books = [load_rulebook(name) for name in rulebook_names()]
    revisions = (line for book in books for line in _revision(book))
    return "\n".join([INTRODUCTION, *revisions, *_decisions(books), *_modules(books)]) + "\n"


def _revision(book: Rulebook) -> Iterator[str]:
    yield f"## {book.name}: {book.title}\n"
    inherited = dict.fromkeys((entry.clause.topic, entry.inherited_from) for entry in book if entry.inherited_from)
    for topic, origin in inherited:
        yield f"{HEADINGS[topic]}: not printed here, inherited from {origin}.\n"
    own = [entry.clause for entry in book if not entry.inherited_from and not entry.clause.concerns]
    for topic, clauses in groupby(own, key=lambda clause: clause.topic):
        yield f"### {HEADINGS[topic]} in {book.name}\n"
        yield from (_own_clause(clause, book) for clause in clauses)
        yield ""
    yield f"### Readings of {book.name}\n"
    yield from (line for choice in book.choices for line in _reading(choice))
    yield ""


def _own_clause(clause: Clause, book: Rulebook) -> str:
    open_questions = [entry.clause for entry in book if clause.number in entry.clause.concerns.get(book.name, ())]
    printed = f" (printed {clause.printed!r})" if clause.printed else ""
    parts = [f"- **{clause.number}**{printed} {clause.gist}", *_encoding(clause)]
    if clause.cites:
        parts.append(f"It cites {', '.join(clause.cites)}.")
    if clause.torn_off:
        parts.append("The text is torn off here.")
    if open_questions:
        parts.append(f"Left open: see {', '.join(decision.number for decision in open_questions)}.")
    return "\n  ".join(parts)


def _encoding(clause: Clause) -> Iterator[str]:
    """What encodes a clause, or why nothing does."""
    if clause.modules:
        yield f"Encoded in {links(clause.modules)}."
    if clause.rests_on:
        yield f"Rests on {links(clause.rests_on)}."
    if clause.not_modelled:
        yield f"Not modelled: {clause.not_modelled}."
    if clause.left_out:
        yield f"Left out: {clause.left_out}."


def links(modules: Iterable[Path]) -> str:
    """The modules by name, each with a link from the folder of documents."""
    return ", ".join(f"[{path.stem}](../rules_lp/{path.relative_to(FOLDER).as_posix()})" for path in modules)


def _reading(choice: Choice) -> Iterator[str]:
    reading, entry = choice.reading, choice.entry
    origin = f", inherited from {entry.inherited_from}" if entry.inherited_from else ""
    yield f"- **{reading.id}** ({', '.join(reading.clauses)}{origin}) {reading.why}"
    for name, option in reading.options.items():
        default = " (the default)" if name == reading.default else ""
        encoded = f" Encoded in {links(option.modules)}." if option.modules else ""
        yield f"  - `{name}`{default}: {option.gist}{encoded}"


def _decisions(books: Iterable[Rulebook]) -> Iterator[str]:
    yield "## Decisions\n"
    yield "Open questions, with the clauses that leave them open and the answer given here. They cannot be switched.\n"
    found = {entry.clause.number: entry.clause for book in books for entry in book if entry.clause.concerns}
    yield from (_decision(found[number]) for number in sorted(found, key=lambda number: int(number.removeprefix("D-"))))


def _decision(clause: Clause) -> str:
    places = "; ".join(f"{name}: {', '.join(numbers)}" for name, numbers in clause.concerns.items())
    return "\n  ".join([f"- **{clause.number}** {clause.gist}", f"Left open by {places}.", *_encoding(clause)])


def _modules(books: Iterable[Rulebook]) -> Iterator[str]:
    yield "## Modules\n"
    yield "What each module is for, in its own first words, and where it belongs."
    belongs: dict[Path, dict[str, None]] = {}
    for book in books:
        for path, owner in _owned(book):
            belongs.setdefault(path, {})[owner] = None
    for folder, paths in groupby(sorted(belongs), key=lambda path: path.parent):
        yield f"\n### {folder.relative_to(FOLDER).as_posix()}\n"
        yield "| module | purpose | belongs to |\n|---|---|---|"
        yield from (f"| {links([path])} | {_purpose(path)} | {', '.join(belongs[path])} |" for path in paths)


def _owned(book: Rulebook) -> Iterator[tuple[Path, str]]:
    """The modules that a rulebook's own clauses, its decisions and its own readings hold, with who does."""
    for entry in book:
        if not entry.inherited_from:
            owner = entry.clause.number if entry.clause.concerns else f"{book.name} {entry.clause.number}"
            yield from ((path, owner) for path in entry.clause.modules)
    for choice in book.choices:
        if not choice.entry.inherited_from:
            for name, option in choice.reading.options.items():
                yield from ((path, f"{book.name} {choice.reading.id}={name}") for path in option.modules)


def _purpose(path: Path) -> str:
    """The comment that a module begins with."""
    return read(path).sentences.get(1, "").replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")
