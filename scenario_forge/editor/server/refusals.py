"""The status and JSON with which the server answers what a session did not do."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from scenario_forge.editor import errata
from scenario_forge.editor.answers import NamedElsewhere, NotWritten, Refused, Stale, TooLarge, Unknown
from scenario_forge.editor.errata.chosen import NeedsReason
from scenario_forge.editor.requests import bad_body, refusal, saying
from scenario_forge.source.nodes import EditRefused

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from scenario_forge.editor.session import Session


def refusals(session: Session) -> dict[Any, Any]:
    """What answers each exception, as starlette takes it."""
    return {
        NeedsReason: partial(_needs_reason, session),
        NamedElsewhere: _named_elsewhere,
        Refused: saying(422),
        EditRefused: saying(422),
        Unknown: saying(404),
        TooLarge: saying(413),
        Stale: _stale,
        NotWritten: _not_written,
        ValidationError: bad_body,
    }


async def _stale(_request: Request, error: Exception) -> Response:
    return refusal(409, str(error), epoch=error.epoch if isinstance(error, Stale) else None)


async def _needs_reason(session: Session, _request: Request, error: Exception) -> Response:
    asked = await run_in_threadpool(errata.panel.asked_for, session, error) if isinstance(error, NeedsReason) else {}
    return refusal(422, str(error), **asked)


async def _named_elsewhere(_request: Request, error: Exception) -> Response:
    return refusal(422, str(error), **(error.data if isinstance(error, NamedElsewhere) else {}))


async def _not_written(_request: Request, error: Exception) -> Response:
    return refusal(507, str(error), saved=error.saved if isinstance(error, NotWritten) else [])
