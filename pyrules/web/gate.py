"""What every request passes before anything of it is obeyed, and the headers that every answer bears.

A page of another site can send requests here from the browser of whoever runs this. So the host must be one that
leads here, the origin our own, and what is sent must be small; what changes anything bears a token besides (`forms`).
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
from collections.abc import Iterable
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 200_000
"""What a request may send, in bytes."""
READS = ("GET", "HEAD")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'nonce-{nonce}'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def is_loopback(host: str) -> bool:
    """Whether a host to listen at is reached from this machine alone."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Gate:
    """Lets in what may come in; a request is refused with a status and a sentence, and nothing else is done.

    `host` is where the page listens. Where that is every address, a number or the name of this machine leads here.
    """

    def __init__(self, app: ASGIApp, host: str = "127.0.0.1") -> None:
        self.app = app
        self.names = frozenset(("localhost", "127.0.0.1", "::1", host, *self._of_machine(host)))
        self.any_address = not is_loopback(host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        nonce = scope.setdefault("state", {})["nonce"] = secrets.token_urlsafe(16)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update({**HEADERS, "Content-Security-Policy": POLICY.format(nonce=nonce)})
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            status, reason = refused
            await PlainTextResponse(f"{reason}\n", status)(scope, receive, send_with_headers)
            return
        await self.app(scope, self._limited(receive), send_with_headers)

    def _refused(self, scope: Scope) -> tuple[HTTPStatus, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._leads_here(host):
            return HTTPStatus.MISDIRECTED_REQUEST, f"expected the host that this page is served at, got {host!r}"
        site, reads = headers.get("sec-fetch-site", "none"), scope["method"] in READS
        followed = reads and headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        if site not in ("none", "same-origin") and not followed:
            return HTTPStatus.FORBIDDEN, "expected a request of this page itself, got one of another site"
        origin = headers.get("origin")
        if origin is not None and not self._is_ours(origin, host) and not followed:
            return HTTPStatus.FORBIDDEN, f"expected a request of this page itself, got one of {origin!r}"
        if not headers.get("content-length", "0").isdecimal() or int(headers.get("content-length", "0")) > MOST_BYTES:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"expected at most {MOST_BYTES} bytes"
        return None

    def _leads_here(self, host: str) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        return name in self.names or (self.any_address and _is_address(name))

    @staticmethod
    def _is_ours(origin: str, host: str) -> bool:
        return origin in (f"http://{host}", f"https://{host}")

    @staticmethod
    def _of_machine(host: str) -> Iterable[str]:
        return () if is_loopback(host) else (socket.gethostname().lower(), socket.getfqdn().lower())

    @staticmethod
    def _limited(receive: Receive) -> Receive:
        """The same, but for what is sent beyond the limit without saying so: of that nothing is kept."""
        taken = 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            return message if taken <= MOST_BYTES else {"type": "http.disconnect"}

        return limited


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
