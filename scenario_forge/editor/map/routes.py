"""Routes for whole parts of a map: what a selection holds, what a grid change would do, the picture to trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.editor.answers import Nothing
from scenario_forge.editor.endpoint import Name, at_once, get, post
from scenario_forge.editor.intents import HexName, hex_of, linked_map
from scenario_forge.editor.map import map_view, underlay
from scenario_forge.editor.map.grid_plan import Regrid
from scenario_forge.editor.map.piece import Hexes, Piece, piece_of
from scenario_forge.editor.map.regrid import GridReport, grid_report

if TYPE_CHECKING:
    from starlette.routing import Route

    from scenario_forge.editor.session import Session
    from scenario_forge.game.game import Game

Picture = Annotated[str, Field(max_length=underlay.MOST_BYTES * 4 // 3 + 8)]
"""In base64."""
PieceAnswer = TypedDict("PieceAnswer", {"piece": Piece})
"""What a selection holds."""


def piece(game: Game, hexes: Hexes, anchor: HexName) -> PieceAnswer:
    """Return what hexes hold; the piece is held by its anchor."""
    linked = linked_map(game)
    return {"piece": piece_of(linked, {hex_of(linked, name) for name in hexes}, hex_of(linked, anchor))}


def routes(session: Session) -> list[Route]:
    """Return the routes of this folder, for one session."""
    folder = session.folder

    def report(change: Regrid) -> GridReport:
        with session.lock:
            _epoch, game = session.snapshot()
            texts = {name: opened.text for name, opened in session.documents().items()}
        return grid_report(game, texts, change)

    def shown() -> underlay.Underlay:
        return underlay.underlay(folder)

    def lay(picture: Picture) -> underlay.Underlay:
        with session.lock:
            data = map_view.map_data(session.game(), None)
        return underlay.lay(folder, picture, data["width"] if data else 1000.0)

    def drawn(of: Name = "") -> Response:  # noqa: ARG001 - a browser fetches another picture under another address
        return Response(underlay.picture(folder), media_type="image/png")

    def place(placement: underlay.Placement) -> Nothing:
        underlay.place(folder, placement)
        return {}

    def remove() -> underlay.Underlay:
        return underlay.remove(folder)

    return [
        get("/api/underlay", shown),
        post("/api/underlay", lay),
        get("/api/underlay/picture.png", drawn),
        post("/api/underlay/place", place),
        post("/api/underlay/remove", remove),
        post("/api/map/piece", piece, at_once(session)),
        post("/api/map/grid", report),
    ]
