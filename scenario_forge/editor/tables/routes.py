"""Requests about tables."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse
from starlette.routing import Route

from scenario_forge.editor.answers import Refused
from scenario_forge.editor.requests import answer_about
from scenario_forge.editor.tables.faces import Faces
from scenario_forge.editor.tables.shown import table_data, tables_data
from scenario_forge.editor.tables.uses import uses_data

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from scenario_forge.editor.session import Session


def routes(session: Session) -> list[Route]:
    """The routes of tables."""
    drawn = Faces(session)

    async def listed(_request: Request) -> Response:
        return await answer_about(session, tables_data)

    async def table(request: Request) -> Response:
        name = request.query_params.get("name", "")

        def asked() -> dict[str, Any]:
            with session.lock:
                return {"epoch": session.epoch, **table_data(session.game(), name)}

        return JSONResponse(await run_in_threadpool(asked))

    async def uses(request: Request) -> Response:
        name, row = request.query_params.get("name", ""), request.query_params.get("row", "")
        if not row.isascii() or not row.isdigit() or len(row) > 6:
            raise Refused("`row` is the number of a row, from 0")

        def asked() -> dict[str, Any]:
            return uses_data(session.apart()[1], name, int(row))

        return JSONResponse(await run_in_threadpool(asked))

    async def faces(request: Request) -> Response:
        units = request.query_params.get("units", "").split(",")
        return JSONResponse(await run_in_threadpool(partial(drawn.faces, units)))

    async def symbols(request: Request) -> Response:
        unit = request.query_params.get("unit", "")
        return JSONResponse(await run_in_threadpool(partial(drawn.symbols, unit)))

    return [
        Route("/api/tables", listed),
        Route("/api/table", table),
        Route("/api/table/uses", uses),
        Route("/api/table/faces", faces),
        Route("/api/table/symbols", symbols),
    ]
