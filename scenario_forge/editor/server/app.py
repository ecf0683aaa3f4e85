"""The editor's server: routes to show a game and to change it, and the stream of events.

Imports no more than these need, so that the page soon shows the map; `questions` has the other routes.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from scenario_forge import editor
from scenario_forge.editor.answers import Unknown
from scenario_forge.editor.beside import Beside
from scenario_forge.editor.errata.writing import Reason  # noqa: TC001 - pydantic reads it
from scenario_forge.editor.intent_requests import IntentRequest, carry_out
from scenario_forge.editor.page_text import PageEdit, PageText
from scenario_forge.editor.requests import At, Body, read_body
from scenario_forge.editor.server.entrance import entrance
from scenario_forge.editor.server.refusals import refusals
from scenario_forge.editor.server.watching import watch
from scenario_forge.editor.views import map_view

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from scenario_forge.editor.findings import Checker
    from scenario_forge.editor.session import Session
    from scenario_forge.editor.views.ground import Ground

STOP = "stop"
"""The event that ends all streams."""
KEPT_GROUNDS = 3
"""Drawings of the map; a page that has one of them gets only what has changed since."""
MOST_DIGITS = 12
"""Of an epoch."""
_PULSE = 15.0
"""Seconds without an event after which a stream says that it is still there."""


# -- what requests bring ---------------------------------------------------------------------------


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


# -- the routes ------------------------------------------------------------------------------------


class Editor:
    """Shows and changes the game; each method is a route."""

    def __init__(self, session: Session) -> None:
        self.session, self.beside = session, Beside(session)
        self.checker: Checker | None = None
        self._streams: set[asyncio.Queue[str]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._grounds: dict[int, Ground] = {}
        """The last drawings of the map, by its epoch."""
        self._drawing = threading.Lock()

    def part(self) -> Starlette:
        """Its routes, as a part of the server."""
        routes = [
            Route("/api/game", self.game),
            Route("/api/map", self.map),
            Route("/api/map/ground", self.ground),
            Route("/api/text", self.text),
            Route("/api/text", self.type, methods=["POST"]),
            Route("/api/edits", self.edit, methods=["POST"]),
            Route("/api/do", self.do, methods=["POST"]),
            Route("/api/undo", self.undo, methods=["POST"]),
            Route("/api/redo", self.redo, methods=["POST"]),
            Route("/api/findings", self.findings),
            Route("/api/events", self.events),
            Route("/api/save", self.save, methods=["POST"]),
            Route("/api/recovery", self.recovery),
            Route("/api/recovery", self.recover, methods=["POST"]),
        ]
        return Starlette(routes=routes, exception_handlers=refusals(self.session), lifespan=self._lifespan)

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """Pass events on and watch the disk while the server runs."""
        self._loop = asyncio.get_running_loop()
        unlisten = self.session.listen(self._tell)
        stop = asyncio.Event()
        watching = asyncio.create_task(watch(self.session, stop))
        try:
            yield
        finally:
            stop.set()
            unlisten()
            await watching

    def _tell(self, event: str, data: dict[str, Any]) -> None:
        """Pass an event to all streams; called in any thread."""
        line = f"event: {event}\ndata: {json.dumps(data)}\n\n" if event != STOP else ""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._pass_on, line)

    def _pass_on(self, line: str) -> None:
        for stream in self._streams:
            stream.put_nowait(line)

    async def game(self, _request: Request) -> Response:
        """What game it is, and its documents."""
        return JSONResponse(await run_in_threadpool(self._game))

    def _game(self) -> dict[str, Any]:
        session = self.session
        with session.lock:
            unsaved = {name: opened.unsaved for name, opened in session.documents().items()}
            return {
                **map_view.game_data(session.game(), unsaved),
                "epoch": session.epoch,
                "undo": session.history.undo,
                "redo": session.history.redo,
                "errata": session.chosen.as_data(),
                "warning": session.warning,
            }

    async def map(self, request: Request) -> Response:
        """The map as data."""
        return JSONResponse(await run_in_threadpool(self._map, request.query_params.get("scenario")))

    def _map(self, scenario: str | None) -> dict[str, Any]:
        with self.session.lock:
            data = map_view.map_data(self.session.game(), scenario)
            if data is None:
                raise Unknown("map.yaml has errors that keep it from being drawn")
            return {"epoch": self.session.epoch, **data}

    async def ground(self, request: Request) -> Response:
        """The map as a drawing: all of it, or what has changed since the epoch whose drawing the page has."""
        since = request.query_params.get("since", "")
        known = int(since) if since.isascii() and since.isdecimal() and len(since) <= MOST_DIGITS else -1
        return JSONResponse(await run_in_threadpool(self._ground, known))

    def _ground(self, known: int) -> dict[str, Any]:
        drawn = self.draw()
        if drawn is None:
            raise Unknown("map.yaml has errors that keep it from being drawn")
        return drawn.since(self._grounds.get(known))

    def draw(self) -> Ground | None:
        """The map as printed, drawn unless it is there already; None while it cannot be read."""
        with self._drawing:  # not under the session's lock: one may paint on while the map is drawn
            epoch = self.session.map_epoch
            if epoch not in self._grounds:
                epoch, game = self.session.apart()
                drawn = map_view.draw_ground(game, epoch)
                if drawn is None:
                    return None
                self._grounds[epoch] = drawn
                while len(self._grounds) > KEPT_GROUNDS:
                    del self._grounds[min(self._grounds)]
            return self._grounds[epoch]

    async def text(self, request: Request) -> Response:
        """One document's text."""
        return JSONResponse(await run_in_threadpool(self._text, request.query_params.get("doc", "")))

    def _text(self, doc: str) -> dict[str, Any]:
        with self.session.lock:
            opened = self.session.text(doc)
            shown = PageText(opened.text).shown
            return {"doc": opened.name, "text": shown, "epoch": self.session.epoch, "unsaved": opened.unsaved}

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

    async def findings(self, _request: Request) -> Response:
        """The findings, as far as they are known."""
        return JSONResponse(self.checker.answer() if self.checker else {"epoch": -1, "complete": False, "findings": []})

    async def events(self, _request: Request) -> Response:
        """The stream of events; it begins with the epoch now."""
        return StreamingResponse(self._stream(), media_type="text/event-stream")

    async def _stream(self) -> AsyncIterator[str]:
        stream: asyncio.Queue[str] = asyncio.Queue()
        self._streams.add(stream)
        try:
            yield f"event: epoch\ndata: {json.dumps({'epoch': self.session.epoch})}\n\n"
            line = ": begun\n\n"
            while line:
                yield line
                try:
                    line = await asyncio.wait_for(stream.get(), _PULSE)
                except TimeoutError:
                    line = ": still here\n\n"
        finally:
            self._streams.discard(stream)

    async def save(self, request: Request) -> Response:
        """Save; where a file has changed on the disk, nothing."""
        body = await read_body(request, Save)
        saved = await run_in_threadpool(self.session.save, body.docs, body.choose)
        if saved["conflicts"]:
            message = "nothing was saved over a file that has changed on the disk"
            return JSONResponse({"message": message, **saved}, status_code=409)
        return JSONResponse(saved)

    async def recovery(self, _request: Request) -> Response:
        """What an earlier session left unsaved."""
        offered = self.session.recovery.offered
        texts = [{"doc": name, "text": PageText(kept["text"] or "").shown} for name, kept in offered.items()]
        digests = {name: kept["digest"] for name, kept in offered.items()}
        changed = [n for n, digest in digests.items() if (o := self.session.texts.get(n)) is None or o.digest != digest]
        return JSONResponse(
            {
                "offered": texts,
                "changed": changed if texts else [],
                "when": self.session.recovery.when if texts else None,
            }
        )

    async def recover(self, request: Request) -> Response:
        """Take it, or forget it."""
        body = await read_body(request, Recover)
        return JSONResponse(await run_in_threadpool(partial(self.session.recover, body.epoch, take=body.take)))


def parts(session: Session) -> Iterator[Starlette]:
    """The parts of the server: first what the page needs to show the game and to change it, then all the rest."""
    first = Editor(session)
    with session.lock:
        session.game()
    yield first.part()
    try:
        first.draw()
    except Exception:  # whoever asks for the map is told; the other parts need no drawing
        logging.getLogger(__name__).exception("the map could not be drawn")
    yield editor.server.questions.Questions(first).part()


def application(session: Session, port: int, token: str) -> ASGIApp:
    """The whole server for one session."""
    return entrance(partial(parts, session), port, token)
