"""The routes of forms: the form of a document, names for a field, a new row to begin with, hexes of a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.editor.answers import Plain
from scenario_forge.editor.endpoint import Doc, at_once, get, in_background
from scenario_forge.editor.forms.form import Form, FormData, JsonPath, names_data
from scenario_forge.editor.forms.hexes import hexes_of
from scenario_forge.editor.tables import track
from scenario_forge.source.nodes import Path

if TYPE_CHECKING:
    from starlette.routing import Route

    from scenario_forge.editor.session import Session
    from scenario_forge.game.game import Game


class FormAnswer(FormData):
    """A document as a form at an epoch."""

    epoch: int


NewRow = TypedDict("NewRow", {"value": dict[str, Plain], "corrected": list[tuple[Path, Plain]]})
"""What a new row begins with; of a row, its corrected values with their paths in it."""
HexesAnswer = TypedDict("HexesAnswer", {"hexes": list[str]})
"""The hexes that a row is about."""


def routes(session: Session) -> list[Route]:
    """Return the routes of forms."""

    def form(doc: Doc) -> FormAnswer:
        with session.lock:
            epoch, game = session.epoch, session.snapshot()[1]
        return {"epoch": epoch, **Form(game, doc).data()}

    return [
        get("/api/form", form),
        get("/api/form/names", names_data, at_once(session)),
        get("/api/form/new", new_row, at_once(session)),
        get("/api/form/hexes", hexes, in_background(session)),
    ]


def new_row(game: Game, doc: Doc, path: JsonPath) -> NewRow:
    """Return what a new row begins with, if not empty; of a row to copy, its corrected values."""
    value = track.next_box(game) if doc == "time-track.yaml" and path == ("boxes",) else {}
    return {"value": value, "corrected": _corrected(game, doc, path)}


def hexes(game: Game, doc: Doc, path: JsonPath) -> HexesAnswer:
    """Return the hexes that a row is about."""
    return {"hexes": hexes_of(game, doc, path)}


def _corrected(game: Game, doc: str, row: Path) -> list[tuple[Path, Plain]]:
    """Return the values in a row that errata correct, with their paths in it: a copy is not the printed row."""
    corrected: list[tuple[Path, Plain]] = []
    file = game.files.get(doc)
    if file is None or not row or not isinstance(row[-1], int):
        return corrected
    for path in file.patched:
        if path[: len(row)] == row and len(path) > len(row):
            value = file.data
            for step in path:
                value = value[step]
            corrected.append((path[len(row) :], value))
    return corrected
