"""The routes of the tab Play: start a game or open a record, choose, ask about a hex, undo, let players go on."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.documents.rulebook import OptionsDocument
from scenario_forge.editor.answers import Named, Refused, Unknown
from scenario_forge.editor.endpoint import Count, get, post
from scenario_forge.editor.play import playtest, records
from scenario_forge.editor.play.choosing import Stage as Token
from scenario_forge.editor.play.dice import Throws
from scenario_forge.editor.play.forces import ForceData, Order, forces_for_sale
from scenario_forge.editor.play.forces import prepared as prepared_of
from scenario_forge.editor.play.table import Laid, LaidUnderWay, Now, PageState, Table, UnderWay, players_of
from scenario_forge.editor.requests import Body
from scenario_forge.simulator.players import NoSuchPlayer, usual_player

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.routing import Route

    from scenario_forge.api.play import Prepared
    from scenario_forge.editor.session import Session
    from scenario_forge.game.game import Game

MOST_TABLES = 3
"""Games that are kept; a new one takes the place of the oldest."""
Name = Annotated[str, Field(max_length=100)]
Stage = Annotated[str, Field(max_length=200)] | int
Stages = Annotated[tuple[Stage, ...], Field(max_length=500)]


class GameSettings(Body):
    """A game to be begun."""

    scenario: Name
    players: Annotated[dict[Name, Name], Field(max_length=8)] = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, le=2**53)] = 1
    options: Annotated[list[Name], Field(max_length=200)] | None = None
    by_hand: bool = False
    """Whether the person throws the dice and types the results."""
    forces: Annotated[dict[Name, Order], Field(max_length=8)] = Field(default_factory=dict)
    """By side, what is bought to start instead of its units."""


class ClientState(Body):
    """What the page has of the game already."""

    serial: int = -1
    lines: int = 0
    pieces: int = 0

    def held(self) -> PageState:
        """Return the state as the table takes it."""
        return PageState(self.serial, self.lines, max(0, self.pieces))


class ActionRequest(ClientState):
    """Stages of an action; with ``finish`` nothing shall follow."""

    action: Stages
    finish: bool = False


class PlayOn(Body):
    """A line of a record to play on from, and by whom."""

    line: Annotated[int, Field(ge=0)]
    players: Annotated[dict[Name, Name], Field(max_length=8)] = Field(default_factory=dict)
    by_hand: bool = False


class Throw(ClientState):
    """The result of a throw; None: the editor throws."""

    result: Name | None = None


class GoOnRequest(ClientState):
    """How far the players shall go on."""

    until: Literal["phase", "turn", "game"]


PlayOption = TypedDict("PlayOption", {"id": str, "title": str, "on": bool})
"""An optional rule."""
PlayChoices = TypedDict("PlayChoices", {
    "sides": list[Named], "players": list[str], "usual": str, "options": list[PlayOption],
    "forces": list[ForceData],
})  # fmt: skip
"""What a scenario can be played with."""
RecordList = TypedDict("RecordList", {"records": list[str]})
"""Records in the game's folder."""
HexActions = TypedDict("HexActions", {"actions": list[tuple[Token, ...]]})
"""What a click on a hex may mean."""
RecordKept = TypedDict("RecordKept", {"name": str})
"""The name of a record that was kept."""


class Tables:
    """Games that are played in one session; each method is a route."""

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

    def _table(self, number: int) -> Table:
        table = self._tables.get(number)
        if table is None:
            raise Unknown("this game is no longer on the table: start it anew")
        return table

    # -- begin ---------------------------------------------------------------------------------------

    def choices(self, scenario: Name) -> PlayChoices:
        """Return what a scenario can be played with: sides, players, options."""
        game = self.session.snapshot()[1]
        prepared = prepared_of(game, scenario, None)
        options = [option for document, _ in game.documents("options", OptionsDocument) for option in document.options]
        return {
            "sides": [{"id": side, "name": game.side_name(side)} for side in prepared.sides],
            "players": list(players_of(prepared)),
            "usual": usual_player(prepared.play),
            "options": [
                {"id": each.id, "title": each.title, "on": each.id in prepared.setting.options} for each in options
            ],
            "forces": forces_for_sale(game, scenario),
        }

    def begin(self, body: GameSettings) -> Laid | LaidUnderWay:
        """Set up a scenario and play to the first decision."""
        game = self.session.snapshot()[1]
        prepared = prepared_of(game, body.scenario, body.options, body.forces)
        table = self._new(game, prepared, body.players, Throws(body.seed, body.by_hand))
        self._laid(table).begin()
        return table.laid()

    def _new(self, game: Game, prepared: Prepared, players: Mapping[str, str], throws: Throws) -> Table:
        try:
            return Table(self._number(), game, prepared, players, throws, self.session.tell)
        except NoSuchPlayer as error:
            raise Refused(f"{error}; there are {', '.join(error.known)}") from error

    def play_on(self, number: Count, body: PlayOn) -> Laid | LaidUnderWay:
        """Play on from a line of a record that is watched."""
        watched = self._table(number)
        if not watched.watched:
            raise Refused("this is no record: the game is being played already")
        throws = Throws(watched.seed, body.by_hand)
        made = self._new(watched.game, watched.prepared, body.players, throws)
        return self._laid(records.play_on(watched, body.line, made)).laid()

    def list_records(self) -> RecordList:
        """Return the records in the game's folder."""
        return {"records": records.record_names(self.session.folder)}

    def open_record(self, name: Name, text: str | None = None) -> Laid | LaidUnderWay:
        """Lay a record of the game's folder on the table, or the text of one."""
        data = records.record_bytes(self.session.folder, name) if text is None else text.encode("utf-8", "replace")
        return self._laid(records.open_record(self._number(), self.session.snapshot()[1], data, name)).laid()

    # -- a game on the table ---------------------------------------------------------------------------

    def state(
        self, number: Count, serial: Annotated[int, Field(ge=-1)] = -1, lines: Count = 0, pieces: Count = 0
    ) -> Now | UnderWay:
        """Return how the game stands."""
        return self._table(number).answer(PageState(serial, lines, pieces))

    def act(self, number: Count, body: ActionRequest) -> Now | UnderWay:
        """Carry out an action, or say what can follow what is begun."""
        table = self._table(number)
        carried_out = table.act(body.action, finish=body.finish)
        return table.answer(body.held(), () if carried_out else body.action)

    def at_hex(self, number: Count, hex_: Annotated[Count, Field(alias="hex")], begun: Stages = ()) -> HexActions:
        """Return what a click on a hex means: one or more beginnings, or why there is none."""
        table = self._table(number)
        if hex_ >= table.prepared.compiled.hexes:
            raise Unknown("there is no such hex")
        return {"actions": table.at_hex(begun, hex_)}

    def throw(self, number: Count, body: Throw) -> Now | UnderWay:
        """Take the result of a throw."""
        return self._changed(number, body, lambda table: table.throw(body.result))

    def undo(self, number: Count, body: ClientState) -> Now | UnderWay:
        """Take back the last decision."""
        return self._changed(number, body, Table.undo)

    def restart(self, number: Count, body: ClientState) -> Now | UnderWay:
        """Restart the game."""
        return self._changed(number, body, Table.restart)

    def stop(self, number: Count, body: ClientState) -> Now | UnderWay:
        """Stop the players."""
        return self._changed(number, body, Table.stop)

    def go(self, number: Count, body: GoOnRequest) -> Now | UnderWay:
        """Let the players go on."""
        return self._changed(number, body, lambda table: table.go(body.until))

    def _changed(self, number: int, has: ClientState, change: Callable[[Table], None]) -> Now | UnderWay:
        table = self._table(number)
        change(table)
        return table.answer(has.held())

    def faces(self, number: Count, after: Count = 0) -> Response:
        """Return counters of the game as symbols of one drawing."""
        return Response(self._table(number).faces.svg(after), media_type="image/svg+xml")

    def record(self, number: Count) -> Response:
        """Return the record, to be downloaded."""
        return Response(self._table(number).record(), media_type="application/json")

    def keep(self, number: Count) -> RecordKept:
        """Write the record into the game's folder."""
        table = self._table(number)
        thrown = "dice" if table.typed else f"seed-{table.seed}"
        name = f"{table.prepared.setting.scenario}-{thrown}"
        return {"name": records.keep(self.session.folder, name, table.record())}


def routes(session: Session) -> list[Route]:
    """Return the routes of the tab Play."""
    tables = Tables(session)
    one = "/api/play/{number}"
    return [
        get("/api/play/choices", tables.choices),
        get("/api/play/records", tables.list_records),
        post("/api/play/record", tables.open_record),
        post("/api/play", tables.begin),
        get(one, tables.state),
        post(f"{one}/act", tables.act),
        post(f"{one}/hex", tables.at_hex),
        post(f"{one}/throw", tables.throw),
        post(f"{one}/on", tables.play_on),
        post(f"{one}/undo", tables.undo),
        post(f"{one}/restart", tables.restart),
        post(f"{one}/stop", tables.stop),
        post(f"{one}/go", tables.go),
        get(f"{one}/faces.svg", tables.faces),
        get(f"{one}/record.json", tables.record),
        post(f"{one}/keep", tables.keep),
        *playtest.routes(session),
    ]
