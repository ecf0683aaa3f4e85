"""A player's view: the state from its side, with what follows from it, computed once a decision."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.players.objective_values import Stakes, stakes_of
from scenario_forge.campaign.situation import enemies, enemy_zones, facing, stacks, weights
from scenario_forge.campaign.state import box_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.campaign.players.weights import Weights
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.mechanics.engine import Mechanics
    from scenario_forge.mechanics.movement import Situation


class Prize(NamedTuple):
    """The possible gains of an attack on a hex."""

    power: int
    """The strength of the enemies there."""
    lives: float
    """The value of destroying them."""
    ground: float
    """The value of driving them off."""


@dataclass(frozen=True)
class View:
    """The state as a side sees it."""

    rules: Rules
    state: CampaignState
    side: int
    weights: Weights
    mechanics: Mechanics
    key: str
    """The key that breaks ties."""

    @property
    def enemy(self) -> int:
        """The number of the other side."""
        return 1 - self.side

    @cached_property
    def stakes(self) -> Stakes:
        """The values of places, units and supply in this state."""
        return stakes_of(self.rules, self.state, self.side, self.weights)

    @cached_property
    def own(self) -> Mapping[int, Sequence[int]]:
        """The player's own combat units by hex."""
        return stacks(self.rules, self.state)[self.side]

    @cached_property
    def foes(self) -> Mapping[int, Sequence[int]]:
        """The enemy's combat units by hex."""
        return stacks(self.rules, self.state)[self.enemy]

    @cached_property
    def barred(self) -> bytes:
        """By hex: whether an enemy unit is in it."""
        return enemies(self.rules, self.state, self.side)

    @cached_property
    def zone(self) -> bytes:
        """By hex: whether it is in an enemy's zone."""
        return enemy_zones(self.rules, self.state, self.side)

    @cached_property
    def units(self) -> list[int]:
        """Own combat units in play, also in boxes."""
        return self.in_play(self.side)

    def in_play(self, side: int) -> list[int]:
        """Return the combat units of a side on the map and in boxes."""
        columns = self.rules.compiled.units
        return [
            unit
            for unit, place in enumerate(self.state.units.place)
            if columns.side[unit] == side and self.rules.fights[unit] and (place >= 0 or box_of(place) >= 0)
        ]

    @cached_property
    def markers(self) -> list[int]:
        """Own supply markers on the map or in boxes."""
        places = self.state.supplies.place
        return [n for n, m in enumerate(self.rules.markers) if m.side == self.side and places[n] != -1]

    @cached_property
    def foe_markers(self) -> list[int]:
        """The enemy's supply units on the map."""
        places = self.state.supplies.place
        return [n for n, m in enumerate(self.rules.markers) if m.side != self.side and places[n] >= 0]

    def strength(self, unit: int) -> int:
        """Return the present strength of a unit."""
        return self.state.units.strength[unit]

    def power(self, units: Sequence[int]) -> int:
        """Return the strength of some units together."""
        strength = self.state.units.strength
        return sum([strength[unit] for unit in units])

    @cached_property
    def loads(self) -> Sequence[int]:
        """By unit: its stacking weight."""
        return weights(self.rules, self.state)

    @cached_property
    def passable(self) -> bytes:
        """By hex: whether combat units may be there."""
        kinds, terrain = self.rules.compiled.kinds.terrain_passable, self.rules.compiled.map.terrain
        return bytes(int(bool(kinds[kind])) for kind in terrain)

    def worth(self, unit: int) -> float:
        """Return the cost of a unit's destruction to its side."""
        return self._worths[unit]

    @cached_property
    def _worths(self) -> Sequence[float]:
        own, stakes = self.weights.stakes, self.stakes.units
        return [
            own.whole_unit + own.point_of_strength * strength + stakes.get(unit, 0.0)
            for unit, strength in enumerate(self.state.units.strength)
        ]

    @cached_property
    def fighting(self) -> Sequence[int]:
        """By unit: the strength it fights with."""
        return [self.rules.strength(self.state, unit) for unit in range(self.state.units.rows)]

    @cached_property
    def points(self) -> Sequence[float]:
        """By unit: the value of one of its strength points, a part of the cost of its destruction."""
        return [worth / max(1, left) for worth, left in zip(self._worths, self.state.units.strength, strict=True)]

    @cached_property
    def prizes(self) -> dict[int, Prize]:
        """By hex of enemies: what an attack on it may bring, as far as already computed."""
        return {}

    # -- movement --------------------------------------------------------------------------------

    def budget(self, unit: int) -> int:
        """Return the scaled points that a unit has left."""
        spent = max(self.state.units.spent[unit], self.state.clock.spent[0])
        return self.rules.compiled.units.movement[unit] * self.rules.scale - spent

    @cached_property
    def facing(self) -> Situation:
        """The obstacles of the side, strategic movement allowed."""
        return facing(self.rules, self.state, self.side)
