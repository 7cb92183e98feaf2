"""A comparison as one self-contained HTML page, with both ledgers of every scenario that comes out differently."""

from __future__ import annotations

from collections.abc import Callable

from pyrules.analysis.compare.accepted_differences import Acceptances
from pyrules.analysis.compare.comparison import Comparison
from pyrules.analysis.compare.differences import Difference
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.report import html
from pyrules.report.comparison.text import called, clauses_of, headline, unseen


def page(comparison: Comparison, acceptances: Acceptances) -> str:
    """The comparison as the text of an HTML page."""

    def reasons(disagreement: Disagreement) -> Callable[[Difference], str | None]:
        return lambda difference: acceptances.reason(disagreement, difference)

    return html.page(
        "comparison",
        comparison=comparison,
        acceptances=acceptances,
        reasons=reasons,
        gone=acceptances.gone(comparison),
        headline=headline(comparison),
        sides=tuple(map(called, comparison.rulebooks)),
        clauses_of=clauses_of,
        unseen=unseen,
    )
