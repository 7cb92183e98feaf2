"""The page as an application: its addresses, and what it says when something is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from pyrules.errors import InputError, NotDecided, Problem
from pyrules.language import _, speaking
from pyrules.report import html
from pyrules.web import books, diff, edit, pages, ruling, verdict
from pyrules.web.gate import Gate
from pyrules.web.opened import Opened
from pyrules.web.site import Site
from pyrules.web.work import Busy

STATIC = Path(__file__).parent / "static"


def application(opened: Opened, host: str = "127.0.0.1") -> ASGIApp:
    """The page of what was opened, to be served at a host."""
    app = Starlette(
        routes=[
            Route("/", _home),
            Route("/scenario.schema.json", ruling.schema),
            Route("/static/page.css", _styles),
            Mount("/static", StaticFiles(directory=STATIC)),
            *(Mount(f"/{each}", routes=_views(), name=each) for each in pages.NAMES),
        ],
        exception_handlers={
            InputError: _wrong,
            NotDecided: _not_decided,
            HTTPException: _refused,
            Exception: _defect,
        },
    )
    app.state.site = Site(opened)
    return Gate(_speaking(app), host)  # around all of it, so that even what is said of a defect bears the headers


def _speaking(app: ASGIApp) -> ASGIApp:
    """The same, speaking the language of each request."""

    async def spoken(scope: Scope, receive: Receive, send: Send) -> None:
        with speaking(pages.language(Request(scope))):
            await app(scope, receive, send)

    return spoken


def _views() -> list[Route]:
    """The addresses within a language."""
    return [
        Route("/", _home),
        Route("/ruling", ruling.show),
        Route("/ruling/text", ruling.write, methods=["POST"]),
        Route("/ruling/form", ruling.press, methods=["POST"]),
        Route("/ruling/marks", ruling.marks, methods=["POST"]),
        Route("/ruling/file", ruling.download),
        Route("/edit", edit.show),
        Route("/edit/choose", edit.choose, methods=["POST"]),
        Route("/edit/rules", edit.write, methods=["POST"]),
        Route("/edit/marks", edit.marks, methods=["POST"]),
        Route("/edit/file", edit.download),
        Route("/diff", diff.show),
        Route("/diff", diff.begin, methods=["POST"]),
        Route("/diff/stop", diff.stop, methods=["POST"]),
        Route("/rulebook", books.show),
        Route("/rulebook/clause", books.module),
        Route("/rulebook/reach", books.look_for_reach, methods=["POST"]),
        Route("/rulebook/defects", books.defects),
        Route("/rulebook/defects", books.look_for_defects, methods=["POST"]),
        Route("/rulebook/stop", books.stop, methods=["POST"]),
        Route("/rulebook/redline", books.redline),
        Route("/verdict", verdict.show),
        Route("/verdict/begin", verdict.begin, methods=["POST"]),
        Route("/verdict/stop", verdict.stop, methods=["POST"]),
        Route("/examples", ruling.examples),
        Route("/example", ruling.example),
    ]


async def _styles(request: Request) -> Response:
    return FileResponse(html.STYLES)


async def _home(request: Request) -> Response:
    return pages.follow(pages.link(request, "ruling"))


async def _wrong(request: Request, error: Exception) -> Response:
    assert isinstance(error, InputError)
    return _problem(request, HTTPStatus.BAD_REQUEST, error.problems)


async def _not_decided(request: Request, error: Exception) -> Response:
    status = HTTPStatus.SERVICE_UNAVAILABLE if isinstance(error, Busy) else HTTPStatus.OK
    return _problem(request, status, [Problem("", 0, 0, str(error))])


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    told = _("there is no such page") if error.detail == status.phrase else error.detail
    return _problem(request, status, [Problem("", 0, 0, told)])


async def _defect(request: Request, error: Exception) -> Response:
    told = _("this is a defect of pyrules ({name}); please report it", name=type(error).__name__)
    return _problem(request, HTTPStatus.INTERNAL_SERVER_ERROR, [Problem("", 0, 0, told)])


def _problem(request: Request, status: HTTPStatus, problems: Sequence[Problem]) -> Response:
    return pages.show(request, "problem.html.jinja", status, problems=problems)
