"""The search for a difference: two rulebooks and a bound, begun and stopped from the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pyrules.analysis.search.bound import CARDS, FEATURES, FLAGS, Bound
from pyrules.analysis.search.find import SearchResult, find_difference
from pyrules.analysis.search.witness_as_scenario import as_test
from pyrules.errors import InputError
from pyrules.language import _, current, mark
from pyrules.report.diff.witness import columns_of
from pyrules.report.diff.words import certificate, headline, left_out, searched
from pyrules.report.evaluation.moments import moments
from pyrules.rulebook.book import Rulebook
from pyrules.scenario.dump import dump
from pyrules.web import pages
from pyrules.web.address import Ruling
from pyrules.web.forms import Fields, changing, first
from pyrules.web.jobs import Seen, Tell
from pyrules.web.rulebooks import stamp
from pyrules.web.site import site

SECONDS = 120.0
"""What a search may take."""


@dataclass(frozen=True, slots=True)
class Size:
    """A part of the bound: its key, what it is called, the least and the most, and what it is at first."""

    key: str
    label: str
    least: int
    most: int
    usual: int


SIZES = (
    Size("events", mark("events"), 0, 6, 3),
    Size("cards", mark("cards"), 1, len(CARDS), 1),
    Size("features", mark("features"), 0, len(FEATURES), 1),
    Size("conditions", mark("conditions"), 0, len(FLAGS), 1),
    Size("printed", mark("printed on a card"), 0, 4, 2),
    Size("auras", mark("auras in all"), 0, 4, 0),
    Size("max_value", mark("numbers up to"), 1, 9, 3),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """Two rulebooks by their names, and the parts of the bound by theirs."""

    left: str
    right: str
    sizes: tuple[tuple[str, int], ...]

    @property
    def bound(self) -> Bound:
        """The bound to be searched."""
        return Bound(**dict(self.sizes))  # type: ignore[arg-type]  # all of them are numbers


async def show(request: Request) -> Response:
    """The form, and the search that was begun with what the address holds."""
    here = site(request)
    asked = _asked(dict(request.query_params))
    job = here.jobs.find(_key(asked))
    content = {} if job is None or job.answer is None else _found(job, asked)
    return pages.show(
        request,
        "diff.html.jinja",
        asked=asked,
        sizes=[(size, dict(asked.sizes)[size.key]) for size in SIZES],
        known=here.shelf.names(),
        job=job,
        address=_address(request, asked),
        **content,
    )


@changing
async def begin(request: Request, sent: Fields) -> Response:
    """Begins the search, and leads to where it can be watched."""
    here = site(request)
    asked = _asked({name: first(sent, name) for name in sent})
    left, right = [await here.foreign.call(here.shelf.rulebook, name, {}) for name in (asked.left, asked.right)]

    def search(tell: Tell) -> tuple[SearchResult, Rulebook, Rulebook]:
        return find_difference(left, right, asked.bound, SECONDS, tell), left, right

    here.jobs.begin(_key(asked), search)
    return pages.follow(_address(request, asked))


@changing
async def stop(request: Request, sent: Fields) -> Response:
    """Stops the search."""
    asked = _asked(dict(request.query_params))
    site(request).jobs.stop(_key(asked))
    return pages.follow(_address(request, asked))


def _key(asked: Asked) -> tuple[object, ...]:
    return "diff", asked, stamp(asked.left), stamp(asked.right), current()


def _address(request: Request, asked: Asked) -> str:
    sizes: dict[str, Any] = dict(asked.sizes)
    return pages.link(request, "diff", left=asked.left, right=asked.right, **sizes)


def _asked(given: dict[str, str]) -> Asked:
    sizes = tuple((size.key, _size(size, given.get(size.key, ""))) for size in SIZES)
    return Asked(given.get("left", "r3"), given.get("right", "r4"), sizes)


def _size(size: Size, written: str) -> int:
    if not written:
        return size.usual
    if not written.isdecimal() or not size.least <= int(written) <= size.most:
        message = _(
            "{what}: expected a number from {least} to {most}, got {written!r}",
            what=_(size.label),
            least=size.least,
            most=size.most,
            written=written[:20],
        )
        raise InputError.at("", message)
    return int(written)


def _found(job: Seen, asked: Asked) -> dict[str, Any]:
    """What the page shows of what was found."""
    found, left, right = job.answer
    shown = {
        "headline": headline(found, pages.short(asked.left), pages.short(asked.right)),
        "note": found.note,
        "certificate": certificate(left, right, method=found.method),
        "searched": searched(found.bound, left_out(found.not_covered)),
        "witness": found.shown,
    }
    if found.shown is None:
        return shown
    text = dump(as_test(found.shown))
    beside = columns_of(found.shown)
    return {
        **shown,
        "text": text,
        "ruling": Ruling(text, rulebooks=(asked.left, asked.right)),
        "columns": beside,
        "moments": tuple(moments(beside)) if beside else (),
    }
