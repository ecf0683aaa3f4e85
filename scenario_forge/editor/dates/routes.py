"""The routes of scenarios on new dates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeVar

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse
from starlette.routing import Route

from scenario_forge.design.dates import Wanted
from scenario_forge.editor.dates.designer import Designer
from scenario_forge.editor.requests import At, Body, read_body

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from starlette.requests import Request
    from starlette.responses import Response

    from scenario_forge.editor.session import Session

B = TypeVar("B", bound=Body)
Name = Annotated[str, Field(max_length=100)]
Line = Annotated[str, Field(max_length=300)]


class Draft(Body):
    """What a new scenario is to be: dates as the track writes them, sides or None for the usual ones."""

    name: Name
    title: Line = ""
    start: Name
    stop: Name
    first: Name | None = None
    last: Name | None = None
    origin: Name | None = None

    @property
    def wanted(self) -> Wanted:
        """As the design floor asks for it."""
        return Wanted(self.name, self.start, self.stop, self.first, self.last)


class NewScenario(Draft, At):
    """The same, to be made."""


class OfScenario(At):
    """A change of one scenario."""

    scenario: Name


class Copied(OfScenario):
    """A copy and its name."""

    name: Name
    title: Line = ""


class Decision(Body):
    """Who, where, and why."""

    who: Name
    cell: Line
    source: Line = ""


class Decisions(OfScenario):
    """Decisions for places that are open."""

    rows: Annotated[list[Decision], Field(min_length=1, max_length=1000)]

    @property
    def cells(self) -> list[tuple[str, str, str]]:
        """Who, cell and source of each."""
        return [(each.who, each.cell, each.source) for each in self.rows]


class Settled(OfScenario):
    """A question of the draft that is answered."""

    note: Annotated[str, Field(max_length=2000)]


class Taken(OfScenario):
    """A proposed victory row that is taken."""

    row: Name


def routes(session: Session) -> list[Route]:
    """The routes, with one designer for all of them."""
    made = Designer(session)
    return [
        _get("", lambda _scenario: made.choices()),
        _get("/places", made.places),
        _get("/front", made.front),
        _post("/draft", Draft, lambda body: made.drafted(body.wanted, body.title, body.origin)),
        _post("/new", NewScenario, lambda body: made.make(body.epoch, body.wanted, body.title, body.origin)),
        _post("/copy", Copied, lambda body: made.copy(body.epoch, body.scenario, body.name, body.title)),
        _post("/remove", OfScenario, lambda body: made.remove(body.epoch, body.scenario)),
        _post("/decide", Decisions, lambda body: made.decide(body.epoch, body.scenario, body.cells)),
        _post("/accept", OfScenario, lambda body: made.accept(body.epoch, body.scenario)),
        _post("/settle", Settled, lambda body: made.settle(body.epoch, body.scenario, body.note)),
        _post("/front", OfScenario, lambda body: made.draw_front(body.epoch, body.scenario)),
        _post("/victory", Taken, lambda body: made.take(body.epoch, body.scenario, body.row)),
    ]


def _get(path: str, work: Callable[[str], Any]) -> Route:
    """A question about the scenario that the query names."""

    async def answer(request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(work, request.query_params.get("scenario", "")[:100]))

    return Route(f"/api/dates{path}", answer)


def _post(path: str, model: type[B], work: Callable[[B], Any]) -> Route:
    """A change, or a question with a body."""

    async def answer(request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(work, await read_body(request, model)))

    return Route(f"/api/dates{path}", answer, methods=["POST"])
