"""What the board and the computer player ask of modules that a game may have chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action
    from scenario_forge.wargame.base.numbers import GameState
    from scenario_forge.wargame.board.board import Situation
    from scenario_forge.wargame.board.mind import Mind


class ActivationRules(Protocol):
    """Who acts when."""

    formations: Mapping[int, Sequence[int]]


class ZonesRules(Protocol):
    """Zones of control."""

    def hexes(self, now: Situation, side: int) -> frozenset[int]:
        """Return the hexes in zones of a side."""

    def reached_from(self, now: Situation, hex_: int) -> Sequence[int]:
        """Return the hexes in zones of the units of a hex."""


class StackingRules(Protocol):
    """Limits of stacking."""

    limits: Sequence[int]
    by_road: int

    def has_room(self, now: Situation, hex_: int, units: Sequence[int]) -> bool:
        """Return whether units of one stack may be in a hex."""

    def may_end(self, now: Situation, hex_: int, units: Sequence[int]) -> bool:
        """Return whether units may end a move in a hex."""

    def weight(self, now: Situation, units: Iterable[int]) -> int:
        """Return how much of a limit units take up."""


class ClearingRules(Protocol):
    """Hexsides that can be cleared."""

    columns_of_state: ClassVar[tuple[str, ...]]
    rows_of: Mapping[int, int]

    def sides(self, now: Situation) -> Sequence[int]:
        """Return the kinds of each hexside as bits, by 6 × hex + direction: those that nobody has cleared."""


class BarrageRules(Protocol):
    """Barrages."""

    ranges: Sequence[int]


class AssaultRules(Protocol):
    """Assaults."""

    ranges: Sequence[int]
    attack_value: str
    defence_value: str

    def attack(self, now: Situation, unit: int) -> int:
        """Return the strength of a unit that attacks."""

    def share_lost(self, now: Situation, attack: int, strength: int, hex_: int) -> float:
        """Return the share of a unit that an attack may be expected to eliminate in a hex."""


class AirRules(Protocol):
    """Aircraft."""

    supports: bool
    column: str
    """The column of state with the interdicted hexes."""

    def aid(self, sorties: Sequence[int]) -> Sequence[tuple[int, int, str]]:
        """Return what sorties of attacker and defender do in an assault: to the dice, to the column, whose they are."""

    def tolls(self, now: Situation, side: int) -> Mapping[int, int]:
        """Return the movement points that units of a side pay besides, by hex that its enemy interdicts."""


class OverrunRules(Protocol):
    """Overruns."""

    def have_overrun(self, state: GameState, side: int) -> Sequence[int]:
        """Return the units of a side that have overrun in the turn."""


class FireRules(Protocol):
    """Fire."""

    covers: bool
    fires: Sequence[bool]
    """By unit: whether it fires."""
    ranges: Sequence[int]

    def has_cover(self, unit: int) -> bool:
        """Return whether cover is of use to a unit."""

    def is_free(self, now: Situation, unit: int) -> bool:
        """Return whether a unit has not fired in its phase, nor done what keeps it from it."""

    def may_still_move(self, now: Situation, unit: int) -> bool:
        """Return whether a unit may move, having fired or not."""


class MovementRules(Protocol):
    """Movement."""

    printed: Sequence[int]
    scale: int


class ArrivalsRules(Protocol):
    """Arrivals, and units that wait until they are released."""

    def may_move(self, now: Situation, unit: int) -> bool:
        """Return whether a unit is of no reserve that is still to be released."""


class SupplyRules(Protocol):
    """Supply."""

    def reaches(self, now: Situation, unit: int) -> Callable[[int], bool]:
        """Return whether supply would reach a unit in a hex."""


class LeadersRules(Protocol):
    """Leaders."""

    commands: bool
    """Whether units must be in command."""

    def gone(self, state: GameState) -> Sequence[int]:
        """Return the leaders that are lost for good."""

    def at_stake(self, now: Situation, unit: int) -> float:
        """Return what a side may be expected to lose with a unit's leader when the unit is lost."""

    def reaches(self, now: Situation, unit: int) -> Callable[[int], bool]:
        """Return whether a unit would be in command in a hex."""


class Moves(Protocol):
    """Moves of single units, as a leader asks them."""

    def movers(self, now: Situation, frame: Frame) -> list[int]:
        """Return the units that may still move in the phase."""

    def gains(self, mind: Mind, now: Situation, frame: Frame) -> list[tuple[float, Action]]:
        """Return for each unit that may move its best move with what it gains."""
