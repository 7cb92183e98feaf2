"""What became of every sentence of the texts, made from the manifests.

`make coverage-document` writes it to docs/coverage.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.report.rulebook_document import links
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.manifest import Clause, Manifest, Sentence, load
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER, REVISIONS
from pyrules.rulebook.revisions import rulebook_names

INTRODUCTION = """\
# What became of every sentence

<!-- Made from the manifests in rules_lp/revisions by `make coverage-document`; change those instead. -->

Every sentence of the four texts, in their order and in our words. A sentence is *modelled by* modules, *read as* the
readings and decisions say where it leaves something open, or *left out*, with the reason. Of a clause with several
sentences each has its number in brackets. The clauses as a whole are in [the rulebook](rulebook.md).
"""
HEAD = "| sentence | what it says | modelled by | read as | left out |\n|---|---|---|---|---|"
TORN_OFF = "what the text goes on to say; it is torn off"


def page() -> str:
    """The whole document, in Markdown."""
    books = [(load_rulebook(name), load(REVISIONS / f"{name}.yaml", FOLDER)) for name in rulebook_names()]
    tables = (line for book, manifest in books for line in _revision(book, manifest))
    return "\n".join([INTRODUCTION, *tables]) + "\n"


def sentences(manifest: Manifest) -> int:
    """How many sentences the revision's text has, headings without a number included."""
    return sum(max(1, len(clause.sentences)) for clause in manifest.clauses) + len(manifest.outside)


def read_as(clause: Clause, book: Rulebook) -> tuple[str, ...]:
    """The readings and the decisions that say how an open clause of the book's own text is taken."""
    readings = (choice for choice in book.choices if not choice.entry.inherited_from)
    inherited = {entry.clause.topic for entry in book if entry.inherited_from and entry.clause.number == clause.number}
    decisions = (entry.clause for entry in book if entry.clause.topic not in inherited)
    return (
        *(choice.reading.id for choice in readings if clause.number in choice.reading.clauses),
        *(decision.number for decision in decisions if clause.number in decision.concerns.get(book.name, ())),
    )


def _revision(book: Rulebook, manifest: Manifest) -> Iterator[str]:
    yield f"## {book.name}: {book.title}\n"
    yield f"{sentences(manifest)} sentences, headings included."
    for part in manifest.inherits:
        yield f"Not printed here, inherited from {part.source}: {', '.join(part.topics).replace('-', ' ')}."
    yield f"\n{HEAD}"
    yield from (_row("–", text, "", (), "it is no rule", book) for text in manifest.outside)
    for clause in manifest.clauses:
        yield from _rows(clause, book)
    yield ""


def _rows(clause: Clause, book: Rulebook) -> Iterator[str]:
    """The clause as one sentence, or each of its sentences."""
    modules = (*clause.modules, *clause.rests_on)
    for place, sentence in enumerate(clause.sentences, 1):
        modelled = links(path for path in modules if path.stem in sentence.modelled_by)
        left_out = _left_out(sentence, clause, last=place == len(clause.sentences))
        yield _row(f"{clause.number} ({place})", sentence.gist, modelled, sentence.read_as, left_out, book)
    if not clause.sentences:
        left_out = _joined(clause.not_modelled, clause.left_out, TORN_OFF * clause.torn_off)
        yield _row(clause.number, clause.gist, links(modules), read_as(clause, book), left_out, book)


def _left_out(sentence: Sentence, clause: Clause, last: bool) -> str:
    why = sentence.not_modelled or clause.not_modelled
    return _joined(why, clause.left_out if sentence.left_out else None, TORN_OFF * (last and clause.torn_off))


def _joined(*reasons: str | None) -> str:
    return "; ".join(reason for reason in reasons if reason)


def _row(name: str, gist: str, modelled: str, read: tuple[str, ...], left_out: str, book: Rulebook) -> str:
    readings = {choice.reading.id for choice in book.choices}
    anchors = {each: f"readings-of-{book.name}" if each in readings else "decisions" for each in read}
    linked = (f"[{each}](rulebook.md#{anchor})" for each, anchor in anchors.items())
    return f"| {name} | {gist} | {modelled} | {', '.join(linked)} | {left_out} |"


if __name__ == "__main__":
    print(page(), end="")
