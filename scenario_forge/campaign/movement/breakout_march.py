"""Marches of unsupplied mechanised units through enemy zones to home, where no other way is open (rule 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.movement.unsupplied import Retreat, steps_to_homes
from scenario_forge.campaign.situation import enemies
from scenario_forge.campaign.state import box_of
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.movement import OPEN, SHUT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.movement.walk import Steps
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.simulator.step import Event, Token


def steps_through(rules: Rules, state: CampaignState, side: int) -> Sequence[int]:
    """Return for each hex the steps to home by routes that only enemies bar, not zones; −1 for no way."""

    def make() -> Sequence[int]:
        gates = [SHUT if barred else OPEN for barred in enemies(rules, state, side)]
        return steps_to_homes(rules, side, rules.ways, bytes(gates))

    return state.derived(("home through zones", side), ("units",), make)


class BreakOut(Retreat):
    """The walk of a mechanised unit home. It pays strength for each zone that it enters, and is not stopped."""

    def __init__(self, rules: Rules, state: CampaignState, unit: int) -> None:
        super().__init__(rules, state, unit)
        self.strength = state.units.strength[unit]
        self.toll = rules.mechanised_retreat.loss_per_zone

    @rule("breakout.unsupplied")
    def steps(self) -> Steps:
        """Return the steps of an unsupplied unit; if it is shut in, also those through zones that it can pay for."""
        found = super().steps()
        if not self._shut_in:
            return found
        return [*found, *[(place, cost) for place, cost in self.open_steps() if self._through(int(place))]]

    @property
    def _shut_in(self) -> bool:
        """Whether it is in no port and no way outside zones leads home, or to a port in reach (17.2)."""
        if box_of(self.at) >= 0 or self.by_route[self.at] >= 0:
            return False
        left = self.budget - self.spent - self._disengaging
        return not any(0 <= costs[self.at] <= left for costs in self.to_ports)

    @property
    def _disengaging(self) -> int:
        """What it costs to leave the zone in which it began (4.8)."""
        held = self.facing.stops[self.at] and not self.begun
        return self.rules.given.movement.disengagement_cost * self.rules.scale if held else 0

    def _through(self, place: int) -> bool:
        """Return whether a step leads nearer home regardless of zones, is paid for, and is not among the others."""
        steps = steps_through(self.rules, self.state, self.side)
        if box_of(place) >= 0 or steps[place] >= steps[self.at]:
            return False
        return self.strength > self.toll if self.facing.stops[place] else not self.is_homeward(place)

    def from_hex(self) -> Steps:
        """Return the steps from a hex: once on the way, it leaves zones as freely as it enters them."""
        held = bool(self.facing.stops[self.at])
        if held and not self.begun and not self.may_leave_zone:
            return ()
        extra, ground, shut_in = self._disengaging, self.rules.ground, self._shut_in
        found: list[tuple[Token, int]] = []
        for edge in range(6 * self.at, 6 * self.at + 6):
            other = ground.neighbours[edge]
            if other < 0 or self.facing.barred[other] or (held and self.facing.stops[other] and not shut_in):
                continue
            if ground.cost[edge]:
                found.append((other, ground.cost[edge] + extra))
        return found + [(place, cost + extra) for place, cost in self.into_box()]

    def enter(self, place: Token, cost: int | None = None) -> None:
        """Take a step as in any march, and pay for it."""
        super().enter(place, cost)
        if self.at >= 0 and self.facing.stops[self.at]:
            self.strength -= self.toll

    def can_end(self) -> bool:
        """Return whether it can end its move here or further on, given the strength it has left."""
        waiting: list[BreakOut] = [self]
        met = {(self.at, self.strength)}
        while waiting:
            walk = waiting.pop()
            if walk.ends():
                return True
            for place, cost in walk.steps():
                after = walk.copy()
                after.enter(place, cost)
                if isinstance(after, BreakOut) and (after.at, after.strength) not in met:
                    met.add((after.at, after.strength))
                    waiting.append(after)
        return False

    @rule("breakout.unsupplied", "breakout.cost")
    def go(self, place: Token, cost: int) -> Event:
        """Return the event of a step: in a zone it loses strength, which armour leaves as wrecks (10.1)."""
        event, hex_ = super().go(place, cost), int(place)
        if box_of(hex_) >= 0 or not self.facing.stops[hex_]:
            return event
        units, hexes = self.state.units, self.state.hexes
        changes = [*event.changes, units.change(self.unit, "strength", self.strength - self.toll)]
        if self.rules.columns.combat_armoured[self.kind]:
            changes.append(hexes.change(hex_, "wreck", hexes.wreck[hex_] + self.toll))
        return event._replace(changes=tuple(changes), clause=self.rules.clauses["breakout.unsupplied"])
