"""Playtests from the editor: many games in other processes, with progress, a way to stop, and a report."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge import reports
from scenario_forge.api.play import NotPlayable
from scenario_forge.api.trials.playtest import PlaytestOrder, playtest
from scenario_forge.compiler.problems import CompileError
from scenario_forge.editor.answers import Refused, Unknown
from scenario_forge.editor.endpoint import get, post
from scenario_forge.editor.play.table import LIMIT
from scenario_forge.editor.requests import Body
from scenario_forge.playtest.report import Failure, HealthFinding, Level, PeopleResult, Share, Spread
from scenario_forge.simulator.runner import Cores, cores

if TYPE_CHECKING:
    from starlette.routing import Route

    from scenario_forge.api.trials.playtest import PlaytestResult
    from scenario_forge.editor.session import Session
    from scenario_forge.game.game import Game

MOST_GAMES = 2000
Name = Annotated[str, Field(max_length=100)]


class Trial(Body):
    """A playtest to be run."""

    scenario: Name
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)] = 50
    players: Annotated[dict[Name, Name], Field(max_length=8)] = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, le=2**53)] = 1


PlaytestTold = TypedDict("PlaytestTold", {"job": int, "running": bool, "done": int, "total": int, "problem": str})
"""How far a playtest is."""
PlaytestSummary = TypedDict("PlaytestSummary", {
    "title": str, "games": int, "whole": int, "players": dict[str, str], "wins": dict[str, Share], "draws": Share,
    "levels": list[Level], "reference": str, "margin": Spread | None, "turns": Spread | None,
    "decisions": Spread | None, "failures": list[Failure], "standing": str, "reason": str,
    "target": dict[str, Any] | None, "findings": list[HealthFinding], "people": list[PeopleResult],
})  # fmt: skip
"""The figures of a report that the page shows: outcomes, margins, length, what the target says, how people fared."""
PlaytestState = TypedDict("PlaytestState", {
    "job": int, "running": bool, "done": int, "total": int, "problem": str, "summary": PlaytestSummary | None,
})  # fmt: skip
"""The same, and the summary of one that is done."""


class Playtests:
    """Playtests, one at a time; the last report stays until the next. Each method but `run` is a route."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._lock = threading.Lock()
        self._job = 0
        self._done: tuple[int, int] | None = None
        """Of a playtest under way: games done, of how many."""
        self._stop = False
        self._found: PlaytestResult | None = None
        self._problem = ""
        self._workers = Cores(max(2, cores() - 1))
        session.listen(self._heard)

    def _heard(self, event: str, _data: dict[str, Any]) -> None:
        """End the games under way when the editor is stopped."""
        if event == "stop":
            self._stop = True
            if self._done is not None:
                self._workers.abandon()

    def begin(self, body: Trial) -> PlaytestTold:
        """Start a playtest of the game on the screen."""
        with self._lock:
            if self._done is not None:
                raise Refused("a playtest is running: wait for it, or stop it")
            self._job += 1
            self._done, self._stop, self._found, self._problem = (0, body.games), False, None, ""
        try:
            game = self.session.snapshot()[1]
            threading.Thread(target=self._run, args=(body, game), daemon=True, name="playtest").start()
        except BaseException:
            self._done = None
            raise
        return self._state()

    def _run(self, trial: Trial, game: Game) -> None:
        order = PlaytestOrder(
            trial.scenario, trial.games, players=trial.players, seed=trial.seed, jobs=self._workers.workers,
            errata=game.errata, limit=LIMIT, seen=self._seen, enough=lambda: self._stop,
        )  # fmt: skip
        try:
            self._found = playtest(self.session.folder, order, game)
        except (LookupError, CompileError, NotPlayable) as error:
            self._problem = str(error.args[0] if error.args else error)
        except Exception as error:  # workers that died, a system that is not installed there
            self._problem = f"{type(error).__name__}: {error}"
        finally:
            self._workers.abandon()  # processes that stay ready would keep the editor from ending
            self._done = None
            self.session.tell("playtest", **self._state())

    def _seen(self, done: int, total: int) -> None:
        self._done = done, total
        self.session.tell("playtest", **self._state())

    def _state(self) -> PlaytestTold:
        done = self._done
        return {"job": self._job, "running": done is not None, "done": done[0] if done else 0,
                "total": done[1] if done else 0, "problem": self._problem}  # fmt: skip

    def state(self) -> PlaytestState:
        """Return how far it is, and its summary once it is done."""
        return {**self._state(), "summary": summary_data(self._found) if self._found else None}

    def stop(self) -> PlaytestTold:
        """Stop it after the games under way, with a report of those until then."""
        self._stop = True
        return self._state()

    def report(self) -> Response:
        """Return the report as a page of its own, to be downloaded."""
        found = self._found
        if found is None:
            raise Unknown("there is no report yet")
        page = reports.playtest.playtest_page(found.report, found.games, found.sketch)
        return Response(page, media_type="text/plain; charset=utf-8")  # never run under the editor's address


def summary_data(found: PlaytestResult) -> PlaytestSummary | None:
    """Return the figures of a report for the page: outcomes, margins, length, what the target says."""
    report, base = found.report, found.report.base
    if base is None:
        return None
    target = report.target
    return {
        "title": report.scenario_title,
        "games": base.games,
        "whole": base.whole,
        "players": base.players,
        "wins": dict(base.wins),
        "draws": base.draws,
        "levels": list(base.levels),
        "reference": base.reference,
        "margin": base.margin,
        "turns": base.player_turns,
        "decisions": base.decisions,
        "failures": list(base.failures),
        "standing": base.health.standing,
        "reason": base.health.reason,
        "findings": list(base.health.findings),
        "target": target.model_dump(mode="json") if target else None,
        "people": report.people,
    }


def routes(session: Session) -> list[Route]:
    """Return the routes of the playtest."""
    playtests = Playtests(session)
    return [
        post("/api/playtest", playtests.begin),
        get("/api/playtest", playtests.state),
        post("/api/playtest/stop", playtests.stop),
        get("/api/playtest/report", playtests.report),
    ]
