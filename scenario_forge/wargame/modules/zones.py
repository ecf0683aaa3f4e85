"""Zones of control: the hexes beside a unit, and what they do to those who come into them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.game.rule_marks import rule
from scenario_forge.game.system import Sentence
from scenario_forge.wargame.board.barriers import Barriers
from scenario_forge.wargame.board.labels import counted, listed, sentence_case
from scenario_forge.wargame.board.module import Module
from scenario_forge.wargame.board.selectors import UnitSelector, selected

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.board.board import Board, Situation
    from scenario_forge.wargame.board.labels import Labels


class ZonesKey(Model):
    """Who has a zone of control, where it reaches, and what it does."""

    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that have one; without, all."""
    not_across: list[Annotated[str, Names("hexside kind")]] = []  # noqa: RUF012 - pydantic copies it
    """Kinds of hexside that zones do not reach across, besides those that nobody crosses."""
    along: list[Annotated[str, Names("line kind")]] = []  # noqa: RUF012 - pydantic copies it
    """Kinds of line along which they reach across all the same, such as a road over a river."""
    enter: Literal["stop", "free"] = "stop"
    """What a unit does that moves into a zone of the enemy: it stops there, or goes on."""
    between: Literal["free", "never"] = "free"
    """Whether a unit may go from one hex in a zone of the enemy directly into another one."""
    leave: Annotated[int, Field(ge=0)] = 0
    """Movement points that a unit pays besides for each step out of a hex in a zone of the enemy."""


class Zones(Module[ZonesKey]):
    """Zones of control in play."""

    key, model = "zones", ZonesKey

    def __init__(self, board: Board, given: ZonesKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.has = [bool(each) for each in board.column("zones.of")]
        """By unit: whether it has a zone."""
        self.barriers = Barriers(board, given.not_across, given.along)
        self.ground = [bool(board.passable[kind]) for kind in board.terrain]
        self.around: dict[int, Sequence[int]] = {}
        """By hex: those into which a zone reaches from there, where no hexside is ever cleared; as they are asked."""

    def ready(self) -> None:
        """Find out what zones rest on."""
        cleared = self.board.clearing.columns_of_state if self.board.clearing is not None else ()
        self.rests_on = (*type(self).rests_on, *cleared)

    @classmethod
    def arrays(cls, game: Game, given: ZonesKey) -> Arrays:
        """Return the units that have a zone."""
        return {"zones.of": selected(game, given.of)}

    @classmethod
    def sentences(cls, given: ZonesKey, labels: Labels) -> Iterator[Sentence]:
        """Say who has a zone of control, where it reaches, and what it does."""
        yield Sentence("zones.who", f"{sentence_case(labels.units(given.of))} have a zone of control.")
        across = listed([*(labels.ground(id_) for id_ in given.not_across), "an impassable hexside"], "or")
        text = f"A zone of control covers the adjacent hexes, except impassable ones and those across {across}."
        text += f" Along {labels.any_of(given.along)} it reaches across all the same." if given.along else ""
        yield Sentence("zones.extent", text)
        stop = {"stop": "must stop there", "free": "may move on"}[given.enter]
        yield Sentence("zones.enter", f"A unit that enters an enemy zone of control {stop}.")
        if given.between == "never":
            text = "A unit may not go from one hex in an enemy zone of control directly into another one."
            yield Sentence("zones.between", text)
        if given.leave:
            points = counted(given.leave, "movement point")
            yield Sentence("zones.leave", f"A step out of a hex in an enemy zone of control costs {points} more.")

    rests_on: tuple[str, ...] = ("units.place",)
    """Columns of state that zones rest on."""

    def hexes(self, now: Situation, side: int) -> frozenset[int]:
        """Return the hexes in zones of a side."""
        return now.state.derived(("zones", side), self.rests_on, lambda: self._hexes(now, side))

    @rule("zones.extent")
    def _hexes(self, now: Situation, side: int) -> frozenset[int]:
        places = {now.place[unit] for unit in now.own(side) if self.exerts(now, unit)}
        return frozenset([to for hex_ in places for to in self.around_now(now, hex_)])

    @rule("zones.who")
    def exerts(self, now: Situation, unit: int) -> bool:  # noqa: ARG002 - for games to override
        """Return whether a unit on the map has a zone."""
        return self.has[unit]

    def reached_from(self, now: Situation, hex_: int) -> Sequence[int]:
        """Return the hexes in zones of the units of a hex."""
        return self.around_now(now, hex_) if any(self.exerts(now, unit) for unit in now.stack(hex_)) else ()

    def around_now(self, now: Situation, hex_: int) -> Sequence[int]:
        """Return the hexes into which a zone reaches from a hex."""
        if hex_ in self.around:
            return self.around[hex_]
        ways = self.barriers.ways(now)[6 * hex_ : 6 * hex_ + 6]
        found = [to for to in ways if to >= 0 and self.ground[to]]
        if self.board.clearing is None:
            self.around[hex_] = found
        return found
