"""What the page asks of forms: the form of a document, names for a field, a new row to begin with, hexes of a row."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse
from starlette.routing import Route

from scenario_forge.editor import track
from scenario_forge.editor.answers import Refused
from scenario_forge.editor.forms.form import Form, names_data
from scenario_forge.editor.forms.hexes import hexes_of
from scenario_forge.editor.requests import answer_about

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.responses import Response

    from scenario_forge.editor.session import Session
    from scenario_forge.project.game import Game
    from scenario_forge.source.nodes import Path

_LONGEST = 2000
"""Letters of a path or of what was typed, in a request."""


def routes(session: Session) -> list[Route]:
    """The routes of forms."""

    async def form(request: Request) -> Response:
        """A document as a form."""
        doc = _doc(request)

        def asked() -> dict[str, Any]:
            with session.lock:
                epoch, game = session.epoch, session.apart()[1]
            return {"epoch": epoch, **Form(game, doc).data()}

        return JSONResponse(await run_in_threadpool(asked))

    async def names(request: Request) -> Response:
        """Names that fit a field."""
        begun = request.query_params.get("begun", "")[:_LONGEST]
        return await answer_about(session, partial(names_data, doc=_doc(request), path=_path(request), begun=begun))

    async def new(request: Request) -> Response:
        """What a new row begins with, where more is known than that it is empty; of a row, its corrected values."""
        doc, path = _doc(request), _path(request)
        return await answer_about(
            session, lambda game: {"value": _new(game, doc, path), "corrected": _corrected(game, doc, path)}
        )

    async def hexes(request: Request) -> Response:
        """The hexes that a row is about."""
        doc, path = _doc(request), _path(request)
        return await _answer(session, lambda game: {"hexes": hexes_of(game, doc, path)})

    return [
        Route("/api/form", form),
        Route("/api/form/names", names),
        Route("/api/form/new", new),
        Route("/api/form/hexes", hexes),
    ]


async def _answer(session: Session, question: Callable[[Game], Any]) -> JSONResponse:
    """An answer that takes a while, worked out while others go on editing."""
    return JSONResponse(await run_in_threadpool(lambda: question(session.apart()[1])))


def _new(game: Game, doc: str, path: Path) -> dict[str, Any]:
    return track.next_box(game) if doc == "time-track.yaml" and path == ("boxes",) else {}


def _corrected(game: Game, doc: str, row: Path) -> list[tuple[Path, Any]]:
    """Values in a row that errata correct, with their paths in it: a copy is not the printed row."""
    found: list[tuple[Path, Any]] = []
    file = game.files.get(doc)
    if file is None or not row or not isinstance(row[-1], int):
        return found
    for path in file.patched:
        if path[: len(row)] == row and len(path) > len(row):
            value = file.data
            for step in path:
                value = value[step]
            found.append((path[len(row) :], value))
    return found


def _doc(request: Request) -> str:
    return request.query_params.get("doc", "")[:_LONGEST]


def _path(request: Request) -> Path:
    """A path as a JSON list of keys and numbers.

    Raises:
        Refused: it is nothing of the kind.
    """
    try:
        path = json.loads(request.query_params.get("path", "[]")[:_LONGEST])
    except ValueError as error:
        raise Refused("`path` is a list of keys and numbers") from error
    if not isinstance(path, list) or not all(isinstance(each, (str, int)) for each in path):
        raise Refused("`path` is a list of keys and numbers")
    return (*path,)
