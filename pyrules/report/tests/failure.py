"""An expectation that does not hold, in words: what was expected, what came out, and how it came about."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import suppress

from rich.console import Console

from pyrules.engine.expectations import Check
from pyrules.errors import NotDecided
from pyrules.explanation import explain
from pyrules.language import _
from pyrules.model.scenario import Adjust, Attack, Event, Expectation, Gain, Lose, Modify, Roll, Scenario
from pyrules.report.explanation.ledger import JudgesNote
from pyrules.rulebook.book import Rulebook

WIDTH = 100


def text(scenario: Scenario, book: Rulebook, expectation: Expectation, failed: Check) -> str:
    """The failed check of an expectation, with the ledger of what it is about where it is about a value."""
    place = f"{scenario.file}:{failed.line}: {book.name}, {failed.subject}"
    said = _("expected {expected}, got {got}", expected=failed.expected, got=failed.got)
    sheet = io.StringIO(f"{place}: {said}\n")
    sheet.seek(0, io.SEEK_END)
    console = Console(file=sheet, width=WIDTH, color_system=None, highlight=False)
    for card, name in _about(scenario, expectation, failed):
        with suppress(NotDecided):
            console.print()
            console.print(JudgesNote(explain(scenario, book, card, name, expectation.after)))
    return sheet.getvalue()


def _about(scenario: Scenario, expectation: Expectation, failed: Check) -> Iterator[tuple[str, str]]:
    """The values that a check is about: a card and a name each."""
    event = scenario.events[expectation.after - 1] if expectation.after else None
    match failed.keys:
        case ("performed",) if event is not None:
            yield from _acted_on(event)
        case ("roll" | "attack", *_) if event is not None:
            yield from _acting(event)
        case ("losses",):
            lost = {(card, feature) for losses in failed.obtained for card, feature, _ in _triples(losses)}
            wanted = {(card, feature) for card, feature, _ in expectation.losses or ()}
            yield from sorted(lost ^ wanted)
        case ("attempts",):
            tried = {(card, name) for attempts in failed.obtained for card, name, _ in _triples(attempts)}
            yield from sorted(tried | {(card, name) for card, name, _ in expectation.attempts or ()})
        case (card, name) if card in scenario.cards:
            yield card, name


def _acted_on(event: Event) -> Iterator[tuple[str, str]]:
    match event.happening:
        case Gain(card=card, feature=name) | Modify(card=card, feature=name) | Lose(card=card, feature=name):
            yield card, name
        case Adjust(card=card, property=name):
            yield card, name


def _acting(event: Event) -> Iterator[tuple[str, str]]:
    match event.happening:
        case Attack(by=card):
            yield card, "attack"
        case Roll(by=card):
            yield card, "roll"


def _triples(losses: object) -> list[list[str]]:
    return losses if isinstance(losses, list) else []
