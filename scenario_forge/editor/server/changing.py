"""Routes that change a game, save it and draw its map; the server imports them once the page has the map's data."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse
from starlette.routing import Route

from scenario_forge.editor.answers import Unknown
from scenario_forge.editor.errata.chosen import Reason  # noqa: TC001 - pydantic reads it
from scenario_forge.editor.intent_requests import IntentRequest, carry_out
from scenario_forge.editor.page_text import PageEdit  # noqa: TC001 - as above
from scenario_forge.editor.requests import At, Body, read_body
from scenario_forge.editor.server.refusals import refusals
from scenario_forge.editor.views.ground import Grounds

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from scenario_forge.editor.beside import Beside
    from scenario_forge.editor.session import Session

MOST_DIGITS = 12
"""Of an epoch."""


class Typed(At):
    """Edits of one text."""

    doc: str
    edits: list[PageEdit]


class Edits(At):
    """Edits of texts by name, as one step: a fix, or a new name."""

    sentence: Annotated[str, Field(min_length=1, max_length=450)]
    changed: dict[Annotated[str, Field(max_length=400)], list[PageEdit]]
    reason: Reason | None = None


class Save(Body):
    """What is to be saved; conflicts that the author has decided."""

    docs: list[str] | None = None
    choose: dict[str, Literal["mine", "theirs"]] = Field(default_factory=dict)


class Recover(At):
    """Whether to take what an earlier session left."""

    take: bool


class Changes:
    """Changes the game; each method is a route."""

    def __init__(self, session: Session, beside: Beside) -> None:
        self.session, self.beside, self.grounds = session, beside, Grounds(session)

    def part(self) -> Starlette:
        """Its routes, as a part of the server."""
        routes = [
            Route("/api/map/ground", self.ground),
            Route("/api/text", self.type, methods=["POST"]),
            Route("/api/edits", self.edit, methods=["POST"]),
            Route("/api/do", self.do, methods=["POST"]),
            Route("/api/undo", self.undo, methods=["POST"]),
            Route("/api/redo", self.redo, methods=["POST"]),
            Route("/api/save", self.save, methods=["POST"]),
            Route("/api/recovery", self.recover, methods=["POST"]),
        ]
        return Starlette(routes=routes, exception_handlers=refusals(self.session))

    async def ground(self, request: Request) -> Response:
        """The map as a drawing: all of it, or what has changed since the epoch whose drawing the page has."""
        since = request.query_params.get("since", "")
        known = int(since) if since.isascii() and since.isdecimal() and len(since) <= MOST_DIGITS else -1
        drawn = await run_in_threadpool(self.grounds.since, known)
        if drawn is None:
            raise Unknown("map.yaml has errors that keep it from being drawn")
        return JSONResponse(drawn)

    async def type(self, request: Request) -> Response:
        """Change a text as it was typed."""
        body = await read_body(request, Typed)
        return JSONResponse(await run_in_threadpool(self.session.type, body.epoch, body.doc, body.edits))

    async def edit(self, request: Request) -> Response:
        """Change texts by edits that the server answered."""
        body = await read_body(request, Edits)
        change = partial(self.session.edit, body.epoch, body.sentence, body.changed, body.reason)
        return JSONResponse(await run_in_threadpool(change))

    async def do(self, request: Request) -> Response:
        """Change what the texts mean."""
        body = await read_body(request, IntentRequest)
        return JSONResponse(await run_in_threadpool(carry_out, self.session, self.beside, body))

    async def undo(self, request: Request) -> Response:
        """Undo the last step."""
        body = await read_body(request, At)
        return JSONResponse(await run_in_threadpool(self.session.undo, body.epoch))

    async def redo(self, request: Request) -> Response:
        """Make the step again that was undone last."""
        body = await read_body(request, At)
        return JSONResponse(await run_in_threadpool(self.session.redo, body.epoch))

    async def save(self, request: Request) -> Response:
        """Save; where a file has changed on the disk, nothing."""
        body = await read_body(request, Save)
        saved = await run_in_threadpool(self.session.save, body.docs, body.choose)
        if saved["conflicts"]:
            message = "nothing was saved over a file that has changed on the disk"
            return JSONResponse({"message": message, **saved}, status_code=409)
        return JSONResponse(saved)

    async def recover(self, request: Request) -> Response:
        """Take it, or forget it."""
        body = await read_body(request, Recover)
        return JSONResponse(await run_in_threadpool(partial(self.session.recover, body.epoch, take=body.take)))
