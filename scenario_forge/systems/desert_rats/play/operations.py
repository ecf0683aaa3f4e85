"""The operations phase: units move in any order under one clock (rules 2 and 3); combat comes between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice, Event, IllegalActionError, Next, Step
from scenario_forge.systems.desert_rats.play.situation import enemy_zones, facing, room
from scenario_forge.systems.desert_rats.play.tables import DesertState, box_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.simulator.step import Action, Token
    from scenario_forge.systems.desert_rats.play.rules import Rules

END = "end"


class Operations(Step[DesertState]):
    """The side moves a unit, hex by hex, or ends the phase. An action is ``(unit, hex, hex, …)`` or ``("end",)``."""

    id = "operations"
    rule = "2.5"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: DesertState, frame: Frame) -> int:  # noqa: ARG002
        """The side whose player turn it is."""
        return state.clock.side[0]

    def choices(self, state: DesertState, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Units that can move and `end`; then the hexes that the unit can enter next."""
        if prefix == (END,):
            return ()
        if not prefix:
            return [Choice(END), *(Choice(unit, whole=False, more=True) for unit in self._movable(state))]
        return self._hexes(state, prefix)

    def apply(self, state: DesertState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """The march begins, or the phase is over."""
        if action == (END,):
            return Next()
        return Next((), (frame, Frame("march", {"unit": action[0], "way": list(action[1:])})))

    def why_not(self, state: DesertState, frame: Frame, prefix: Action, token: Token) -> IllegalActionError:
        """The clause that a step breaks."""
        found = super().why_not(state, frame, prefix, token)
        if prefix and isinstance(token, int) and token >= 0:
            zone = enemy_zones(self.rules, state, state.clock.side[0])
            if zone[token]:
                return IllegalActionError(f"hex {token} is in an enemy zone of control", "4.5", len(prefix))
            return IllegalActionError(f"hex {token} cannot be entered with the points left", "3.2", len(prefix))
        return found

    # -- who, and where to -----------------------------------------------------------------------

    def _movable(self, state: DesertState) -> Iterator[int]:
        """Units that can enter some hex and end their move."""
        side, units = state.clock.side[0], self.rules.compiled.units
        for unit, owner in enumerate(units.side):
            if owner == side and self.rules.fights[unit] and self._hexes(state, (unit,)):
                yield unit

    def _hexes(self, state: DesertState, prefix: Action) -> list[Choice]:
        """Where the unit of a move that is begun can go next; each can be completed within its points."""
        walk = Walk(self.rules, state, int(prefix[0]))
        for hex_ in prefix[1:]:
            walk.enter(int(hex_))
        found = []
        for hex_, cost in walk.steps():
            after = walk.copy()
            after.enter(hex_, cost)
            ends = room(self.rules, state, walk.side, hex_, walk.unit)
            goes_on = any(True for _ in after.steps())
            if ends or (goes_on and after.can_end()):
                found.append(Choice(hex_, whole=ends, more=goes_on and after.can_end()))
        return found


class Walk:
    """A unit on its way, in mind only: where it is, and what it has spent."""

    def __init__(self, rules: Rules, state: DesertState, unit: int) -> None:
        self.rules, self.state, self.unit = rules, state, unit
        self.side = rules.compiled.units.side[unit]
        self.at = state.units.place[unit]
        self.spent = max(state.units.spent[unit], state.clock.spent[0])
        self.begun = bool(state.units.moved[unit])
        self.facing = facing(rules, state, self.side, strategic=not state.units.unsupplied[unit])

    def copy(self) -> Walk:
        """The same walk, to go on apart."""
        made = object.__new__(Walk)
        made.__dict__.update(self.__dict__)
        return made

    @property
    def budget(self) -> int:
        """All the points of the unit."""
        return self.rules.compiled.units.movement[self.unit] * self.rules.scale

    def steps(self) -> Iterator[tuple[int, int]]:
        """Hexes that it can enter next, with their costs (rules 3 and 4)."""
        if self.at < 0 or self.state.units.halted[self.unit]:
            if box_of(self.at) >= 0 and not self.state.units.halted[self.unit]:
                yield from self._from_box()
            return
        inside = bool(self.facing.stops[self.at])
        leaving = inside and not self.begun and not self.state.clock.rounds[0]
        if inside and not leaving:
            return
        extra = self.rules.number("movement.disengagement_cost") * self.rules.scale if leaving else 0
        ground = self.rules.ground
        for edge in range(6 * self.at, 6 * self.at + 6):
            other = ground.neighbours[edge]
            if other < 0 or self.facing.barred[other] or (leaving and self.facing.stops[other]):
                continue
            cost = ground.swift[edge] if self.facing.swift[other] else ground.cost[edge]
            if cost and self.spent + cost + extra <= self.budget:
                yield other, cost + extra

    def _from_box(self) -> Iterator[tuple[int, int]]:
        """Onto the map at the cost of the hex entered (rule 12)."""
        boxes, rules = self.rules.compiled.boxes, self.rules
        box = box_of(self.at)
        for hex_ in boxes.hexes[boxes.begins[box] : boxes.begins[box + 1]]:
            kind = rules.compiled.map.terrain[hex_]
            base = rules.column("cost.terrain")[kind] if kind >= 0 else 0
            swift = self.facing.swift[hex_] and rules.column("cost.terrain.halved")[kind]
            cost = base * rules.number("movement.strategic_factor") // 100 if swift else base
            if base and not self.facing.barred[hex_] and self.spent + cost <= self.budget:
                yield hex_, cost

    def enter(self, hex_: int, cost: int | None = None) -> None:
        """Go on to a hex.

        Raises:
            IllegalActionError: it cannot be entered from here.
        """
        if cost is None:
            cost = dict(self.steps()).get(hex_)
            if cost is None:
                raise IllegalActionError(f"hex {hex_} cannot be entered from here", "3.2")
        self.at, self.spent, self.begun = hex_, self.spent + cost, True

    def can_end(self) -> bool:
        """Whether it can end its move here or at a hex it can still reach: stacking binds at the end (rule 5)."""
        waiting, met = [self], {self.at}
        while waiting:
            walk = waiting.pop()
            if room(self.rules, self.state, self.side, walk.at, self.unit):
                return True
            for hex_, cost in walk.steps():
                if hex_ not in met:
                    met.add(hex_)
                    after = walk.copy()
                    after.enter(hex_, cost)
                    waiting.append(after)
        return False


class March(Step[DesertState]):
    """What is left of a move, a hex at a time, so that whatever comes of a hex comes before the next."""

    id = "march"
    rule = "3.2"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def apply(self, state: DesertState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """The next hex is entered, unless the unit is gone or has been stopped."""
        unit, way = frame.data["unit"], frame.data["way"]
        if not way:
            return Next()
        walk = Walk(self.rules, state, unit)
        cost = dict(walk.steps()).get(way[0])
        if cost is None:
            return Next()
        changes = [
            state.units.change(unit, "place", way[0]),
            state.units.change(unit, "spent", walk.spent + cost),
            state.units.change(unit, "moved", 1),
        ]
        if state.hexes.control[way[0]] != walk.side + 1:
            changes.append(state.hexes.change(way[0], "control", walk.side + 1))
        return Next((Event("enters", tuple(changes), self.rule, (unit, way[0])),), (frame.having(way=way[1:]),))
