"""Transfer by sea, and the ships that it costs (rules 9c and 14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.project.carries import carries
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Choice, Event, Next, Outcome, Step
from scenario_forge.systems.desert_rats.play.boxes import box_room
from scenario_forge.systems.desert_rats.play.centres import occupied
from scenario_forge.systems.desert_rats.play.situation import enemies, room
from scenario_forge.systems.desert_rats.play.tables import DesertState, box_of
from scenario_forge.systems.desert_rats.play.unsupplied import home_area

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.simulator.step import Action
    from scenario_forge.systems.desert_rats.play.rules import Rules

END = "end"


class SeaTransfer(Step[DesertState]):
    """Units that stayed in port go to the other one: ``(unit, place)`` or ``("end",)``."""

    id = "sea-transfer"
    rule = "9.27"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: DesertState, frame: Frame) -> int:  # noqa: ARG002
        """The side; nobody where no unit can go."""
        return state.clock.side[0] if self._travellers(state) else NOBODY

    def choices(self, state: DesertState, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Who can go, then where to."""
        if not prefix:
            going = self._travellers(state)
            return [Choice(END), *(Choice(unit, whole=False, more=True) for unit in going)]
        if len(prefix) > 1 or prefix == (END,):
            return ()
        return [Choice(spot) for spot in self._berths(state, int(prefix[0]))]

    def apply(self, state: DesertState, frame: Frame, action: Action) -> Next:
        """A unit goes; behind the last one the die is thrown once."""
        sailed = frame.data.get("sailed", 0)
        if not action or action == (END,):
            lost = sailed and self.rules.column("scoring.sea_transfer.die")  # a game without the die loses no ships
            return Next((), (Frame("convoys", {"left": sailed}),) if lost else ())
        unit, spot = int(action[0]), int(action[1])
        changes = (state.units.change(unit, "place", spot), *occupied(self.rules, state, unit, spot))
        event = Event("sails", changes, "9.28", (unit, spot))
        count = sailed + 1 if self.rules.number("scoring.sea_transfer.per_unit") else 1
        return Next((event,), (frame.having(sailed=count),))

    @carries("9.27", "9.28", neutral=[])
    def _travellers(self, state: DesertState) -> list[int]:
        """Combat units that spent the whole operations phase in a port (9.28) and find room in the other."""
        units, side = self.rules.compiled.units, state.clock.side[0]
        return [
            unit
            for unit, owner in enumerate(units.side)
            if owner == side
            and self.rules.fights[unit]
            and state.units.began[unit] == state.units.place[unit]
            and not state.units.moved[unit]
            and self._berths(state, unit)
        ]

    @carries("9.27", "9.29", "9.30", neutral=[])
    def _berths(self, state: DesertState, unit: int) -> list[int]:
        """Where a unit can land (9.27, 9.30; of a home base area the hexes around serve as well, by ruling)."""
        side, place = self.rules.compiled.units.side[unit], state.units.place[unit]
        routes, found = self.rules.column("sea.routes"), set()
        for owner, one, other in zip(routes[::3], routes[1::3], routes[2::3], strict=True):
            if owner != side or place not in (one, other) or not all(self._open(state, side, s) for s in (one, other)):
                continue
            target = other if place == one else one
            found |= {s for s in home_area(self.rules, side, target) if self._room(state, side, s, unit)}
        return sorted(found)

    def _open(self, state: DesertState, side: int, spot: int) -> bool:
        """Whether a port is the side's."""
        if box_of(spot) >= 0:
            return True
        return spot >= 0 and state.hexes.control[spot] == side + 1 and not enemies(self.rules, state, side)[spot]

    def _room(self, state: DesertState, side: int, spot: int, unit: int) -> bool:
        if spot < 0:
            return box_room(self.rules, state, side, spot, unit)
        passable, terrain = self.rules.compiled.kinds.terrain_passable, self.rules.compiled.map.terrain
        free = passable[terrain[spot]] and not enemies(self.rules, state, side)[spot]
        return bool(free) and room(self.rules, state, side, spot, unit)


class Convoys(Step[DesertState]):
    """A die for the ships lost: points for the enemy (14.23)."""

    id = "convoys"
    rule = "14.23"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: DesertState, frame: Frame) -> int:  # noqa: ARG002
        """Chance."""
        return CHANCE

    def chance(self, state: DesertState, frame: Frame) -> Chance:  # noqa: ARG002
        """One die."""
        faces = self.rules.column("scoring.sea_transfer.die")[1]
        return Chance("convoys", [Outcome(n) for n in range(1, faces + 1)], state.clock.turn[0], (state.clock.side[0],))

    @carries("9.31", "14.23", neutral=Next())
    def apply(self, state: DesertState, frame: Frame, action: Action) -> Next:
        """Points are conceded; a throw beyond the table counts as its last line (ruling)."""
        side, sides = state.clock.side[0], state.sides
        first, last = self.rules.column("scoring.sea_transfer.turns")
        table = self.rules.column("scoring.sea_transfer.table")
        throw = int(action[0])
        if first <= state.clock.turn[0] <= last:
            throw += self.rules.column("scoring.sea_transfer.side_modifier")[side]
        points = table[max(1, min(throw, len(table))) - 1]
        others = [other for other in range(self.rules.sides) if other != side]
        changes = tuple(sides.change(o, "points", sides.points[o] + points) for o in others) if points else ()
        left = frame.data["left"] - 1
        event = Event("ships lost", changes, self.rule, (side, points))
        return Next((event,), (frame.having(left=left),) if left else ())
