"""The verdict on an edit that was opened, or on a draft: all that is known of it, on one page."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from pyrules.analysis.verdict.edit_verdict import EditVerdict
from pyrules.analysis.verdict.gather import base_of, verdict_on
from pyrules.errors import InputError
from pyrules.language import current
from pyrules.report.verdict.page import content
from pyrules.rulebook.names import concerns
from pyrules.web import pages
from pyrules.web.address import Draft, Ruling, unpacked
from pyrules.web.drafts import NAME as DRAFT
from pyrules.web.forms import Fields, changing, first
from pyrules.web.jobs import Seen, Tell
from pyrules.web.rulebooks import Shelf, stamp
from pyrules.web.site import Site, site

SECONDS = 60.0
"""What a verdict may take."""
MOST_SCENARIOS = 400


async def show(request: Request) -> Response:
    """The verdict, how far it is, or the edits on which there can be one."""
    here = site(request)
    ruling, name = _asked(request)
    job = find(here, ruling, name)
    shown: dict[str, Any] = {"job": job, "name": name, "address": _address(request, ruling, name), "ruling": ruling}
    if job is not None and job.answer is not None:
        return pages.show(request, "verdict.html.jinja", **content(job.answer))
    edits = [(each, await here.foreign.call(_title, here.shelf, each)) for each in here.opened.edits]
    return pages.show(request, "verdicts.html.jinja", edits=edits, **shown)


@changing
async def begin(request: Request, sent: Fields) -> Response:
    """Begins to gather a verdict, and leads to where it can be watched."""
    here = site(request)
    ruling, name = _asked(request)
    draft = None if ruling is None else ruling.draft
    book = await here.foreign.call(here.shelf.rulebook, name, {}, draft)
    base = await here.foreign.call(here.shelf.rulebook, base_of(book), {})
    scenarios = await here.reading.call(here.library.scenarios)
    about = [each for each in scenarios if concerns(each.rulebooks, base.name) or concerns(each.rulebooks, book.name)]

    def gather(tell: Tell) -> EditVerdict:
        return verdict_on(base, book, about[:MOST_SCENARIOS], SECONDS, tell)

    here.jobs.begin(_key(ruling, name), gather)
    back = first(sent, "back")
    ours = back.startswith(f"/{pages.language(request)}/")
    return pages.follow(back if ours else _address(request, ruling, name))


@changing
async def stop(request: Request, sent: Fields) -> Response:
    """Stops gathering."""
    ruling, name = _asked(request)
    site(request).jobs.stop(_key(ruling, name))
    return pages.follow(_address(request, ruling, name))


def find(here: Site, ruling: Ruling | None, name: str) -> Seen | None:
    """The gathering of the verdict on an edit by its name, or on the draft of a ruling, if it was begun."""
    return here.jobs.find(_key(ruling, name))


def _key(ruling: Ruling | None, name: str) -> tuple[object, ...]:
    draft: Draft | None = None if ruling is None else ruling.draft
    return "verdict", name, stamp(name), repr(draft), current()


def _asked(request: Request) -> tuple[Ruling | None, str]:
    """The ruling whose draft is asked about, or else the name of an edit."""
    letters = request.query_params.get("s")
    if letters is not None:
        return unpacked(letters), DRAFT
    return None, request.query_params.get("edit", "")


def _address(request: Request, ruling: Ruling | None, name: str) -> str:
    return pages.link(request, "verdict", ruling, edit=name or None if ruling is None else None)


def _title(shelf: Shelf, name: str) -> str:
    try:
        return shelf.rulebook(name, {}).title
    except InputError as error:
        return str(error)
