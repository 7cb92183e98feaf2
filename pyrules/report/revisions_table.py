"""The revisions against each other, with the smallest scenario on which each pair differs, as a page of the documents.

`python -m pyrules.report.revisions_table` prints it; `make revisions-table` puts it where it belongs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pyrules.analysis.compare.disagreement import Disagreement
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.find import SearchResult, find_difference
from pyrules.analysis.search.kinds import all_kinds
from pyrules.analysis.search.topics import WITH
from pyrules.analysis.search.witness_as_scenario import as_test
from pyrules.model.size import size
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.dump import dump

BOUNDS = {"Whatever is printed": Bound(events=3), "With nothing printed": Bound(events=3, printed=0)}
SECONDS = 300.0
IN_WORDS = {"different": "differ", "equivalent-within-bound": "agree", "undetermined": "not decided"}
READ_AS_LOSS = "r2 with replacement-loss=loss"


def page() -> str:
    """The whole page, as Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The revisions compared"
    yield ""
    yield "For every pair of revisions, the smallest scenario on which they differ: fewest events, then fewest printed"
    yield "things, then fewest conditions, then the smallest numbers. The scenarios have one card, one feature, one"
    yield "condition, up to 3 events, and numbers from 1 to 3; values and losses are looked at, and where up to one"
    yield "event shows no difference in them, the topics beside the named features. `make revisions-table` writes this"
    yield "page; how the search goes about it is told in [diff.md](diff.md)."
    books = {
        READ_AS_LOSS: load_rulebook("r2", {"replacement-loss": "loss"}),
        **{name: load_rulebook(name) for name in rulebook_names()},
    }
    pairs = [*combinations(rulebook_names(), 2), (READ_AS_LOSS, "r3")]
    for title, bound in BOUNDS.items():
        found = {(left, right): find_difference(books[left], books[right], bound, SECONDS) for left, right in pairs}
        yield from ("", f"## {title}", "", *_matrix(tuple(books), found))
        for (left, right), each in found.items():
            if each.shown is not None:
                yield from ("", f"### {left} and {right}", "", *_witness(each.shown))
    yield from ("", "## Topic by topic", "", *_topics(books))


def _topics(books: dict[str, Rulebook]) -> Iterator[str]:
    """What each pair comes to in each topic beside the named features; `–` where their rules for it are the same."""
    yield "Whether two revisions differ in a topic beside the named features, as `pyrules diff --all` finds it; a dash"
    yield "is where their rules for it are the same."
    yield ""
    yield f"| | {' | '.join(WITH)} | not looked at |"
    yield f"|---|{'---|' * (len(WITH) + 1)}"
    for left, right in combinations(rulebook_names(), 2):
        found = all_kinds(books[left], books[right], Bound(events=0), SECONDS)
        came_to = {each.topic: IN_WORDS[each.verdict] for each in found.topics}
        cells = (*(came_to.get(topic, "–") for topic in WITH), ", ".join(found.not_covered) or "nothing")
        yield f"| **{left} and {right}** | {' | '.join(cells)} |"


def _matrix(sides: tuple[str, ...], found: dict[tuple[str, str], SearchResult]) -> Iterator[str]:
    columns = rulebook_names()[1:]
    yield f"| | {' | '.join(columns)} |"
    yield f"|---|{'---|' * len(columns)}"
    for left in sides[:-1]:
        cells = (_cell(found[left, right]) if (left, right) in found else "" for right in columns)
        yield f"| **{left}** | {' | '.join(cells)} |"


def _cell(found: SearchResult) -> str:
    if found.shown is None:
        return "the same rules" if found.method == "same rules" else f"the same up to {found.none_up_to} events"
    least = size(found.shown.scenario)
    return f"events {least.events}, printed {least.printed}, conditions {least.conditions}, sum {least.weight}"


def _witness(witness: Disagreement) -> Iterator[str]:
    yield from ("```yaml", *dump(as_test(witness)).rstrip().splitlines(), "```", "")
    yield from (f"- {each}" for each in witness.differences)
    cited = [", ".join(dict.fromkeys(map(str, clauses))) or "no clause" for clauses in witness.clauses]
    yield f"- by {cited[0]} / {cited[1]}"


if __name__ == "__main__":
    print(page(), end="")
