"""An explanation in sentences, the same ones on a terminal and in a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pyrules.language import _, plural

if TYPE_CHECKING:
    from pyrules.engine.dependencies import Dependency
    from pyrules.explanation.explanation import Explanation, Level, Step, Supposition
    from pyrules.model.result import Broken, Citation


def headline(why: Explanation) -> str:
    """The answer in a sentence: `Under r4, after 3, vail has Броня 2.`"""
    after = why.after if why.unsettled is None else why.unsettled.after
    when = _("at the start") if after == 0 else _("after {after}", after=after)
    rulebook = Path(why.rulebook).name.removesuffix(".edit.yaml")
    return _("Under {rulebook}, {when}, {answer}.", rulebook=rulebook, when=when, answer=why.answer)


def verdict(why: Explanation) -> Iterator[str]:
    """What to know of a scenario that is not determined."""
    if why.partings:
        event = why.events[why.partings[0].after]
        yield _(
            "Undetermined: {outcomes} outcomes, parting at {event!r}; this is outcome {number}.",
            outcomes=why.outcomes,
            event=event,
            number=why.outcome + 1,
        )
        for parting in why.partings:
            yield _(
                "{name} of {card}: {levels}",
                name=parting.name,
                card=parting.card,
                levels=_(" or ").join(map(_level, parting.levels)),
            )
    for broken in () if why.unsettled is None else why.unsettled.broken:
        yield _("No outcome is left: {breach}.", breach=breach(broken))
    if why.advice:
        yield _("Advice: {advice}.", advice=why.advice)


def resting(depends_on: Iterable[Dependency], what: str) -> str:
    """The readings on which a value rests: `rests on a reading: … gives another value from event 6 on`.

    Then those of which it is not known: `may rest on …, which could not be decided`.
    """
    told, untold = [], []
    for each in depends_on:
        if each.after is None:
            untold.append(str(each))
        else:
            since = _("from event {after} on", after=each.after) if each.after else _("from the start on")
            told.append(_("{option} gives {what} {since}", option=each, what=what, since=since))
    listed = ", ".join(told)
    rests = [plural("rests on a reading: {told}", "rests on readings: {told}", len(told), told=listed)] if told else []
    undecided = _(" and ").join(untold)
    may_rest = [_("may rest on {readings}, which could not be decided", readings=undecided)] if untold else []
    return _("; it ").join(rests + may_rest)


def sentence(step: Step) -> str:
    """A step with its reason and the numbers of its clauses: `Броня 1 is refused: 1 is not greater than 2 (518.3)`."""
    reasons = [step.reason] if step.reason else []
    reasons += [f"{_(basis.sentence)} [{basis.place}]" for basis in step.bases if basis.foreign]
    reason = f": {'; '.join(reasons)}" if reasons else ""
    return f"{step.text}{reason}{cited(step.clauses)}"


def cited(clauses: Iterable[Citation]) -> str:
    """The numbers of clauses in brackets, those inherited from one revision together."""
    numbers: dict[str | None, dict[str, None]] = {}
    for clause in clauses:
        numbers.setdefault(clause.inherited_from, {})[clause.kind] = None
    said = [f"{', '.join(each)}{inherited(source)}" for source, each in numbers.items()]
    return f" ({'; '.join(said)})" if said else ""


def breach(broken: Broken) -> str:
    """A constraint that is broken: `it breaks "No more than 9." [limits/nine.lp:2] (518.8)`."""
    said = _('"{sentence}" ', sentence=_(broken.sentence)) if broken.sentence else ""
    return _("it breaks {said}[{place}]{cited}", said=said, place=broken.place, cited=cited([broken.clause]))


def shaken(edit: str) -> str:
    """That a clause may no longer hold, as an edit changed what it rests on."""
    return _("Rests on a module that {name} changed; its gist may no longer hold.", name=Path(edit).name)


def gist(clause: Citation) -> str:
    """The content of a clause in our words, with what it is besides a clause of the text."""
    as_what = _("A decision of this project: ") if clause.decided else ""
    if clause.reading is not None:
        as_what = _("Read with {reading}: ", reading=clause.reading)
    taken = (
        ""
        if clause.inherited_from is None
        else _(" (Inherited from {inherited_from}.)", inherited_from=clause.inherited_from)
    )
    doubt = "" if clause.shaken_by is None else f" ({shaken(clause.shaken_by)})"
    return f"{as_what}{_(clause.gist)}{taken}{doubt}"


def inherited(source: str | None) -> str:
    """That a clause is taken over from another revision."""
    return "" if source is None else _(", inherited from {source}", source=source)


def cause(why: Explanation, step: Step) -> str:
    """A step on which another one rests: `since gain Броня 2 on vail: vail: Броня 2 is gained`."""
    return _("since {event}: {sentence}", event=why.events[step.after], sentence=sentence(step))


def count(step: Step) -> str:
    """What a step does to the count: `2 → 3`; nothing where it leaves it."""
    return f"{_level(step.before)} → {_level(step.now)}" if step.counts else ""


def supposition(supposed: Supposition) -> str:
    """The condition of a loop, one way or the other: `Suppose that vail has Броня:`."""
    return _("Suppose that {condition}:", condition=supposed.condition)


def consequence(supposed: Supposition) -> str:
    """What would come of it."""
    return _(
        "so {consequence}, which contradicts the assumption",
        consequence=has(supposed.card, supposed.name, supposed.value),
    )


def has(card: str, name: str, level: Level) -> str:
    """What there is of a feature: `vail has Броня 2`."""
    match level:
        case "absent":
            return _("{card} does not have {name}", card=card, name=name)
        case "present":
            return _("{card} has {name}", card=card, name=name)
    return _("{card} has {name} {level}", card=card, name=name, level=level)


def _level(level: Level) -> str:
    return _(str(level))


def by_event(steps: Iterable[Step]) -> list[tuple[int, list[Step]]]:
    """The steps of each event, in order."""
    each: dict[int, list[Step]] = {}
    for step in steps:
        each.setdefault(step.after, []).append(step)
    return list(each.items())
