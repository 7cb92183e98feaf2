"""What became of every sentence of the texts, made from the manifests.

`make coverage-document` writes it to docs/coverage.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.report.rulebook_document import links
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.manifest import Clause, Manifest, load
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER, REVISIONS
from pyrules.rulebook.revisions import rulebook_names

INTRODUCTION = """\
# What became of every sentence

<!-- Made from the manifests in rules_lp/revisions by `make coverage-document`; change those instead. -->

Every clause of the four texts, in their order, with the number of sentences that it covers. A clause is *modelled by*
modules, *read as* the readings and decisions say where it leaves something open, or *left out*, with the reason. The
clauses themselves are in [the rulebook](rulebook.md), in our words.
"""
HEAD = "| clause | sentences | modelled by | read as | left out |\n|---|---|---|---|---|"


def page() -> str:
    """The whole document, in Markdown."""
    books = [(load_rulebook(name), load(REVISIONS / f"{name}.yaml", FOLDER)) for name in rulebook_names()]
    tables = (line for book, manifest in books for line in _revision(book, manifest))
    return "\n".join([INTRODUCTION, *tables]) + "\n"


def sentences(manifest: Manifest) -> int:
    """How many sentences the revision's text has, headings without a number included."""
    return sum(clause.sentences for clause in manifest.clauses) + len(manifest.outside)


def _revision(book: Rulebook, manifest: Manifest) -> Iterator[str]:
    yield f"## {book.name}: {book.title}\n"
    yield f"{sentences(manifest)} sentences, headings included."
    for part in manifest.inherits:
        yield f"Not printed here, inherited from {part.source}: {', '.join(part.topics).replace('-', ' ')}."
    yield f"\n{HEAD}"
    yield from (f"| – | 1 | | | {text} |" for text in manifest.outside)
    yield from (_row(clause, book) for clause in manifest.clauses)
    yield ""


def _row(clause: Clause, book: Rulebook) -> str:
    modelled = links([*clause.modules, *clause.rests_on])
    reasons = [clause.not_modelled, clause.left_out, "what the text goes on to say; it is torn off" * clause.torn_off]
    left_out = "; ".join(reason for reason in reasons if reason)
    return f"| {clause.number} | {clause.sentences} | {modelled} | {', '.join(_read_as(clause, book))} | {left_out} |"


def _read_as(clause: Clause, book: Rulebook) -> Iterator[str]:
    """The readings and the decisions that say how an open clause is taken."""
    for choice in book.choices:
        if clause.number in choice.reading.clauses and not choice.entry.inherited_from:
            yield f"[{choice.reading.id}](rulebook.md#readings-of-{book.name})"
    for entry in book:
        if clause.number in entry.clause.concerns.get(book.name, ()):
            yield f"[{entry.clause.number}](rulebook.md#decisions)"


if __name__ == "__main__":
    print(page(), end="")
