"""Plants faults in the rules of r4 and searches for the smallest scenario that shows each.

`make planted-faults` writes the table to docs/planted-faults.md; it takes a good while. A run that was cut short
goes on where it stopped, given the number of the first fault to look at: those before it stay in the page as they are.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import clingo
from brute_force import level

import pyrules
from pyrules.analysis.mutation import (
    Judgement,
    Mutation,
    by_chance,
    by_search,
    clause_modules,
    difference,
    mutated,
    mutations,
)
from pyrules.analysis.mutation.corpus import answer
from pyrules.analysis.search.bound import Bound
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER
from pyrules.scenario.dump import to_data

TABLE = Path(__file__).parent.parent / "docs" / "planted-faults.md"
BOUND = Bound(cards=1, features=1, conditions=1, events=3, max_value=2, printed=1)
SECONDS, DRAWS = 600.0, 40
CORE = FOLDER / "core"
MOST = 3

HEADING = f"""\
# Planted faults

Does the search for differences find a fault that somebody made in a rulebook? In every module of a clause or a reading
of r4, faults were planted in up to {MOST} rules, one a rule, the kinds of fault in turn, and the faulty rulebook was
searched against r4: one card, one feature, one condition, one printed thing, numbers to {BOUND.max_value}, up to
{BOUND.events} events, and the topics beside that; values, effective numbers, losses, attempts, rolls and attacks are
looked at. A scenario shows the fault, with the fewest events (`≤`: perhaps not the fewest); or nothing can show it, and
how that was proved. A faulty rule may also be one that gives no proper answer any more, such as two numbers for one
feature; the table then says what is wrong with the answer, and all scenarios with fewer events were tried one by one.

`make planted-faults` makes this page anew; a test replays every scenario in it.
"""


def faults(book: Rulebook) -> Iterator[Mutation]:
    """One mutation of up to MOST rules of each module, the first rules of all modules first.

    The kind of a mutation is the one that has been used least so far.
    """
    used: dict[str, int] = {}
    by_rule = [
        [[each for each in of_module if each.line == line] for line in dict.fromkeys(each.line for each in of_module)]
        for of_module in map(mutations, clause_modules(book))
        if of_module and not of_module[0].module.is_relative_to(CORE)
    ]
    for turn in range(MOST):
        for rules in by_rule:
            for choice in rules[turn : turn + 1]:
                fault = min(choice, key=lambda each: used.get(each.kind, 0))
                used[fault.kind] = used.get(fault.kind, 0) + 1
                yield fault


def search(book: Rulebook, fault: Mutation) -> Judgement:
    """What the search comes to; where the faulty rulebook breaks down in it, a scenario drawn by chance."""
    (found,) = by_search(book, [fault], BOUND, SECONDS)
    if found.verdict != "undetermined":
        return found
    (tried,) = by_chance(book, [fault], BOUND, DRAWS, SECONDS)
    return found if tried.witness is None else with_fewest_events(book, tried, tried.witness)


def with_fewest_events(book: Rulebook, tried: Judgement, witness: Scenario) -> Judgement:
    """The judgement with a scenario that has the fewest events: all of the bound that have fewer are tried.

    Each is tried as it is, and with a property. Without an event there is no roll and no attack, and these have none.
    """
    fewer = [
        replace(scenario, title=witness.title)
        for events in range(len(witness.events))
        for _size, scenario in sorted(level(BOUND, events), key=lambda each: each[0])
    ]
    fewer += [
        replace(each, cards={id: replace(card, properties={"movement": 1}) for id, card in each.cards.items()})
        for each in fewer
    ]
    with mutated(book, tried.mutation) as wrong:
        for scenario in sorted(fewer, key=lambda each: len(each.events)):
            if how := difference(scenario, answer(scenario, book), wrong):
                return replace(tried, witness=scenario, how=how, proved=True)
    return replace(tried, proved=True)


def main(first: int) -> None:
    """Searches from the first fault on, says how far it is, and writes the page after each."""
    book = load_rulebook("r4")
    planted = tuple(faults(book))
    rows = re.findall(r"^\| \w+:\d+ \|.*$", TABLE.read_text(encoding="utf-8"), re.MULTILINE)[: first - 1]
    for number, fault in enumerate(planted[len(rows) :], len(rows) + 1):
        judgement = search(book, fault)
        print(f"{number}. {judgement.verdict}: {fault}: {judgement.how}", file=sys.stderr, flush=True)
        rows.append(row_of(judgement))
        TABLE.write_text("\n".join((HEADING, *page(rows, len(planted)), "")), encoding="utf-8")


def page(rows: Sequence[str], planted: int) -> Iterator[str]:
    """The count, and the table."""
    shown = sum("| – | – |" not in row for row in rows)
    proved = sum("| – | – | by " in row for row in rows)
    so_far = "" if len(rows) == planted else f"The first {len(rows)} of {planted}, the others are still to be tried: "
    yield (
        f"{so_far}{len(rows)} faults, {shown} shown by a scenario, {proved} proved to change nothing, "
        f"{len(rows) - shown - proved} undecided. Worked out by pyrules {pyrules.__version__} with clingo "
        f"{clingo.__version__}.\n"
    )
    yield "| rule | fault | rule as it is | as it was made | events | scenario | right / faulty |"
    yield "|---|---|---|---|---|---|---|"
    yield from rows


def row_of(row: Judgement) -> str:
    """One line of the table."""
    fault = row.mutation
    after = f"`{fault.after}`" if fault.after else "–"
    events, scenario = "–", "–"
    if row.witness is not None:
        events, scenario = f"{'' if row.proved else '≤ '}{len(row.witness.events)}", f"`{in_one_line(row.witness)}`"
    cells = (f"{fault.module.stem}:{fault.line}", fault.kind, f"`{fault.before}`", after, events, scenario, row.how)
    return f"| {' | '.join(cells)} |"


def in_one_line(scenario: Scenario) -> str:
    """The scenario as YAML, without its title."""
    data = {key: value for key, value in to_data(scenario).items() if key != "title"}
    return re.sub(r'"(\w[\w ]*)"', r"\1", json.dumps(data))  # JSON is YAML, and so is JSON without quotes for words


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
