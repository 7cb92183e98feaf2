"""Pages from templates, in the language of their address, with links that hold the whole state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import ChoiceLoader, Environment, PackageLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

import pyrules
from pyrules.language import ENGLISH, RUSSIAN, _
from pyrules.model import wording
from pyrules.model.scenario import (
    Adjacent,
    Attack,
    Gain,
    Happening,
    Modify,
    PrintedFeature,
    PrintedModifier,
    Roll,
)
from pyrules.report import html
from pyrules.scenario.dump import inline
from pyrules.web import forms
from pyrules.web.address import Ruling, packed
from pyrules.web.answers import of_event
from pyrules.web.drafts import without_folder
from pyrules.web.form import parts

NAMES = {ENGLISH: "English", RUSSIAN: "Русский"}
"""What the languages call themselves."""


def language(request: Request) -> str:
    """The language of the address; where it names none, the first of ours that the browser asks for."""
    named = str(request.url.path).split("/")[1]
    if named in NAMES:
        return named
    wanted = (each.split(";")[0].strip()[:2] for each in request.headers.get("accept-language", "").split(","))
    return next((each for each in wanted if each in NAMES), ENGLISH)


def link(request: Request, page: str, ruling: Ruling | None = None, anchor: str = "", **values: object) -> str:
    """The address of a page of this language, with a ruling and with other values where they are not None."""
    query = {} if ruling is None else {"s": packed(ruling)}
    query |= {name: str(value) for name, value in values.items() if value is not None}
    asked = f"?{urlencode(query)}" if query else ""
    return f"/{language(request)}/{page}{asked}{f'#{anchor}' if anchor else ''}"


def show(request: Request, template: str, status: HTTPStatus = HTTPStatus.OK, **values: Any) -> HTMLResponse:
    """A page from a template."""
    here = language(request)

    def to(page: str, ruling: Ruling | None = None, anchor: str = "", **values: object) -> str:
        return link(request, page, ruling, anchor, **values)

    text = (
        environment()
        .get_template(template)
        .render(
            **values,
            to=to,
            language=here,
            languages=_elsewhere(request),
            here=request.url.path.removeprefix(f"/{here}/").split("/")[0],
            token=forms.TOKEN,
            nonce=request.state.nonce,
            version=pyrules.__version__,
        )
    )
    return HTMLResponse(without_folder(text), status)


def _elsewhere(request: Request) -> Mapping[str, tuple[str, str]]:
    """Language -> its name, and the address of the same page in it."""
    rest = request.url.path.partition("/")[2].partition("/")[2]
    query = f"?{request.url.query}" if request.url.query else ""
    return {each: (name, f"/{each}/{rest}{query}") for each, name in NAMES.items()}


def follow(address: str) -> RedirectResponse:
    """Sends the browser on to an address with GET."""
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


@cache
def environment() -> Environment:
    """What pages are rendered with: our templates, and those of reports."""
    made = html.environment().overlay(loader=ChoiceLoader([PackageLoader("pyrules.web"), html.loader()]))
    made.globals = {**made.globals, "of_event": of_event, "short": short, "form": parts, **_WORDS}
    return made


def _printed(printed: PrintedFeature | PrintedModifier) -> str:
    """What is printed on a card, in words."""
    if isinstance(printed, PrintedModifier):
        told = f"{printed.feature} {printed.by:+d}"
    else:
        told = printed.name if printed.value is None else f"{printed.name} {printed.value}"
    if printed.existence is None:
        return told
    return _("{printed} while {condition}", printed=told, condition=wording.condition(printed.existence))


def _details(happening: Happening) -> list[str]:
    """What an event has several of, each in words: boosts, modifiers of an attack, steps of a roll."""
    match happening:
        case Gain(boosts=boosts) | Modify(boosts=boosts):
            return [wording.change(each) for each in boosts]
        case Attack(modifiers=modifiers):
            return [wording.change(each) for each in modifiers]
        case Roll(steps=steps):
            return [wording.roll_step(each) for each in steps]
        case _:
            return []


_WORDS = {
    "aura_words": wording.aura,
    "declaration_words": wording.declaration,
    "details_words": _details,
    "printed_words": _printed,
    "adjacent_words": lambda first, second: wording.condition(Adjacent(first, second)),
    "event_words": wording.happening,
    "inline": inline,
}


def short(rulebook: str) -> str:
    """A rulebook as it stands in a row of others: its id, or the name of the file of an edit."""
    return Path(rulebook).name.removesuffix(".edit.yaml")
