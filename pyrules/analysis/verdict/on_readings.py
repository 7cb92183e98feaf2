"""What readings have to do with an edit: under which it makes no difference, which it settles, which it opens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pyrules.analysis.compare.differences import apart
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.verdict.edit_verdict import OptionOn, ReadingRole
from pyrules.engine.evaluate import evaluate
from pyrules.errors import NotDecided
from pyrules.language import _
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook

Answers = dict[str, Evaluation]
"""Option -> the answer under it, for the options that are not in force."""


def roles(shown: Iterable[Disagreement], clock: Clock, tell: Callable[[str], None]) -> Iterator[ReadingRole]:
    """What each reading has to do with each of the scenarios on which base and edit differ, as far as it has.

    Raises NotDecided when the time is up.
    """
    for disagreement in shown:
        for reading in dict.fromkeys(choice.reading.id for book in disagreement.rulebooks for choice in book.choices):
            if not clock.left():
                raise NotDecided(_("the time limit was reached"))
            tell(_("reading {reading}", reading=reading))
            role = _role(disagreement, reading)
            if role.matters:
                yield role


def joined(roles: Iterable[ReadingRole]) -> tuple[ReadingRole, ...]:
    """One role for each reading, with all scenarios on which it has one."""
    found: dict[str, ReadingRole] = {}
    for each in roles:
        known = found.get(each.reading, ReadingRole(each.reading))
        found[each.reading] = ReadingRole(
            each.reading,
            known.agree + each.agree,
            known.same + each.same,
            known.opened + each.opened,
            known.settled + each.settled,
        )
    return tuple(found[reading] for reading in sorted(found))


def _role(shown: Disagreement, reading: str) -> ReadingRole:
    left, right = shown.evaluations
    of_base, of_edit = (_answers(shown.scenario, book, reading) for book in shown.rulebooks)

    def same(one: Evaluation, other: Evaluation) -> bool:
        return not apart(one, other, shown.observe)

    def on(option: str) -> OptionOn:
        return OptionOn(option, shown.scenario.title)

    rests_before = any(not same(left, other) for other in of_base.values())
    rests_after = any(not same(right, other) for other in of_edit.values())
    title = (shown.scenario.title,)
    return ReadingRole(
        reading,
        agree=tuple(on(o) for o in {**of_base, **of_edit} if same(of_base.get(o, left), of_edit.get(o, right))),
        same=tuple(on(option) for option, other in of_base.items() if same(other, right)),
        opened=title if rests_after and not rests_before else (),
        settled=title if rests_before and not rests_after else (),
    )


def _answers(scenario: Scenario, book: Rulebook, reading: str) -> Answers:
    """The answers under the options that are not in force, as far as they are decided."""
    found: Answers = {}
    for option in book.options(reading):
        if option != book.readings[reading]:
            try:
                found[option] = evaluate(scenario, book.under({reading: option}))
            except NotDecided:
                continue
    return found
