"""A rulebook with a mutated module in the place of the right one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from pyrules.analysis.mutation.mutants import Mutation
from pyrules.asp.origin import is_built_in
from pyrules.rulebook.book import Choice, Edit, Entry, Rulebook
from pyrules.rulebook.paths import FOLDER


@contextmanager
def mutated(book: Rulebook, mutation: Mutation) -> Iterator[Rulebook]:
    """The rulebook with the mutation in it, under the name of the right one.

    It counts as edited, so its answers are held against the output contract. Its module lies in a folder that is
    there for the time of this context only.
    """
    with TemporaryDirectory(prefix="mutation-") as folder:
        # Where a built-in module lies matters: those for conditions on features are not always taken.
        place = mutation.module.relative_to(FOLDER) if is_built_in(mutation.module) else mutation.module.name
        module = Path(folder) / place
        module.parent.mkdir(parents=True, exist_ok=True)
        module.write_text(mutation.text, encoding="utf-8")
        yield _swapped(book, mutation, module)


def _swapped(book: Rulebook, mutation: Mutation, module: Path) -> Rulebook:
    edit = Edit(
        file=str(module),
        title=str(mutation),
        notes=None,
        on=book.name,
        changes=(),
        readings=(),
        words=MappingProxyType({}),
    )
    return replace(
        book,
        entries=tuple(_entry(entry, mutation.module, module) for entry in book.entries),
        choices=tuple(_choice(choice, mutation.module, module) for choice in book.choices),
        edits=(*book.edits, edit),
    )


def _entry(entry: Entry, before: Path, after: Path) -> Entry:
    return replace(entry, clause=entry.clause.model_copy(update=_modules(entry.clause.modules, before, after)))


def _choice(choice: Choice, before: Path, after: Path) -> Choice:
    options = {
        name: option.model_copy(update=_modules(option.modules, before, after))
        for name, option in choice.reading.options.items()
    }
    return replace(choice, reading=choice.reading.model_copy(update={"options": options}))


def _modules(modules: tuple[Path, ...], before: Path, after: Path) -> dict[str, object]:
    return {"modules": tuple(after if path == before else path for path in modules)}
