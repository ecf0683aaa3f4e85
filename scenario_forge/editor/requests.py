"""What requests bring and how the server refuses them; shared by the routes of all areas of the editor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.responses import Response

    from scenario_forge.editor.session import Session
    from scenario_forge.project.game import Game

B = TypeVar("B", bound="Body")


class Body(BaseModel):
    """The JSON of a request."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class At(Body):
    """The epoch that a change was made from."""

    epoch: int


async def read_body(request: Request, model: type[B]) -> B:
    """The JSON of a request in the shape that a route takes.

    Raises:
        ValidationError: it has another shape; the server answers 422.
    """
    return model.model_validate_json(await request.body())


def refusal(status: int, message: str, **more: object) -> JSONResponse:
    """A refusal as JSON: its message, and what else the page should know."""
    return JSONResponse({"message": message, **more}, status_code=status)


async def bad_body(_request: Request, error: Exception) -> Response:
    """The refusal of a request whose JSON has another shape: where, and what is wrong with it."""
    first = error.errors(include_url=False)[0] if isinstance(error, ValidationError) else {"loc": (), "msg": ""}
    return refusal(422, f"{'.'.join(map(str, first['loc']))}: {first['msg']}".lstrip(": "))


def saying(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
    """What answers an exception by its message and a status."""

    async def refuse(_request: Request, error: Exception) -> Response:
        return refusal(status, str(error.args[0] if error.args else error))

    return refuse


async def answer_about(session: Session, question: Callable[[Game], Any]) -> JSONResponse:
    """The JSON answer to a quick question about the game as it is now, asked under the session's lock."""

    def asked() -> Any:  # noqa: ANN401 - as JSON
        with session.lock:
            return question(session.game())

    return JSONResponse(await run_in_threadpool(asked))
