"""Hooks for a game's own rules; by default each of them adds nothing.

A game with rules of its own subclasses :class:`~scenario_forge.campaign.rules.Rules` and overrides the hooks it needs.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from scenario_forge.campaign.army import Army
from scenario_forge.campaign.state import CampaignState, Units

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from scenario_forge.campaign.movement.reach import Reach
    from scenario_forge.campaign.movement.walk import Walk
    from scenario_forge.campaign.victory.objectives import RowReader
    from scenario_forge.simulator.state import Frame, Update
    from scenario_forge.simulator.step import Event


class OwnRules(Army):
    """A game's own rules, as the shared rules ask for them. Nothing in it changes in play."""

    state_type: ClassVar[type[CampaignState]] = CampaignState
    units_type: ClassVar[type[Units]] = Units
    """The table of units, with the columns that the game adds."""
    flags: ClassVar[tuple[str, ...]] = ("unsupplied", "halted")
    """Columns of units whose numbers are shown with a unit."""

    place_predicates: ClassVar[tuple[str, ...]] = ("hold",)
    """Predicates of victory that look at one place."""

    # -- who moves, and how ----------------------------------------------------------------------

    @cached_property
    def irregulars(self) -> Sequence[int]:
        """By unit: 1 for an irregular, which moves but is no combat unit: it stacks freely, controls nothing."""
        return bytes(len(self.compiled.units.side))

    @cached_property
    def irregular_costs(self) -> Sequence[int]:
        """By terrain: the cost for irregulars, 0 where they cannot enter; without irregulars, that for all."""
        return self.columns.cost_terrain

    @cached_property
    def irregular_units(self) -> Sequence[int]:
        """The irregulars of all sides, in ascending order."""
        return [unit for unit, flag in enumerate(self.irregulars) if flag]

    @cached_property
    def moves(self) -> Sequence[int]:
        """By unit: 1 where it moves in operations."""
        return [int(bool(fights or roves)) for fights, roves in zip(self.fights, self.irregulars, strict=True)]

    def walk(self, state: CampaignState, unit: int) -> Walk | None:  # noqa: ARG002
        """Return the walk of a unit with movement rules of its own; None: the shared rules apply."""
        return None

    def reach_of(self, walk: Walk) -> Reach | None:  # noqa: ARG002
        """Return the reach of such a unit, found faster than step by step; None: the shared search applies."""
        return None

    def before_move(self, state: CampaignState, unit: int) -> tuple[Frame, ...]:  # noqa: ARG002
        """Return the steps before a unit leaves its hex, the last first."""
        return ()

    def before_round(self, state: CampaignState) -> tuple[Frame, ...]:  # noqa: ARG002
        """Return the steps before a declared round of combat, the last first."""
        return ()

    def in_round(self, state: CampaignState, frame: Frame) -> Frame:  # noqa: ARG002
        """Return the frame of operations while a round lasts, with what it has to remember."""
        return frame

    # -- combat ----------------------------------------------------------------------------------

    def strength(self, state: CampaignState, unit: int) -> int:
        """Return the strength that a unit fights with."""
        return state.units.strength[unit]

    def modifier(self, attackers: Sequence[int], defenders: Sequence[int]) -> int:  # noqa: ARG002
        """Return the game's own modifier of an attack's differential."""
        return 0

    modifier_source: ClassVar[tuple[str, str, str]] = ("the game's own rule", "", "")
    """What :meth:`modifier` comes from: in words, the rule, the line of the combat results table."""

    def lost_first(self, others: Sequence[int], units: Sequence[int]) -> int:  # noqa: ARG002
        """Return the strength that :attr:`losing_first` among ``units`` must lose first after meeting ``others``."""
        return 0

    @cached_property
    def losing_first(self) -> Sequence[int]:
        """By type: 1 where such units lose strength before others, if some must."""
        return ()

    # -- turns -----------------------------------------------------------------------------------

    def turn_begins(self, state: CampaignState) -> list[Update]:  # noqa: ARG002
        """Return changes that clear marks when a player turn begins."""
        return []

    def operations_end(self, state: CampaignState) -> list[Update]:  # noqa: ARG002
        """Return changes that clear marks when the operations phase ends."""
        return []

    def on_arrival(self, state: CampaignState, unit: int, row: int) -> Mapping[str, int]:  # noqa: ARG002
        """Return the columns of a unit that arrives, by the row of its arrival."""
        return {}

    def returning(self, state: CampaignState, side: int) -> list[Event]:  # noqa: ARG002
        """Return the units of a side that come on by themselves, one event each."""
        return []

    # -- set-up and victory ----------------------------------------------------------------------

    def set_up(self, marked: Callable[[str], list[int]]) -> Mapping[str, list[int]]:  # noqa: ARG002
        """Return the columns of units in the set-up; ``marked`` gives the number of a mark by unit."""
        return {}

    def marks(self, state: CampaignState, unit: int) -> Iterator[tuple[str, int]]:  # noqa: ARG002
        """Yield the marks of a unit in play that a set-up has to state, each with its number."""
        yield from ()

    def predicates(self, looks: RowReader) -> Mapping[str, Callable[[Any], bool]]:  # noqa: ARG002
        """Return the conditions of victory that only this game has, by key."""
        return {}
