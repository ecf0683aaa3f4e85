"""Routes for questions about a game, and for all panels; the server imports them once the map is there."""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from scenario_forge.diagnostics.catalogue import all_codes, find_code
from scenario_forge.editor import cells, lookups, set_up
from scenario_forge.editor.answers import Refused, Unknown
from scenario_forge.editor.compare import routes as compare_routes
from scenario_forge.editor.dates import routes as dates
from scenario_forge.editor.errata import panel as errata
from scenario_forge.editor.errata.printed import errata_components
from scenario_forge.editor.findings import Checker
from scenario_forge.editor.forms import routes as forms
from scenario_forge.editor.mapping import routes as mapping
from scenario_forge.editor.play.routes import routes as play_routes
from scenario_forge.editor.requests import Body, read_body
from scenario_forge.editor.server import lsp
from scenario_forge.editor.server.refusals import refusals
from scenario_forge.editor.tables import routes as tables
from scenario_forge.editor.views import overlays, prints, rulebook
from scenario_forge.editor.views.preview import Preview, Wanted, components_data

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request

    from scenario_forge.editor.server.app import Editor


class Show(Body):
    """What is to be shown as it prints."""

    component: Annotated[str, Field(max_length=100)]
    scenario: Annotated[str, Field(max_length=200)] | None = None
    paper: Annotated[str, Field(max_length=50)] = "A4"
    document: Annotated[str, Field(max_length=400)] = ""


class Questions:
    """Answers questions about the game; each method is a route."""

    def __init__(self, editor: Editor) -> None:
        self.session = editor.session
        self.preview: Preview | None = None
        self.prints = prints.Prints(editor.session)
        self._editor = editor

    def part(self) -> Starlette:
        """Its routes and those of all areas, as a part of the server."""
        session, beside = self.session, self._editor.beside
        routes = [
            Route("/api/set-up", self.set_up),
            Route("/api/counters.svg", self.counters),
            Route("/api/at", self.at),
            Route("/api/where", self.where),
            Route("/api/show", self.show),
            Route("/api/explain/{code}", self.explain),
            Route("/api/components", self.components),
            Route("/api/preview", self.print, methods=["POST"]),
            Route("/api/preview/{job:int}/{page:int}.png", self.printed),
            Route("/api/preview/{job:int}.pdf", self.document),
            *cells.routes(session),
            *play_routes(session),
            *compare_routes(session),
            *mapping.routes(session),
            *overlays.routes(session),
            *dates.routes(session),
            *tables.routes(session),
            *forms.routes(session),
            *prints.routes(self.prints),
            *errata.routes(session, beside),
            *rulebook.routes(beside),
            lsp.socket(beside),
        ]
        return Starlette(routes=routes, exception_handlers=refusals(session), lifespan=self._lifespan)

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """Check and print while the server runs."""
        checker = self._editor.checker = Checker(self.session)
        preview = self.preview = Preview(self.session)
        try:
            yield
        finally:
            ends = (checker.close, preview.close, self.prints.close)
            await asyncio.gather(*map(run_in_threadpool, ends))  # each waits for the step that its thread is at

    async def set_up(self, request: Request) -> Response:
        """Where the units of a scenario start, and when they come and go."""
        scenario = request.query_params.get("scenario", "")[:100]
        return JSONResponse(await run_in_threadpool(self._asked, partial(set_up.set_up_data, scenario=scenario)))

    async def counters(self, _request: Request) -> Response:
        """All units' counters as printed, in one drawing."""
        drawn = await run_in_threadpool(self._asked, set_up.counters_svg)
        return Response(drawn, media_type="image/svg+xml")

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
        job = self._printing().ask(Wanted(body.component, body.scenario, body.paper, body.document))
        return JSONResponse({"job": job})

    async def printed(self, request: Request) -> Response:
        """A page of it as a picture."""
        scale = request.query_params.get("scale", "1")
        if not re.fullmatch(r"\d{1,2}(\.\d{1,4})?", scale, re.ASCII):
            raise Refused("`scale` is a number; 1 is the true size")
        job, page = (min(request.path_params[key], 10**9) for key in ("job", "page"))
        png = await run_in_threadpool(self._printing().picture, job, page, float(scale))
        return Response(png, media_type="image/png")

    async def document(self, request: Request) -> Response:
        """All of it as a PDF."""
        shown = self._printing().document(min(request.path_params["job"], 10**9))
        headers = {"content-disposition": f'inline; filename="{shown.name}"'}
        return Response(shown.pdf, media_type="application/pdf", headers=headers)

    def _printing(self) -> Preview:
        if self.preview is None:
            raise Unknown("the editor is not ready yet")
        return self.preview
