"""Explanations on demand: the scenario is solved once with every atom kept, and one value is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pyrules.engine.guard import guarded
from pyrules.explanation.answer_set import AnswerSet
from pyrules.explanation.explanation import Explanation, Ledger, replay
from pyrules.explanation.ledger_writer import PendingStep
from pyrules.explanation.ledgers import Ledgers
from pyrules.explanation.loop import suppositions
from pyrules.explanation.not_attempted import not_attempted
from pyrules.explanation.outcome_differences import partings
from pyrules.explanation.question import Inquiry, Question
from pyrules.language import _
from pyrules.model import wording
from pyrules.model.result import RollResult, State
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook


def explain(
    scenario: Scenario, under: Rulebook, card: str, name: str, after: int | None = None, outcome: int = 0
) -> Explanation:
    """Why `name` of `card` is what it is: the arguments are those of a `Question`, which says what they mean.

    Raises InputError for a card, a name, an event or an outcome that there is not, NotDecided when there are too many
    outcomes.
    """
    return explained(scenario, under, Question(card, name, after, outcome))


@guarded
def explained(scenario: Scenario, under: Rulebook, question: Question) -> Explanation:
    """The answer to a question; raises as `explain` does."""
    asked = Inquiry(scenario, under, question)
    evaluation = asked.evaluation
    unexplained = _unexplained(asked, under)
    if evaluation.loop is not None:
        loop = () if evaluation.loop.broken else suppositions(asked.instance)
        answer = _("there is no outcome") if evaluation.loop.broken else unexplained.answer
        return replace(unexplained, answer=answer, loop=loop, unsettled=evaluation.loop)
    record = asked.record()
    ledgers = _told(asked, record)
    if asked.subject == "feature" and ledgers[0].value == "absent":
        held_back = tuple(each.step for each in not_attempted(record, asked.card, asked.name, asked.after))
        ledgers = (replace(ledgers[0], steps=(*ledgers[0].steps, *held_back)),)
    return replace(
        unexplained,
        answer=_answer(asked, ledgers, record.outcome.states[asked.after]),
        ledgers=ledgers,
        outcome=asked.outcome,
        partings=partings(evaluation.outcomes),
    )


def _unexplained(asked: Inquiry, under: Rulebook) -> Explanation:
    return Explanation(
        file=asked.scenario.file,
        title=asked.scenario.title,
        rulebook=under.name,
        readings=under.readings,
        card=asked.card,
        name=asked.name,
        subject=asked.subject,
        after=asked.after,
        events=(_("start"), *(wording.happening(event.happening) for event in asked.scenario.events)),
        verdict=asked.evaluation.verdict,
        answer=_("nothing settles"),
        ledgers=(),
        outcomes=len(asked.evaluation.outcomes),
    )


def _told(asked: Inquiry, record: AnswerSet) -> tuple[Ledger, ...]:
    ledgers = Ledgers(record)
    drafts: Sequence[Sequence[PendingStep]]
    match asked.subject:
        case "feature":
            drafts = [ledgers.of_feature(asked.card, asked.name)]
        case "property":
            drafts = [ledgers.of_property(asked.card, asked.name)]
        case _:
            drafts = ledgers.of_event(asked.after)
    told = (ledgers.with_causes(draft, asked.after) for draft in drafts)
    return tuple(Ledger(*replay(steps), steps) for steps in told)


def _answer(asked: Inquiry, ledgers: tuple[Ledger, ...], state: State) -> str:
    """The answer in a sentence, as it goes on after "Under r4, after 3,"."""
    ledger = ledgers[0]
    match asked.subject:
        case "attack":
            legal = state.attack is None or state.attack.legal
            return _("the attack does {number} damage", number=ledger.value) if legal else _("the attack is not legal")
        case "roll":
            return _answer_of_roll(state.roll)
        case "property":
            return _("{name} of {card} is {number}", name=asked.name, card=asked.card, number=ledger.effective)
    if ledger.value == "absent":
        return _("{card} does not have {name}", card=asked.card, name=asked.name)
    number = "" if ledger.value == "present" else f" {ledger.value}"
    works = _(", which works as {number}", number=ledger.effective) if ledger.effective != ledger.value else ""
    return _("{card} has {name}", card=asked.card, name=f"{asked.name}{number}") + works


def _answer_of_roll(roll: RollResult | None) -> str:
    if roll is None or not roll.results:
        return _("the roll is not legal")
    results = _("the roll comes out at {results}", results=_(" or ").join(map(str, roll.results)))
    if not roll.determined:
        return _("{results}, and the text leaves open at which", results=results)
    if len(roll.results) == 1:
        return results
    return _(
        "{results}; a roller who wants high gets {high}, one who wants low {low}",
        results=results,
        high=roll.high,
        low=roll.low,
    )
