"""Zones of control: the hexes beside a unit, and what they do to those who come into them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import Field

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.game.rule_marks import rule
from scenario_forge.wargame.modules.module import Module
from scenario_forge.wargame.modules.selectors import UnitSelector, selected

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.game.game import Game
    from scenario_forge.wargame.base.system import Arrays
    from scenario_forge.wargame.modules.board import Board, Situation


class ZonesKey(Model):
    """Who has a zone of control, where it reaches, and what it does."""

    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that have one; without, all."""
    not_across: list[Annotated[str, Names("hexside kind")]] = []  # noqa: RUF012 - pydantic copies it
    """Kinds of hexside that zones do not reach across, besides those that nobody crosses."""
    enter: Literal["stop", "free"] = "stop"
    """What a unit does that moves into a zone of the enemy: it stops there, or goes on."""
    between: Literal["free", "never"] = "free"
    """Whether a unit may go from one hex in a zone of the enemy directly into another one."""
    leave: Annotated[int, Field(ge=0)] = 0
    """Movement points that a unit pays besides when it begins its move in a zone of the enemy."""


class Zones(Module[ZonesKey]):
    """Zones of control in play."""

    key, model = "zones", ZonesKey

    def __init__(self, board: Board, given: ZonesKey, read: Mapping[str, Any]) -> None:
        super().__init__(board, given, read)
        self.has = [bool(each) for each in board.column("zones.of")]
        """By unit: whether it has a zone."""
        keys, sides = board.compiled.keys["hexside_kinds"], board.compiled.map.sides
        open_ = board.compiled.kinds.side_passable
        shut = sum(1 << bit for bit, id_ in enumerate(keys) if id_ in given.not_across or not open_[bit])
        steps = range(6 * board.hexes)
        into = [board.neighbours[step] if not sides[step] & shut else -1 for step in steps]
        ground = [bool(board.passable[kind]) for kind in board.terrain]
        self.around: Sequence[Sequence[int]] = [
            [to for to in into[6 * hex_ : 6 * hex_ + 6] if to >= 0 and ground[to]] for hex_ in range(board.hexes)
        ]
        """By hex: those into which a zone reaches from there."""

    @classmethod
    def arrays(cls, game: Game, given: ZonesKey) -> Arrays:
        """Return the units that have a zone."""
        return {"zones.of": selected(game, given.of)}

    rests_on: ClassVar[tuple[str, ...]] = ("units.place",)
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

    def around_now(self, now: Situation, hex_: int) -> Sequence[int]:  # noqa: ARG002 - for games to override
        """Return the hexes into which a zone reaches from a hex."""
        return self.around[hex_]
