"""The catalogues of translations; run as a program, it brings them up to date with the sources and compiles them.

What is there to translate: messages in the sources and templates, the help of the command line, sentences above rules,
and the words of manifests and ready-made changes.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from typer.main import get_command

from pyrules.analysis.search.property import says
from pyrules.asp.module import read
from pyrules.cli.app import COMMANDS, app, paragraphs
from pyrules.files.yaml import read_yaml
from pyrules.language import ENGLISH, LANGUAGES
from pyrules.rulebook import manifest
from pyrules.rulebook.paths import FOLDER
from pyrules.rulebook.ready_changes import ready_changes
from pyrules.scenario import scaffold

PACKAGE = Path(__file__).parent.parent / "pyrules"
FOLDER_OF_CATALOGUES = PACKAGE / "language"
TRANSLATED = tuple(language for language in LANGUAGES if language != ENGLISH)
JINJA: Any = {"_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
UNDATED = datetime(2000, 1, 1, tzinfo=UTC)
"""In the head of every catalogue, so that it changes with its messages alone."""


def messages() -> Catalog:
    """Every message that there is to translate, in no language yet."""
    found = Catalog(creation_date=UNDATED, charset="utf-8")
    for message, context in [*_of_the_sources(), *_of_the_templates(), *_of_the_lists()]:
        found.add(message, context=context)
    for message in [*_of_the_help(), *_of_the_rules(), *_of_the_manifests(), *_of_the_changes()]:
        found.add(message)
    return found


def path(language: str, ending: str = "po") -> Path:
    """The file of a catalogue."""
    return FOLDER_OF_CATALOGUES / f"{language}.{ending}"


def translated(language: str) -> Catalog:
    """The catalogue as it is written."""
    with path(language).open("rb") as file:
        return _undated(read_po(file, language, charset="utf-8"))


def brought_up_to_date(language: str) -> Catalog:
    """The catalogue with every message that there is now, and none that is gone."""
    before = translated(language) if path(language).exists() else Catalog(language)
    now = Catalog(language, fuzzy=False, header_comment="# The messages of pyrules, kept by `make catalogue`.")
    for message in messages():
        if message.id:
            known = before.get(message.id, message.context)
            now.add(message.id, known.string if known else None, context=message.context)
    return _undated(now)


def written(catalogue: Catalog) -> bytes:
    """The catalogue as its file."""
    file = io.BytesIO()
    write_po(file, catalogue, width=0, sort_output=True, no_location=True)
    return file.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as programs read it."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def _undated(catalogue: Catalog) -> Catalog:
    catalogue.creation_date = catalogue.revision_date = UNDATED
    return catalogue


def _of_the_sources() -> Iterator[tuple[Any, str | None]]:
    for module in sorted(PACKAGE.rglob("*.py")):
        for call in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            match call:
                case ast.Call(ast.Name("_" | "translate" | "mark" | "Later"), [ast.Constant(str(message)), *_]):
                    yield message, None
                case ast.Call(ast.Name("in_context"), [ast.Constant(context), ast.Constant(message), *_]):
                    yield message, str(context)
                case ast.Call(ast.Name("plural"), [ast.Constant(one), ast.Constant(many), *_]):
                    yield (one, many), None


def _of_the_templates() -> Iterator[tuple[Any, str | None]]:
    templates: Any = [("**.html.jinja", "jinja2.ext:babel_extract")]
    for _, _, message, _, context in extract_from_dir(PACKAGE, templates, {"**": {"silent": "false"}}, JINJA):
        yield message, context


def _of_the_help() -> Iterator[str]:
    """What each command and option says of itself, and what it calls what it is given."""
    group: Any = get_command(app)
    for command in [group, *(group.get_command(None, name) for name in COMMANDS)]:
        yield paragraphs(command.help)
        for parameter in command.params:
            yield from filter(None, (parameter.help, parameter.metavar))


def _of_the_rules() -> Iterator[str]:
    """The sentence above each rule, and what attempts come to, in words."""
    wording: Any = read_yaml((FOLDER / "wording.yaml").read_text(encoding="utf-8"), "wording.yaml")[0].data
    for verdicts in wording.values():
        yield from verdicts.values()
    for module in FOLDER.rglob("*.lp"):
        yield from filter(None, (rule.sentence for rule in read(module).rules))
    for module in (FOLDER / "search" / "properties").rglob("*.lp"):
        yield says(module)


def _of_the_lists() -> Iterator[tuple[str, str]]:
    """The letters by which clauses of lists are cited, `e` of `518.3 e`."""
    for file in (FOLDER / "revisions").glob("*.yaml"):
        parts = (clause.number.rpartition(" ")[2] for clause in manifest.load(file, FOLDER).clauses)
        yield from ((part, "letter") for part in parts if part.isalpha() and len(part) == 1)


def _of_the_manifests() -> Iterator[str]:
    """What a manifest says of its clauses and readings."""
    for file in (FOLDER / "revisions").glob("*.yaml"):
        book = manifest.load(file, FOLDER)
        yield book.title
        for clause in book.clauses:
            yield from filter(None, (clause.gist, clause.not_modelled, clause.left_out, *clause.defines, *clause.uses))
        for reading in book.readings:
            yield reading.why
            yield from (option.gist for option in reading.options.values())


def _of_the_changes() -> Iterator[str]:
    """What the ready-made changes are called, and what their edits say of clauses, options and attempts."""
    for change in ready_changes():
        yield change.title
        for revision in change.clauses:
            edit = Path("written.edit.yaml")
            written: Any = read_yaml(scaffold.change(edit, revision, change.name).texts[edit], str(edit))[0].data
            yield from (clause["gist"] for clause in written.get("clauses", ()) if "gist" in clause)
            for reading in written.get("readings", {}).values():
                if isinstance(reading, dict):
                    yield from (option["gist"] for option in reading.get("options", {}).values() if "gist" in option)
            for words in written.get("wording", {}).values():
                yield from words.values()


def main() -> None:
    for language in TRANSLATED:
        catalogue = brought_up_to_date(language)
        path(language).write_bytes(written(catalogue))
        path(language, "mo").write_bytes(compiled(catalogue))
        missing = sum(not message.string or not any(message.string) for message in catalogue if message.id)
        print(f"{language}: {len(catalogue)} messages, {missing} not translated")


if __name__ == "__main__":
    main()
