"""The place of each unit by its role: what it does at the printed starts, done at the front of the date.

A unit that has just arrived is at home. Where the front is that of a printed start, units stand as they do there. The
others are in line: close behind the front, around the hex with most of the places for which both sides fight.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.drafts.dates import NotMade, nearest_date
from scenario_forge.drafts.land import owners
from scenario_forge.drafts.rows import (
    Draft,
    DraftRow,
    MarkerRow,
    Positions,
    column_of,
    presence,
    spent_points,
    without_span,
)
from scenario_forge.drafts.theatre import theatre, theatre_at
from scenario_forge.drafts.ways import Ways, homes_of
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.placement import PlacementToken
from scenario_forge.game.reading.locate import check_command
from scenario_forge.game.schedule import days_of
from scenario_forge.hexes import components, distance, distances

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.drafts.dates import Dates
    from scenario_forge.game.forces import Entry, Force, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.schedule import DateMark


NEAR = 3
"""Hexes within which a guess counts as right."""
DEEP = 8
"""Hexes behind the front within which units and places are in line."""
SAME = 4
"""Hexes up to which two fronts are the same."""
FRESH = 45
"""Days within which an arrival has not come up to the front yet."""
BEHIND = frozenset({"line", "reserve", "link"})
"""Kinds of guess that put a unit behind the front, clear of the enemy."""
FAR = 10**6


class Land:
    """The map of a game as both sides use it: its ways, its places, and the homes from which each side comes."""

    def __init__(self, game: Game, grid: HexMap) -> None:
        self.game, self.grid, self.ways = game, grid, Ways(game, grid)
        self.forces = forces(game)
        self.sides = list(self.forces.sides)
        self.places = sorted({hex_ for _place, hex_, _where in grid.places.values() if hex_ is not None})
        kinds = grid.places.values()
        self.centres = sorted({h for place, h, _where in kinds if h is not None and place.capacity is not None})
        self.homes = {side: homes_of(game, grid, self.ways, side) or self._bases(side) for side in self.sides}

        boxes = {side: [box.id for box in grid.document.boxes if box.side == side] for side in self.sides}
        self.gates = {
            side: sorted(
                {hex_ for box in own for hex_ in grid.adjoining[box]} | {h for h in self.homes[side] if h >= 0}
            )
            for side, own in boxes.items()
        }
        """Hexes at which each side comes onto the map."""

    @cached_property
    def ways_out(self) -> dict[str, list[tuple[int, ...]]]:
        """By side, the cheapest way from each of its gates to the nearest gate of an enemy."""
        found = {}
        for side in self.sides:
            foes = [each for each in self.sides if each != side]
            tree = self.ways.spread(side, "", [hex_ for foe in foes for hex_ in self.gates[foe]])
            found[side] = [_followed(tree, gate) for gate in self.gates[side] if gate in tree]
        return found

    def main(self, side: str, owner: Mapping[int, str]) -> frozenset[int]:
        """Return the land that a side holds together with a gate of its own; without one, its largest."""
        own = [owner.get(hex_) == side for hex_ in range(len(self.grid.grid))]
        parts = [frozenset(part) for part in components(self.grid.grid.neighbours, bytearray(own))]
        with_gate = [part for part in parts if not part.isdisjoint(self.gates[side])]
        return frozenset().union(*with_gate) if with_gate else max(parts, key=len, default=frozenset())

    def _bases(self, side: str) -> frozenset[int]:
        """Return the hexes of places that are a side's alone."""
        places = self.grid.places.values()
        return frozenset(hex_ for place, hex_, _where in places if place.sides == [side] and hex_ is not None)

    def owner_at(self, mark: DateMark) -> dict[int, str]:
        """Return the side that owns each hex of land at a printed start, by who holds the nearest place."""
        stood = [(each.hex, side) for side, each in self._there(mark) if each.hex is not None]
        then = owners(self.grid, self.sides, stood)
        return self.around({hex_: self.sides[then[hex_]] for hex_ in self.places if hex_ in then})

    def owner_on(self, dates: Dates) -> dict[int, str]:
        """Return the side that owns each hex of land on a date, by who holds the nearest place."""
        return self.around({hex_: held.side for hex_, held in theatre(self.game, dates).control.items()})

    def around(self, held: Mapping[int, str]) -> dict[int, str]:
        """Return the side that owns each hex of land, by who holds the nearest place; a side holds its own homes."""
        homes = {hex_: side for side, nodes in self.homes.items() for hex_ in nodes if hex_ >= 0}
        found = owners(self.grid, self.sides, {**held, **homes}.items())
        return {hex_: self.sides[number] for hex_, number in found.items()}

    def _there(self, mark: DateMark) -> Iterator[tuple[str, Entry]]:
        """Yield side and entry of all that is on the map at a printed start."""
        for side, force in self.forces.sides.items():
            column = column_of(force, mark)
            units = (unit.at_start(column) for unit in force.units)
            yield from ((side, each) for each in units if each is not None and each.kind == "at")
            yield from ((side, each.entry) for each in force.markers if each.entry.column.id == column)


def _followed(tree: Mapping[int, tuple[int, int]], node: int) -> tuple[int, ...]:
    """Return the hexes from a node of a tree to its root."""
    nodes = [node]
    while tree[nodes[-1]][1] != nodes[-1]:
        nodes.append(tree[nodes[-1]][1])
    return tuple(each for each in nodes if each >= 0)


class Stage:
    """The land at one moment as one side sees it: how far behind the front each hex is, and where the side fights."""

    def __init__(self, land: Land, side: str, owner: Mapping[int, str]) -> None:
        self.land, self.side, self.owner = land, side, owner

    def owns(self, hex_: int) -> bool:
        """Check whether the side owns a hex."""
        return self.owner.get(hex_) == self.side

    @cached_property
    def main(self) -> frozenset[int]:
        """The land of the side that hangs together with its homes."""
        return self.land.main(self.side, self.owner)

    @cached_property
    def depth(self) -> Mapping[int, int]:
        """Steps from each hex of land to the enemy's own; if the enemy has none, to where their boxes adjoin."""
        land, grid = self.land, self.land.grid
        foes = [side for side in land.sides if side != self.side]
        theirs = [hex_ for side in foes for hex_ in land.main(side, self.owner)]
        theirs = theirs or [hex_ for side in foes for hex_ in land.gates[side]]
        return distances(grid.grid.neighbours, grid.land, theirs)

    def is_clear(self, hex_: int) -> bool:
        """Check whether a hex is of the side's main land, and not next to the enemy's."""
        return hex_ in self.main and self.depth.get(hex_, FAR) > 1

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """The last hex of the side's own on the way from each of its gates to the enemy; the gate itself if none is."""
        return tuple(self._head(way) for way in self.land.ways_out[self.side])

    def _head(self, way: tuple[int, ...]) -> int:
        """Return where the front cuts a way best: with fewest hexes of the enemy before it, and of the side behind."""
        own = [self.owns(hex_) for hex_ in way]
        theirs, best, head = sum(own), sum(own), 0
        for number, mine in enumerate(own, start=1):
            theirs += -1 if mine else 1
            if theirs < best:
                best, head = theirs, number - 1
        return way[head]

    @cached_property
    def hub(self) -> int | None:
        """The hex with most of the places near it that are in line; of several the nearest to the front.

        Without such a place, the hex nearest to the front.
        """
        grid, fought = self.land.grid, [hex_ for hex_ in self.land.places if self.in_line(hex_)]
        front = distances(grid.grid.neighbours, grid.land, self.heads)

        def worth(hex_: int) -> tuple[int, int, int]:
            near = sum(distance(grid.grid, hex_, place) <= NEAR for place in fought)
            return near, -front.get(hex_, FAR), -hex_

        return max((hex_ for hex_ in sorted(self.main) if grid.passable[hex_]), key=worth, default=None)

    @cached_property
    def _line(self) -> frozenset[int]:
        grid = self.land.grid
        near = distances(grid.grid.neighbours, grid.land, self.heads)
        return frozenset(hex_ for hex_ in self.main if near.get(hex_, FAR) <= DEEP)

    def in_line(self, hex_: int) -> bool:
        """Check whether a hex is the side's own and close behind the front."""
        return hex_ in self._line

    @cached_property
    def rear(self) -> int | None:
        """The nearest supply centre of its own behind the line; without one, its home."""
        grid, centres = self.land.grid, self.land.centres
        away = distances(grid.grid.neighbours, grid.land, [] if self.hub is None else [self.hub])
        own = [hex_ for hex_ in centres if hex_ in self.main and not self.in_line(hex_) and hex_ in away]
        return min(own, key=lambda hex_: (away[hex_], hex_), default=self.home)

    @cached_property
    def home(self) -> int | None:
        """The node of its homes that is nearest to where it fights."""
        homes = self.land.homes[self.side]
        tree = self.land.ways.spread(self.side, "", homes if self.hub is None else [self.hub])
        return min(homes, key=lambda node: (tree.get(node, (FAR, 0))[0], node), default=None)


@dataclass(frozen=True, slots=True)
class Role:
    """Where a unit is, what kind of guess that is, and why; the kind is empty where it is fixed."""

    guess: str
    node: int
    why: str
    entry: Entry | None = None
    """The entry of the printed start at which it stands so."""


class Cast:
    """The roles of all units on a date, by its front and those of the printed starts."""

    def __init__(self, land: Land, dates: Dates) -> None:
        self.land, self.dates, owner = land, dates, land.owner_on(dates)
        self.fates = theatre(land.game, dates).fates
        self.stages = {side: Stage(land, side, owner) for side in land.sides}
        self._stages: dict[tuple[str, str], Stage] = {}
        self.template, self.apart = nearest(land, dates, owner)

    def role(self, force: Force, unit: Unit, came: Entry | None) -> Role | None:
        """Return the role of a unit that is there; None where nothing says where that could be."""
        stage = self.stages[unit.side]
        fixed = self._stays(force, unit) or self._cut_off(stage, unit)
        if fixed is not None:
            return fixed
        if came is not None and came.kind == "arrives" and self._fresh(came) and stage.home is not None:
            return Role("arrival", stage.home, "has just arrived: at home")
        same = unit.at_start(column_of(force, self.template)) if self.apart <= SAME else None
        if same is not None and same.kind == "at" and same.hex is not None and stage.owns(same.hex):
            return Role("same front", same.hex, f"as in {self.template.date.label}, with the same front", same)
        behind = self._link(force, stage, unit) or self._reserve(force, stage, unit)
        if behind is not None:
            return behind
        if stage.hub is None:
            return None if stage.home is None else Role("arrival", stage.home, "holds no land: at home")
        return Role("line", stage.hub, "in line behind the front")

    def _stays(self, force: Force, unit: Unit) -> Role | None:
        """Return the role of a unit that is in one hex at both starts around the date, which its side owns.

        It is certain only if the front never moved between them; else a unit in line then has moved with it.
        """
        before, after = self.dates.before, self.dates.after
        one, other = (unit.at_start(column_of(force, mark)) if mark else None for mark in (before, after))
        if one is None or other is None or one.hex is None or one.kind != "at" or other.hex != one.hex:
            return None
        if not self.stages[unit.side].owns(one.hex):
            return None
        if self._still:
            return Role("", one.hex, "there at both starts, with the front in one place", one)
        if self._then(unit.side, before).in_line(one.hex):
            return None
        return Role("stays", one.hex, "there at both starts, though the front moved", one)

    @cached_property
    def _still(self) -> bool:
        """Whether the front is that of the start before in every turn up to the start after."""
        land, dates = self.land, self.dates
        before, after = dates.before, dates.after
        if after is None or before.turn is None or after.turn is None:
            return False
        then = land.owner_at(before)
        owners_between = (
            land.around({hex_: held.side for hex_, held in theatre_at(land.game, dates.track, turn).control.items()})
            for turn in range(before.turn + 1, after.turn)
        )
        each = (land.owner_on(dates), land.owner_at(after), *owners_between)
        return all(apart(land, then, owner) <= SAME for owner in each)

    def _cut_off(self, stage: Stage, unit: Unit) -> Role | None:
        fate = self.fates.get(unit.key)
        if fate is None or fate.word != "cut_off" or fate.hex is None or not stage.owns(fate.hex):
            return None
        return Role("cut off", fate.hex, fate.words)

    def _link(self, force: Force, stage: Stage, unit: Unit) -> Role | None:
        """Return the place of a unit that passes supply on: one behind another on the way home, as far as that goes."""
        system, kind = self.land.game.system, unit.counter.counter.type if unit.counter else ""
        rule = system.supply(self.land.game) if system else None
        if rule is None or kind not in rule.links or stage.hub is None or stage.home is None:
            return None
        way = self.land.ways.way(force.side, "", stage.hub, stage.home)
        links = [each.no for each in force.units if each.counter and each.counter.counter.type == kind]
        number = links.index(unit.no) * max(1, rule.gap)
        return None if way is None else Role("link", way.nodes[min(number, way.steps)], "passes supply on to the front")

    def _reserve(self, force: Force, stage: Stage, unit: Unit) -> Role | None:
        """Return the place of a unit that is behind the line at the start after: the next supply centre behind it."""
        after = self.dates.after
        entry = unit.at_start(column_of(force, after)) if after is not None else None
        if after is None or entry is None or entry.kind != "at" or entry.hex is None:
            return None
        then = self._then(force.side, after)
        if entry.hex not in then.main or then.in_line(entry.hex):
            return None
        node = stage.rear
        label = after.date.label
        return None if node is None else Role("reserve", node, f"behind the line in {label}: in reserve")

    def _then(self, side: str, mark: DateMark) -> Stage:
        """Return the land as a side saw it at a printed start."""
        key = (side, mark.date.id)
        if key not in self._stages:
            self._stages[key] = Stage(self.land, side, self.land.owner_at(mark))
        return self._stages[key]

    def _fresh(self, came: Entry) -> bool:
        track, turn = self.dates.track, came.turn or 0
        begins, now = days_of(track, turn), days_of(track, self.dates.first_turn)
        if begins is None or now is None:
            return self.dates.first_turn - turn <= 1
        return now[0] - begins[0] <= FRESH

    def marker(self, force: Force, kind: str) -> MarkerRow | None:
        """Return the markers of one kind in their roles: as many as where the front is nearest."""
        column = column_of(force, self.template)
        entries = [each.entry for each in force.markers if each.marker == kind and each.entry.column.id == column]
        if not entries:
            return None
        stage = self.stages[force.side]
        then = self._then(force.side, self.template)
        tokens = [self._lying(stage, then, each) for each in entries]
        return MarkerRow(kind, tokens, open=True, why=f"as many as in {self.template.date.label}, by role")

    def _lying(self, stage: Stage, then: Stage, entry: Entry) -> PlacementToken:
        """Return a marker in line where its side fights, and one behind the front where it lies, if that is its own."""
        token, hex_ = without_span(entry.token), entry.hex
        if hex_ is None or (self.apart <= SAME and stage.owns(hex_)):
            return token
        node = hex_ if stage.owns(hex_) and not then.in_line(hex_) else stage.hub
        node = stage.home if node is None else node
        return token if node is None else replace(token, place=self.land.ways.name(node))


def nearest(land: Land, dates: Dates, owner: Mapping[int, str]) -> tuple[DateMark, int]:
    """Return the printed start whose front is nearest, and how many hexes it is apart."""
    marks = [
        (apart(land, owner, land.owner_at(mark)), mark) for mark in dates.track.starts.values() if mark.turn is not None
    ]
    share, best = min(marks, key=lambda each: (each[0], abs((each[1].turn or 0) - dates.first_turn)))
    return best, share


def apart(land: Land, owner: Mapping[int, str], other: Mapping[int, str]) -> int:
    """Return the hexes between two fronts, where they are farthest apart along the ways from the gates."""
    grid = land.grid.grid
    pairs = [(Stage(land, side, owner).heads, Stage(land, side, other).heads) for side in land.sides]
    return max((distance(grid, a, b) for one, two in pairs for a, b in zip(one, two, strict=True)), default=0)


def land_of(game: Game) -> Land:
    """Return the map of a game as both sides use it.

    Raises:
        NotMade: the game has no map.
    """
    grid = hex_map(game)
    if grid is None:
        raise NotMade(f"{game.title} has no map that can be read", f"`{check_command(game)}` says why")
    return Land(game, grid)


def cast(game: Game, dates: Dates) -> tuple[list[Draft], Positions, str, DateMark]:
    """Draft both sides by role; say where the positions come from, and which printed start's values to begin with.

    Raises:
        NotMade: the game has no map, or an order of battle lacks a column.
    """
    land = land_of(game)
    roles, ground = Cast(land, dates), Positions(game)
    drafted: list[Draft] = []
    for force in land.forces.sides.values():
        rows = [_row(roles, force, unit) for unit in force.units]
        kinds = dict.fromkeys(each.marker for each in force.markers if each.entry.column.id in force.columns)
        markers = [lying for kind in kinds if (lying := roles.marker(force, kind)) is not None]
        drafted.append(Draft(force, rows, markers))
    for sure in (True, False):
        for row in (row for draft in drafted for row in draft.rows):
            if row.hex is not None and row.open != sure:
                _settle(ground, roles.stages[row.unit.side], row)
    how = f"each unit in its role at the front of the date; the nearest is {roles.template.date.label}'s"
    return drafted, ground, how, best_values(land, dates)


def best_values(land: Land, dates: Dates) -> DateMark:
    """Return the start at which most places are held as on the date; of several the nearest date."""
    state = theatre(land.game, dates)
    then = {mark.date.id: land.owner_at(mark) for mark in dates.track.starts.values() if mark.turn is not None}
    nearest_in_time = nearest_date(dates)

    def worth(mark: DateMark) -> tuple[int, bool, int]:
        same = sum(then[mark.date.id].get(hex_) == state.holder(hex_) for hex_ in land.places)
        return same, mark is nearest_in_time, -abs((mark.turn or 0) - dates.first_turn)

    return max((mark for mark in dates.track.starts.values() if mark.date.id in then), key=worth)


def _row(roles: Cast, force: Force, unit: Unit) -> DraftRow:
    """Return a unit's row: whether it is there by rule, and its place by its role."""
    row, came = presence(roles.dates, force, unit, roles.fates.get(unit.key))
    role = roles.role(force, unit, came) if row.token.kind == "at" else None
    if role is None:
        row.open = row.open or row.token.kind == "at"
        return row
    row.open, row.guess = bool(role.guess), role.guess
    row.hex = role.node if role.node >= 0 else None
    at_date = unit.at_start(column_of(force, nearest_date(roles.dates)))
    known = next((each for each in (role.entry, at_date, came) if each is not None and each.kind == "at"), None)
    strength = known.token.strength if known is not None else None
    in_works = role.entry is not None and role.entry.token.in_works
    base = unit.at_start(column_of(force, roles.dates.before))
    spent = spent_points(roles.dates, force, base, came if came is not base else None) if row.hex is None else None
    place = roles.land.ways.name(role.node)
    row.token = PlacementToken("at", place, strength=strength, in_works=in_works, spent=spent)
    row.why.append(role.why)
    return row


def _settle(ground: Positions, stage: Stage, row: DraftRow) -> None:
    """Put a unit where there is room for it near its place: on land of its side, clear of the front if it is behind."""
    hex_, unit, strength = row.hex, row.unit, row.token.strength
    if hex_ is None or ground.grid is None:
        return
    room = [each for each in ground.around(hex_, unit.side) if ground.takes(unit, strength, each)]
    main = row.guess in BEHIND
    clear = (each for each in room if (stage.is_clear(each) if main else stage.owns(each)))
    place = next(clear, room[0] if room else hex_)
    in_works = row.token.in_works and place == hex_ and ground.works_left(place)
    ground.put(unit, strength, place, in_works=in_works)
    row.hex, row.token = place, replace(row.token, place=ground.grid.name(place), in_works=in_works)
