"""A comparison as one self-contained HTML page, with both ledgers of every scenario that comes out differently."""

from __future__ import annotations

import pyrules
from pyrules.analysis.compare.accepted_differences import Acceptances
from pyrules.analysis.compare.comparison import Comparison
from pyrules.model.wording import counted
from pyrules.report.comparison.text import called, clauses_of, headline
from pyrules.report.html import environment


def page(comparison: Comparison, acceptances: Acceptances) -> str:
    """The comparison as the text of an HTML page. Nothing in it is fetched from elsewhere, and no name is obeyed."""
    return (
        environment()
        .get_template("comparison.html.jinja")
        .render(
            comparison=comparison,
            acceptances=acceptances,
            gone=acceptances.gone(comparison),
            headline=headline(comparison),
            sides=tuple(map(called, comparison.rulebooks)),
            clauses_of=clauses_of,
            count=counted,
            version=pyrules.__version__,
        )
    )
