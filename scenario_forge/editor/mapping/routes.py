"""Requests about whole parts of a map that change nothing: what a selection holds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.routing import Route

from scenario_forge.editor.intents import HexName, hex_of, linked_map
from scenario_forge.editor.mapping.pieces import Hexes, piece_of
from scenario_forge.editor.requests import Body, answer_about, read_body

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from scenario_forge.editor.session import Session
    from scenario_forge.project.game import Game


class Selection(Body):
    """Hexes, and the one that a piece made of them is held by."""

    hexes: Hexes
    anchor: HexName


def _piece(game: Game, wanted: Selection) -> dict[str, Any]:
    linked = linked_map(game)
    hexes = {hex_of(linked, name) for name in wanted.hexes}
    return {"piece": piece_of(linked, hexes, hex_of(linked, wanted.anchor)).model_dump()}


def routes(session: Session) -> list[Route]:
    """The routes of this folder, for one session."""

    async def piece(request: Request) -> Response:
        wanted = await read_body(request, Selection)
        return await answer_about(session, partial(_piece, wanted=wanted))

    return [Route("/api/map/piece", piece, methods=["POST"])]
