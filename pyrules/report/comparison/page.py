"""A comparison as one self-contained HTML page, with both ledgers of every scenario that comes out differently."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import jinja2

import pyrules
from pyrules.analysis.compare.accepted_differences import Acceptances
from pyrules.analysis.compare.comparison import Comparison
from pyrules.model.wording import counted
from pyrules.report.comparison.text import called, clauses_of, headline
from pyrules.report.explanation import words


def page(comparison: Comparison, acceptances: Acceptances) -> str:
    """The comparison as the text of an HTML page. Nothing in it is fetched from elsewhere, and no name is obeyed."""
    return _template().render(
        comparison=comparison,
        acceptances=acceptances,
        gone=acceptances.gone(comparison),
        headline=headline(comparison),
        sides=tuple(map(called, comparison.rulebooks)),
        clauses_of=clauses_of,
        count=counted,
        words=words,
        version=pyrules.__version__,
    )


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    source = files("pyrules.report").joinpath("templates", "comparison.html.jinja").read_text(encoding="utf-8")
    return environment.from_string(source)
