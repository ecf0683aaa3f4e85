"""Retreats: where units can go, and the way each takes (rule 6, and optional rule 17)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.project.carries import carries
from scenario_forge.rules.retreats import Surroundings, retreats
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice, Event, IllegalActionError, Next, Step
from scenario_forge.systems.desert_rats.play.breakout import breakouts, may_break_out
from scenario_forge.systems.desert_rats.play.situation import enemies, enemy_zones, stacks, weight
from scenario_forge.systems.desert_rats.play.tables import DesertState
from scenario_forge.systems.desert_rats.play.weights import fill

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.simulator.step import Action, Token
    from scenario_forge.systems.desert_rats.play.rules import Rules

FURTHER = 60
"""How much further than called for a retreat is looked for: to any edge of a map (rule 6, retreats, d)."""
TRIALS = 400
"""Ways to place the units of a retreat that are tried before it is taken to be impossible."""


@carries(
    "6.24", "6.25", neutral=lambda rules, *_: Surroundings(rules.neighbours, rules.ways, *[bytes(rules.hexes)] * 3)
)
def around(rules: Rules, state: DesertState, side: int, gone: Sequence[int] = ()) -> Surroundings:
    """What binds a retreat of a side: impassable ground, enemies and their zones; friends and supply are avoided.

    Friends who have just gone the same way are not: a stack may retreat together.
    """

    def make() -> Surroundings:
        barred = bytearray(enemies(rules, state, side))
        for hex_, zone in enumerate(enemy_zones(rules, state, side)):
            barred[hex_] |= zone
        avoid = bytearray(rules.hexes)
        for hex_, there in stacks(rules, state)[side].items():
            avoid[hex_] = not set(there).issubset(gone)
        for marker, place in zip(rules.markers, state.supplies.place, strict=True):
            if place >= 0 and marker.side != side:
                avoid[place] = 1
        return Surroundings(rules.neighbours, rules.ways, barred, avoid, bytes(rules.hexes))

    return state.derived(f"retreats {side} {gone}", (state.units, state.hexes, state.supplies), make)


class Ends(NamedTuple):
    """Where a unit can retreat to."""

    hexes: tuple[int, ...]
    away: int
    """How far they are, which is how long the way is."""
    clean: bool
    """Whether the way keeps off friends."""


class Planner:
    """Places units one after another; gives up after so many trials."""

    def __init__(self, rules: Rules, state: DesertState, side: int, count: int, gone: Sequence[int] = ()) -> None:
        self.rules, self.state, self.side, self.count = rules, state, side, count
        self.ground = around(rules, state, side, gone)
        self.trials = TRIALS

    @carries("6.26", "6.28", neutral=lambda *_: Ends((), 0, clean=True))
    def ends(self, unit: int, strength: int, planned: Mapping[int, int]) -> Ends:
        """Where one of them can go when others will be where it is ``planned``: weight by hex."""
        start, own = self.state.units.place[unit], weight(self.rules, self.state, unit, strength)
        full = bytearray(self.rules.hexes)
        held = fill(self.rules, self.state, self.side)
        for hex_ in {*held, *planned}:
            full[hex_] = held.get(hex_, 0) + planned.get(hex_, 0) + own > self.rules.number("stacking.limit")
        bounds = replace(self.ground, full=full)
        found = retreats(bounds, start, self.count) or retreats(bounds, start, self.count, further=FURTHER)
        away = len(next(iter(found.values())).path) if found else 0
        return Ends(tuple(found), away, not any(way.avoided for way in found.values()))

    def settle(self, units: Sequence[tuple[int, int]], planned: Mapping[int, int]) -> bool:
        """Whether all units, with their strengths, find a place."""
        if not units:
            return True
        unit, strength = units[0]
        own = weight(self.rules, self.state, unit, strength)
        for end in self.ends(unit, strength, planned).hexes:
            self.trials -= 1
            if self.trials < 0:
                return False
            if self.settle(units[1:], {**planned, end: planned.get(end, 0) + own}):
                return True
        return False


@carries("6.22", "6.26", "6.27", "6.38", neutral=False)
@carries("6.29", neutral=True)
def orderly(rules: Rules, state: DesertState, side: int, units: Mapping[int, int], count: int) -> bool:
    """Whether all units, strength by unit, can retreat so many hexes clear of enemy zones."""
    name = f"orderly {side} {count} {sorted(units.items())}"

    def make() -> bool:
        return Planner(rules, state, side, count).settle(sorted(units.items()), {})

    return state.derived(name, (state.units, state.hexes, state.supplies), make)


def can_retreat(rules: Rules, state: DesertState, side: int, units: Mapping[int, int], count: int, points: int) -> bool:
    """The same, or through zones at the price of ``points`` of strength where the optional rule allows it."""
    if orderly(rules, state, side, units, count):
        return True
    return may_break_out(rules, state, units) and bool(breakouts(rules, state, side, units, count, points, ()))


class Withdraw(Step[DesertState]):
    """Units retreat one by one, each by a way of its own: ``(hex, …)``. Who breaks out through zones does so as one."""

    id = "retreat"
    rule = "6.26"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: DesertState, frame: Frame) -> int:  # noqa: ARG002
        """Their owner."""
        return self._side(frame)

    @carries("6.26", "6.41", neutral=())
    def choices(self, state: DesertState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """The next hexes of the way of the first unit."""
        units, count = self._units(state, frame), frame.data["count"]
        path = tuple(int(hex_) for hex_ in prefix)
        if self._together(state, frame):
            found = breakouts(self.rules, state, self._side(frame), units, count, frame.data["points"], path)
            last = len(path) + 1 == count
        else:
            ends = self._ends(state, frame)
            last = len(path) + 1 == ends.away
            found = self._onward(state, frame, ends, path) if len(path) < ends.away else []
        return [Choice(hex_, whole=last, more=not last) for hex_ in found]

    def apply(self, state: DesertState, frame: Frame, action: Action) -> Next:
        """It goes, hex by hex; then the next."""
        together = self._together(state, frame)
        going = frame.data["units"] if together else frame.data["units"][:1]
        path = [int(hex_) for hex_ in action]
        start = state.units.place[going[0]]
        clause = "17.2" if together else self.rule
        events = [self._event(state, unit, start, path, clause, first=unit == going[0]) for unit in going]
        left, gone = frame.data["units"][len(going) :], [*frame.data["gone"], *going]
        paths = frame.data.get("paths", [])
        if frame.data["role"] == "defender":
            paths = [*paths, [start, *path]]
        data = {**frame.data, "units": left, "gone": gone, "paths": paths}
        return Next(tuple(events), (Frame("retreat" if left else "aftermath", data),))

    def _event(
        self, state: DesertState, unit: int, start: int, path: Sequence[int], clause: str, *, first: bool
    ) -> Event:
        """One unit's retreat; the first of a stack gains control of the way."""
        side = self._side_of(unit) + 1
        changes = [state.units.change(unit, "place", path[-1])]
        if not state.units.moved[unit]:
            changes.append(state.units.change(unit, "moved", 1))
        passed = path if first else ()
        changes += [state.hexes.change(h, "control", side) for h in passed if state.hexes.control[h] != side]
        return Event("retreats", tuple(changes), clause, (unit, start, *path))

    def why_not(self, state: DesertState, frame: Frame, prefix: Action, token: Token) -> IllegalActionError:
        """The clause that a step breaks."""
        found = super().why_not(state, frame, prefix, token)
        if not isinstance(token, int) or not 0 <= token < self.rules.hexes:
            return found
        if enemy_zones(self.rules, state, self._side(frame))[token]:
            return IllegalActionError(f"hex {token} is in an enemy zone of control", "6.24", len(prefix))
        if around(self.rules, state, self._side(frame)).avoid[token]:
            return IllegalActionError(f"hex {token} is occupied, and others are not", "6.25", len(prefix))
        return found

    def _ends(self, state: DesertState, frame: Frame) -> Ends:
        """Ends of the first unit that leave the others theirs."""
        (unit, strength), *others = sorted(self._units(state, frame).items())

        def make() -> Ends:
            def planner() -> Planner:
                return Planner(self.rules, state, self._side(frame), frame.data["count"], frame.data["gone"])

            found = planner().ends(unit, strength, {})
            own = weight(self.rules, state, unit, strength)
            good = [end for end in found.hexes if planner().settle(others, {end: own})]
            return found._replace(hexes=tuple(good or found.hexes))

        name = f"ends {unit} {frame.data['count']} {[u for u, _ in others]} {frame.data['gone']}"
        return state.derived(name, (state.units, state.hexes, state.supplies), make)

    def _onward(self, state: DesertState, frame: Frame, ends: Ends, path: tuple[int, ...]) -> list[int]:
        """Hexes one further away from which an end can be reached by going straight away."""
        ground = around(self.rules, state, self._side(frame), frame.data["gone"])
        start = state.units.place[frame.data["units"][0]]
        rings = distances(self.rules, start, ends.away)
        good = set(ends.hexes)
        for away in range(ends.away - 1, len(path), -1):
            good = {
                hex_
                for hex_ in rings[away]
                if not ground.barred[hex_]
                and not (ends.clean and ground.avoid[hex_])
                and good.intersection(self.rules.ways[6 * hex_ : 6 * hex_ + 6])
            }
        at = path[-1] if path else start
        return sorted(good.intersection(self.rules.ways[6 * at : 6 * at + 6]))

    def _units(self, state: DesertState, frame: Frame) -> dict[int, int]:
        return {unit: state.units.strength[unit] for unit in frame.data["units"]}

    def _together(self, state: DesertState, frame: Frame) -> bool:
        """Whether there is no way but through zones; once the first has gone in order, the others can."""
        if frame.data["gone"]:
            return False
        return not orderly(self.rules, state, self._side(frame), self._units(state, frame), frame.data["count"])

    def _side(self, frame: Frame) -> int:
        return self._side_of(frame.data["units"][0])

    def _side_of(self, unit: int) -> int:
        return self.rules.compiled.units.side[unit]


def distances(rules: Rules, start: int, most: int) -> list[set[int]]:
    """The hexes at 0, 1, 2 … ``most`` hexes from one, terrain of no account."""
    rings, met = [{start}], {start}
    for _ in range(most):
        ahead = {o for h in rings[-1] for o in rules.neighbours[6 * h : 6 * h + 6] if o >= 0} - met
        met |= ahead
        rings.append(ahead)
    return rings
