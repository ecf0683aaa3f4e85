"""HTTP answers for what a session did not do: the status and JSON of each exception."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from scenario_forge.editor import errata
from scenario_forge.editor.answers import InConflict, NamedElsewhere, NotWritten, Refused, Stale, TooLarge, Unknown
from scenario_forge.editor.errata.chosen import NeedsReason
from scenario_forge.editor.requests import bad_body, message_handler, refusal
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from scenario_forge.editor.session import Session


def refusals(session: Session) -> dict[Any, Any]:
    """Return a handler for each exception, as starlette takes it."""
    return {
        NeedsReason: partial(_needs_reason, session),
        NamedElsewhere: _telling(422, lambda error: error.data),
        Refused: _telling(422, lambda error: error.data),
        EditRefused: message_handler(422),
        Unknown: message_handler(404),
        TooLarge: message_handler(413),
        Stale: _telling(409, lambda error: {"epoch": error.epoch}),
        InConflict: _telling(409, lambda error: error.saved),
        NotWritten: _telling(507, lambda error: {"saved": error.saved}),
        ValidationError: bad_body,
    }


def _telling(status: int, more: Callable[[Any], Mapping[str, object]]) -> Callable[..., Awaitable[Response]]:
    """Return a handler that answers an exception by its message, a status, and more for the page."""

    async def refuse(_request: Request, error: Exception) -> Response:
        return refusal(status, str(error), **more(error))

    return refuse


async def _needs_reason(session: Session, _request: Request, error: NeedsReason) -> Response:
    return refusal(422, str(error), **await run_in_threadpool(errata.panel.reason_request, session, error))
