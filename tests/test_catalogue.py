"""Every message is translated, with the parts that it has in English, and what is compiled is what is written."""

from __future__ import annotations

import ast
import re
from typing import Any

import catalogue
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

PART = re.compile(r"(?<!\{)\{(\w+)(?:![rs])?(?::[^{}]*)?\}")


@pytest.fixture(scope="module", params=catalogue.TRANSLATED)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def forms(text: Any) -> tuple[str, ...]:
    """A message, or its plural forms."""
    return (text,) if isinstance(text, str) else tuple(text)


def parts(text: str) -> set[str]:
    return {found[1] for found in PART.finditer(text)}


def strings(catalogue: Catalog) -> dict[tuple[str, str | None], tuple[str, ...]]:
    """Message and context -> translation, of what is translated; of a plural, its form for one -> all forms."""
    return {
        (forms(each.id)[0], each.context): forms(each.string)
        for each in catalogue
        if each.id and all(forms(each.string))
    }


def ids(catalogue: Catalog) -> set[tuple[object, object]]:
    return {(message.id, message.context) for message in catalogue if message.id}


def test_the_catalogue_has_every_message_and_no_other(language: str) -> None:
    now, written = ids(catalogue.messages()), ids(catalogue.translated(language))
    assert (now - written, written - now) == (set(), set()), "run `make catalogue`"


def test_a_message_is_given_its_parts() -> None:
    wrong = []
    for module in sorted(catalogue.PACKAGE.rglob("*.py")):
        for call in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            match call:
                case ast.Call(ast.Name("_" | "Later"), [ast.Constant(str(message))], keywords) if keywords:
                    wanted = parts(message)
                case ast.Call(ast.Name("plural"), [_, ast.Constant(str(message)), _], keywords):
                    wanted = parts(message) - {"count"}
                case _:
                    continue
            given = {each.arg for each in keywords}
            if None not in given and wanted != given:
                wrong.append(f"{module.name}:{call.lineno}: {message}")
    assert wrong == []


def test_every_message_is_translated(language: str) -> None:
    missing = [message.id for message in catalogue.translated(language) if not all(forms(message.string))]
    assert missing == []


def test_a_translation_has_the_parts_of_its_message(language: str) -> None:
    unequal = [
        (message.id, form)
        for message in catalogue.translated(language)
        if message.id
        for form in forms(message.string)
        if parts(form) - {"count"} != parts(forms(message.id)[-1]) - {"count"}
    ]
    assert unequal == []


def test_the_compiled_catalogue_is_up_to_date(language: str) -> None:
    with catalogue.path(language, "mo").open("rb") as file:
        compiled = strings(read_mo(file))
    assert compiled == strings(catalogue.translated(language)), "run `make catalogue`"
