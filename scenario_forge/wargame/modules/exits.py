"""Exits: units that leave the map for good in a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import ScenarioName
from scenario_forge.game.calendar import DateError
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.schedule import schedule
from scenario_forge.game.system import Sentence
from scenario_forge.wargame.board.labels import counted, sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.selectors import UnitSelector, selected

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.wargame.base.events import Book
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels
    from scenario_forge.wargame.board.mind import Mind

EXIT = "exit"
"""The stage of a move with which units leave the map."""
_AHEAD = 2
"""How many turns before an exit opens a computer player makes for it."""


class Exit(Model):
    """Where some units may leave the map."""

    of: UnitSelector
    """The units."""
    area: Annotated[Id, Names("area")]
    """The area of map.yaml from whose hexes they go off the map."""
    since: Annotated[str, Names("turn", called="game turn")] = ""
    """The first game turn in which they may; without: from the beginning."""
    cost: Annotated[int, Field(ge=0)] = 1
    """Movement points that it costs."""
    scenarios: list[ScenarioName] = []  # noqa: RUF012 - pydantic copies it
    """Scenarios in which they may; without: all."""


class Exits(Module[list[Exit]]):
    """Exits in play."""

    key, model, needs = "exits", list[Exit], ("movement",)
    words: ClassVar = {"exits": "{0:unit} leaves the map from {1:hex}"}

    def __init__(self, board: Board, given: list[Exit], read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        areas, scenario = board.compiled.areas, board.compiled.names["scenario"][0]
        self.ways: list[tuple[Sequence[int], frozenset[int], int, int]] = []
        """Each exit of the scenario: who is selected, from which hexes, since which turn, for how many points."""
        for number, row in enumerate(given):
            if not row.scenarios or scenario in row.scenarios:
                at = board.compiled.keys["areas"].index(row.area)
                hexes = frozenset(areas.hexes[areas.begins[at] : areas.begins[at + 1]])
                self.ways.append((board.column(f"exits.{number}"), hexes, read["since"][number], row.cost))

    @classmethod
    def read(cls, game: Game, given: list[Exit]) -> Mapping[str, Any]:
        """Return the turns since which units may leave."""
        return {"since": [_turn(game, row) for row in given]}

    @classmethod
    def arrays(cls, game: Game, given: list[Exit]) -> Arrays:
        """Return who may leave by each exit."""
        return {f"exits.{number}": selected(game, row.of) for number, row in enumerate(given)}

    @classmethod
    def sentences(cls, given: list[Exit], labels: Labels) -> Iterator[Sentence]:
        """Say who may leave the map, from where, and what that counts for."""
        for row in given:
            since = f" from turn {row.since} on" if row.since else ""
            cost = f" for {counted(row.cost, 'movement point')}" if row.cost else ""
            text = (
                f"{sentence_case(labels.units(row.of))} may leave the map in their move{since}, from a hex of "
                f"{labels.region(row.area)}{cost}{labels.scenarios(row.scenarios)}."
            )
            yield Sentence("exits.who", text)
        text = "A unit that has left the map does not come back. It does not count as lost."
        yield Sentence("exits.gone", text)

    @rule("exits.who")
    def cost(self, now: Situation, unit: int, hex_: int) -> int | None:
        """Return the points for which a unit can leave the map from a hex now; None where it cannot."""
        open_ = [cost for of, hexes, since, cost in self.ways if of[unit] and hex_ in hexes and now.turn >= since]
        return min(open_, default=None)

    @rule("exits.gone")
    def leave(self, book: Book, unit: int, hex_: int) -> None:
        """Write into the book that a unit has left the map from a hex."""
        self.board.withdraw(book, unit, "exits", "exits.who", hex_)

    def points(self, unit: int) -> int:
        """Return what the victory ledger gives for a unit that leaves."""
        return self.board.ledger.for_exit[self.board.units.side[unit]]

    def outlook(self, mind: Mind, now: Situation, unit: int, hex_: int) -> float:  # noqa: ARG002 - as modules are asked
        """Return what it is worth to a unit to be near to where it may leave."""
        ways = [hexes for of, hexes, since, _cost in self.ways if of[unit] and now.turn >= since - _AHEAD]
        away = min((self.board.distances(to)[hex_] for hexes in ways for to in hexes), default=None)
        return 0.0 if away is None else self.points(unit) / (1 + away)


def _turn(game: Game, row: Exit) -> int:
    """Return the number of the first turn of an exit, from 0; 0 where the calendar has no such turn."""
    track = schedule(game)
    try:
        return track.calendar.turn(row.since) if track is not None and row.since else 0
    except DateError:
        return 0
