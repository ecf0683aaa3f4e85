"""The HTTP of the editor: routes to one session, refusals as JSON, events as a stream."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from scenario_forge.diagnostics.catalogue import all_codes, find_code
from scenario_forge.editor import cells, lookups, lsp, set_up
from scenario_forge.editor.answers import Refused, Unknown
from scenario_forge.editor.beside import Beside
from scenario_forge.editor.compare import routes as compare_routes
from scenario_forge.editor.dates import routes as dates
from scenario_forge.editor.errata import panel as errata
from scenario_forge.editor.errata.printed import errata_components
from scenario_forge.editor.errata.writing import Reason  # noqa: TC001 - pydantic reads it
from scenario_forge.editor.findings import Checker
from scenario_forge.editor.forms import routes as forms
from scenario_forge.editor.guard import ENTER, Guard
from scenario_forge.editor.mapping import routes as mapping
from scenario_forge.editor.page_text import PageEdit, PageText
from scenario_forge.editor.play.routes import routes as play_routes
from scenario_forge.editor.refusals import refusals
from scenario_forge.editor.requests import At, Body, read_body, refusal
from scenario_forge.editor.tables import routes as tables
from scenario_forge.editor.views import map_view, overlays, prints, rulebook
from scenario_forge.editor.views.preview import Preview, Wanted, components_data
from scenario_forge.editor.watching import watch
from scenario_forge.editor.wishes import Wish, changed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from scenario_forge.editor.session import Session

STATIC = Path(__file__).parent / "static"
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
STOP = "stop"
"""The event that ends all streams."""
_PULSE = 15.0
"""Seconds without an event after which a stream says that it is still there."""


# -- what requests bring ---------------------------------------------------------------------------


class Enter(Body):
    """The token of the start address."""

    token: str


class Typed(At):
    """Edits of one text."""

    doc: str
    edits: list[PageEdit]
    sentence: Annotated[str, Field(max_length=200)] = ""
    reason: Reason | None = None


class Save(Body):
    """What is to be saved; conflicts that the author has decided."""

    docs: list[str] | None = None
    choose: dict[str, Literal["mine", "theirs"]] = Field(default_factory=dict)


class Recover(At):
    """Whether to take what an earlier session left."""

    take: bool


class Show(Body):
    """What is to be shown as it prints."""

    component: Annotated[str, Field(max_length=100)]
    scenario: Annotated[str, Field(max_length=200)] | None = None
    paper: Annotated[str, Field(max_length=50)] = "A4"
    document: Annotated[str, Field(max_length=400)] = ""


# -- the routes ------------------------------------------------------------------------------------


class Editor:
    """The answers of the server; each method is a route."""

    def __init__(self, session: Session, beside: Beside) -> None:
        self.session, self.beside = session, beside
        self.checker: Checker | None = None
        self.preview: Preview | None = None
        self.prints = prints.Prints(session)
        self.guard: Guard | None = None
        self._streams: set[asyncio.Queue[str]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._drawn: tuple[int, str | None] | None = None
        self._drawing = threading.Lock()

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """Check and watch while the server runs."""
        self._loop = asyncio.get_running_loop()
        unlisten = self.session.listen(self._tell)
        self.checker = Checker(self.session)
        self.preview = Preview(self.session)
        stop = asyncio.Event()
        watching = asyncio.create_task(watch(self.session, stop))
        try:
            yield
        finally:
            stop.set()
            unlisten()
            await watching
            ends = (self.checker.close, self.preview.close, self.prints.close)
            await asyncio.gather(*map(run_in_threadpool, ends))  # each waits for the step that its thread is at

    def _tell(self, event: str, data: dict[str, Any]) -> None:
        """Pass an event to all streams; called in any thread."""
        line = f"event: {event}\ndata: {json.dumps(data)}\n\n" if event != STOP else ""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._pass_on, line)

    def _pass_on(self, line: str) -> None:
        for stream in self._streams:
            stream.put_nowait(line)

    async def page(self, _request: Request) -> Response:
        """The page."""
        return asset("index.html")

    async def asset(self, request: Request) -> Response:
        """A file of the built page."""
        return asset(request.path_params["name"])

    async def enter(self, request: Request) -> Response:
        """Give the cookie for the token."""
        body = await read_body(request, Enter)
        cookie = self.guard.enters(body.token) if self.guard else None
        if cookie is None:
            return refusal(403, "this token is not the one that `forge edit GAME` printed")
        return JSONResponse({}, headers={"set-cookie": cookie})

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

    async def ground(self, _request: Request) -> Response:
        """The map as a drawing."""
        drawn = await run_in_threadpool(self._ground)
        return Response(drawn, media_type="image/svg+xml")

    def _ground(self) -> str:
        with self._drawing:  # not under the session's lock: one may paint on while the map is drawn
            epoch, game = self.session.map_epoch, None
            if self._drawn is None or self._drawn[0] != epoch:
                epoch, game = self.session.apart()
            if game is not None:
                self._drawn = (epoch, map_view.ground_svg(game))
            drawn = self._drawn[1] if self._drawn else None
        if drawn is None:
            raise Unknown("map.yaml has errors that keep it from being drawn")
        return drawn

    async def set_up(self, request: Request) -> Response:
        """Where the units of a scenario start, and when they come and go."""
        scenario = request.query_params.get("scenario", "")[:100]
        return JSONResponse(await run_in_threadpool(self._asked, partial(set_up.set_up_data, scenario=scenario)))

    async def counters(self, _request: Request) -> Response:
        """All units' counters as printed, in one drawing."""
        drawn = await run_in_threadpool(self._asked, set_up.counters_svg)
        return Response(drawn, media_type="image/svg+xml")

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
        change = partial(self.session.type, body.epoch, body.doc, body.edits, body.sentence, body.reason)
        return JSONResponse(await run_in_threadpool(change))

    async def do(self, request: Request) -> Response:
        """Change what the texts mean."""
        body = await read_body(request, Wish)
        return JSONResponse(await run_in_threadpool(changed, self.session, self.beside, body))

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

    async def at(self, request: Request) -> Response:
        """Where the texts speak of a hex."""
        hex_ = request.query_params.get("hex", "")
        places = await run_in_threadpool(self._asked, partial(lookups.places_of_hex, hex_=hex_))
        return JSONResponse({"hex": hex_, "places": places})

    async def where(self, request: Request) -> Response:
        """What the text at an offset is about."""
        at = request.query_params.get("at", "")
        if not at.isascii() or not at.isdigit() or len(at) > 9:
            raise Refused("`at` is an offset of the text")
        about = partial(lookups.about, doc=request.query_params.get("doc", ""), offset=int(at))
        return JSONResponse(await run_in_threadpool(self._asked, about))

    async def show(self, request: Request) -> Response:
        """What `forge show` says of a word."""
        word = partial(lookups.card_html, word=request.query_params.get("word", "")[:200])
        return JSONResponse({"html": await run_in_threadpool(self._asked, word)})

    async def explain(self, request: Request) -> Response:
        """What `forge explain` says of a code."""
        codes = await run_in_threadpool(self._asked, lambda game: game.system.codes() if game.system else ())
        code = find_code(request.path_params["code"][:100], all_codes(codes))
        if code is None:
            raise Unknown("there is no such code")
        return JSONResponse({"html": lookups.page_html(code)})

    def _asked(self, question: Callable[[Any], Any]) -> Any:  # noqa: ANN401 - as JSON
        with self.session.lock:
            return question(self.session.game())

    async def components(self, _request: Request) -> Response:
        """What can be shown as it prints."""

        def listed() -> dict[str, Any]:
            game = self.session.apart()[1]
            listed = components_data(game)
            return {**listed, "components": [*listed["components"], *errata_components(game)]}

        return JSONResponse(await run_in_threadpool(listed))

    async def print(self, request: Request) -> Response:
        """Have something printed for the page; the event `preview` tells when it is there."""
        body = await read_body(request, Show)
        job = self._preview().ask(Wanted(body.component, body.scenario, body.paper, body.document))
        return JSONResponse({"job": job})

    async def printed(self, request: Request) -> Response:
        """A page of it as a picture."""
        scale = request.query_params.get("scale", "1")
        if not re.fullmatch(r"\d{1,2}(\.\d{1,4})?", scale, re.ASCII):
            raise Refused("`scale` is a number; 1 is the true size")
        job, page = (min(request.path_params[key], 10**9) for key in ("job", "page"))
        png = await run_in_threadpool(self._preview().picture, job, page, float(scale))
        return Response(png, media_type="image/png")

    async def document(self, request: Request) -> Response:
        """All of it as a PDF."""
        shown = self._preview().document(min(request.path_params["job"], 10**9))
        headers = {"content-disposition": f'inline; filename="{shown.name}"'}
        return Response(shown.pdf, media_type="application/pdf", headers=headers)

    def _preview(self) -> Preview:
        if self.preview is None:
            raise Unknown("the editor is not ready yet")
        return self.preview

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


def asset(name: str) -> Response:
    """A file of the built page, by its bare name."""
    known = {path.name: path for path in STATIC.iterdir() if path.is_file()} if STATIC.is_dir() else {}
    path = known.get(name)
    if path is None or path.suffix not in _TYPES:
        return refusal(404, "there is no such file")
    return Response(path.read_bytes(), headers={"content-type": _TYPES[path.suffix]})


def application(session: Session, port: int, token: str) -> ASGIApp:
    """The whole server for one session, as ASGI; it answers requests to this port of this machine alone."""
    beside = Beside(session)
    editor = Editor(session, beside)
    routes = [
        Route("/", editor.page),
        Route("/assets/{name}", editor.asset),
        Route(ENTER, editor.enter, methods=["POST"]),
        Route("/api/game", editor.game),
        Route("/api/map", editor.map),
        Route("/api/map/ground.svg", editor.ground),
        Route("/api/set-up", editor.set_up),
        Route("/api/counters.svg", editor.counters),
        Route("/api/text", editor.text),
        Route("/api/text", editor.type, methods=["POST"]),
        Route("/api/do", editor.do, methods=["POST"]),
        Route("/api/undo", editor.undo, methods=["POST"]),
        Route("/api/redo", editor.redo, methods=["POST"]),
        Route("/api/findings", editor.findings),
        Route("/api/events", editor.events),
        Route("/api/at", editor.at),
        Route("/api/where", editor.where),
        Route("/api/show", editor.show),
        Route("/api/explain/{code}", editor.explain),
        Route("/api/components", editor.components),
        Route("/api/preview", editor.print, methods=["POST"]),
        Route("/api/preview/{job:int}/{page:int}.png", editor.printed),
        Route("/api/preview/{job:int}.pdf", editor.document),
        Route("/api/save", editor.save, methods=["POST"]),
        Route("/api/recovery", editor.recovery),
        Route("/api/recovery", editor.recover, methods=["POST"]),
        *cells.routes(session),
        *play_routes(session),
        *compare_routes(session),
        *mapping.routes(session),
        *overlays.routes(session),
        *dates.routes(session),
        *tables.routes(session),
        *forms.routes(session),
        *prints.routes(editor.prints),
        *errata.routes(session, beside),
        *rulebook.routes(beside),
        *lsp.routes(session, beside),
    ]
    app = Starlette(routes=routes, exception_handlers=refusals(session), lifespan=editor.lifespan)
    editor.guard = Guard(app, port, token)
    return editor.guard
