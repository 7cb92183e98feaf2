"""Rolls and attacks as results: what the rules say of them, with the clauses that their labels stand for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pyrules.model.result import AttackResult, Citation, RefusedStep, RollResult
from pyrules.rulebook.book import Rulebook


def roll(
    rulebook: Rulebook,
    results: Iterable[int],
    high: int | None,
    low: int | None,
    illegal: Iterable[str],
    undetermined: bool,
    refused: Iterable[tuple[int, str]],
    shaped: Iterable[str],
) -> RollResult:
    """A roll: `illegal`, `refused` (with the number of the step) and `shaped` are labels."""
    forbidden = sorted(illegal)
    return RollResult(
        results=tuple(sorted(set(results))),
        high=high,
        low=low,
        determined=not undetermined,
        legal=not forbidden,
        refused=tuple(
            RefusedStep(step, rulebook.cite(label), rulebook.reason(label, False))
            for step, label in sorted(set(refused))
        ),
        clauses=(*map(rulebook.cite, forbidden), *_shaped_by(rulebook, shaped)),
    )


def attack(
    rulebook: Rulebook,
    kind: Literal["sudden", "slow"],
    illegal: Iterable[str],
    speed: str,
    target_fights: bool,
    defender_allowed: bool,
    magnitude: int,
    damage: int,
    shaped: Iterable[str],
) -> AttackResult:
    """An attack: `illegal` and `shaped` are labels."""
    forbidden = sorted(illegal)
    return AttackResult(
        kind=kind,
        speed="fast" if speed == "fast" else "slow",
        legal=not forbidden,
        clause=rulebook.cite(forbidden[0]) if forbidden else None,
        target_fights=target_fights,
        defender_allowed=defender_allowed,
        magnitude=magnitude,
        damage=damage,
        clauses=_shaped_by(rulebook, shaped),
    )


def _shaped_by(rulebook: Rulebook, labels: Iterable[str]) -> tuple[Citation, ...]:
    return tuple(dict.fromkeys(rulebook.cite(label) for label in sorted(labels)))
