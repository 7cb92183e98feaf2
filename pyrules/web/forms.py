"""What a form sends: read only when it bears the token of this page, which no other site can know."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pyrules.language import _

MOST_FIELDS = 200
TOKEN = secrets.token_urlsafe(32)
"""Made anew each time the page is started."""

Fields = dict[str, list[str]]


def changing(endpoint: Callable[[Request, Fields], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint to which a form is sent: it is called with the fields, when the token is right."""

    async def checked(request: Request) -> Response:
        fields = await _fields(request)
        sent = fields.get("token", [""])[0]
        if not hmac.compare_digest(sent.encode(), TOKEN.encode()):
            raise HTTPException(HTTPStatus.FORBIDDEN, _("expected a form of this page; load the page again"))
        return await endpoint(request, fields)

    return checked


async def _fields(request: Request) -> Fields:
    try:
        text = (await request.body()).decode()
        return parse_qs(text, keep_blank_values=True, max_num_fields=MOST_FIELDS, strict_parsing=bool(text))
    except ValueError:
        raise HTTPException(HTTPStatus.BAD_REQUEST, _("expected the fields of a form")) from None


def first(fields: Fields, name: str) -> str:
    """The one value of a field, with the ends of its lines as files have them; empty when it was not sent."""
    return fields.get(name, [""])[0].replace("\r\n", "\n")
