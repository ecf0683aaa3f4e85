"""Routes of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.editor.endpoint import Name, at_once, get, in_background
from scenario_forge.editor.tables.faces import Faces
from scenario_forge.editor.tables.shown import TableData, table_data, tables_data
from scenario_forge.editor.tables.uses import uses_data

if TYPE_CHECKING:
    from starlette.routing import Route

    from scenario_forge.editor.session import Session


class TableAnswer(TableData):
    """A table, and the epoch of its text."""

    epoch: int


def routes(session: Session) -> list[Route]:
    """Return the routes of tables."""
    drawn = Faces(session)

    def table(name: Name) -> TableAnswer:
        with session.lock:
            return {"epoch": session.epoch, **table_data(session.game(), name)}

    return [
        get("/api/tables", tables_data, at_once(session)),
        get("/api/table", table),
        get("/api/table/uses", uses_data, in_background(session)),
        get("/api/table/faces", drawn.faces),
        get("/api/table/symbols", drawn.symbols),
    ]
