"""Two rulebooks over one freely chosen scenario, as a program that grows event by event.

Both sides share what is given: the cards, what is printed, the events. Everything that a rulebook derives carries the
name of its side, and its micro-step in the name as well (`pyrules.asp.unroll`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from clingo import Symbol

from pyrules.analysis.search.bound import CARDS, Bound
from pyrules.analysis.search.single_outcome import settles_once
from pyrules.analysis.search.waiting import waits
from pyrules.asp.control import Incremental
from pyrules.asp.unroll import HERE, StepRule, StepSignature, Template, at_step, resting, template
from pyrules.rulebook.book import ON_PROPERTIES, Rulebook
from pyrules.rulebook.foresight import foresees
from pyrules.rulebook.paths import FOLDER, VOCABULARY

FREE_SCENARIO = FOLDER / "search" / "scenario.lp"
FREE_EVENT = FOLDER / "search" / "event.lp"
OBSERVATION = tuple(
    FOLDER / "search" / "observation" / f"{what}.lp" for what in ("features", "properties", "rolls", "attacks")
)
TOPICS = FOLDER / "search" / "topics"
DIFFERENCE = FOLDER / "search" / "difference.lp"
CUBE = FOLDER / "search" / "cube.lp"
SIZE = FOLDER / "search" / "size.lp"
INVARIANTS = FOLDER / "search" / "invariants.lp"
LEMMAS = FOLDER / "search" / "lemmas.lp"
CLOCK = FOLDER / "search" / "clock.lp"
FREE_STATE = FOLDER / "search" / "free_state.lp"
SIDES = ("left", "right")
OUTSIDE_FEATURES = frozenset({"dice", "attack", "properties", "clamp_order", "several_sets", ON_PROPERTIES})
"""Folders of built-in modules that have nothing to say of a scenario within a bound."""


SEEN: frozenset[StepSignature] = frozenset({("seen", 1)})
STATE_AFTER: StepSignature = ("state_after", 2)
OBSERVES = re.compile(r"observes\(+([\w;]+)\)")
LOOKED_AT = ("seen", "violated", "exception")
"""What a search asks for, by the names of predicates."""
STRING = re.compile(r'"(?:\\.|[^"\\])*"')


class Program:
    """The texts of a search, part by part. Events have the same micro-steps on both sides, whatever happens in them.

    There is a micro-step for every thing that may be examined. Where a rule of either side waits, it takes place only
    if the scenario has that thing, as in an evaluation; if not, it hands on what it was handed.
    """

    def __init__(
        self,
        rulebooks: tuple[Rulebook, ...],
        bound: Bound,
        besides: tuple[Path, ...] = (),
        topic: str = "",
        cube: str = "",
    ) -> None:
        """`besides` are modules that each side has in addition; where they derive `violated`, that is a difference.

        With a `topic` scenarios may have what `rules_lp/search/topics/` says of it, and those that have are asked for.
        With a `cube`, facts for `rules_lp/search/cube.lp`, there are the scenarios of that part alone.
        """
        self.bound = bound
        self.topic = topic
        self.cube = f"{text_of(CUBE)}{cube}\n" if cube else ""
        self._given = rulebooks, besides, topic, cube
        self.templates: tuple[Template, ...] = tuple(
            _looked_at(template((*_modules(book, bound, topic), *OBSERVATION, *besides), side), bound.observe)
            for book, side in zip(rulebooks, SIDES, strict=False)
        )
        self.waits = any(map(waits, rulebooks))
        self.foresees = any(map(foresees, rulebooks))

    def within(self, bound: Bound) -> Program:
        """The same search, of a part of the bound."""
        rulebooks, besides, topic, cube = self._given
        return Program(rulebooks, bound, besides, topic, cube)

    def beside(self, *modules: Path) -> Program:
        """The same search, each side with these modules in addition."""
        rulebooks, besides, topic, cube = self._given
        return Program(rulebooks, self.bound, (*besides, *modules), topic, cube)

    @property
    def start(self) -> str:
        """The scenario up to its state 0."""
        return "\n".join((self.givens(), self._steps_of(0)))

    def givens(self) -> str:
        """The scenarios, and what both sides make of them without regard to any step."""
        texts = [self.scenarios(), text_of(CLOCK)] if self.waits else [self.scenarios()]
        for side, sheet in zip(SIDES, self.templates, strict=False):
            texts += [sheet.once, *_handed_over(side, sheet.derived)]
        return "\n".join(texts)

    def scenarios(self) -> str:
        """What is given, as far as it is no micro-step: every scenario of the bound, freely chosen."""
        of_topic = text_of(TOPICS / f"{self.topic}.lp".replace("-", "_")) if self.topic else ""
        return "\n".join((self.bound.facts(), text_of(FREE_SCENARIO), text_of(FREE_EVENT), self.cube, of_topic))

    def event(self, number: int) -> str:
        """The micro-steps of an event."""
        return self._steps_of(number)

    def begun(self, *options: str, besides: str = "") -> Incremental:
        """A solver that holds every scenario up to its state 0, and can be asked where the sides differ."""
        control = Incremental(*options)
        control.extend(text_of(DIFFERENCE) + (text_of(TOPICS / "asked.lp") if self.topic else ""))
        control.extend(self.start + besides, ("difference", 0))
        return control

    def play(self, control: Incremental, number: int) -> None:
        """Adds an event to the scenarios that a solver holds."""
        control.ask("played", number, True)
        control.extend(self.event(number), ("difference", number))

    def last_step(self, number: int) -> int:
        """The last micro-step of an event, or of the start."""
        return (number + 1) * (1 + len(self.slots)) - 1

    @cached_property
    def slots(self) -> tuple[str, ...]:
        """What is examined after every event: printed things where they are attempts or a rule waits, then auras."""
        printed: tuple[str, ...] = ()
        if self.waits or any(("effect", 4) in sheet.derived for sheet in self.templates):
            places = range(1, self.bound.printed + 1)
            printed = tuple(f'printed("{card}",{place})' for card in CARDS[: self.bound.cards] for place in places)
        return (*printed, *(f"aura({number})" for number in range(1, self.bound.auras + 1)))

    def _steps_of(self, number: int) -> str:
        last = self.last_step(number)
        first = last - len(self.slots)
        steps = range(first, last + 1)
        lines = [f"step({first}..{last}).", f"during({number},{first}..{last}).", f"state_after({number},{last})."]
        lines += [f"happens({number},{first})."] if number else []
        lines += [f"examined({slot},{step})." for slot, step in zip(self.slots, steps[1:], strict=True)]
        lines += [sheet.copy(first) for sheet in self.templates]
        lines += [self._examination(slot, step) for slot, step in zip(self.slots, steps[1:], strict=True)]
        lines += [f"differs({number}) :- {atom}." for step in steps for atom in self._violated(step)]
        return "\n".join(lines)

    def _examination(self, slot: str, step: int) -> str:
        """The rules of a micro-step in which something is examined."""
        if not self.waits:
            return "\n".join(sheet.copy(step) for sheet in self.templates)
        lines = [f"takes_place({step}) :- is_examined({slot})."]
        for side, sheet in zip(SIDES, self.templates, strict=False):
            lines += [at_step(_where_it_takes_place(rule), step) for rule in sheet.rules]
            for name, arity in sorted(sheet.read_before | _seen_of_states(sheet)):
                now, then = (f"{side}__{name}_at_{each}{variables(arity)}" for each in (step, step - 1))
                lines.append(f"{now} :- {then}, not takes_place({step}).")
        return "\n".join(lines)

    def _violated(self, step: int) -> Iterator[str]:
        for side, sheet in zip(SIDES, self.templates, strict=False):
            for name, arity in sorted(sheet.derived):
                if name == "violated":
                    yield f"{side}__{name}_at_{step}{variables(arity - 1)}"

    def changes_something(self, number: int) -> str:
        """The demand that an event change some of what one state hands on to the next, on either side."""
        here, before = self.last_step(number), self.last_step(number - 1)
        lines = [f":- not changes({number})."]
        for side, sheet in zip(SIDES, self.templates, strict=False):
            for name, arity in sorted(sheet.read_before):
                now, then = (f"{side}__{name}_at_{step}{variables(arity)}" for step in (here, before))
                lines += [f"changes({number}) :- {now}, not {then}.", f"changes({number}) :- {then}, not {now}."]
        return "\n".join(lines)


def atoms_at(atoms: Iterable[Symbol], step: int) -> dict[StepSignature, set[str]]:
    """The argument lists, as text, of the atoms of a step, by predicate; the sides are put together."""
    named = re.compile(rf"^(?:{'|'.join(SIDES)})__(.*)_at_{step}$")
    found: dict[StepSignature, set[str]] = {}
    for atom in atoms:
        match = named.match(atom.name)
        if match is not None:
            arguments = "".join(f",{argument}" for argument in atom.arguments)
            found.setdefault((match[1], len(atom.arguments)), set()).add(arguments)
    return found


def _where_it_takes_place(rule: StepRule) -> str:
    """The text of a rule that applies in micro-steps that take place; what is seen of a state is seen in all."""
    if rule.derives <= SEEN:
        return rule.text
    joined = "; " if ":-" in STRING.sub("", rule.text) else " :- "
    return f"{rule.text.removesuffix('.')}{joined}takes_place({HERE})."


def _seen_of_states(sheet: Template) -> frozenset[StepSignature]:
    """What is looked at in the last micro-step of an event."""
    rules = (rule for rule in sheet.rules if rule.derives <= SEEN and STATE_AFTER in rule.needs_given)
    return frozenset(signature for rule in rules for signature in rule.reads)


def _looked_at(sheet: Template, observe: tuple[str, ...]) -> Template:
    """The rules on which rests what is looked at; all of them, where others may leave no outcome."""
    settles = settles_once(sheet)
    sheet = replace(sheet, rules=tuple(rule for rule in sheet.rules if _is_looked_at(rule, observe)))
    return resting(sheet, LOOKED_AT) if settles else sheet


def _is_looked_at(rule: StepRule, observe: tuple[str, ...]) -> bool:
    observed = OBSERVES.search(rule.text)
    return rule.derives != SEEN or not observed or not set(observe).isdisjoint(observed[1].split(";"))


def _modules(book: Rulebook, bound: Bound, topic: str) -> tuple[Path, ...]:
    return book.modules_for(bound.on_features, OUTSIDE_FEATURES - {topic})


def text_of(path: Path) -> str:
    """The text of an encoding."""
    return path.read_text(encoding="utf-8")


def variables(arity: int) -> str:
    """An argument list of so many variables, none for none."""
    return "(" + ",".join(f"X{place}" for place in range(arity)) + ")" if arity else ""


def _handed_over(side: str, derived: Iterable[StepSignature]) -> Iterator[str]:
    """What is given, where a rulebook derives more of it: the side has what is given as well."""
    given = {(name, int(arity)) for name, arity in re.findall(r"#defined (\w+)/(\d+)\.", text_of(VOCABULARY))}
    for name, arity in sorted(set(derived) & given):
        arguments = variables(arity)
        yield f"{side}__{name}{arguments} :- {name}{arguments}."
