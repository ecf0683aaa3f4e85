"""The editor's server: routes that show a game, and the stream of events.

Imports no more than these need, so that the page soon shows the map; `changing` and `questions` have the other routes.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge import editor
from scenario_forge.editor.answers import Unknown
from scenario_forge.editor.background import BackgroundGame
from scenario_forge.editor.endpoint import Doc, Name, get
from scenario_forge.editor.errata.chosen import Shown
from scenario_forge.editor.findings import NOT_CHECKED, FindingsAnswer
from scenario_forge.editor.map import map_view
from scenario_forge.editor.server.entrance import entrance
from scenario_forge.editor.server.refusals import refusals
from scenario_forge.editor.server.watching import watch
from scenario_forge.editor.text.page_text import PageText

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from scenario_forge.editor.findings import Checker
    from scenario_forge.editor.session import Session

STOP = "stop"
"""The event that ends all streams."""
_PULSE = 15.0
"""Seconds without an event after which a stream says that it is still there."""


class GameAnswer(map_view.GameData):
    """The game, and the state of its session."""

    epoch: int
    undo: str | None
    redo: str | None
    errata: Shown
    warning: str


class MapAnswer(map_view.MapData):
    """The map at an epoch."""

    epoch: int


TextAnswer = TypedDict("TextAnswer", {"doc": str, "text": str, "epoch": int, "unsaved": bool})
"""The text of a document."""
Offered = TypedDict("Offered", {"doc": str, "text": str})
"""A text that an earlier session left unsaved."""
RecoveryAnswer = TypedDict("RecoveryAnswer", {"offered": list[Offered], "changed": list[str], "when": float | None})
"""What an earlier session left unsaved. `changed`: those whose file is not the one that the changes were made to.
`when`: seconds since 1970."""


class Editor:
    """Routes that show the game: each method is one."""

    def __init__(self, session: Session) -> None:
        self.session, self.background = session, BackgroundGame(session)
        self.checker: Checker | None = None
        self._streams: set[asyncio.Queue[str]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def show_findings_of(self, checker: Checker) -> None:
        """Answer with what a checker finds from now on."""
        self.checker = checker

    def part(self) -> Starlette:
        """Return these routes as a part of the server."""
        routes = [
            get("/api/game", self.game),
            get("/api/map", self.map),
            get("/api/text", self.text),
            get("/api/findings", self.findings),
            Route("/api/events", self.events),
            get("/api/recovery", self.recovery),
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

    def game(self) -> GameAnswer:
        """Return which game it is, and its documents."""
        session = self.session
        with session.lock:
            unsaved = {name: opened.unsaved for name, opened in session.documents().items()}
            return {
                **map_view.game_data(session.game(), unsaved),
                "epoch": session.epoch,
                "undo": session.history.undo,
                "redo": session.history.redo,
                "errata": session.chosen.shown,
                "warning": session.warning,
            }

    def map(self, scenario: Name | None = None) -> MapAnswer:
        """Return the map as data."""
        with self.session.lock:
            data = map_view.map_data(self.session.game(), scenario)
            if data is None:
                raise Unknown("map.yaml has errors that keep it from being drawn")
            return {"epoch": self.session.epoch, **data}

    def text(self, doc: Doc) -> TextAnswer:
        """Return the text of the document `doc`."""
        with self.session.lock:
            opened = self.session.text(doc)
            shown = PageText(opened.text).shown
            return {"doc": opened.name, "text": shown, "epoch": self.session.epoch, "unsaved": opened.unsaved}

    def findings(self) -> FindingsAnswer:
        """Return the findings, as far as they are known."""
        return self.checker.answer() if self.checker else NOT_CHECKED

    async def events(self, _request: Request) -> Response:
        """Return the stream of events; it begins with the epoch now."""
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

    def recovery(self) -> RecoveryAnswer:
        """Return what an earlier session left unsaved."""
        offered = self.session.recovery.offered
        texts: list[Offered] = [
            {"doc": name, "text": PageText(kept["text"] or "").shown} for name, kept in offered.items()
        ]
        digests = {name: kept["digest"] for name, kept in offered.items()}
        changed = [n for n, digest in digests.items() if (o := self.session.texts.get(n)) is None or o.digest != digest]
        when = self.session.recovery.when if texts else None
        return {"offered": texts, "changed": changed if texts else [], "when": when}


def parts(session: Session) -> Iterator[Starlette]:
    """Yield the parts of the server: first what the page needs to show the game, then changes, then all the rest."""
    first = Editor(session)
    with session.lock:
        session.game()
    yield first.part()
    changes = editor.server.changing.Changes(session, first.background)
    yield changes.part()
    try:
        changes.grounds.now()
    except Exception:  # whoever asks for the map is told; the other parts need no drawing
        logging.getLogger(__name__).exception("the map could not be drawn")
    yield editor.server.questions.Questions(session, first.background, first.show_findings_of).part()


def application(session: Session, port: int, token: str) -> ASGIApp:
    """Return the whole server for one session."""
    return entrance(partial(parts, session), port, token)
