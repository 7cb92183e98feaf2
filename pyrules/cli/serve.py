"""`pyrules serve`: the page, in a browser on this machine."""

from __future__ import annotations

import signal
import socket
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from pyrules.errors import InputError
from pyrules.language import _, mark

MOST_HEAD = 100_000
"""How many bytes the address and the headers of a request may have: addresses hold whole rulings."""
MISSING = mark("the page needs what the extra `web` brings: pip install 'pyrules[web]'")


def command(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PATH...",
            help="Scenario files, edits, or folders of them, that the page may read; none by default.",
        ),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; by default this machine alone is served.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="NUMBER", min=0, max=65535, help="The port; 0 takes one that is free.")
    ] = 8000,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the page in a browser.")] = False,
) -> None:
    """Open a page to try rulings and edits on, and to see what differs. Ctrl-C ends it.

    It reads the files that are named here and no others, and writes none.
    """
    try:
        import uvicorn

        from pyrules.web.app import application
        from pyrules.web.gate import is_loopback
        from pyrules.web.opened import opened
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] in ("uvicorn", "starlette", "anyio"):
            raise InputError.at("", _(MISSING)) from None
        raise
    _heed_signals()
    app = application(opened(paths or ()), host)
    listening = _listening(host, port)
    address = f"http://{_written(host)}:{listening.getsockname()[1]}/"
    typer.echo(_("The page is at {address}", address=address))
    if not is_loopback(host):
        typer.echo(_("Whoever reaches this machine reaches it too."), err=True)
    if not no_browser:
        webbrowser.open(address)
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="off",
        log_level="warning",
        server_header=False,
        h11_max_incomplete_event_size=MOST_HEAD,
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run([listening])


def _heed_signals() -> None:
    """Who ends the page, or closes its terminal, leaves nothing behind: the folder of the drafts goes with it."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a browser that goes away ends its request, and not the page
    for each in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, each):
            signal.signal(getattr(signal, each), lambda number, _frame: sys.exit(128 + number))


def _listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise InputError.at(
            "",
            _(
                "--host and --port: cannot listen at {host} port {port}: {strerror}",
                host=host,
                port=port,
                strerror=error.strerror,
            ),
        ) from None


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host
