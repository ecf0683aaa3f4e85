"""What a game may add to the rules of the shelf, and where: by itself each of these adds nothing.

A game with rules of its own subclasses :class:`~scenario_forge.campaign.rules.Rules` and says otherwise what it has.
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
    from scenario_forge.campaign.victory.objectives import Looks
    from scenario_forge.simulator.state import Frame, Update
    from scenario_forge.simulator.step import Event


class OwnRules(Army):
    """A game's own rules, as the shelf asks for them. Nothing in it changes in play."""

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
        """By unit: 1 where it moves without being a combat unit: it stacks freely and controls nothing."""
        return bytes(len(self.compiled.units.side))

    @cached_property
    def irregular_costs(self) -> Sequence[int]:
        """By terrain: what entering costs irregulars, 0 where they cannot; without irregulars, what it costs all."""
        return self.columns.cost_terrain

    @cached_property
    def roving(self) -> Sequence[int]:
        """The irregulars of all sides, in ascending order."""
        return [unit for unit, flag in enumerate(self.irregulars) if flag]

    @cached_property
    def moves(self) -> Sequence[int]:
        """By unit: 1 where it moves in operations."""
        return [int(bool(fights or roves)) for fights, roves in zip(self.fights, self.irregulars, strict=True)]

    def walk(self, state: CampaignState, unit: int) -> Walk | None:  # noqa: ARG002
        """How a unit moves that the movement rules of the shelf do not bind; None: they do."""
        return None

    def reached(self, walk: Walk) -> Reach | None:  # noqa: ARG002
        """Where a unit that moves so can go, faster than step by step; None: the shelf has to look."""
        return None

    def before_move(self, state: CampaignState, unit: int) -> tuple[Frame, ...]:  # noqa: ARG002
        """The steps that come before a unit leaves its hex, the last first."""
        return ()

    def before_round(self, state: CampaignState) -> tuple[Frame, ...]:  # noqa: ARG002
        """What comes before a round of combat that is declared, the last first."""
        return ()

    def in_round(self, state: CampaignState, frame: Frame) -> Frame:  # noqa: ARG002
        """The frame of operations while a round lasts, with what it has to remember."""
        return frame

    # -- combat ----------------------------------------------------------------------------------

    def strength(self, state: CampaignState, unit: int) -> int:
        """The strength that a unit fights with."""
        return state.units.strength[unit]

    def modifier(self, attackers: Sequence[int], defenders: Sequence[int]) -> int:  # noqa: ARG002
        """What is added to the differential of an attack."""
        return 0

    def lost_first(self, others: Sequence[int], units: Sequence[int]) -> int:  # noqa: ARG002
        """Strength that :attr:`losing_first` among some units must lose first when they have met others."""
        return 0

    @cached_property
    def losing_first(self) -> Sequence[int]:
        """By type: 1 where such units lose strength before others, if some must."""
        return ()

    # -- turns -----------------------------------------------------------------------------------

    def turn_begins(self, state: CampaignState) -> list[Update]:  # noqa: ARG002
        """Marks that go as a player turn begins."""
        return []

    def operations_end(self, state: CampaignState) -> list[Update]:  # noqa: ARG002
        """Marks that go as the operations phase ends."""
        return []

    def on_arrival(self, state: CampaignState, unit: int, row: int) -> Mapping[str, int]:  # noqa: ARG002
        """Columns of a unit that comes on, by the row of its arrival."""
        return {}

    def returning(self, state: CampaignState, side: int) -> list[Event]:  # noqa: ARG002
        """Units of a side that come on by themselves, one event each."""
        return []

    # -- set-up and victory ----------------------------------------------------------------------

    def set_up(self, marked: Callable[[str], list[int]]) -> Mapping[str, list[int]]:  # noqa: ARG002
        """Columns of units as the set-up has them; ``marked`` gives by unit the number of a mark."""
        return {}

    def marks(self, state: CampaignState, unit: int) -> Iterator[tuple[str, int]]:  # noqa: ARG002
        """The marks of a unit in play that a set-up has to say, each with its number."""
        yield from ()

    def predicates(self, looks: Looks) -> Mapping[str, Callable[[Any], bool]]:  # noqa: ARG002
        """Conditions of victory that only this game has, by key."""
        return {}
