"""A comparison in words: what comes out differently, by the cause."""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.analysis.compare.accepted_differences import Acceptances
from pyrules.analysis.compare.comparison import Comparison, Group
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.compare.responsible import Clauses
from pyrules.language import _, plural, said
from pyrules.model import wording
from pyrules.report.explanation.pair import LedgerPair
from pyrules.report.notes import LOST, QUIET, REFUSED, Note
from pyrules.rulebook.book import Rulebook


def parts(comparison: Comparison, acceptances: Acceptances, ledgers: bool = False) -> Iterator[Note | LedgerPair]:
    """A comparison without what is accepted, part by part; with both ledgers when asked for."""
    yield Note(headline(comparison), "bold")
    for group in comparison.groups:
        unexplained = [each for each in group.disagreements if acceptances.unexplained(each)]
        if unexplained:
            yield Note("")
            yield Note(f"{clauses_of(group)}: {_scenarios(len(unexplained))}", "bold")
        for number, each in enumerate(unexplained):
            if ledgers and number:
                yield Note("")
            yield Note(f"  {each.scenario.file}: {each.scenario.title}")
            if each.shows_later:
                yield Note(f"    {unseen(each)}", QUIET)
            yield from _differences(each, acceptances)
            if ledgers and each.explanations is not None:
                yield Note("")
                yield LedgerPair(each.explanations)
    yield from _accepted(comparison, acceptances)


def unseen(disagreement: Disagreement) -> str:
    """Where the states part, before anything is to be seen of it: `after 1, unseen: gain Броня 3 on vail`."""
    after = disagreement.cause.after or 0
    event = wording.happening(disagreement.scenario.events[after - 1].happening) if after else _("start")
    return _("after {after}, unseen: {event}", after=after, event=event)


def _differences(disagreement: Disagreement, acceptances: Acceptances) -> Iterator[Note]:
    for each in disagreement.differences:
        if acceptances.reason(disagreement, each) is None:
            yield Note(f"    {said(each.line)}", LOST)


def _accepted(comparison: Comparison, acceptances: Acceptances) -> Iterator[Note]:
    accepted = [each for each in comparison.disagreements if not acceptances.unexplained(each)]
    gone = acceptances.gone(comparison)
    if accepted or gone:
        yield Note("")
    if accepted:
        yield Note(_("accepted: {scenarios}", scenarios=_scenarios(len(accepted))), QUIET)
    for each in gone:
        yield Note(_("stale acceptance, this no longer differs: {difference}", difference=each), REFUSED)


def headline(comparison: Comparison) -> str:
    """The answer in a sentence, with what was looked at."""
    left, right = map(called, comparison.rulebooks)
    number = len(tuple(comparison.disagreements))
    differ = (
        plural("{count} comes out differently", "{count} come out differently", number)
        if number
        else _("none comes out differently")
    )
    *others, last = comparison.observe
    observed = _(" or ").join(filter(None, (", ".join(map(_, others)), _(last))))
    looked_at = _(
        "{scenarios}, {differ} in {observed}",
        scenarios=_scenarios(len(comparison.files)),
        differ=differ,
        observed=observed,
    )
    return f"{left} / {right}: {looked_at}"


def _scenarios(number: int) -> str:
    return plural("{count} scenario", "{count} scenarios", number)


def clauses_of(group: Group) -> str:
    """The clauses of each side by their numbers: `518.3 / 518.3, 518.7.2`."""
    return " / ".join(map(_numbers, group.clauses))


def called(book: Rulebook) -> str:
    """A rulebook by its name, with the readings that are not the default."""
    chosen = [f"{each.reading.id}={each.option}" for each in book.choices if each.option != each.reading.default]
    return f"{book.name} ({', '.join(chosen)})" if chosen else book.name


def _numbers(clauses: Clauses) -> str:
    return ", ".join(dict.fromkeys(map(str, clauses))) or _("no clause")
