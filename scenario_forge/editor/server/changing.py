"""Routes that change a game, save it and draw its map; the server imports them once the page has the map's data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from starlette.applications import Starlette

from scenario_forge.editor.answers import Done, InConflict, Saved
from scenario_forge.editor.endpoint import get, post
from scenario_forge.editor.intent_requests import IntentRequest, carry_out
from scenario_forge.editor.map.ground import Grounds
from scenario_forge.editor.server.refusals import refusals

if TYPE_CHECKING:
    from scenario_forge.editor.background import BackgroundGame
    from scenario_forge.editor.session import Session


class Changes:
    """Routes that change the game."""

    def __init__(self, session: Session, background: BackgroundGame) -> None:
        self.session, self.background, self.grounds = session, background, Grounds(session)

    def part(self) -> Starlette:
        """Return these routes as a part of the server."""
        session = self.session
        routes = [
            get("/api/map/ground", self.grounds.since),
            post("/api/text", session.type),
            post("/api/edits", session.edit),
            post("/api/do", self.do),
            post("/api/undo", session.undo),
            post("/api/redo", session.redo),
            post("/api/save", self.save),
            post("/api/recovery", session.recover),
        ]
        return Starlette(routes=routes, exception_handlers=refusals(session))

    def do(self, body: IntentRequest) -> Done:
        """Carry out an intent: a change of what the texts mean."""
        return carry_out(self.session, self.background, body)

    def save(
        self,
        docs: list[str] | None = None,
        choose: dict[str, Literal["mine", "theirs"]] | None = None,
    ) -> Saved:
        """Save documents; nothing if a file has changed on the disk and the author has not decided about it.

        Raises:
            InConflict: there is such a file.
        """
        saved = self.session.save(docs, choose)
        if saved["conflicts"]:
            raise InConflict(saved)
        return saved
