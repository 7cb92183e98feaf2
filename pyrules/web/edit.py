"""A change to the rules, tried out: a ready-made one, or the rules of a clause written anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pyrules.errors import InputError, NotDecided, Problem
from pyrules.language import _
from pyrules.report.edit_changes import changes
from pyrules.report.verdict import words as told
from pyrules.rulebook.book import Entry, Rulebook
from pyrules.rulebook.ready_changes import ready_changes
from pyrules.rulebook.revisions import built_in, rulebook_names
from pyrules.scenario.dump import dump
from pyrules.scenario.load import load_scenario
from pyrules.web import drafts, pages, verdict
from pyrules.web.address import Draft, Ruling, packed, unpacked
from pyrules.web.books import in_reading_order
from pyrules.web.drafts import NAME as DRAFT
from pyrules.web.forms import Fields, changing, first
from pyrules.web.rulebooks import Shelf
from pyrules.web.ruling import start
from pyrules.web.site import site

MODULE = "module:"
"""How the fields with the texts of modules begin."""


async def show(request: Request) -> Response:
    """What can be changed, and what the draft in the address changes."""
    here = site(request)
    ruling = _asked(request)
    draft = ruling.draft
    on = request.query_params.get("on", "r4") if draft is None else draft.on
    if on not in rulebook_names():
        raise InputError.at(
            "", _("expected one of {known}, got {given!r}", known=", ".join(rulebook_names()), given=on)
        )
    shown: dict[str, Any] = {} if draft is None else await here.foreign.call(_show, ruling, draft, here.shelf)
    job = None if draft is None else verdict.find(here, ruling, DRAFT)
    return pages.show(
        request,
        "edit.html.jinja",
        ruling=ruling,
        on=on,
        revisions=rulebook_names(),
        ready=ready_changes(on),
        entries=[entry for entry in in_reading_order(built_in(on)) if entry.clause.modules],
        job=job,
        told=told,
        **shown,
    )


@changing
async def choose(request: Request, sent: Fields) -> Response:
    """A change or a clause was chosen: on to the draft that begins with it."""
    here = site(request)
    clause, _at, inherited_from = first(sent, "clause").partition("@")
    draft = Draft(first(sent, "on"), first(sent, "change"), clause, inherited_from)
    ruling = await here.foreign.call(_begun, draft, here.shelf)
    return pages.follow(pages.link(request, "edit", ruling))


@changing
async def write(request: Request, sent: Fields) -> Response:
    """Rules were written: on to the draft with them."""
    ruling = _with_rules(sent)
    return pages.follow(pages.link(request, "edit", ruling))


@changing
async def marks(request: Request, sent: Fields) -> Response:
    """What is wrong with the rules of a module, with its places, as JSON."""
    here = site(request)
    ruling = _with_rules(sent)
    assert ruling.draft is not None
    problems = await here.foreign.call(_problems, ruling.draft, here.shelf)
    named = first(sent, "of")
    return JSONResponse(
        [
            {"line": each.line, "column": each.column, "message": each.message, "severity": "error"}
            for each in problems
            if each.file == named or not each.file.endswith(".lp")
        ]
    )


async def download(request: Request) -> Response:
    """The draft as an archive with a folder that is an edit."""
    draft = _asked(request).draft
    if draft is None:
        raise InputError.at("", _("there is no draft in this address"))
    headers = {"Content-Disposition": 'attachment; filename="draft.zip"'}
    return Response(drafts.packed(draft), media_type="application/zip", headers=headers)


def _asked(request: Request) -> Ruling:
    letters = request.query_params.get("s")
    return start() if letters is None else unpacked(letters)


def _with_rules(sent: Fields) -> Ruling:
    ruling = unpacked(first(sent, "s"))
    if ruling.draft is None:
        raise InputError.at("", _("there is no draft in this address"))
    rules = {name.removeprefix(MODULE): first(sent, name) for name in sent if name.startswith(MODULE)}
    return replace(ruling, draft=replace(ruling.draft, rules=MappingProxyType(rules)))


def _begun(draft: Draft, shelf: Shelf) -> Ruling:
    """The draft with the scenario that shows it, where there is one."""
    texts = drafts.texts(draft)
    rules = {name: text for name, text in texts.items() if name.endswith(".lp")}
    draft = replace(draft, rules=MappingProxyType(rules))
    book = shelf.rulebook(DRAFT, {}, draft)
    shown = book.manifests[-1].with_name(f"{DRAFT}.scenario.yaml")
    text = start().text
    if shown.is_file():
        text = dump(replace(load_scenario(shown), rulebooks=(), expect=()))
    return Ruling(text, rulebooks=(draft.on, DRAFT), draft=draft)


def _show(ruling: Ruling, draft: Draft, shelf: Shelf) -> dict[str, Any]:
    """The draft: its modules, what is wrong with them, and what they change."""
    book: Rulebook | None = None
    problems: tuple[Problem, ...] = ()
    try:
        book = shelf.rulebook(DRAFT, {}, draft)
    except InputError as error:
        problems = error.problems
    except NotDecided as limit:
        problems = (Problem("", 0, 0, str(limit)),)
    modules: Mapping[str, str] = {name: text for name, text in drafts.texts(draft).items() if name.endswith(".lp")}
    return {
        "draft": draft,
        "packed": packed(ruling),
        "modules": modules,
        "problems": problems,
        "book": book,
        "changes": changes(book.edits[-1]) if book else (),
        "clause": _clause(draft),
    }


def _clause(draft: Draft) -> Entry | None:
    """The clause that the draft writes anew."""
    return built_in(draft.on).clause(draft.clause, draft.inherited_from or None) if draft.clause else None


def _problems(draft: Draft, shelf: Shelf) -> tuple[Problem, ...]:
    try:
        shelf.rulebook(DRAFT, {}, draft)
    except InputError as error:
        return error.problems
    except NotDecided as limit:
        return (Problem("", 1, 1, str(limit)),)
    return ()
