"""The routes of scenarios on new dates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from scenario_forge.documents.sightings import Sure
from scenario_forge.drafts.dates import ScenarioRequest
from scenario_forge.drafts.sighting_text import SightingRequest
from scenario_forge.editor.answers import Done
from scenario_forge.editor.drafts.designer import Designer, Drafted
from scenario_forge.editor.endpoint import get, post
from scenario_forge.editor.requests import At, Body

if TYPE_CHECKING:
    from starlette.routing import Route

    from scenario_forge.editor.session import Session

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
    def wanted(self) -> ScenarioRequest:
        """The request as a draft takes it."""
        return ScenarioRequest(self.name, self.start, self.stop, self.first, self.last)


class NewScenario(Draft, At):
    """The same, to be made."""


class Decision(Body):
    """Who, where, and why."""

    who: Name
    cell: Line
    source: Line = ""


class SightingBody(At):
    """A unit, `SIDE/NUMBER`, and where a source has it on a date; ``absent``: where it has not."""

    who: Name
    place: Name
    date: Name
    source: Line = ""
    page: Name = ""
    sure: Sure = "certain"
    absent: bool = False


Rows = Annotated[list[Decision], Field(min_length=1, max_length=1000)]


def routes(session: Session) -> list[Route]:
    """Return the routes, with one designer for all of them."""
    designer = Designer(session)

    def drafted(body: Draft) -> Drafted:
        return designer.draft(body.wanted, body.title, body.origin)

    def make(body: NewScenario) -> Done:
        return designer.make(body.epoch, body.wanted, body.title, body.origin)

    def copy(epoch: int, scenario: Name, name: Name, title: Line = "") -> Done:
        return designer.copy(epoch, scenario, name, title)

    def decide(epoch: int, scenario: Name, rows: Rows) -> Done:
        return designer.decide(epoch, scenario, [(each.who, each.cell, each.source) for each in rows])

    def see(body: SightingBody) -> Done:
        side, _, number = body.who.partition("/")
        wanted = SightingRequest(
            side, number, body.place, body.date, body.source, body.page, body.sure, absent=body.absent
        )
        return designer.see(body.epoch, wanted)

    return [
        get("/api/dates", designer.choices),
        get("/api/dates/grid", designer.grid),
        get("/api/dates/situation", designer.situated),
        get("/api/dates/sightings", designer.sightings),
        post("/api/dates/sighting", see),
        get("/api/dates/places", designer.places),
        get("/api/dates/front", designer.front),
        post("/api/dates/draft", drafted),
        post("/api/dates/new", make),
        post("/api/dates/copy", copy),
        post("/api/dates/remove", designer.remove),
        post("/api/dates/decide", decide),
        post("/api/dates/accept", designer.accept),
        post("/api/dates/settle", designer.settle),
        post("/api/dates/situation", designer.situate),
        post("/api/dates/front", designer.draw_front),
        post("/api/dates/victory", designer.take),
    ]
