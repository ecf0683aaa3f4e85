"""The entrance of the server: the page is served at once, and requests for the game wait until that has been read.

A browser loads the page in about the time in which a game is read. The server's other modules are imported meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Match, Route

from scenario_forge.editor.answers import TooLarge
from scenario_forge.editor.endpoint import post
from scenario_forge.editor.requests import bad_body, message_handler, refusal
from scenario_forge.editor.server.guard import ENTER, Guard

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

STATIC = Path(__file__).parent.parent / "static"
"""The built page."""
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".json": "application/json",
    ".map": "application/json",
}


class Entrance:
    """Server of the page that passes other requests to the parts of the server, each from when it is there."""

    def __init__(self, parts: Callable[[], Iterator[Starlette]]) -> None:
        """Begin; ``parts`` is asked for each part in a thread; a part's lifespan begins before it gets a request."""
        self._make = parts
        self._parts: list[Starlette] = []
        self._whole = False
        """Whether all parts are there, or no more will come."""
        self._change = asyncio.Condition()
        self.guard: Guard | None = None
        routes = [
            Route("/", self.page),
            Route("/assets/{name}", self.asset),
            post(ENTER, self.enter),
        ]
        refusals = {ValidationError: bad_body, TooLarge: message_handler(413)}
        self._own = Starlette(routes=routes, exception_handlers=refusals, lifespan=self._lifespan)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as ASGI has it."""
        part = self._own
        if scope["type"] != "lifespan" and not _answers(self._own, scope):
            async with self._change:
                await self._change.wait_for(lambda: self._whole or self._part_for(scope) is not None)
            # a path of a part by a method that none has is refused there
            part = self._part_for(scope) or self._part_for(scope, Match.PARTIAL) or self._own
        await part(scope, receive, send)

    def _part_for(self, scope: Scope, match: Match = Match.FULL) -> Starlette | None:
        return next((part for part in self._parts if _answers(part, scope, match)), None)

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        stop = asyncio.Event()
        keeping = asyncio.create_task(self._keep(stop))
        try:
            yield
        finally:
            stop.set()
            await keeping

    async def _keep(self, stop: asyncio.Event) -> None:
        """Start one part after the other, and keep them until the server ends."""
        async with AsyncExitStack() as stack:
            try:
                making = self._make()
                while (part := await run_in_threadpool(next, making, None)) is not None and not stop.is_set():
                    await stack.enter_async_context(part.router.lifespan_context(part))
                    async with self._change:
                        self._parts.append(part)
                        self._change.notify_all()
            except Exception:  # the page says that the server failed
                logging.getLogger(__name__).exception("the editor could not be started")
            async with self._change:
                self._whole = True
                self._change.notify_all()
            await stop.wait()

    async def page(self, _request: Request) -> Response:
        """Return the page."""
        return asset("index.html")

    async def asset(self, request: Request) -> Response:
        """Return a file of the built page."""
        return asset(request.path_params["name"])

    def enter(self, token: str) -> Response:
        """Set the cookie for the token of the start address."""
        cookie = self.guard.enters(token) if self.guard else None
        if cookie is None:
            return refusal(403, "this token is not the one that `forge edit GAME` printed")
        return JSONResponse({}, headers={"set-cookie": cookie})


def _answers(part: Starlette, scope: Scope, match: Match = Match.FULL) -> bool:
    return any(route.matches(scope)[0] is match for route in part.routes)


def asset(name: str) -> Response:
    """Return a file of the built page, by its bare name."""
    known = {path.name: path for path in STATIC.iterdir() if path.is_file()} if STATIC.is_dir() else {}
    path = known.get(name)
    if path is None or path.suffix not in _TYPES:
        return refusal(404, "there is no such file")
    return Response(path.read_bytes(), headers={"content-type": _TYPES[path.suffix]})


def entrance(parts: Callable[[], Iterator[Starlette]], port: int, token: str) -> ASGIApp:
    """Return the whole server as ASGI; it answers requests to this port of this machine alone."""
    made = Entrance(parts)
    made.guard = Guard(made, port, token)
    return made.guard
