"""Guard of every request, before anything of the game is touched.

In order: the Host is this very address (a name that an attacker has pointed here is not); the size; a change comes
from our own page (`Sec-Fetch-Site`, the header `X-Forge` that no form can send, JSON), and so does the one WebSocket
(its Origin, which a browser always sends); and the token of the start address with the cookie that was given for it.
A browser sends cookies to every server on the same address, whatever its port, so a cookie alone opens nothing; the
token is kept by pages of this port alone. Nothing allows other origins.
"""

from __future__ import annotations

import json
import secrets
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from scenario_forge.editor.answers import TooLarge

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 20 * 1024 * 1024
"""Of one request."""
_LARGE = f"a request has at most {MOST_BYTES // 2**20} MB"
MOST_AT_ONCE = 100
"""Requests at work, open event streams among them."""
ENTER = "/api/enter"
SOCKET = "/lsp"
"""The only WebSocket."""
MOST_SAID = 64 * 1024
"""Characters of one message on it."""
HEADER = "x-forge-token"
"""The header with the token. Pictures, links and streams, to which a page cannot give one, have it in their query."""
_POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Guard:
    """Guard that passes only what our own page asks; see the module's text."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._app = app
        self._hosts = {f"{name}:{port}" for name in ("localhost", "127.0.0.1", "[::1]")}
        if port == 80:
            self._hosts |= {"localhost", "127.0.0.1", "[::1]"}
        self._origins = {f"http://{host}" for host in self._hosts}
        self._token = token
        self._secret = secrets.token_urlsafe(32)
        self._cookie = f"forge-edit-{port}"
        self._at_work = 0

    def enters(self, token: str) -> str | None:
        """Return the cookie to set for a token; None for a wrong one."""
        if not _same(token, self._token):
            return None
        return f"{self._cookie}={self._secret}; Path=/; HttpOnly; SameSite=Strict"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass or refuse one request, as ASGI has it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(scope, send, *refusal)
            return
        query = scope.get("query_string", b"").split(b"&")  # no route knows the token
        scope = {**scope, "query_string": b"&".join(part for part in query if not part.startswith(b"token="))}
        self._at_work += 1
        try:
            await self._passed(scope, receive, send)
        finally:
            self._at_work -= 1

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        """Return status and reason if a request is not answered."""
        if scope["type"] != "http" and (scope["type"], scope["path"]) != ("websocket", SOCKET):
            return 403, "only HTTP is spoken here"
        hosts = [value for name, value in scope["headers"] if name.lower() == b"host"]
        if len(hosts) != 1 or headers["host"].lower() not in self._hosts:
            return 421, "this address is not the one that the editor was started at"
        if self._at_work >= MOST_AT_ONCE:
            return 503, "too many requests at once"
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length) > MOST_BYTES:
            return 413, _LARGE
        return self._not_ours(scope, headers) or self._not_entered(scope, headers)

    def _not_ours(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        site = headers.get("sec-fetch-site", "same-origin")
        foreign = site not in ("same-origin", "none") and scope["path"] != "/"
        changes = scope["type"] == "http" and scope["method"] not in ("GET", "HEAD")
        if scope["type"] == "websocket":
            foreign = foreign or headers.get("origin") not in self._origins
        elif changes:
            foreign = foreign or site == "none" or headers.get("origin", _own(headers)) not in self._origins
        if foreign:
            return 403, "asked by a page that is not the editor's"
        if not changes:
            return None
        if headers.get("x-forge") != "edit":
            return 403, "the header X-Forge is missing"
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return 415, "a change is sent as JSON"
        return None

    def _not_entered(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        path = scope["path"]
        if scope["type"] == "http" and (not path.startswith("/api/") or path == ENTER):
            return None  # the page itself is the same for every game, and says nothing of this one
        try:
            sent = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        except CookieError:
            sent = None
        asked = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")))
        token = headers.get(HEADER) or asked.get("token", "")
        if sent is None or not _same(sent.value, self._secret) or not _same(token, self._token):
            return 401, "open the address that `forge edit GAME` printed"
        return None

    async def _passed(self, scope: Scope, receive: Receive, send: Send) -> None:
        got = 0

        async def counted() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > MOST_BYTES:
                raise TooLarge(_LARGE)
            return message

        async def safe(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
                message = {**message, "headers": [*message.get("headers", ()), *own]}
            await send(message)

        await self._app(scope, counted, safe)


def _same(given: str, right: str) -> bool:
    return secrets.compare_digest(given.encode("utf-8", "replace"), right.encode())


def _own(headers: dict[str, str]) -> str:
    return f"http://{headers['host'].lower()}"


async def _refuse(scope: Scope, send: Send, status: int, message: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    body = json.dumps({"message": message}).encode()
    headers: list[tuple[bytes, bytes]] = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
    headers += [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    start: dict[str, Any] = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})
