"""Transfer by sea, and the ships that it costs (rules 9c and 14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.arrivals.centres import control_gained
from scenario_forge.campaign.movement.boxes import endless
from scenario_forge.campaign.movement.unsupplied import home_area
from scenario_forge.campaign.situation import enemies, unoccupied, weight
from scenario_forge.campaign.state import CampaignState, box_of
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.tables import dice
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Choice, Event, Next, Step
from scenario_forge.systems.desert_rats.state import columns_of, desert_document
from scenario_forge.wargame.base.steps import outcomes_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.step import Action

END = "end"


class SeaTransfer(Step[CampaignState]):
    """Transfer of units that stayed in port to the other one: ``(unit, place)`` or ``("end",)``.

    Where a port is full, those who make room for a unit go in the same action: ``(unit, place, unit, place, …)``.
    """

    id = "sea-transfer"
    clause = "sea-transfer.routes"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:  # noqa: ARG002
        """Return the side; NOBODY where no unit can go."""
        return state.clock.side[0] if self._travellers(state) else NOBODY

    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Return who can go, then where to; then who makes room there, until stacking holds everywhere."""
        if not prefix:
            going = self._travellers(state)
            return [Choice(END), *(Choice(unit, whole=False, more=True) for unit in going)]
        if prefix == (END,):
            return ()
        sailed = _legs(prefix)
        if len(prefix) % 2:
            ends = {spot: {**sailed, int(prefix[-1]): spot} for spot in self._bound(state, prefix)}
            full = {spot: bool(self._crowded(state, after)) for spot, after in ends.items()}
            return [Choice(spot, whole=not more, more=more) for spot, more in full.items()]
        crowded = self._crowded(state, sailed)
        leaving = self._leaving(state, sailed, crowded)
        return [Choice(unit, whole=False, more=True) for unit in leaving if self._bound(state, (*prefix, unit))]

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Move the units of one action; at the end go on to the throws for ships: one, or one for each unit."""
        sailed = frame.data.get("sailed", 0)
        if not action or action == (END,):
            lost = sailed and columns_of(self.rules).scoring_sea_transfer_die  # a game without the die loses no ships
            return Next((), (Frame("convoys", {"left": sailed}),) if lost else ())
        legs = _legs(action)
        changes = [state.units.change(unit, "place", spot) for unit, spot in legs.items()]
        first = {spot: unit for unit, spot in reversed(legs.items())}
        changes += [change for spot, unit in first.items() for change in control_gained(self.rules, state, unit, spot)]
        # all at once, with the first: in between, whoever makes room would still be where another has landed
        events = [
            Event("sails", () if number else tuple(changes), self.rules.clauses["sea-transfer.embarkation"], leg)
            for number, leg in enumerate(legs.items())
        ]
        ships = desert_document(self.rules).scoring.sea_transfer
        count = sailed + len(legs) if ships and ships.per == "unit" else 1
        return Next(tuple(events), (frame.with_values(sailed=count),))

    @rule("sea-transfer.routes", "sea-transfer.embarkation")
    def _travellers(self, state: CampaignState) -> list[int]:
        """Return the units that can go by sea now."""
        return [unit for unit in self._waiting(state) if self._bound(state, (unit,))]

    @rule("sea-transfer.embarkation")
    def _waiting(self, state: CampaignState) -> list[int]:
        """Return the combat units that spent the whole operations phase where they are (9.28)."""
        units, side = self.rules.compiled.units, state.clock.side[0]
        return [
            unit
            for unit, owner in enumerate(units.side)
            if owner == side
            and self.rules.fights[unit]
            and state.units.began[unit] == state.units.place[unit]
            and not state.units.moved[unit]
        ]

    @rule("sea-transfer.routes")
    def _berths(self, state: CampaignState, unit: int) -> list[int]:
        """Return where a unit can land, room aside (9.27; also around a home base area, by ruling)."""
        side, place = self.rules.compiled.units.side[unit], state.units.place[unit]
        routes, found = columns_of(self.rules).sea_routes, set()
        for owner, one, other in zip(routes[::3], routes[1::3], routes[2::3], strict=True):
            if owner != side or place not in (one, other) or not all(self._open(state, side, s) for s in (one, other)):
                continue
            target = other if place == one else one
            found |= {*unoccupied(self.rules, state, side, home_area(self.rules, side, target))}
        return sorted(found)

    @rule("sea-transfer.capacity")
    def _bound(self, state: CampaignState, prefix: Action) -> list[int]:
        """Return where the last unit of an action can go so that all find room in the end (9.29, 9.30)."""
        sailed, unit = _legs(prefix), int(prefix[-1])
        ends = self._berths(state, unit)
        return [spot for spot in ends if self._settles(state, {**sailed, unit: spot}, set())]

    def _settles(self, state: CampaignState, sailed: Mapping[int, int], met: set[frozenset[tuple[int, int]]]) -> bool:
        """Return whether stacking holds where units land, or others can sail from there until it does."""
        crowded = self._crowded(state, sailed)
        known = frozenset(sailed.items())
        if not crowded or known in met:
            return not crowded
        met.add(known)
        return any(
            self._settles(state, {**sailed, unit: spot}, met)
            for unit in self._leaving(state, sailed, crowded)
            for spot in self._berths(state, unit)
        )

    def _leaving(self, state: CampaignState, sailed: Mapping[int, int], crowded: set[int]) -> list[int]:
        """Return the units that can still sail from crowded places and would make room there."""
        place = state.units.place
        staying = (unit for unit in self._waiting(state) if unit not in sailed and place[unit] in crowded)
        return [unit for unit in staying if weight(self.rules, state, unit)]

    @rule("sea-transfer.stacking")
    def _crowded(self, state: CampaignState, sailed: Mapping[int, int]) -> set[int]:
        """Return the places where units land without room, those that sailed counted where they land."""
        load = dict.fromkeys(sailed.values(), 0)
        side, fighters = state.clock.side[0], self.rules.fighters
        for unit in fighters[side]:
            spot = sailed.get(unit, state.units.place[unit])
            if spot in load:
                load[spot] += weight(self.rules, state, unit)
        most = self.rules.given.stacking.limit
        return {spot for spot, total in load.items() if total > most and not endless(spot)}

    def _open(self, state: CampaignState, side: int, spot: int) -> bool:
        """Return whether a port is the side's."""
        if box_of(spot) >= 0:
            return True
        return state.hexes.control[spot] == side + 1 and not enemies(self.rules, state, side)[spot]


def _legs(action: Action) -> dict[int, int]:
    """Return each unit's destination in the order of the action; without its last unit if it is not complete."""
    return {int(unit): int(spot) for unit, spot in zip(action[::2], action[1::2], strict=False)}


class Convoys(Step[CampaignState]):
    """A throw for the ships lost: points for the enemy (14.23)."""

    id = "convoys"
    clause = "sea-transfer.points"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:  # noqa: ARG002
        """Return CHANCE."""
        return CHANCE

    def chance(self, state: CampaignState, frame: Frame) -> Chance:  # noqa: ARG002
        """Return the question for one die."""
        faces = columns_of(self.rules).scoring_sea_transfer_die[1]
        return Chance("convoys", outcomes_of(dice(1, faces)), state.clock.turn[0], (state.clock.side[0],))

    @rule("sea-transfer.risk", "sea-transfer.points")
    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Concede the points; a throw beyond the table counts as its last line (ruling)."""
        side, sides = state.clock.side[0], state.sides
        first, last = columns_of(self.rules).scoring_sea_transfer_turns
        table = columns_of(self.rules).scoring_sea_transfer_table
        throw = int(action[0])
        if first <= state.clock.turn[0] <= last:
            throw += columns_of(self.rules).scoring_sea_transfer_side_modifier[side]
        points = table[max(1, min(throw, len(table))) - 1]
        others = [other for other in range(self.rules.sides) if other != side]
        changes = tuple(sides.change(o, "points", sides.points[o] + points) for o in others) if points else ()
        left = frame.data["left"] - 1
        event = Event("ships lost", changes, self.clause, (side, points))
        return Next((event,), (frame.with_values(left=left),) if left else ())
