"""Whether expectations speak of events, cards and names that there are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from pyrules.errors import InputError, did_you_mean
from pyrules.files.source import Finding, KeyPath, shown, unknown
from pyrules.language import _, mark
from pyrules.scenario import schema
from pyrules.scenario.parts import Mention, declared, items, lists_all_features, mapping, mentions

if TYPE_CHECKING:
    from pyrules.rulebook.book import Rulebook

NOTHING = mark("nothing here is called {name}{hint}")


def expectation_findings(data: object, folder: str) -> Iterator[Finding]:
    """Everything in the expectations that does not make sense. Paths in them are read from the folder."""
    features = {name for _, name, _ in declared(data)}
    if not lists_all_features(data):
        features |= {mention.feature for mention in mentions(data) if not _asks_about_a_property(mention, data)}
    for index, expectation in enumerate(items(data, "expect")):
        if isinstance(expectation, dict):
            path: KeyPath = ("expect", index)
            yield from _after(path, expectation, items(data, "events"))
            yield from _nothing_expected(path, expectation)
            yield from rulebook_findings((*path, "in"), expectation.get("in"), folder)
            yield from reading_findings(path, expectation, items(data, "rulebooks"), folder)
            yield from _roll(path, expectation)
            yield from _cards(path, expectation, mapping(data, "cards"), features)
            yield from _listed(path, expectation, mapping(data, "cards"), features)


def _asks_about_a_property(mention: Mention, data: object) -> bool:
    """Whether a condition names a property where it asks about a feature; that is said of the condition."""
    match mention.path:
        case (*_, "has" | "at_least", 1):
            return any(mention.feature in mapping(card, "properties") for card in mapping(data, "cards").values())
    return False


def rulebook_findings(path: KeyPath, given: object, folder: str) -> Iterator[Finding]:
    """The names of rulebooks that are neither built in nor the path of an edit that there is, from the folder."""
    from pyrules.rulebook.names import read_in
    from pyrules.rulebook.paths import is_path
    from pyrules.rulebook.revisions import rulebook_names

    for index, name in enumerate(given if isinstance(given, list) else ()):
        if not isinstance(name, str):
            continue
        if is_path(name):
            if not os.path.isfile(read_in(folder, name)):  # noqa: PTH113
                message = _("there is no edit {name}; its path is read from the folder of this file", name=shown(name))
                yield Finding((*path, index), message)
        elif name not in rulebook_names():
            yield unknown((*path, index), mark("there is no rulebook {name}{hint}"), name, rulebook_names())


def reading_findings(
    path: KeyPath, expectation: dict[str, object], about: list[object], folder: str
) -> Iterator[Finding]:
    """The readings and options of `under` that no rulebook has of those that the expectation is about.

    Where `in` names rulebooks, each of them must have them.
    """
    under = mapping(expectation, "under")
    if not under:
        return
    named = items(expectation, "in")
    books = list(_openable(named or about, folder))
    for reading, option in under.items():
        known = [book.options(reading) for book in books]
        lacking = [book.name for book, options in zip(books, known, strict=True) if not options]
        if books and (len(lacking) == len(books) or (named and lacking)):
            known_ones = {reading for book in books for reading in book.readings}
            nearest = "" if reading in known_ones else did_you_mean(reading, known_ones)
            message = _(
                "there is no reading {reading} in {lacking}{nearest}",
                reading=shown(reading),
                lacking=", ".join(lacking),
                nearest=nearest,
            )
            yield Finding((*path, "under", reading), message, at_key=True)
        elif books and isinstance(option, str) and not any(option in options for options in known):
            every = {option for options in known for option in options}
            message = _(
                "the reading {reading} has no option {option}{hint}",
                reading=shown(reading),
                option=shown(option),
                hint=did_you_mean(option, every),
            )
            yield Finding((*path, "under", reading), message)


def _openable(names: list[object], folder: str) -> Iterator[Rulebook]:
    """The rulebooks of these names, all built-in ones for none; what cannot be opened is said elsewhere."""
    from pyrules.rulebook.names import read_in
    from pyrules.rulebook.open import load_rulebook
    from pyrules.rulebook.revisions import rulebook_names

    for name in names or rulebook_names():
        if isinstance(name, str):
            with suppress(InputError):
                yield load_rulebook(read_in(folder, name))


def _after(path: KeyPath, expectation: dict[str, object], events: list[object]) -> Iterator[Finding]:
    path = (*path, "after")
    match expectation:
        case {"after": bool()}:
            return
        case {"after": int(number)} if number > len(events):
            yield Finding(
                path, _("there is no event {number}; the last one is {count}", number=number, count=len(events))
            )
        case {"after": str(label)}:
            labels = [event["label"] for event in events if isinstance(event, dict) and "label" in event]
            known = ["end", *(label for label in labels if isinstance(label, str))]
            if label not in known:
                yield unknown(path, mark("no event has the label {name}{hint}"), label, known)
        case {"outcomes": _} if expectation.keys() <= {"outcomes", "in", "under"}:
            return
        case dict() if "after" not in expectation:
            yield Finding(path, _("the key 'after' is missing: the number of an event, a label or `end`"))


def _nothing_expected(path: KeyPath, expectation: dict[str, object]) -> Iterator[Finding]:
    if expectation.keys() <= {"after", "in", "under"}:
        yield Finding(path, _("nothing is expected here; name a card and what it is to have, or performed, roll, …"))


def _roll(path: KeyPath, expectation: dict[str, object]) -> Iterator[Finding]:
    message = _("a roll has a result; of one that is not legal, write {legal: false}")
    match expectation:
        case {"roll": []}:
            yield Finding((*path, "roll"), message)
        case {"roll": {"results": [], **others}} if others.get("legal") is not False:
            yield Finding((*path, "roll", "results"), message)


def _cards(
    path: KeyPath, expectation: dict[str, object], cards: dict[str, object], features: set[str]
) -> Iterator[Finding]:
    words = schema.Expectation.written_keys()
    for card in expectation:
        if card in words:
            continue
        if card not in cards:
            yield unknown((*path, card), mark("unknown card or key {name}{hint}"), card, [*cards, *words], at_key=True)
            continue
        properties = mapping(cards[card], "properties")
        for name, wanted in mapping(expectation, card).items():
            if name in properties and isinstance(wanted, dict):
                message = _(
                    "{name} is a property, and has a number only; expected a number, got a mapping", name=shown(name)
                )
                yield Finding((*path, card, name), message)
            elif name in properties and name in features:
                message = _(
                    "{name} is both a property and a feature of {card}; rename one of them",
                    name=shown(name),
                    card=shown(card),
                )
                yield Finding((*path, card, name), message, at_key=True)
            elif name not in properties and name not in features:
                yield unknown((*path, card, name), NOTHING, name, {*properties, *features}, at_key=True)


def _listed(
    path: KeyPath, expectation: dict[str, object], cards: dict[str, object], features: set[str]
) -> Iterator[Finding]:
    """The cards and names in losses and attempts; what is lost is a feature."""
    for key in ("losses", "attempts"):
        for index, each in enumerate(items(expectation, key)):
            match each:
                case [str(card), str(name), *_]:
                    place = (*path, key, index)
                    if card not in cards:
                        yield unknown((*place, 0), mark("unknown card {name}{hint}"), card, cards)
                    elif key == "attempts" and name not in (known := {*features, *mapping(cards[card], "properties")}):
                        yield unknown((*place, 1), NOTHING, name, known)
                    if key == "losses" and name not in features:
                        yield unknown((*place, 1), mark("no feature is called {name}{hint}"), name, features)
