"""Use of replacement and repaired points: rebuilding units and buying boxes (rules 7, 9b and 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.arrivals.centres import (
    arrival,
    closed_to_replacements,
    control_gained,
    controls_any,
    rebuilt_spots,
)
from scenario_forge.campaign.arrivals.fortified_boxes import may_be_built
from scenario_forge.campaign.movement.boxes import has_room
from scenario_forge.campaign.situation import stacks
from scenario_forge.campaign.state import AT_BASE, NOWHERE, CampaignState, box_of, in_play
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import NOBODY, Choice, Event, Next, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.state import Frame, Update
    from scenario_forge.simulator.step import Action, Token

END = "end"
BOX = "box"
POOLS = ("replacements", "repairs")
"""Columns of the sides that points are taken from: those of the track, and repaired armour."""


class ReplacementPoints(Step[CampaignState]):
    """The arrival of the side's points of the track, if it controls a supply centre (9.5, 9.32)."""

    id = "replacements-come"
    clause = "replacements.points"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @rule("replacements.points", "replacements.track", "replacements.none-without-centre")
    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Set the side's points to those of the track; to none where it controls no supply centre."""
        side = state.clock.side[0]
        points = figure(self.rules, state, "replacements") if controls_any(self.rules, state, side) else 0
        return Next(
            (Event("replacements", (state.sides.change(side, "replacements", points),), self.clause, (points,)),)
        )


class Replacements(Step[CampaignState]):
    """The spending of points, one by one.

    An action is ``("replacements", unit)`` or ``("repairs", unit)``, with a place behind it for a unit that is brought
    back; ``("box", hex)``; ``("end",)``.
    """

    id = "replacements"
    clause = "replacements.use"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:  # noqa: ARG002
        """Return the side; NOBODY where nothing can be bought."""
        return state.clock.side[0] if self._openings(state) else NOBODY

    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Return what points can be spent on, then the units or hexes, then the places."""
        if not prefix:
            return [Choice(END), *(Choice(word, whole=False, more=True) for word in self._openings(state))]
        if prefix == (END,):
            return ()
        if prefix == (BOX,):
            return [Choice(hex_) for hex_ in self._sites(state)]
        if len(prefix) == 1:
            return self._units(state, str(prefix[0]))
        if len(prefix) == 2 and prefix[0] in POOLS and state.units.place[int(prefix[1])] == AT_BASE:
            return [Choice(spot) for spot in rebuilt_spots(self.rules, state, int(prefix[1]))]
        return ()

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Carry out one purchase, or end the step, which loses what may not be kept."""
        if not action or action == (END,):
            return Next((self._rest(state),))
        return Next((self._spend(state, action),), (frame,))

    # -- what can be bought ----------------------------------------------------------------------

    def _openings(self, state: CampaignState) -> list[Token]:
        found: list[Token] = [pool for pool in POOLS if self._units(state, pool)]
        return [*found, BOX] if self._sites(state) else found

    @rule("fortified-boxes.purchase", "fortified-boxes.building")
    def _sites(self, state: CampaignState) -> list[int]:
        """Return the hexes where a box can be built and paid."""
        side = state.clock.side[0]
        if state.sides.replacements[side] < self.rules.given.fortification.box_cost:
            return []

        def make() -> list[int]:
            return [h for h in sorted(stacks(self.rules, state)[side]) if may_be_built(self.rules, state, side, h)]

        return state.derived(("sites of boxes", side), ("units.place", "hexes.box"), make)

    @rule("replacements.use", "repair.points-use")
    def _units(self, state: CampaignState, pool: str) -> list[Choice]:
        """Return the units that can have a point of a pool."""
        side = state.clock.side[0]
        if getattr(state.sides, pool)[side] < 1:
            return []
        on = ("units", "hexes", "centres")
        return state.derived(("pool", pool, side), on, lambda: self._who(state, side, pool))

    def _who(self, state: CampaignState, side: int, pool: str) -> list[Choice]:
        found = []
        for unit in self.rules.fighters[side]:
            if pool == "repairs" and not self._armoured(unit):
                continue
            if self._may_grow(state, unit):
                found.append(Choice(unit))
            elif self._may_return(state, unit):
                found.append(Choice(unit, whole=False, more=True))
        return found

    def _armoured(self, unit: int) -> bool:
        return bool(self.rules.columns.combat_armoured[self.rules.compiled.units.type[unit]])

    @rule("replacements.strengthening")
    def _may_grow(self, state: CampaignState, unit: int) -> bool:
        """Return whether a unit in play can gain strength, by zones and stacking (9.5 to 9.7, 5.5 and ruling)."""
        place, strength = state.units.place[unit], state.units.strength[unit]
        side, most = self.rules.compiled.units.side[unit], self.rules.compiled.units.strength[unit]
        if strength >= most or not in_play(place) or place in closed_to_replacements(self.rules, state, side):
            return False
        return has_room(self.rules, state, side, place, unit, strength + self._gain)

    @rule("replacements.rebuilding")
    def _may_return(self, state: CampaignState, unit: int) -> bool:
        """Return whether an eliminated unit can come on again, not this turn's (9.8, 13.13)."""
        units = state.units
        gone = units.place[unit] == AT_BASE and units.began[unit] == AT_BASE
        return gone and bool(rebuilt_spots(self.rules, state, unit))

    @property
    def _gain(self) -> int:
        return self.rules.given.logistics.replacement_strength

    # -- what happens ----------------------------------------------------------------------------

    def _spend(self, state: CampaignState, action: Action) -> Event:
        side, sides = state.clock.side[0], state.sides
        if action[0] == BOX:
            hex_, cost = int(action[1]), self.rules.given.fortification.box_cost
            paid = sides.change(side, "replacements", sides.replacements[side] - cost)
            return Event(
                "box built",
                (paid, state.hexes.change(hex_, "box", side + 1)),
                self.rules.clauses["fortified-boxes.building"],
                (hex_,),
            )
        pool, unit = str(action[0]), int(action[1])
        most, units = self.rules.compiled.units.strength[unit], state.units
        changes: list[Update] = [
            sides.change(side, pool, getattr(sides, pool)[side] - 1),
            units.change(unit, "strength", min(units.strength[unit] + self._gain, most)),
        ]
        if len(action) == 2:
            return Event(
                "replaced",
                tuple(changes),
                self.rules.clauses["replacements.use"] if pool == POOLS[0] else self.rules.clauses["repair.points-use"],
                (unit,),
            )
        spot = int(action[2])
        changes += [units.change(unit, "place", spot), arrival(self.rules, state, side, spot)]
        changes += control_gained(self.rules, state, unit, spot)
        return Event("brought back", tuple(changes), self.rules.clauses["replacements.rebuilding"], (unit, spot))

    @rule("replacements.unused")
    def _rest(self, state: CampaignState) -> Event:
        """Return the loss of unspent points; repaired ones are kept if all armour is whole (9.10, 10.5, ruling)."""
        side, sides = state.clock.side[0], state.sides
        changes = []
        if sides.replacements[side]:
            changes.append(sides.change(side, "replacements", 0))
        if sides.repairs[side] and not self._kept(state, side):
            changes.append(sides.change(side, "repairs", 0))
        return Event("points lost", tuple(changes), self.rules.clauses["replacements.unused"], (side,))

    @rule("replacements.repaired")
    def _kept(self, state: CampaignState, side: int) -> bool:
        saved = self.rules.given.repair.saved
        if saved != "all_full":
            return saved == "always"
        units = self.rules.compiled.units
        return all(
            state.units.strength[unit] >= units.strength[unit]
            for unit, owner in enumerate(units.side)
            if owner == side
            and self._armoured(unit)
            and (state.units.place[unit] > NOWHERE or box_of(state.units.place[unit]) >= 0 or self._dead(state, unit))
        )

    def _dead(self, state: CampaignState, unit: int) -> bool:
        return state.units.place[unit] == AT_BASE


@rule("arrivals.track")
def figure(rules: Rules, state: CampaignState, name: str) -> int:
    """Return a figure of the track for the current side and turn (rule 2); 0 where there is none."""
    keys, turns = rules.compiled.keys["figures"], rules.compiled.turns
    if name not in keys:
        return 0
    row = (state.clock.turn[0] - turns.span[0]) * rules.sides + state.clock.side[0]
    return max(turns.figures[row * len(keys) + keys.index(name)], 0)
