"""Reports as HTML: templates in which every text is escaped, for self-contained pages and for the page in a browser."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

import pyrules
from pyrules import language
from pyrules.language.templates import speak
from pyrules.report.check.place import address
from pyrules.report.explanation import words
from pyrules.scenario.dump import dump

STYLES = Path(__file__).parent / "templates" / "page.css"
"""How reports look, and the page in a browser."""


def page(name: str, **content: object) -> str:
    """The text of a self-contained page: nothing in it is fetched from elsewhere, and no name is obeyed."""
    return environment().get_template(f"{name}.html.jinja").render(content)


def loader() -> PackageLoader:
    """Where the templates of reports are."""
    return PackageLoader("pyrules.report")


@cache
def environment() -> Environment:
    """What self-contained pages are rendered with."""
    made = Environment(
        loader=loader(), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.filters.update(scenario=dump, address=address)
    made.globals.update(words=words, said=language.said, language=language.current, version=pyrules.__version__)
    return speak(made)
