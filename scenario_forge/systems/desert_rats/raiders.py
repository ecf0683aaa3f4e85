"""Movement of private armies: through zones and enemies, over ground closed to others, rearming (rule 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.movement.boxes import exits
from scenario_forge.campaign.movement.walk import Walk
from scenario_forge.campaign.situation import enemies, enemy_zones, strategic_hexes, unoccupied
from scenario_forge.campaign.state import box_of
from scenario_forge.compiler.arrays import NONE
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import Event
from scenario_forge.systems.desert_rats.state import army_of, columns_of

if TYPE_CHECKING:
    from scenario_forge.campaign.movement.walk import Steps
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.simulator.step import Token
    from scenario_forge.systems.desert_rats.state import DesertState

REARM = "rearm"


def enemy_units_at(rules: Rules, state: CampaignState, side: int, place: int) -> list[int]:
    """Return the combat units of other sides in a hex or box."""
    units = rules.compiled.units
    return [
        unit
        for unit, where in enumerate(state.units.place)
        if where == place and units.side[unit] != side and rules.fights[unit]
    ]


def enemy_supplies_at(rules: Rules, state: CampaignState, side: int, place: int) -> list[int]:
    """Return the supply markers of other sides in a hex or box."""
    return [n for n, m in enumerate(rules.markers) if m.side != side and state.supplies.place[n] == place]


@rule("private-army.base")
def is_usable_base(rules: Rules, state: CampaignState, side: int, place: int) -> bool:
    """Return whether a place is a base hex that can be used now (11.15, 11.16)."""
    bases, areas = columns_of(rules).raider_bases, rules.compiled.areas
    barred = enemies(rules, state, side)
    for base, area in zip(bases[::2], bases[1::2], strict=True):
        if base == place:
            shut = areas.hexes[areas.begins[area] : areas.begins[area + 1]] if area != NONE else ()
            return bool(unoccupied(rules, state, side, [base])) and not any(barred[hex_] for hex_ in shut)
    return False


class Raid(Walk):
    """The walk of a private army. It ends where it likes, stops nowhere, and controls nothing."""

    def __init__(self, rules: Rules, state: DesertState, unit: int) -> None:
        super().__init__(rules, state, unit)
        self.down = bool(state.units.down[unit])
        self.zone = enemy_zones(rules, state, self.side)
        army = army_of(rules)
        self.swift = strategic_hexes(rules, state, self.side, army.strategic_beyond)
        self.tolls = (army.occupied_cost * rules.scale, army.zone_cost * rules.scale)
        """Points to enter a hex of an enemy, and one in an enemy zone."""
        self.rearming = army.rearm_cost * rules.scale
        """Points to rearm."""

    @rule("private-army.rearm")
    def open_steps(self) -> Steps:
        """Return the hexes and boxes it can enter next, and rearming where it is (11.5, 11.14, 11.18, 11.22)."""
        found = super().open_steps()
        cost = self.rearming
        if (
            self.down
            and self.spent + cost <= self.budget
            and is_usable_base(self.rules, self.state, self.side, self.at)
        ):
            return [*found, (REARM, cost)]
        return found

    @rule("private-army.movement")
    def from_hex(self) -> Steps:
        """Return the steps from a hex, to hexes or into a box."""
        ground = self.rules.irregular_ground
        found: list[tuple[Token, int]] = []
        for edge in range(6 * self.at, 6 * self.at + 6):
            cost = ground.cost[edge]
            if cost:
                other = ground.neighbours[edge]
                found.append((other, (ground.swift[edge] if self.swift[other] else cost) + self.toll(other)))
        return [*found, *self.into_box()]

    def from_box(self, box: int) -> Steps:
        """Return the steps from an off-map box onto the map."""
        ways = exits(self.rules, self.state, box, self.side, irregular=True)
        return [(hex_, (fast if self.swift[hex_] else cost) + self.toll(hex_)) for hex_, cost, fast in ways]

    @rule("private-army.zone-cost")
    def toll(self, hex_: int) -> int:
        """Return the extra cost of a hex: for enemies in it, else for their zone; not both (11.5 and its ruling)."""
        occupied, zone = self.tolls
        return occupied if self.facing.barred[hex_] else zone if self.zone[hex_] else 0

    def enter(self, place: Token, cost: int | None = None) -> None:
        """Go on to the next place, or rearm."""
        super().enter(place, cost)
        self.down = self.down and place != REARM

    def ends(self) -> bool:
        """Return whether the move may end here: anywhere (11.9 and its ruling)."""
        return box_of(self.at) >= 0 or self.at >= 0

    def go(self, place: Token, cost: int) -> Event:
        """Return the event of a step; it gains control of nothing (9.18, ruling)."""
        units = self.state.units
        values = {"down": 0} if place == REARM else {"place": int(place)}
        values |= {"spent": self.spent + cost, "moved": 1}
        changes = [units.change(self.unit, column, value) for column, value in values.items()]
        if place == REARM:
            return Event("rearms", tuple(changes), self.rules.clauses["private-army.rearm"], (self.unit, self.at))
        return Event("enters", tuple(changes), self.rules.clauses["private-army.zone-cost"], (self.unit, int(place)))
