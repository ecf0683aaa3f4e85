"""Requests about whole parts of a map: what a selection holds, what a grid would do, the picture to trace."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from scenario_forge.editor.intents import HexName, hex_of, linked_map, read_args
from scenario_forge.editor.mapping import underlay
from scenario_forge.editor.mapping.grid_plan import Regrid
from scenario_forge.editor.mapping.piece import Hexes, piece_of
from scenario_forge.editor.mapping.regrid import grid_report
from scenario_forge.editor.requests import Body, answer_about, read_body
from scenario_forge.editor.views import map_view

if TYPE_CHECKING:
    from starlette.requests import Request

    from scenario_forge.editor.session import Session
    from scenario_forge.project.game import Game


class Selection(Body):
    """Hexes, and the one that a piece made of them is held by."""

    hexes: Hexes
    anchor: HexName


class GridWish(Body):
    """A change of the grid, as the intent `map.grid` takes it."""

    change: dict[str, Any]


class Picture(Body):
    """A picture in base64."""

    picture: Annotated[str, Field(max_length=underlay.MOST_BYTES * 4 // 3 + 8)]


class Placed(Body):
    """Where the picture lies."""

    placement: dict[str, Any]


def _piece(game: Game, wanted: Selection) -> dict[str, Any]:
    linked = linked_map(game)
    hexes = {hex_of(linked, name) for name in wanted.hexes}
    return {"piece": piece_of(linked, hexes, hex_of(linked, wanted.anchor)).model_dump()}


def routes(session: Session) -> list[Route]:
    """The routes of this folder, for one session."""

    async def piece(request: Request) -> Response:
        wanted = await read_body(request, Selection)
        return await answer_about(session, partial(_piece, wanted=wanted))

    def report(given: Regrid) -> dict[str, Any]:
        with session.lock:
            _epoch, game = session.apart()
            texts = {name: opened.text for name, opened in session.documents().items()}
        return grid_report(game, texts, given)

    async def grid(request: Request) -> Response:
        given = read_args(Regrid, (await read_body(request, GridWish)).change)
        return JSONResponse(await run_in_threadpool(report, given))

    def width() -> float:
        with session.lock:
            data = map_view.map_data(session.game(), None)
        return float(data["width"]) if data else 1000.0

    async def shown(_request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(underlay.underlay, session.folder))

    async def lay(request: Request) -> Response:
        body = await read_body(request, Picture)
        return JSONResponse(await run_in_threadpool(lambda: underlay.lay(session.folder, body.picture, width())))

    async def picture(_request: Request) -> Response:
        return Response(await run_in_threadpool(underlay.picture, session.folder), media_type="image/png")

    async def place(request: Request) -> Response:
        placement = underlay.Placement.model_validate((await read_body(request, Placed)).placement)
        await run_in_threadpool(underlay.place, session.folder, placement)
        return JSONResponse({})

    async def remove(_request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(underlay.remove, session.folder))

    return [
        Route("/api/underlay", shown),
        Route("/api/underlay", lay, methods=["POST"]),
        Route("/api/underlay/picture.png", picture),
        Route("/api/underlay/place", place, methods=["POST"]),
        Route("/api/underlay/remove", remove, methods=["POST"]),
        Route("/api/map/piece", piece, methods=["POST"]),
        Route("/api/map/grid", grid, methods=["POST"]),
    ]
