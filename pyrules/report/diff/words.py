"""What a search came to, in sentences: the same ones on a terminal and on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import clingo

import pyrules
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.find import SearchResult
from pyrules.analysis.search.property import PropertyResult
from pyrules.analysis.search.topic import TopicResult
from pyrules.language import _, mark, plural
from pyrules.rulebook.book import Rulebook


def headline(found: SearchResult, left: str, right: str) -> str:
    """The answer in one sentence: with what was looked at, and what was not."""
    if found.verdict == "different" and found.shown is not None:
        differ = (
            mark("{left} and {right} differ: the smallest scenario has {events}.")
            if found.shown.proved
            else mark("{left} and {right} differ: a scenario, perhaps not the smallest, has {events}.")
        )
        return _(differ, left=left, right=right, events=count(len(found.shown.scenario.events), "event"))
    if found.method == "same rules" and not found.topics and not found.not_covered:
        return _("{left} and {right} agree: their rules are the same.", left=left, right=right)
    if not found.exhausted:
        return _(
            "Whether {left} and {right} differ is not decided: {reached}, {scope}{outside}.",
            left=left,
            right=right,
            reached=reached(mark("no difference {up_to}, {next} not finished"), found.none_up_to),
            scope=scope(found.bound),
            outside=not_looked_at(found.not_covered),
        )
    return _(
        "{left} and {right}: no difference in {observed} {scope}, {length}{outside}.",
        left=left,
        right=right,
        observed=_listed(found.bound.observe),
        scope=scope(found.bound),
        length=_length(found),
        outside=not_looked_at(found.not_covered),
    )


def _length(found: SearchResult) -> str:
    if not found.any_length:
        return up_to(found.none_up_to)
    if found.method == "same rules":
        return _("of any length, their rules for those are the same")
    return _("of any length, proved by induction")


def in_topic(result: TopicResult) -> str:
    """One sentence: what came of a topic beside the named features."""
    topic = _(result.topic)
    if result.verdict == "different":
        return _("{topic}: they differ ({looked_at} looked at).", topic=topic, looked_at=result.looked_at)
    if result.verdict == "undetermined":
        return _(
            "{topic}: not decided ({note}; {looked_at} looked at).",
            topic=topic,
            note=_(result.note),
            looked_at=result.looked_at,
        )
    if result.method == "same rules":
        return _("{topic}: the rules that differ have no say in it.", topic=topic)
    return _("{topic}: no difference in {looked_at}.", topic=topic, looked_at=result.looked_at)


def scope(bound: Bound) -> str:
    """What scenarios of a bound are about, and the topics that they have nothing of."""
    outside = [_("rolls"), _("attacks"), _("properties"), _("boosts")]
    outside += [] if bound.auras else [_("auras")]
    outside += [] if bound.on_features else [_("conditions on features")]
    return _(
        "in named features with {within} (outside: {outside})",
        within=", ".join((*_things(bound), _numbers(bound))),
        outside=", ".join(outside),
    )


def searched(bound: Bound, outside: str) -> str:
    """One sentence beneath a witness: what was looked at; `outside` is the end of it, what was not."""
    return _("Searched: {what}{outside}.", what=f"{_listed(bound.observe)}; {within(bound)}", outside=outside)


def left_out(topics: tuple[str, ...]) -> str:
    """The end of a sentence that says what was not looked at as one difference is enough."""
    listed = ", ".join(map(_, topics))
    return _("; not looked at, as a difference was found: {topics} (`--all` goes on)", topics=listed) if topics else ""


def within(bound: Bound) -> str:
    """How large the scenarios of a bound are."""
    on_features = [_("conditions on features")] if bound.on_features else []
    return ", ".join((*_things(bound), *on_features, up_to(bound.events), _numbers(bound)))


def _things(bound: Bound) -> Iterator[str]:
    yield count(bound.cards, "card")
    yield count(bound.features, "feature")
    yield count(bound.conditions, "flag")
    yield count(bound.printed, "printed thing")
    if bound.auras:
        yield count(bound.auras, "aura")


def _numbers(bound: Bound) -> str:
    return _("numbers to {number}", number=bound.max_value)


def not_looked_at(topics: tuple[str, ...]) -> str:
    """The end of a sentence that says in what else the rules differ."""
    return (
        _("; the rules differ in what was not looked at: {topics}", topics=", ".join(map(_, topics))) if topics else ""
    )


def verdict_on(judged: PropertyResult, rulebook: str) -> str:
    """The answer to a property in one sentence: with what was looked at, and what was not."""
    says = _(judged.says).rstrip(".")
    outside = unseen(judged.not_covered)
    if judged.violation is not None:
        violates = (
            mark('{rulebook} violates "{says}": the smallest scenario has {events}.')
            if judged.violation.proved
            else mark('{rulebook} violates "{says}": a scenario, perhaps not the smallest, has {events}.')
        )
        return _(violates, rulebook=rulebook, says=says, events=count(len(judged.violation.scenario.events), "event"))
    about = scope(judged.bound)
    if judged.exhausted:
        kept = mark('{rulebook}: no violation of "{says}" {scope}, {length}{outside}.')
        length = up_to(judged.none_up_to)
        return _(kept, rulebook=rulebook, says=says, scope=about, length=length, outside=outside)
    open_ = mark('Whether {rulebook} keeps "{says}" is not decided: {reached}, {scope}{outside}.')
    so_far = reached(mark("no violation {up_to}, {next} not finished"), judged.none_up_to)
    return _(open_, rulebook=rulebook, says=says, reached=so_far, scope=about, outside=outside)


def unseen(topics: tuple[str, ...]) -> str:
    """The end of a sentence that says of what else a property speaks."""
    return _("; it speaks of what was not looked at: {topics}", topics=", ".join(map(_, topics))) if topics else ""


def _listed(observed: tuple[str, ...]) -> str:
    return _(" or ").join(map(_, observed))


def reached(none: str, none_up_to: int) -> str:
    """How far a search came, by a message that says what was not found."""
    if none_up_to < 0:
        return _("the search ended before it had finished with any number of events")
    return _(none, up_to=up_to(none_up_to), next=none_up_to + 1)


def certificate(*books: Rulebook, method: str = "") -> str:
    """On what an answer rests: the rulebooks by their hashes, the method, the versions."""
    rulebooks = [f"{book.name} {book.hash[:16]}{_readings(book)}" for book in books]
    versions = f"pyrules {pyrules.__version__}, clingo {clingo.__version__}"
    return "; ".join(part for part in (", ".join(rulebooks), _(method), versions) if part)


def chosen(book: Rulebook) -> dict[str, str]:
    """The readings that are not the default."""
    return {each.reading.id: each.option for each in book.choices if each.option != each.reading.default}


def _readings(book: Rulebook) -> str:
    options = ", ".join(f"{reading}={option}" for reading, option in chosen(book).items())
    return f" ({options})" if options else ""


TOPICS = (
    mark("dice"),
    mark("attack"),
    mark("properties"),
    mark("boosts"),
    mark("named-modifiers"),
    mark("players"),
    mark("sources"),
    mark("auras"),
    mark("adjacency"),
    mark("joined-conditions"),
    mark("conditions-on-features"),
    mark("modifiers"),
    mark("named-features"),
    mark("core"),
)
"""What rules and clauses can be about."""
METHODS = (mark("same rules"), mark("induction"), mark("search"), mark("chance"), mark("enumeration"))
"""How an answer was come by."""
_COUNTS: dict[str, tuple[str, Callable[[int], str]]] = {
    "event": (mark("no events"), lambda number: plural("{count} event", "{count} events", number)),
    "card": (mark("no cards"), lambda number: plural("{count} card", "{count} cards", number)),
    "feature": (mark("no features"), lambda number: plural("{count} feature", "{count} features", number)),
    "flag": (mark("no flags"), lambda number: plural("{count} flag", "{count} flags", number)),
    "printed thing": (
        mark("no printed things a card"),
        lambda number: plural("{count} printed thing a card", "{count} printed things a card", number),
    ),
    "aura": (mark("no auras"), lambda number: plural("{count} aura", "{count} auras", number)),
    "kind": (mark("no kinds"), lambda number: plural("{count} kind", "{count} kinds", number)),
}
"""What is counted: the words for none, and for a number of them."""


def count(number: int, noun: str) -> str:
    """So many things, in words."""
    none, some = _COUNTS[noun]
    return some(number) if number else _(none)


def up_to(events: int) -> str:
    """How long scenarios are at the most."""
    return plural("up to {count} event", "up to {count} events", events) if events else _("up to no events")
