"""How an instance or a modifier came, changed or went in a micro-step: in words, and with the clause that says so."""

from __future__ import annotations

from dataclasses import replace

from clingo import Function, String, Symbol

from pyrules.explanation.explanation import Basis, Level
from pyrules.explanation.feature_history import FeatureMoment
from pyrules.explanation.feature_step import FeatureStep, Made
from pyrules.explanation.ledger_writer import Checked, StepText
from pyrules.language import _, mark
from pyrules.model.result import Attempt


def called(passage: FeatureStep, thing: Symbol, when: FeatureMoment) -> str:
    """A thing in words: `printed Броня 2`, `acquired Броня 3`, `modifier -2`."""
    number = when.standing.get(thing, when.sleeping.get(thing))
    printed = thing.arguments[2].name == "printed"
    if thing.name == "modifier":
        shown = "" if number is None else f" {number:+d}"
        return _("printed modifier{number}", number=shown) if printed else _("modifier{number}", number=shown)
    what = passage.name if number is None else f"{passage.name} {number}"
    return _("printed {what}", what=what) if printed else _("acquired {what}", what=what)


def tried(attempt: Attempt) -> str:
    """What was attempted, as a thing: `Броня 2`, `-1 to Броня`, `the loss of Броня`."""
    name = attempt.feature if attempt.feature is not None else attempt.property
    if attempt.kind == "lose":
        return _("the loss of {name}", name=name)
    if attempt.kind == "gain":
        return f"{name}" if attempt.value is None else f"{name} {attempt.value}"
    return _("{number:+d} to {name}", number=attempt.value, name=name)


def refusal(passage: FeatureStep, made: Made) -> StepText:
    """An attempt that came to nothing."""
    return _told(passage, made, "refused", mark("{what} is refused"), passage.missing(made))


def _deed(passage: FeatureStep, kind: str, done: str, **parts: object) -> StepText:
    """What the attempt that is performed comes to: `done` is a message about `{what}`."""
    if passage.deed is None:
        return StepText(kind, _(done, what=passage.name, **parts))
    return _told(passage, passage.deed, kind, done, (), **parts)


def _told(
    passage: FeatureStep, made: Made, kind: str, done: str, because: tuple[Checked, ...], **parts: object
) -> StepText:
    attempt = made.attempt
    text = _(done, what=f"{tried(attempt)}{_by(attempt)}", **parts)
    asked = passage.trigger(made) + because
    return StepText(kind, text, attempt.reason, passage.judged(made), attempt.source, asked)


def _by(attempt: Attempt) -> str:
    match attempt.by:
        case "printed":
            return _(", as printed,")
        case "aura":
            return _(" from an aura") if attempt.source is None else _(" from the aura of {card}", card=attempt.source)
        case "event":
            return "" if attempt.source is None else _(" from {card}", card=attempt.source)


def _while(passage: FeatureStep, thing: Symbol, kind: str, text: str, bases: tuple[Basis, ...]) -> StepText:
    """What happens because the condition of a thing holds."""
    return StepText(kind, text, passage.holds(thing), bases, rests_on=passage.existence(thing))


def _without(passage: FeatureStep, thing: Symbol, kind: str, text: str, bases: tuple[Basis, ...]) -> StepText:
    """What happens because the condition of a thing fails."""
    return StepText(kind, text, passage.fails(thing), bases, rests_on=passage.existence(thing))


# --- instances ------------------------------------------------------------------------------------


def arrival(passage: FeatureStep, thing: Symbol) -> StepText:
    """How the instance that now applies came to apply."""
    what = called(passage, thing, passage.now)
    if thing in passage.before.standing and thing not in passage.things("given"):
        left = "" if passage.now.standing[thing] is None else _("nothing stronger is left")
        bases = passage.cite("beside", *thing.arguments[:2], earlier=1) or passage.cite("base", *thing.arguments)
        return StepText("uncovered", _("{what} applies", what=what), left, bases)
    if thing in passage.things("given") and passage.deed is not None:
        old = passage.before.base
        if old is None:
            return _deed(passage, "gained", mark("{what} is gained"))
        if old in passage.now.standing and old not in passage.things("taken"):
            return _deed(passage, "gained", mark("{what} is gained and is the stronger one"))
        if _taken_besides(passage, old):
            return _deed(passage, "gained", mark("{what} is gained"))
        made = _deed(
            passage, "replaced", mark("{what} takes the place of {old}"), old=called(passage, old, passage.before)
        )
        read = passage.cite("given", thing) if passage.deed.attempt.kind == "modify" else ()
        return replace(made, bases=made.bases + read)
    if passage.step == 0:
        bases = passage.cite("given", thing) or passage.cite("slept", thing)
        return _while(passage, thing, "printed", _("{what} stands", what=what), bases)
    if thing in passage.things("given"):
        return StepText("gained", _("{what} is gained", what=what), "", passage.cite("given", thing))
    if passage.before.suppressed:
        bases = passage.cite("uncovered", thing) or passage.cite("stands", thing)
        return StepText("returned", _("{what} is active again", what=what), _("what suppressed it has gone"), bases)
    return _while(passage, thing, "woke", _("{what} wakes", what=what), passage.cite("wakes", thing))


def _taken_besides(passage: FeatureStep, old: Symbol) -> bool:
    """Whether a rule of an edit takes what applied, by another clause than the one that decided the attempt."""
    decided = None if passage.deed is None else passage.deed.attempt.clause
    return any(basis.foreign and basis.clause != decided for basis in passage.cite("taken", old))


def ending_at_once(passage: FeatureStep, thing: Symbol) -> StepText:
    """How something that is given does not come to stand."""
    made = _deed(passage, "ended at once", mark("{what} is given and ends at once"))
    reason, bases = passage.fails(thing), passage.cite("lapses", thing)
    return replace(made, reason=reason, bases=made.bases + bases, rests_on=made.rests_on + passage.existence(thing))


def departure(passage: FeatureStep, thing: Symbol) -> StepText:
    """How an instance that stood, or slept, went."""
    what = called(passage, thing, passage.before)
    if thing in passage.things("lapses"):
        bases = passage.cite("expires", thing) or passage.cite("lapses", thing)
        return _without(passage, thing, "lapsed", _("{what} ends", what=what), bases)
    if thing in passage.things("yields"):
        return StepText(
            "removed",
            _("{what} makes way", what=what),
            _("the printed one is larger than the value"),
            passage.cite("yields", thing),
        )
    taken = passage.support("taken", thing)
    bases = passage.cite("taken", thing)
    if taken is not None and any(atom.name == "leaves" for atom in taken.positives):
        return StepText("departed", _("{what} goes", what=what), _("{card} leaves play", card=passage.card), bases)
    if passage.deed is not None and passage.deed.attempt.kind == "lose":
        if passage.before.suppressed and thing in passage.before.sleeping:
            return StepText("lost", _("{what}, suppressed, goes as well and does not return", what=what), "", bases)
        return replace(
            _deed(passage, "lost", "{what}"),
            text=_("{what} is lost", what=what),
            bases=passage.judged(passage.deed) + bases,
        )
    return StepText("removed", _("{what} is removed", what=what), "", bases)


def falling_asleep(passage: FeatureStep, thing: Symbol) -> StepText:
    """How a thing that stood comes to sleep."""
    what = called(passage, thing, passage.before)
    return _without(passage, thing, "slept", _("{what} falls asleep", what=what), passage.cite("sleeps", thing))


def aside(passage: FeatureStep, thing: Symbol) -> StepText | None:
    """What happens to a thing that does not count, None when nothing does."""
    before, now = passage.before, passage.now
    if thing in passage.things("forfeited"):
        return _forfeiture(passage, thing)
    if thing in now.sleeping:
        return _sleeping(passage, thing)
    if thing in now.standing:
        return _idling(passage, thing) if thing.name == "modifier" else _standing_aside(passage, thing)
    if (
        thing in before.standing
        and thing.name == "modifier"
        and thing in passage.moments.forfeited_before(passage.step)
    ):
        return None
    return departure(passage, thing)


def _sleeping(passage: FeatureStep, thing: Symbol) -> StepText | None:
    hidden = thing.name == "instance" and passage.now.suppressed
    if hidden and not (passage.before.suppressed and thing in passage.before.sleeping):
        what = called(passage, thing, passage.now)
        bases = passage.cite("suppressed", *thing.arguments[:2])
        return StepText("suppressed", _("{what} becomes suppressed", what=what), "", bases)
    if thing in passage.before.standing:
        return falling_asleep(passage, thing)
    uncovered = passage.before.suppressed and not passage.now.suppressed and thing.name == "instance"
    if thing in passage.before.sleeping and not uncovered:
        return None
    what = called(passage, thing, passage.now)
    return _without(passage, thing, "asleep", _("{what} sleeps", what=what), passage.cite("slept", thing))


def _standing_aside(passage: FeatureStep, thing: Symbol) -> StepText | None:
    if thing in passage.before.standing and thing != passage.before.base:
        return None
    applying = () if passage.now.base is None else passage.cite("base", *passage.now.base.arguments)
    bases = passage.cite("beside", *thing.arguments[:2]) or passage.cite("outdone", *thing.arguments) or applying
    plain = passage.now.standing[thing] is None
    stands = mark("{what} stands beside another one") if plain else mark("{what} stands beside the stronger one")
    if thing in passage.things("given") and passage.deed is not None:
        made = _deed(passage, "aside", stands)
        return replace(made, bases=made.bases + bases)
    return _while(passage, thing, "aside", _(stands, what=called(passage, thing, passage.now)), bases)


# --- modifiers ------------------------------------------------------------------------------------


def raising(passage: FeatureStep, thing: Symbol, by: int) -> StepText:
    """How the number of an instance is changed in place."""
    return _modified(passage, by, passage.cite("raised", thing, by), passage.rests_on_deed("raised", thing, by))


def raised_from_zero(passage: FeatureStep, thing: Symbol) -> StepText:
    """That a negative number is counted as 0 before it is changed."""
    what = called(passage, thing, passage.before)
    return StepText("contributed", _("{what} counts as 0", what=what), "", passage.cite("raised_from_zero", thing))


def _modified(passage: FeatureStep, by: int, bases: tuple[Basis, ...], ours: bool) -> StepText:
    """A modifier put by the attempt that is performed (`ours`), or by a rule of its own accord."""
    made = passage.deed
    if made is None or made.attempt.kind != "modify" or not ours:
        return StepText("modified", _("{number:+d} to {name} is put on it", number=by, name=passage.name), "", bases)
    done = mark("{what} is put on it") if made.attempt.value == by else mark("{what} is put on it as {number:+d}")
    told = _deed(passage, "modified", done, number=by)
    return replace(told, bases=told.bases + bases)


def contribution(passage: FeatureStep, base: Symbol, by: int) -> StepText:
    """What a rule makes of the number of an instance beyond what was given, put on it or undone."""
    number = passage.now.standing[base] or 0
    bases = next(filter(None, (passage.cite(name, base, number) for name in ("given_number", "brings", "number"))), ())
    return StepText("contributed", _("{number:+d} comes to it", number=by), "", bases)


def undoing(passage: FeatureStep, thing: Symbol, base: Symbol) -> StepText:
    """How what a modifier added is taken off again."""
    what = called(passage, thing, passage.before)
    bases = passage.cite("number", base, passage.now.standing[base] or 0)
    return _without(passage, thing, "undone", _("{what} ends and is undone", what=what), bases)


def counting(passage: FeatureStep, thing: Symbol) -> StepText:
    """How a modifier comes to count."""
    what = called(passage, thing, passage.now)
    bases = passage.cite("modifier_sum", *thing.arguments[:2], sum(passage.now.counted.values()))
    if thing in passage.things("given"):
        modifies = passage.deed is not None and passage.deed.attempt.kind == "modify"
        ours = modifies and passage.rests_on_deed("given", thing)
        put = () if ours else passage.cite("given", thing)
        return _modified(passage, passage.now.counted[thing], put + bases, ours)
    if thing in passage.before.standing:
        return _while(passage, thing, "applies", _("{what} applies to it", what=what), bases)
    return _while(passage, thing, "woke", _("{what} comes into force", what=what), bases)


def ceasing(passage: FeatureStep, thing: Symbol) -> StepText:
    """How a modifier that counted ceases to, while the feature stays."""
    gone = falling_asleep(passage, thing) if thing in passage.now.sleeping else departure(passage, thing)
    left = sum(passage.now.counted.values())
    return replace(gone, bases=gone.bases + passage.cite("modifier_sum", *thing.arguments[:2], left))


def _forfeiture(passage: FeatureStep, thing: Symbol) -> StepText:
    what = called(passage, thing, passage.now)
    reason = _("{name} is wholly lost", name=passage.name)
    return StepText("forfeited", _("{what} goes with it", what=what), reason, passage.cite("forfeited", thing))


def _idling(passage: FeatureStep, thing: Symbol) -> StepText | None:
    """A modifier that stands and does not count: in some revisions its number is part of the feature's."""
    given = thing in passage.things("given")
    if not given and thing in passage.before.standing:
        return None
    if passage.now.base is not None:
        what = called(passage, thing, passage.now)
        return (
            StepText(
                "owed", _("{what} will be undone when its condition ends", what=what), "", passage.cite("given", thing)
            )
            if given
            else None
        )
    nothing = _("{card} has no {name}", card=passage.card, name=passage.name)
    if given:
        return replace(_deed(passage, "idle", mark("{what} is put and changes nothing yet")), reason=nothing)
    what = called(passage, thing, passage.now)
    bases = passage.record.deriving("modifier_sum") or passage.cite("stands", thing)
    return StepText("idle", _("{what} changes nothing yet", what=what), nothing, bases)


# --- the rest -------------------------------------------------------------------------------------


def loss(passage: FeatureStep, cause: str) -> StepText:
    """That something counts as a loss of the feature."""
    bases = passage.cite("loss", String(passage.card), String(passage.name), Function(cause))
    return StepText("loss", _("counts as a loss of {name}, {cause}", name=passage.name, cause=_(cause)), "", bases)


def working(passage: FeatureStep, number: Level) -> StepText:
    """That the feature works with another number than its own."""
    return StepText(
        "works", _("works as {number}", number=_(str(number))), "", _cite_number(passage, "effective", number)
    )


def otherwise(passage: FeatureStep, value: Level) -> StepText:
    """That a rule of which the ledger knows nothing derives the value."""
    return StepText(
        "otherwise",
        _("{name} is {value}", name=passage.name, value=_(str(value))),
        "",
        _cite_number(passage, "value", value),
    )


def _cite_number(passage: FeatureStep, predicate: str, number: Level) -> tuple[Basis, ...]:
    if not isinstance(number, int):
        return ()
    return passage.cite(predicate, String(passage.card), String(passage.name), number)
