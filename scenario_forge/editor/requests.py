"""What requests bring and how the server refuses them; shared by the routes of all areas of the editor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ConfigDict
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

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


async def answer_about(session: Session, question: Callable[[Game], Any]) -> JSONResponse:
    """The JSON answer to a quick question about the game as it is now, asked under the session's lock."""

    def asked() -> Any:  # noqa: ANN401 - as JSON
        with session.lock:
            return question(session.game())

    return JSONResponse(await run_in_threadpool(asked))
