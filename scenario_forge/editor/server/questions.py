"""Routes for questions about a game, and for all panels; the server imports them once the map is there."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated

from pydantic import Field
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from scenario_forge.diagnostics.catalogue import all_codes, find_code
from scenario_forge.editor.answers import Job, Unknown
from scenario_forge.editor.compare.compared import routes as compare_routes
from scenario_forge.editor.drafts import routes as dates
from scenario_forge.editor.endpoint import Count, Doc, Name, at_once, get, in_background, post
from scenario_forge.editor.errata import panel as errata
from scenario_forge.editor.errata.printed import errata_components
from scenario_forge.editor.findings import Checker
from scenario_forge.editor.forms import routes as forms
from scenario_forge.editor.map import routes as mapping
from scenario_forge.editor.play.routes import routes as play_routes
from scenario_forge.editor.preview import prints
from scenario_forge.editor.preview.preview import ComponentsAnswer, Preview, PreviewRequest, components_data
from scenario_forge.editor.rules import rulebook
from scenario_forge.editor.server import lsp
from scenario_forge.editor.server.refusals import refusals
from scenario_forge.editor.set_up import overlays, units
from scenario_forge.editor.tables import routes as tables
from scenario_forge.editor.text import cells, lookups

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from scenario_forge.editor.background import BackgroundGame
    from scenario_forge.editor.session import Session
    from scenario_forge.game.game import Game


Scale = Annotated[float, Field(ge=0, lt=100)]
"""1 is the true size."""


class Questions:
    """Routes for questions about the game. ``take`` is given what finds mistakes while the server runs."""

    def __init__(self, session: Session, background: BackgroundGame, take: Callable[[Checker], None]) -> None:
        self.session = session
        self.preview: Preview | None = None
        self.prints = prints.Prints(session)
        self._background, self._take = background, take

    def part(self) -> Starlette:
        """Return these routes and those of all areas, as a part of the server."""
        session, background = self.session, self._background
        game = at_once(session)
        routes = [
            get("/api/set-up", units.set_up_data, game),
            get("/api/counters.svg", self.counters, game),
            get("/api/at", lookups.places_of_hex, game),
            get("/api/where", lookups.about, game),
            get("/api/show", lookups.card, game),
            get("/api/explain/{code}", self.explain, game),
            get("/api/components", self.components, in_background(session)),
            post("/api/preview", self.print),
            get("/api/preview/{job}/{page}.png", self.printed),
            get("/api/preview/{job}.pdf", self.document),
            *cells.routes(session),
            *play_routes(session),
            *compare_routes(session),
            *mapping.routes(session),
            *overlays.routes(session),
            *dates.routes(session),
            *tables.routes(session),
            *forms.routes(session),
            *prints.routes(self.prints),
            *errata.routes(session, background),
            *rulebook.routes(background),
            lsp.socket(background),
        ]
        return Starlette(routes=routes, exception_handlers=refusals(session), lifespan=self._lifespan)

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        """Check and print while the server runs."""
        checker, preview = Checker(self.session), Preview(self.session)
        self.preview = preview
        self._take(checker)
        try:
            yield
        finally:
            ends = (checker.close, preview.close, self.prints.close)
            await asyncio.gather(*map(run_in_threadpool, ends))  # each waits for the step that its thread is at

    def explain(self, game: Game, code: Name) -> lookups.Html:
        """Return what `forge explain` says of a code."""
        named = find_code(code, all_codes(game.system.codes() if game.system else ()))
        if named is None:
            raise Unknown("there is no such code")
        return lookups.code_page(named)

    def counters(self, game: Game) -> Response:
        """Draw all units' counters as printed, in one drawing."""
        return Response(units.counters_svg(game), media_type="image/svg+xml")

    def components(self, game: Game) -> ComponentsAnswer:
        """Return what can be shown as it prints."""
        listed = components_data(game)
        return {**listed, "components": [*listed["components"], *errata_components(game)]}

    def print(
        self,
        component: Name,
        scenario: Name | None = None,
        paper: Annotated[str, Field(max_length=50)] = "A4",
        document: Doc = "",
    ) -> Job:
        """Have a document printed for the page; the event `preview` tells when it is there."""
        return {"job": self._printing().ask(PreviewRequest(component, scenario, paper, document))}

    def printed(self, job: Count, page: Count, scale: Scale = 1) -> Response:
        """Return a page of the document as a picture."""
        return Response(self._printing().picture(job, page, scale), media_type="image/png")

    def document(self, job: Count) -> Response:
        """Return all of the document as a PDF."""
        shown = self._printing().document(job)
        headers = {"content-disposition": f'inline; filename="{shown.name}"'}
        return Response(shown.pdf, media_type="application/pdf", headers=headers)

    def _printing(self) -> Preview:
        if self.preview is None:
            raise Unknown("the editor is not ready yet")
        return self.preview
