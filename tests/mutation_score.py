"""How many one-rule mutations of the clauses the scenario files under examples/ notice.

`make mutation-score` writes docs/mutation-score.md; it takes the better part of an hour. With a folder as argument, a
scenario that would notice is put there for every mutation that none notices and some could. With `--checkpoint DIR` a
run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pyrules.analysis.mutation import Judgement, Mutation, by_chance, by_search, clause_modules, mutations, trials
from pyrules.analysis.mutation.judgement import NOT_SEARCHED
from pyrules.analysis.search.bound import Bound
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.dump import dump
from pyrules.scenario.load import load_scenario
from pyrules.shares.driver import Driver, driver

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "docs" / "mutation-score.md"
PROCESSES = 2
DRAWN_IN = Bound(cards=2, features=2, conditions=2, events=6, max_value=3, printed=2, auras=2, on_features=True)
SEARCHED = Bound(cards=1, features=1, conditions=1, events=3, max_value=2, printed=2)
DRAWS, SECONDS, SEARCH_SECONDS = 100, 60.0, 30.0

HEADING = """\
# Mutation score

Would the scenario files under [examples/](../examples/) notice a slip in a rule? Every rule of every clause, decision
and reading in force is changed in one thing at a time: a comparison turned, a literal dropped, a negation added or
removed, a number changed, the rule deleted. A mutation counts as noticed when, under one of the revisions that have
the module, a scenario fails in what it expects, or gets no proper answer any more. One that none notices is looked
into: small rolls, attacks and games are tried, then some drawn by chance; then all small games with named features are
searched, with a proof by induction where there is one. Rules that only say what is cited are left out, as no scenario
can expect a citation.

A mutation *differs* when a scenario is known on which it changes the answer, *changes nothing* when that is proved for
scenarios of any length or for all within the bound of the search, and else *no difference was met*. The score is the
share of what is noticed of what is known to differ; "at least" counts against it what was met no difference of, too.

`make mutation-score` makes this page anew.
"""


def corpus() -> Iterator[Scenario]:
    """The scenario files under examples/."""
    yield from map(load_scenario, sorted((ROOT / "examples").rglob("*.scenario.yaml")))


def owners(module: Path) -> list[Rulebook]:
    """The revisions that have the module, the latest first."""
    return [book for book in map(load_rulebook, reversed(rulebook_names())) if module in clause_modules(book)]


def unnoticed(modules: Sequence[Path], at_work: Driver) -> tuple[Mutation, ...]:
    """The mutations of these modules that no scenario notices under any revision that has the module."""
    left = dict.fromkeys(each for module in modules for each in mutations(module))
    scenarios = tuple(corpus())
    for book in map(load_rulebook, reversed(rulebook_names())):
        own = set(clause_modules(book))
        for trial in trials(book, scenarios, [each for each in left if each.module in own], at_work):
            if trial.noticed:
                del left[trial.mutation]
            else:  # said as it comes
                print(f"not noticed: {trial.mutation}", file=sys.stderr, flush=True)
    return tuple(left)


def looked_into(left: Sequence[Mutation], at_work: Driver) -> list[Judgement]:
    """What mutations change that no scenario notices; nothing, only if they do so under every revision."""
    judged = {mutation: Judgement(mutation, "undetermined", "not looked into") for mutation in left}
    for book in map(load_rulebook, reversed(rulebook_names())):
        own = set(clause_modules(book))
        open_ones = [each for each in left if each.module in own and judged[each].witness is None]
        judged |= {each.mutation: each for each in by_chance(book, open_ones, DRAWN_IN, DRAWS, SECONDS, at_work)}
    unmet = [each for each in left if judged[each].witness is None and each.module.parent.name not in NOT_SEARCHED]
    return list((judged | searched(unmet, at_work)).values())


def searched(unmet: Sequence[Mutation], at_work: Driver) -> dict[Mutation, Judgement]:
    """What the search comes to under the first revision for which it proves no equivalence, else under the last."""
    found: dict[Mutation, Judgement] = {}
    for book in map(load_rulebook, reversed(rulebook_names())):
        own = set(clause_modules(book))
        open_ones = [each for each in unmet if each.module in own and _is_open(found.get(each))]
        found |= {each.mutation: each for each in by_search(book, open_ones, SEARCHED, SEARCH_SECONDS, at_work)}
    return found


def _is_open(judgement: Judgement | None) -> bool:
    return judgement is None or judgement.verdict == "equivalent"


def main() -> None:
    """Tries all mutations, looks into those that survive, and writes the page."""
    modules = sorted({module for name in rulebook_names() for module in clause_modules(load_rulebook(name))})
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folders", nargs="*", type=Path)
    options.add_argument("--checkpoint", type=Path)
    asked = options.parse_args()
    with driver(PROCESSES, checkpoint=asked.checkpoint) as at_work:
        judged = looked_into(unnoticed(modules, at_work), at_work)
    survivors = {module: [each for each in judged if each.mutation.module == module] for module in modules}
    TABLE.write_text("\n".join((HEADING, *page(survivors), "")), encoding="utf-8")
    for folder in asked.folders:
        write_witnesses(judged, folder)


def page(survivors: Mapping[Path, list[Judgement]]) -> Iterator[str]:
    """The table of the modules, then what survives."""
    yield "| module | revisions | mutations | noticed | differ | change nothing | no difference | score | at least |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for module, judged in survivors.items():
        revisions = ", ".join(book.name for book in reversed(owners(module)))
        counts = _counts(len(mutations(module)), judged)
        yield f"| {module.relative_to(FOLDER).with_suffix('')} | {revisions} | {counts} |"
    every = [each for judged in survivors.values() for each in judged]
    yield f"| **all** | | {_counts(sum(len(mutations(module)) for module in survivors), every)} |"
    yield "\n## What no scenario notices\n"
    yield "| rule | mutation | as it is | as it was made | | |"
    yield "|---|---|---|---|---|---|"
    for judged in survivors.values():
        yield from map(_row, judged)


def _counts(total: int, judged: Sequence[Judgement]) -> str:
    """The columns of numbers for so many mutations, of which those judged are not noticed."""
    noticed = total - len(judged)
    differ, nothing, open_ones = (
        sum(each.verdict == verdict for each in judged) for verdict in ("different", "equivalent", "undetermined")
    )
    shares = (_share(noticed, noticed + differ), _share(noticed, noticed + differ + open_ones))
    return " | ".join(map(str, (total, noticed, differ, nothing, open_ones, *shares)))


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def _row(judgement: Judgement) -> str:
    each = judgement.mutation
    what = {"different": "differs", "equivalent": "changes nothing"}.get(judgement.verdict, "no difference met")
    before, after = (f"`{rule}`".replace("|", "\\|") if rule else "–" for rule in (each.before, each.after))
    return f"| {each.module.stem}:{each.line} | {each.kind} | {before} | {after} | {what} | {judgement.how} |"


def write_witnesses(judged: Iterable[Judgement], folder: Path) -> None:
    """A scenario file for each mutation that some scenario could notice."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, judgement in enumerate(judged):
        if judgement.witness is not None:
            notes = f"# {judgement.mutation}\n# {judgement.how}\n"
            file = folder / f"{judgement.mutation.module.stem}-{number}.scenario.yaml"
            file.write_text(notes + dump(judgement.witness), encoding="utf-8")


if __name__ == "__main__":
    main()
