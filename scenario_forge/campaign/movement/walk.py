"""A move in progress, not yet carried out: next steps, their costs, and where it may end (rules 3, 4, 5, 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.movement.boxes import entrances, exits, has_room
from scenario_forge.campaign.situation import facing
from scenario_forge.campaign.state import box_of
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Update
from scenario_forge.simulator.step import Choice, Event, IllegalActionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.mechanics.movement import Situation
    from scenario_forge.simulator.step import Token

    Steps = Sequence[tuple[Token, int]]
    """Places and what they cost."""


class Walk:
    """The walk of a combat unit. Subclasses are for units under other rules."""

    def __init__(self, rules: Rules, state: CampaignState, unit: int) -> None:
        self.rules, self.state, self.unit = rules, state, unit
        self.side = rules.compiled.units.side[unit]
        self.kind = rules.compiled.units.type[unit]
        self.at = state.units.place[unit]
        self.spent = max(state.units.spent[unit], state.clock.spent[0])
        self.begun = bool(state.units.moved[unit])
        self.halted = bool(state.units.halted[unit])
        self.budget = rules.compiled.units.movement[unit] * rules.scale
        swift = self.may_be_swift
        self.face(facing(rules, state, self.side, strategic=swift), "swift" if swift else "slow")

    def face(self, situation: Situation, how: str) -> None:
        """Set the obstacles; the steps found are shared with all units of the kind that face the same ones.

        ``how`` tells apart what units of the side face now; the ways are forgotten when it is another situation.
        """
        self.facing = situation
        name = ("ways", self.side, self.kind, how)
        self.ways: dict[int, Steps] = self.state.derived(name, lambda: (situation,), dict)

    def copy(self) -> Walk:
        """Return a copy of the walk that can go on separately."""
        made: Walk = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    @property
    @rule("unsupplied.strategic-rate")
    def may_be_swift(self) -> bool:
        """Whether it has the strategic rate: not if it began its turn out of supply (rule 8)."""
        return not self.state.units.unsupplied[self.unit]

    @property
    @rule("movement.disengagement-time")
    def may_leave_zone(self) -> bool:
        """Whether it may disengage: only before its first step and before any round of combat (4.10)."""
        return not self.begun and not self.state.clock.rounds[0]

    def steps(self) -> Steps:
        """Return the next steps, with their costs."""
        return self.open_steps()

    @rule("movement.steps", "movement.minimum")
    def open_steps(self) -> Steps:
        """Return the hexes and boxes it can enter with the points it has left, and their costs (rules 3, 4, 12)."""
        if self.halted:
            return ()
        ways = self.from_hex() if self.at >= 0 else self.from_box(box_of(self.at)) if box_of(self.at) >= 0 else ()
        left = self.budget - self.spent
        return [step for step in ways if step[1] <= left]

    @rule("movement.cost", "movement.disengagement")
    def from_hex(self) -> Steps:
        """Return the steps from a hex, to hexes or into a box."""
        if self.facing.stops[self.at]:
            extra = self.rules.given.movement.disengagement_cost * self.rules.scale
            return self._out_of(extra, leaving=True) if self.may_leave_zone else ()
        found = self.ways.get(self.at)
        if found is None:
            found = self.ways[self.at] = self._out_of(0, leaving=False)
        return found

    def _out_of(self, extra: int, *, leaving: bool) -> Steps:
        """Return the steps out of its hex, each at ``extra`` points more; ``leaving`` a zone, into none."""
        ground, facing_ = self.rules.ground, self.facing
        stops, barred, swift = facing_.stops, facing_.barred, facing_.swift
        found: list[tuple[Token, int]] = []
        for edge in range(6 * self.at, 6 * self.at + 6):
            other = ground.neighbours[edge]
            if barred[other] or (leaving and stops[other]):
                continue
            cost = ground.swift[edge] if swift[other] else ground.cost[edge]
            if cost:  # there is none beyond the edge of the map
                found.append((other, cost + extra))
        if self.at in self.rules.beside_boxes:
            found += [(place, cost + extra) for place, cost in self.into_box()]
        return found

    def into_box(self) -> Steps:
        """Return the off-map boxes beside its hex that it may enter."""
        return entrances(self.rules, self.at, self.side, self.kind)

    def from_box(self, box: int) -> Steps:
        """Return the steps onto the map, each at the cost of the hex entered (12.3)."""
        ways = exits(self.rules, self.state, box, self.side)
        facing_ = self.facing
        return [(hex_, fast if facing_.swift[hex_] else cost) for hex_, cost, fast in ways if not facing_.barred[hex_]]

    def price(self, place: Token, *, freely: bool = False) -> int | None:
        """Return the cost of a step, None if not allowed; ``freely``: also steps that rule 8 forbids the unsupplied."""
        for other, cost in self.open_steps() if freely else self.steps():
            if other == place:
                return cost
        return None

    def enter(self, place: Token, cost: int | None = None) -> None:
        """Take a step.

        Raises:
            IllegalActionError: there is no way there from here.
        """
        if cost is None:
            cost = self.price(place)
            if cost is None:
                raise IllegalActionError(
                    f"hex {place} cannot be entered from here", self.rules.clauses["movement.steps"]
                )
        self.spent, self.begun = self.spent + cost, True
        if isinstance(place, int):
            self.at = place

    def follows(self, way: Sequence[Token]) -> bool:
        """Take all steps of a way; return whether the way is open and the move can end there."""
        for place in way:
            cost = self.price(place)
            if cost is None:
                return False
            self.enter(place, cost)
        return self.ends()

    @rule("stacking.end-of-move")
    def ends(self) -> bool:
        """Return whether it may end its move here: stacking binds on the map, not in boxes (5.1, 12.11)."""
        return has_room(self.rules, self.state, self.side, self.at, self.unit)

    @rule("stacking.passing")
    def can_end(self) -> bool:
        """Return whether it can end its move here or at a hex in reach: stacking binds at the end (rule 5)."""
        waiting, met = [self], {self.at}
        while waiting:
            walk = waiting.pop()
            if walk.ends():
                return True
            for place, cost in walk.steps():
                if isinstance(place, int) and place not in met:
                    met.add(place)
                    after = walk.copy()
                    after.enter(place, cost)
                    waiting.append(after)
        return False

    def go(self, place: Token, cost: int) -> Event:
        """Return the event of a step."""
        return self.march([(int(place), cost)])

    @rule("movement.march")
    def march(self, way: Sequence[tuple[int, int]]) -> Event:
        """Return the event of entering hexes in a row, each with its cost, with nothing in between.

        The side that passed last controls a hex (9.18). Changes stand in the event hex by hex; the way is behind the
        unit among its subjects.
        """
        units, hexes, unit, mark = self.state.units, self.state.hexes, self.unit, self.side + 1
        place, spent, moved = (units.columns.index(name) for name in ("place", "spent", "moved"))
        at, used, begun, total = units.place[unit], units.spent[unit], units.moved[unit], self.spent
        changes: list[Update] = []
        for hex_, cost in way:
            total += cost
            changes.append(Update(units.index, unit, place, at, hex_))
            changes.append(Update(units.index, unit, spent, used, total))
            changes.append(Update(units.index, unit, moved, begun, 1))
            if hex_ >= 0 and hexes.control[hex_] != mark:
                changes.append(hexes.change(hex_, "control", mark))
            at, used, begun = hex_, total, 1
        return Event(
            "enters", tuple(changes), self.rules.clauses["movement.steps"], (unit, *[hex_ for hex_, _cost in way])
        )


def next_walks(walk: Walk) -> Iterator[Walk]:
    """Yield the walk after each possible step."""
    for place, cost in walk.steps():
        after = walk.copy()
        after.enter(place, cost)
        yield after


def next_choices(walk: Walk) -> list[Choice]:
    """Return the next places of a move, from each of which it can be completed."""
    found = []
    for place, cost in walk.steps():
        after = walk.copy()
        after.enter(place, cost)
        ends, more = after.ends(), any(further.can_end() for further in next_walks(after))
        if ends or more:
            found.append(Choice(place, whole=ends, more=more))
    return found
