"""The ruling: a scenario, what the rulebooks say of it from event to event, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from pyrules.errors import InputError, NotDecided, Problem
from pyrules.files.json_schema import json_schema
from pyrules.language import _
from pyrules.model.result import RollResult
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario import scaffold
from pyrules.scenario.dump import to_data
from pyrules.scenario.schema import Scenario as ScenarioFile
from pyrules.web import answers, pages, rulebooks
from pyrules.web.address import Ruling, packed, unpacked
from pyrules.web.answers import Asked, Place, Ruled, Why
from pyrules.web.form.changes import changed
from pyrules.web.form.choices import choices
from pyrules.web.forms import Fields, changing, first
from pyrules.web.opened import Opened
from pyrules.web.rulebooks import Shelf
from pyrules.web.scenario_text import read_scenario
from pyrules.web.site import site
from pyrules.web.work import Lane


async def show(request: Request) -> Response:
    """The page of a ruling; without one in the address, of the scenario that one begins with."""
    ruling = _asked_for(request, site(request).opened)
    return await _shown(request, ruling, request.query_params.get("view", "text"))


async def _shown(request: Request, ruling: Ruling, view: str, problems: Sequence[Problem] = ()) -> Response:
    """The page of a ruling, with what is wrong besides."""
    here = site(request)
    shown = await _lane(request, ruling).call(_show, ruling, _cell(request), here.shelf)
    shown["problems"] = (*problems, *shown["problems"])
    known = here.shelf.names(ruling.draft)
    return pages.show(request, "ruling.html.jinja", ruling=ruling, known=known, view=view, **shown)


@changing
async def write(request: Request, fields: Fields) -> Response:
    """A text was written: on to the ruling of it."""
    ruling = replace(unpacked(first(fields, "s")), text=first(fields, "text"))
    return pages.follow(pages.link(request, "ruling", ruling))


@changing
async def press(request: Request, fields: Fields) -> Response:
    """A button of the form was pressed: on to the ruling with what it changes, or what is wrong with that."""
    here = site(request)
    ruling = unpacked(first(fields, "s"))
    try:
        text = await here.reading.call(_pressed, ruling, fields, here.opened)
    except InputError as error:
        return await _shown(request, ruling, "form", error.problems)
    return pages.follow(pages.link(request, "ruling", replace(ruling, text=text), view="form"))


def _pressed(ruling: Ruling, fields: Fields, opened: Opened) -> str:
    scenario = read_scenario(ruling.text, ruling.file, opened)
    return changed(scenario, first(fields, "action"), partial(first, fields))


@changing
async def marks(request: Request, fields: Fields) -> Response:
    """What is wrong with a text, with its places, as JSON: a list of line, column and message."""
    ruling = replace(unpacked(first(fields, "s")), text=first(fields, "text"))
    severity, found = await _lane(request, ruling).call(_marks, ruling, site(request).shelf)
    told = [{"line": each.line, "column": each.column, "message": each.message} for each in found]
    return JSONResponse([{**each, "severity": severity} for each in told])


async def schema(request: Request) -> Response:
    """The JSON Schema of scenarios, for completion."""
    return Response(
        json_schema(ScenarioFile), media_type="application/schema+json", headers={"Cache-Control": "max-age=3600"}
    )


async def download(request: Request) -> Response:
    """The scenario as a file."""
    ruling = unpacked(request.query_params.get("s", ""))
    headers = {"Content-Disposition": 'attachment; filename="ruling.scenario.yaml"'}
    return PlainTextResponse(ruling.text, headers=headers, media_type="application/yaml")


async def examples(request: Request) -> Response:
    """The scenario files that were opened, folder by folder."""
    here = site(request)
    folders = await here.reading.call(here.library.folders)
    return pages.show(request, "examples.html.jinja", folders=folders)


async def example(request: Request) -> Response:
    """On to the ruling of an opened file."""
    here = site(request)
    ruling = await here.reading.call(_of_file, request.query_params.get("file", ""), here.opened)
    return pages.follow(pages.link(request, "ruling", ruling))


def _of_file(name: str, opened: Opened) -> Ruling:
    ruling = Ruling(opened.text(name), name)
    return replace(ruling, rulebooks=_named(ruling, opened))


def start() -> Ruling:
    """The scenario that one begins with."""
    (text,) = scaffold.scenario(Path("scenario.yaml")).texts.values()
    return Ruling(text, rulebooks=rulebook_names())


def _marks(ruling: Ruling, shelf: Shelf) -> tuple[str, tuple[Problem, ...]]:
    """What is wrong with the text of a ruling; or else what is probably not meant in it, given its rulebooks."""
    try:
        scenario = read_scenario(ruling.text, ruling.file, shelf.opened)
    except InputError as error:
        return "error", error.problems
    try:
        return "warning", _warnings(scenario, _books(ruling, shelf))
    except (InputError, NotDecided):
        return "warning", ()  # the page tells what is wrong with a rulebook


def _books(ruling: Ruling, shelf: Shelf) -> list[Rulebook]:
    chosen = ruling.rulebooks[: answers.MOST_RULEBOOKS]
    return [shelf.rulebook(name, ruling.readings, ruling.draft) for name in chosen]


def _warnings(scenario: Scenario, books: Sequence[Rulebook]) -> tuple[Problem, ...]:
    return scenario.warnings({name for book in books for name in book.names})


def _asked_for(request: Request, opened: Opened) -> Ruling:
    letters = request.query_params.get("s")
    return start() if letters is None else unpacked(letters)


def _named(ruling: Ruling, opened: Opened) -> tuple[str, ...]:
    """The rulebooks that the text names, the built-in ones where it names none or cannot be read."""
    try:
        scenario = read_scenario(ruling.text, ruling.file, opened)
    except InputError:
        return rulebook_names()
    return rulebooks.named(scenario.rulebooks, opened)[: answers.MOST_RULEBOOKS]


def _lane(request: Request, ruling: Ruling) -> Lane:
    here = site(request)
    return here.foreign if rulebooks.is_foreign(ruling.rulebooks) else here.own


def _cell(request: Request) -> Asked | None:
    """The cell of the timeline that the address asks about."""
    asked = request.query_params
    try:
        return Asked(int(asked["book"]), asked["card"], asked["name"], int(asked["after"]), int(asked["outcome"]))
    except (KeyError, ValueError):
        return None


def _show(ruling: Ruling, asked: Asked | None, shelf: Shelf) -> dict[str, Any]:
    """What the page shows of a ruling: what is wrong with it, or what it comes to."""
    problems: tuple[Problem, ...] = ()
    scenario: Scenario | None = None
    books: list[Rulebook] = []
    ruled: Ruled | None = None
    why: Why | None = None
    roll: RollResult | None = None
    try:
        scenario = read_scenario(ruling.text, ruling.file, shelf.opened)
        books = _books(ruling, shelf)
        ruled = answers.ruled(scenario, books)
        if asked is not None and 0 <= asked.book < len(ruled.heads):
            head = ruled.heads[asked.book]
            why = answers.why(scenario, head.book, head.heading, asked)
            roll = _roll(ruled, asked)
    except InputError as error:
        problems = error.problems
    except NotDecided as limit:
        problems = (Problem("", 0, 0, _("not decided: {why}", why=limit)),)
    warnings = () if scenario is None else _warnings(scenario, books)
    shown = {"problems": problems, "warnings": warnings, "scenario": scenario, "ruled": ruled, "why": why, "roll": roll}
    data, names = (None, None) if scenario is None else (to_data(scenario), choices(scenario))
    return {**shown, "data": data, "names": names, "packed": packed(ruling)}


def _roll(ruled: Ruled, asked: Asked) -> RollResult | None:
    """What the roll comes to that is asked about, if one is."""
    place = Place(asked.book, asked.outcome)
    if place not in ruled.places:
        return None
    return ruled.columns[ruled.places.index(place)].states[asked.after].roll
