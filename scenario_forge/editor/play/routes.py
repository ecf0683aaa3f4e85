"""The requests of the tab Play: start a game or open a record, choose, ask about a hex, undo, let players go on."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from scenario_forge.api.play import NotPlayable, prepare
from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.editor.answers import Refused, Unknown
from scenario_forge.editor.play import playtest, records
from scenario_forge.editor.play.choosing import NotAllowed
from scenario_forge.editor.play.dice import Throws
from scenario_forge.editor.play.table import Held, Table, players_of
from scenario_forge.editor.requests import Body, read_body, refusal
from scenario_forge.simulator.players import NoSuchPlayer, usual_player

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request

    from scenario_forge.api.play import Prepared
    from scenario_forge.editor.session import Session
    from scenario_forge.project.game import Game

MOST_TABLES = 3
"""Games that are kept; a new one takes the place of the oldest."""
Name = Annotated[str, Field(max_length=100)]
Stage = Annotated[str, Field(max_length=200)] | int
Stages = Annotated[tuple[Stage, ...], Field(max_length=500)]


class Set(Body):
    """A game to be begun."""

    scenario: Name
    players: Annotated[dict[Name, Name], Field(max_length=8)] = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, le=2**53)] = 1
    options: Annotated[list[Name], Field(max_length=200)] | None = None
    by_hand: bool = False
    """Whether the person throws the dice and types the results."""


class Has(Body):
    """What the page has of the game already."""

    serial: int = -1
    lines: int = 0
    pieces: int = 0

    def held(self) -> Held:
        """As the table takes it."""
        return Held(self.serial, self.lines, max(0, self.pieces))


H = TypeVar("H", bound=Has)


class Act(Has):
    """Stages of an action; with ``finish`` nothing shall follow."""

    action: Stages
    finish: bool = False


class PlayOn(Body):
    """A line of a record to play on from, and by whom."""

    line: Annotated[int, Field(ge=0)]
    players: Annotated[dict[Name, Name], Field(max_length=8)] = Field(default_factory=dict)
    by_hand: bool = False


class Throw(Has):
    """The result of a throw; None: the editor throws."""

    result: Name | None = None


class AtHex(Body):
    """A hex that was clicked while an action is begun."""

    begun: Stages = ()
    hex: Annotated[int, Field(ge=0)]


class Go(Has):
    """How far the players shall go on."""

    until: Literal["phase", "turn", "game"]


class OpenRecord(Body):
    """A record of the game's folder, or the text of one."""

    name: Name
    text: str | None = None


class Tables:
    """The games that are played in one session; each method is a route."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._tables: dict[int, Table] = {}
        self._lock = threading.Lock()
        self._next = 1

    def _number(self) -> int:
        with self._lock:
            self._next += 1
            return self._next - 1

    def _laid(self, table: Table) -> Table:
        with self._lock:
            self._tables[table.number] = table
            gone = [self._tables.pop(number) for number in sorted(self._tables)[:-MOST_TABLES]]
        for old in gone:
            old.stop()
        return table

    def _table(self, request: Request) -> Table:
        found = self._tables.get(request.path_params["id"])
        if found is None:
            raise Unknown("this game is no longer on the table: start it anew")
        return found

    # -- begin ---------------------------------------------------------------------------------------

    async def choices(self, request: Request) -> Response:
        """What a scenario can be played with: sides, players, options; records that there are."""
        scenario = request.query_params.get("scenario", "")[:100]

        def asked() -> dict[str, Any]:
            game = self.session.apart()[1]
            prepared = _prepared(game, scenario, None)
            options = [
                option for document, _ in game.documents("options", OptionsDocument) for option in document.options
            ]
            return {
                "sides": [{"id": side, "name": game.side_name(side)} for side in prepared.sides],
                "players": list(players_of(prepared)),
                "usual": usual_player(prepared.play),
                "options": [
                    {"id": each.id, "title": each.title, "on": each.id in prepared.setting.options} for each in options
                ],
            }

        return JSONResponse(await run_in_threadpool(asked))

    async def begin(self, request: Request) -> Response:
        """Set up a scenario and play to the first decision."""
        body = await read_body(request, Set)

        def begun() -> dict[str, Any]:
            game = self.session.apart()[1]
            prepared = _prepared(game, body.scenario, body.options)
            table = self._new(game, prepared, body.players, Throws(body.seed, body.by_hand))
            self._laid(table).begin()
            return table.about() | table.answer(Held())

        return JSONResponse(await run_in_threadpool(begun))

    def _new(self, game: Game, prepared: Prepared, players: Mapping[str, str], throws: Throws) -> Table:
        try:
            return Table(self._number(), game, prepared, players, throws, self.session.tell)
        except NoSuchPlayer as error:
            raise Refused(f"{error}; there are {', '.join(error.known)}") from error

    async def play_on(self, request: Request) -> Response:
        """Play on from a line of a record that is watched."""
        watched, body = self._table(request), await read_body(request, PlayOn)

        def begun() -> dict[str, Any]:
            if not watched.watched:
                raise Refused("this is no record: the game is being played already")
            throws = Throws(watched.seed, body.by_hand)
            made = self._new(watched.game, watched.prepared, body.players, throws)
            table = self._laid(records.played_on(watched, body.line, made))
            return table.about() | table.answer(Held())

        return JSONResponse(await run_in_threadpool(begun))

    async def list_records(self, _request: Request) -> Response:
        """Records in the game's folder."""
        return JSONResponse({"records": await run_in_threadpool(records.names_of, self.session.folder)})

    async def open_record(self, request: Request) -> Response:
        """Lay a record on the table."""
        body = await read_body(request, OpenRecord)

        def laid() -> dict[str, Any]:
            text = body.text
            data = records.bytes_of(self.session.folder, body.name) if text is None else text.encode("utf-8", "replace")
            table = self._laid(records.opened(self._number(), self.session.apart()[1], data, body.name))
            return table.about() | table.answer(Held())

        return JSONResponse(await run_in_threadpool(laid))

    # -- a game on the table ---------------------------------------------------------------------------

    async def state(self, request: Request) -> Response:
        """How it stands."""
        table = self._table(request)
        query = {
            key: int(value) for key, value in request.query_params.items() if value.isdecimal() and len(value) < 10
        }
        held = Held(query.get("serial", -1), query.get("lines", 0), query.get("pieces", 0))
        return JSONResponse(await run_in_threadpool(table.answer, held))

    async def act(self, request: Request) -> Response:
        """Carry out an action, or say what can follow what is begun."""
        table, body = self._table(request), await read_body(request, Act)

        def done() -> dict[str, Any]:
            carried_out = table.act(body.action, finish=body.finish)
            return table.answer(body.held(), () if carried_out else body.action)

        return await _or_not_allowed(done)

    async def at_hex(self, request: Request) -> Response:
        """What a click on a hex means: one or more beginnings, or why there is none."""
        table, body = self._table(request), await read_body(request, AtHex)

        def meant() -> dict[str, Any]:
            if body.hex >= table.prepared.compiled.hexes:
                raise Unknown("there is no such hex")
            return {"actions": [list(each) for each in table.at_hex(body.begun, body.hex)]}

        return await _or_not_allowed(meant)

    async def throw(self, request: Request) -> Response:
        """Take the result of a throw."""
        return await self._changed(request, Throw, lambda table, body: table.throw(body.result))

    async def undo(self, request: Request) -> Response:
        """Take back the last decision."""
        return await self._changed(request, Has, lambda table, _body: table.undo())

    async def restart(self, request: Request) -> Response:
        """Begin anew."""
        return await self._changed(request, Has, lambda table, _body: table.restart())

    async def stop(self, request: Request) -> Response:
        """Stop the players."""
        return await self._changed(request, Has, lambda table, _body: table.stop())

    async def go(self, request: Request) -> Response:
        """Let the players go on."""
        return await self._changed(request, Go, lambda table, body: table.go(body.until))

    async def _changed(self, request: Request, model: type[H], change: Callable[[Table, H], None]) -> Response:
        table, body = self._table(request), await read_body(request, model)

        def changed() -> dict[str, Any]:
            change(table, body)
            return table.answer(body.held())

        return JSONResponse(await run_in_threadpool(changed))

    async def faces(self, request: Request) -> Response:
        """Counters of the game as symbols of one drawing."""
        after = request.query_params.get("after", "0")
        number = int(after) if after.isdecimal() and len(after) < 6 else 0
        drawn = await run_in_threadpool(self._table(request).faces.svg, number)
        return Response(drawn, media_type="image/svg+xml")

    async def record(self, request: Request) -> Response:
        """The record, to be downloaded."""
        text = await run_in_threadpool(self._table(request).record)
        return Response(text, media_type="application/json")

    async def keep(self, request: Request) -> Response:
        """Write the record into the game's folder."""
        table = self._table(request)
        await read_body(request, Body)

        def kept() -> dict[str, str]:
            thrown = "dice" if table.typed else f"seed-{table.seed}"
            name = f"{table.prepared.setting.scenario}-{thrown}"
            return {"name": records.keep(self.session.folder, name, table.record())}

        return JSONResponse(await run_in_threadpool(kept))


def _prepared(game: Game, scenario: str, options: list[str] | None) -> Prepared:
    try:
        return prepare(game, scenario, options)
    except (NoSuchScenario, CompileError, NotPlayable) as error:
        raise Refused(str(error)) from error


async def _or_not_allowed(ask: Callable[[], dict[str, Any]]) -> Response:
    try:
        return JSONResponse(await run_in_threadpool(ask))
    except NotAllowed as refused:
        return refusal(422, str(refused), clause=refused.clause, rule=refused.rule)


def routes(session: Session) -> list[Route]:
    """The routes of the tab Play."""
    tables = Tables(session)
    post = partial(Route, methods=["POST"])
    one = "/api/play/{id:int}"
    return [
        Route("/api/play/choices", tables.choices),
        Route("/api/play/records", tables.list_records),
        post("/api/play/record", tables.open_record),
        post("/api/play", tables.begin),
        Route(one, tables.state),
        post(f"{one}/act", tables.act),
        post(f"{one}/hex", tables.at_hex),
        post(f"{one}/throw", tables.throw),
        post(f"{one}/on", tables.play_on),
        post(f"{one}/undo", tables.undo),
        post(f"{one}/restart", tables.restart),
        post(f"{one}/stop", tables.stop),
        post(f"{one}/go", tables.go),
        Route(f"{one}/faces.svg", tables.faces),
        Route(f"{one}/record.json", tables.record),
        post(f"{one}/keep", tables.keep),
        *playtest.routes(session),
    ]
