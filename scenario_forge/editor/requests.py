"""The bodies of requests and how the server refuses them; shared by the routes of all areas of the editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.responses import Response


class Body(BaseModel):
    """The JSON of a request."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class At(Body):
    """The epoch that a change was made from."""

    epoch: int


def refusal(status: int, message: str, **more: object) -> JSONResponse:
    """Return a refusal as JSON: its message, and what else the page should know."""
    return JSONResponse({"message": message, **more}, status_code=status)


async def bad_body(_request: Request, error: Exception) -> Response:
    """Return the refusal of a request whose JSON has another shape: where, and what is wrong with it."""
    first = error.errors(include_url=False)[0] if isinstance(error, ValidationError) else {"loc": (), "msg": ""}
    return refusal(422, f"{'.'.join(map(str, first['loc']))}: {first['msg']}".lstrip(": "))


def message_handler(status: int) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return a handler that answers an exception by its message and a status."""

    async def refuse(_request: Request, error: Exception) -> Response:
        return refusal(status, str(error.args[0] if error.args else error))

    return refuse
