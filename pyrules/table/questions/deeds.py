"""What is to be done to a card: its facts, and the verdict on it."""

from __future__ import annotations

from collections.abc import Iterator

from pyrules.table.questions.kind import Answer, Atoms, Key
from pyrules.table.terms import condition

ADJUSTS = "adjust"


def effect_term(by: str, number: int = 1) -> str:
    """The term of the effect that a deed is by."""
    return {"event": "event(1)", "aura": "aura(1)"}.get(by) or f'printed("c",{number})'


def deed_facts(deed: Key) -> Iterator[str]:
    """(by, kind, feature, number, boosts, slot of the condition, place of the printed thing, is attempted)"""
    by, kind, feature, number, boosts, slot, place, attempted = deed
    effect, name = effect_term(by, place), f'"f{feature}"'
    if by == "printed":
        predicate = "printed_feature" if kind == "gain" else "printed_modifier"
        yield f'{predicate}("c",{place},{name},{"none" if number is None else number},{condition(slot)})'
        yield f"examined({effect},2)"
    else:
        if kind == ADJUSTS:
            yield f'adjusts({effect},"c",{name})'
        else:
            yield f'effect({effect},{kind},"c",{name})'
        yield f"existence({effect},{condition(slot)})"
        if number is not None:
            yield f"amount({effect},{number})"
        yield from (f'boost({effect},{n},"b",{by_})' for n, by_ in enumerate(boosts, start=1))
    if attempted:
        yield f"attempted_at_2({effect})"


def verdict_on(effect: str, atoms: Atoms) -> Answer | None:
    """(is performed, label, number attempted, number compared with); None where there is not just one verdict."""
    performed, refused, numbers, weighed = (
        [text.removeprefix(f"{effect},") for text in atoms.get(name, ()) if text.startswith(f"{effect},")]
        for name in ("performed", "refused", "attempted_number", "weighed")
    )
    verdicts = [*((True, label) for label in performed), *((False, label) for label in refused)]
    if len(verdicts) != 1 or len(numbers) > 1 or len(weighed) > 1:
        return None
    against = int(weighed[0].rpartition(",")[2]) if weighed else None
    return (*verdicts[0], int(numbers[0]) if numbers else None, against)
