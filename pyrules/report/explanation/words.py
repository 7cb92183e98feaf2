"""An explanation in sentences, the same ones on a terminal and in a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyrules.engine.dependencies import Dependency
    from pyrules.explanation.explanation import Explanation, Level, Step, Supposition
    from pyrules.model.result import Broken, Citation


def headline(why: Explanation) -> str:
    """The answer in a sentence: `Under r4, after 3, vail has Броня 2.`"""
    after = why.after if why.unsettled is None else why.unsettled.after
    when = "at the start" if after == 0 else f"after {after}"
    return f"Under {Path(why.rulebook).name.removesuffix('.edit.yaml')}, {when}, {why.answer}."


def verdict(why: Explanation) -> Iterator[str]:
    """What to know of a scenario that is not determined."""
    if why.partings:
        event = why.events[why.partings[0].after]
        yield f"Undetermined: {why.outcomes} outcomes, parting at {event!r}; this is outcome {why.outcome + 1}."
        for parting in why.partings:
            yield f"{parting.name} of {parting.card}: {' or '.join(map(str, parting.levels))}"
    for broken in () if why.unsettled is None else why.unsettled.broken:
        yield f"No outcome is left: {breach(broken)}."
    if why.advice:
        yield f"Advice: {why.advice}."


def resting(depends_on: Iterable[Dependency], what: str) -> str:
    """The readings on which a value rests: `rests on a reading: … gives another value from event 6 on`.

    Then those of which it is not known: `may rest on …, which could not be decided`.
    """
    told, untold = [], []
    for each in depends_on:
        if each.after is None:
            untold.append(str(each))
        else:
            told.append(f"{each} gives another {what} from {f'event {each.after}' if each.after else 'the start'} on")
    rests = [f"rests on {'a reading' if len(told) == 1 else 'readings'}: {', '.join(told)}"] if told else []
    may_rest = [f"may rest on {' and '.join(untold)}, which could not be decided"] if untold else []
    return "; it ".join(rests + may_rest)


def sentence(step: Step) -> str:
    """A step with its reason and the numbers of its clauses: `Броня 1 is refused: 1 is not greater than 2 (518.3)`."""
    reasons = [step.reason] if step.reason else []
    reasons += [f"{basis.sentence} [{basis.place}]" for basis in step.bases if basis.foreign]
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
    said = f'"{broken.sentence}" ' if broken.sentence else ""
    return f"it breaks {said}[{broken.place}]{cited([broken.clause])}"


def shaken(edit: str) -> str:
    """That a clause may no longer hold, as an edit changed what it rests on."""
    return f"Rests on a module that {Path(edit).name} changed; its gist may no longer hold."


def gist(clause: Citation) -> str:
    """The content of a clause in our words, with what it is besides a clause of the text."""
    as_what = "A decision of this project: " if clause.decided else ""
    if clause.reading is not None:
        as_what = f"Read with {clause.reading}: "
    taken = "" if clause.inherited_from is None else f" (Inherited from {clause.inherited_from}.)"
    doubt = "" if clause.shaken_by is None else f" ({shaken(clause.shaken_by)})"
    return f"{as_what}{clause.gist}{taken}{doubt}"


def inherited(source: str | None) -> str:
    """That a clause is taken over from another revision."""
    return "" if source is None else f", inherited from {source}"


def cause(why: Explanation, step: Step) -> str:
    """A step on which another one rests: `since gain Броня 2 on vail: vail: Броня 2 is gained`."""
    return f"since {why.events[step.after]}: {sentence(step)}"


def count(step: Step) -> str:
    """What a step does to the count: `2 → 3`; nothing where it leaves it."""
    return f"{step.before} → {step.now}" if step.counts else ""


def supposition(supposed: Supposition) -> str:
    """The condition of a loop, one way or the other: `Suppose that vail has Броня:`."""
    return f"Suppose that {supposed.condition}:"


def consequence(supposed: Supposition) -> str:
    """What would come of it."""
    return f"so {has(supposed.card, supposed.name, supposed.value)}, which contradicts the assumption"


def has(card: str, name: str, level: Level) -> str:
    """What there is of a feature: `vail has Броня 2`."""
    match level:
        case "absent":
            return f"{card} does not have {name}"
        case "present":
            return f"{card} has {name}"
    return f"{card} has {name} {level}"


def by_event(steps: Iterable[Step]) -> list[tuple[int, list[Step]]]:
    """The steps of each event, in order."""
    each: dict[int, list[Step]] = {}
    for step in steps:
        each.setdefault(step.after, []).append(step)
    return list(each.items())
