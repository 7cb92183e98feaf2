"""Reports as HTML: templates in which every text is escaped, for self-contained pages and for the page in a browser."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from pyrules.language.templates import speak
from pyrules.report.explanation import words


def loader() -> PackageLoader:
    """Where the templates of reports are."""
    return PackageLoader("pyrules.report")


@cache
def environment() -> Environment:
    """What self-contained pages are rendered with."""
    made = Environment(
        loader=loader(), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.globals["words"] = words
    return speak(made)
