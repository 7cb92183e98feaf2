"""What a search came to: in words on a terminal, and as one JSON document."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import clingo
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

import pyrules
from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.find import SearchResult
from pyrules.analysis.search.kinds import DifferenceKind, DifferenceKinds
from pyrules.analysis.search.property import PropertyResult
from pyrules.analysis.search.topic import TopicResult
from pyrules.analysis.search.witness_as_scenario import as_test
from pyrules.language import _, mark, plural, said
from pyrules.model.scenario import Scenario
from pyrules.model.size import size
from pyrules.report import json_document, notes
from pyrules.report.difference_heading import heading
from pyrules.report.evaluation import json as answers_json
from pyrules.report.evaluation import table
from pyrules.report.evaluation.answer import Answer
from pyrules.report.explanation.pair import LedgerPair
from pyrules.report.terminal import text
from pyrules.rulebook.book import Rulebook
from pyrules.scenario.dump import dump, to_data


@dataclass(frozen=True, slots=True)
class DiffReport:
    """What a search for a difference came to, to be printed on a rich console.

    `ledgers` says how each side comes to what differs; `brief` leaves out the title, the table, blank lines, and what
    the answer rests on.
    """

    found: SearchResult
    left: Rulebook
    right: Rulebook
    ledgers: bool = False
    brief: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for part in self._parts():
            if part != "" or not self.brief:
                yield from console.render(part, options)

    def _parts(self) -> Iterator[RenderableType]:
        witness = self.found.shown
        yield text(headline(self.found, self.left.name, self.right.name), "bold")
        if self.found.note:
            yield text(_(self.found.note), notes.QUIET)
        if witness is not None:
            yield ""
            yield from list(_file(witness.scenario))[self.brief :]
            if not self.brief:
                yield table.EvaluationTable([*map(Answer, witness.evaluations)], titled=False)
            yield ""
            yield from (text(said(each.line)) for each in witness.differences)
            yield from self._by_clauses(witness)
            if self.ledgers and witness.explanations is not None:
                yield ""
                yield LedgerPair(witness.explanations)
            yield ""
            yield text(searched(self.found.bound, left_out(self.found.not_covered)))
        yield from self._topics()
        if not self.brief:
            yield from ([] if witness else [""])
            yield text(certificate(self.left, self.right, method=self.found.method), "dim")

    def _topics(self) -> Iterator[RenderableType]:
        """What came of each topic beside the named features, with the scenario that shows it."""
        for result in self.found.topics:
            yield ""
            yield text(in_topic(result))
            if result.shown is not None and result.shown is not self.found.shown:
                yield from list(_file(result.shown.scenario))[1:]
                yield from (text(f"{each}") for each in result.shown.differences)
                yield from self._by_clauses(result.shown)

    def _by_clauses(self, witness: Disagreement) -> Iterator[RenderableType]:
        """One line: the clauses of each side."""
        sides = zip((self.left.name, self.right.name), witness.clauses, strict=True)
        by = [
            _("{rulebook} by {clauses}", rulebook=side, clauses=", ".join(dict.fromkeys(map(str, clauses))))
            for side, clauses in sides
            if clauses
        ]
        if by:
            yield text("; ".join(by))


def _file(scenario: Scenario) -> Iterator[RenderableType]:
    """The scenario as its file has it, line by line, never broken: it is there to be copied."""
    for line in dump(scenario).rstrip().splitlines():
        shown = text(line)
        shown.no_wrap, shown.overflow = True, "ignore"
        yield shown


def headline(found: SearchResult, left: str, right: str) -> str:
    """The answer in one sentence: with what was looked at, and what was not."""
    if found.verdict == "different" and found.shown is not None:
        differ = (
            mark("{left} and {right} differ: the smallest scenario has {events}.")
            if found.shown.proved
            else mark("{left} and {right} differ: a scenario, perhaps not the smallest, has {events}.")
        )
        return _(differ, left=left, right=right, events=_count(len(found.shown.scenario.events), "event"))
    if found.method == "same rules" and not found.topics and not found.not_covered:
        return _("{left} and {right} agree: their rules are the same.", left=left, right=right)
    if not found.exhausted:
        return _(
            "Whether {left} and {right} differ is not decided: {reached}, {scope}{outside}.",
            left=left,
            right=right,
            reached=_reached(mark("no difference {up_to}, {next} not finished"), found.none_up_to),
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
        return _up_to(found.none_up_to)
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
    within = [
        _count(bound.cards, "card"),
        _count(bound.features, "feature"),
        _count(bound.conditions, "flag"),
        _count(bound.printed, "printed thing"),
        *([_count(bound.auras, "aura")] if bound.auras else []),
        _("numbers to {number}", number=bound.max_value),
    ]
    return _(
        "in named features with {within} (outside: {outside})", within=", ".join(within), outside=", ".join(outside)
    )


def searched(bound: Bound, outside: str) -> str:
    """One sentence beneath a witness: what was looked at; `outside` is the end of it, what was not."""
    return _("Searched: {what}{outside}.", what=f"{_listed(bound.observe)}; {_within(bound)}", outside=outside)


def left_out(topics: tuple[str, ...]) -> str:
    """The end of a sentence that says what was not looked at as one difference is enough."""
    listed = ", ".join(map(_, topics))
    return _("; not looked at, as a difference was found: {topics} (`--all` goes on)", topics=listed) if topics else ""


def _within(bound: Bound) -> str:
    parts = [
        _count(bound.cards, "card"),
        _count(bound.features, "feature"),
        _count(bound.conditions, "flag"),
        _count(bound.printed, "printed thing"),
        *([_count(bound.auras, "aura")] if bound.auras else []),
        *([_("conditions on features")] if bound.on_features else []),
        _up_to(bound.events),
        _("numbers to {number}", number=bound.max_value),
    ]
    return ", ".join(parts)


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
        return _(violates, rulebook=rulebook, says=says, events=_count(len(judged.violation.scenario.events), "event"))
    within = scope(judged.bound)
    if judged.exhausted:
        kept = mark('{rulebook}: no violation of "{says}" {scope}, {length}{outside}.')
        length = _up_to(judged.none_up_to)
        return _(kept, rulebook=rulebook, says=says, scope=within, length=length, outside=outside)
    open_ = mark('Whether {rulebook} keeps "{says}" is not decided: {reached}, {scope}{outside}.')
    reached = _reached(mark("no violation {up_to}, {next} not finished"), judged.none_up_to)
    return _(open_, rulebook=rulebook, says=says, reached=reached, scope=within, outside=outside)


def unseen(topics: tuple[str, ...]) -> str:
    """The end of a sentence that says of what else a property speaks."""
    return _("; it speaks of what was not looked at: {topics}", topics=", ".join(map(_, topics))) if topics else ""


def _listed(observed: tuple[str, ...]) -> str:
    return _(" or ").join(map(_, observed))


def _reached(none: str, none_up_to: int) -> str:
    """How far a search came, by a message that says what was not found."""
    if none_up_to < 0:
        return _("the search ended before it had finished with any number of events")
    return _(none, up_to=_up_to(none_up_to), next=none_up_to + 1)


@dataclass(frozen=True, slots=True)
class PropertyReport:
    """What a search for a violation of a property came to."""

    judged: PropertyResult
    book: Rulebook

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for part in self._parts():
            yield from console.render(part, options)

    def _parts(self) -> Iterator[RenderableType]:
        violation = self.judged.violation
        yield text(verdict_on(self.judged, self.book.name), "bold")
        if self.judged.note:
            yield text(_(self.judged.note), notes.QUIET)
        if violation is not None:
            yield ""
            yield from _file(violation.scenario)
            yield table.EvaluationTable([Answer(violation.evaluation)], titled=False)
            yield ""
            yield text(_("violated after {after}", after=violation.after))
            yield text(
                _(
                    "Searched: {what}{outside}.",
                    what=_within(self.judged.bound),
                    outside=unseen(self.judged.not_covered),
                )
            )
        yield ""
        yield text(certificate(self.book), "dim")


def property_document(report: PropertyReport) -> str:
    """The answer to a property as the text of one JSON document; see docs/diff.md."""
    judged, violation = report.judged, report.judged.violation
    whole = {
        "rulebook": report.book.name,
        "property": str(judged.property),
        "says": judged.says,
        "verdict": judged.verdict,
        "bound": json_document.data(judged.bound),
        "after": None if violation is None else violation.after,
        "minimal": None if violation is None else _minimal(violation.scenario, violation.proved),
        "witness": None if violation is None else to_data(violation.scenario),
        "result": None if violation is None else answers_json.result(Answer(violation.evaluation)),
        "not_covered": list(judged.not_covered),
        "searched": {
            "exhausted": judged.exhausted,
            "none_up_to": judged.none_up_to if judged.none_up_to >= 0 else None,
            "seconds": round(judged.seconds, 1),
            "note": judged.note or None,
        },
        "hash": report.book.hash,
        "engine": json_document.ENGINE,
    }
    return json_document.text(whole)


@dataclass(frozen=True, slots=True)
class KindsReport:
    """Every kind of difference between two rulebooks."""

    found: DifferenceKinds
    left: Rulebook
    right: Rulebook

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for part in self._parts():
            yield from console.render(part, options)

    def _parts(self) -> Iterator[RenderableType]:
        kinds = self.found.kinds
        count = _count(len(kinds), "kind")
        between = _(
            "{kinds} of difference between {left} and {right}", kinds=count, left=self.left.name, right=self.right.name
        )
        yield text(between, "bold")
        yield text(self._left_over(), notes.QUIET)
        for number, kind in enumerate(kinds, start=1):
            yield ""
            topic = f" ({_(kind.topic)})" if kind.topic else ""
            yield text(f"{number}. {heading(kind.witness)}{topic}", "bold")
            yield text(self._by(kind), "dim")
            yield from list(_file(kind.witness.scenario))[1:]
            yield from (text(said(each.line)) for each in kind.witness.differences)
        yield ""
        yield from (text(in_topic(each)) for each in self.found.topics if each.shown is None)
        yield text(certificate(self.left, self.right), "dim")

    def _by(self, kind: DifferenceKind) -> str:
        """The clauses of each side."""
        sides = ((self.left.name, kind.left), (self.right.name, kind.right))
        by = (_("{rulebook} by {clauses}", rulebook=name, clauses=", ".join(those)) for name, those in sides if those)
        return "; ".join(by)

    def _left_over(self) -> str:
        events = _up_to(self.found.bound.events)
        about = f"{scope(self.found.bound)}, {events}{not_looked_at(self.found.not_covered)}"
        if self.found.note:
            reached = _reached(mark("no other kind {up_to}, {next} not finished"), self.found.none_left_up_to)
            return f"{reached} ({_(self.found.note)}), {about}"
        return _("no other {about}; scenarios that are alike but for their numbers count as one", about=about)


def kinds_document(report: KindsReport) -> str:
    """All kinds of difference as the text of one JSON document; see docs/diff.md."""
    found = report.found
    whole = {
        "left": report.left.name,
        "right": report.right.name,
        "readings": {"left": _chosen(report.left), "right": _chosen(report.right)},
        "verdict": found.verdict,
        "bound": json_document.data(found.bound),
        "topics": [_topic(result) for result in found.topics],
        "not_covered": list(found.not_covered),
        "kinds": [
            {
                "heading": heading(kind.witness),
                "topic": kind.topic or None,
                "clauses": {"left": list(kind.left), "right": list(kind.right)},
                "minimal": _minimal(kind.witness.scenario, kind.witness.proved),
                "witness": to_data(as_test(kind.witness)),
                "differences": json_document.data(kind.witness.differences),
            }
            for kind in found.kinds
        ],
        "searched": {
            "exhausted": not found.note,
            "none_left_up_to": found.none_left_up_to if found.none_left_up_to >= 0 else None,
            "seconds": round(found.seconds, 1),
            "note": found.note or None,
        },
        "hashes": {"left": report.left.hash, "right": report.right.hash},
        "engine": json_document.ENGINE,
    }
    return json_document.text(whole)


def certificate(*books: Rulebook, method: str = "") -> str:
    """On what an answer rests: the rulebooks by their hashes, the method, the versions."""
    rulebooks = [f"{book.name} {book.hash[:16]}{_readings(book)}" for book in books]
    versions = f"pyrules {pyrules.__version__}, clingo {clingo.__version__}"
    return "; ".join(part for part in (", ".join(rulebooks), _(method), versions) if part)


def document(report: DiffReport) -> str:
    """The answer as the text of one JSON document; see docs/diff.md."""
    found = report.found
    witness = found.shown
    whole = {
        "left": report.left.name,
        "right": report.right.name,
        "readings": {"left": _chosen(report.left), "right": _chosen(report.right)},
        "verdict": found.verdict,
        "bound": json_document.data(found.bound),
        "minimal": None if witness is None else _minimal(witness.scenario, witness.proved),
        "witness": None if witness is None else to_data(as_test(witness)),
        "left_result": None if witness is None else answers_json.result(Answer(witness.evaluations[0])),
        "right_result": None if witness is None else answers_json.result(Answer(witness.evaluations[1])),
        "differences": [] if witness is None else json_document.data(witness.differences),
        "clauses": {
            side: list(dict.fromkeys(map(str, clauses)))
            for side, clauses in zip(("left", "right"), ((), ()) if witness is None else witness.clauses, strict=True)
        },
        "topics": [_topic(result) for result in found.topics],
        "not_covered": list(found.not_covered),
        "searched": {
            "exhausted": found.exhausted,
            "any_length": found.any_length,
            "method": found.method,
            "none_up_to": found.none_up_to if found.none_up_to >= 0 else None,
            "seconds": round(found.seconds, 1),
            "note": found.note or None,
        },
        "hashes": {"left": report.left.hash, "right": report.right.hash},
        "engine": json_document.ENGINE,
    }
    return json_document.text(whole)


def _topic(result: TopicResult) -> dict[str, Any]:
    shown = result.shown
    return {
        "topic": result.topic,
        "verdict": result.verdict,
        "method": result.method,
        "looked_at": result.looked_at,
        "minimal": None if shown is None else _minimal(shown.scenario, shown.proved),
        "witness": None if shown is None else to_data(as_test(shown)),
        "differences": [] if shown is None else json_document.data(shown.differences),
        "note": result.note or None,
    }


def _minimal(scenario: Scenario, proved: bool) -> dict[str, Any]:
    """How small a scenario is, and whether it is proved that none is smaller."""
    return {**size(scenario)._asdict(), "proved": proved}


def _chosen(book: Rulebook) -> dict[str, str]:
    """The readings that are not the default."""
    return {each.reading.id: each.option for each in book.choices if each.option != each.reading.default}


def _readings(book: Rulebook) -> str:
    chosen = ", ".join(f"{reading}={option}" for reading, option in _chosen(book).items())
    return f" ({chosen})" if chosen else ""


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


def _count(number: int, noun: str) -> str:
    none, some = _COUNTS[noun]
    return some(number) if number else _(none)


def _up_to(events: int) -> str:
    """How long scenarios are at the most."""
    return plural("up to {count} event", "up to {count} events", events) if events else _("up to no events")
