"""A position as the rulebook sees it: the map, units, supplies, zones and stacks, read off a state of play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.play.table import Board

OTHER = {"allied": "axis", "axis": "allied", "empire": "italy", "italy": "empire"}
SMALLER = {"XX": "X", "X": "III"}
WEIGHT = {"II": 0, "III": 1, "X": 2, "XX": 4}
FULL = 4
BOX = -2
"""The place of what is in the off-map box."""


class Book(NamedTuple):
    """What a game's rulebook and charts say where the two games on these rules differ, costs in movement points."""

    terrain: dict[str, float]
    lines: dict[str, float]
    sides: dict[str, float]
    crosses: dict[str, set[str]]
    """By line, the hexsides whose cost it takes away."""
    only: dict[str, str]
    """By terrain that is closed to all others, the type that may enter it."""
    no_halves: set[str]
    disengaging: float
    road_home: str
    strategic_beyond: int
    mechanised: int
    homes: dict[str, tuple[str, ...]]
    area: str
    """The home that includes the hexes beside it."""
    box: str
    """Whose home the off-map box is."""
    raider: str = ""


BOOKS = {
    "desert-rats": Book(
        terrain={"clear": 2, "sand": 6, "rough": 4, "depression": 6},
        lines={"coast-road": 0.5, "track": 1},
        sides={"escarpment": 8, "ridge": 0, "wire": 0},
        crosses={"coast-road": {"escarpment"}, "track": set()},
        only={"depression": "private-army"},
        no_halves={"sand", "rough", "depression"},
        disengaging=3,
        road_home="coast-road",
        strategic_beyond=5,
        mechanised=25,
        homes={"allied": ("Alexandria", "Cairo"), "axis": ()},
        area="Alexandria",
        box="axis",
        raider="private-army",
    ),
    "massawa": Book(
        terrain={"clear": 2, "plateau": 2, "hills": 4, "mountain": 6},
        lines={"road": 1, "track": 1.5},
        sides={"escarpment": 4, "river": 1, "frontier": 0},
        crosses={"road": {"escarpment", "river"}, "track": {"river"}},
        only={},
        no_halves=set(),
        disengaging=2,
        road_home="road",
        strategic_beyond=2,
        mechanised=22,
        homes={"empire": ("Kassala",), "italy": ("Asmara", "Massawa")},
        area="",
        box="empire",
    ),
}


@dataclass(frozen=True)
class Man:
    """A combat unit or private army in play."""

    row: int
    side: str
    place: int
    strength: int
    full: int
    size: str
    kind: str
    nationality: str
    movement: int

    @property
    def weight(self) -> int:
        """5.1 to 5.4: what it counts for in a stack."""
        size = self.size
        if 2 * self.strength < self.full:
            size = SMALLER.get(size, size)
        return WEIGHT[size]


class Ground:
    """The printed map."""

    def __init__(self, board: Board, game: str) -> None:
        compiled = board.rules.compiled
        keys, kinds, plan = compiled.keys, compiled.kinds, compiled.map
        self.book = BOOKS[game]
        self._away: dict[int, dict[int, int]] = {}
        self.names = compiled.names["hexes"]
        self.terrain = [keys["terrain"][code] for code in plan.terrain]
        passable = dict(zip(keys["terrain"], kinds.terrain_passable, strict=True))
        self.open = [bool(passable[name]) for name in self.terrain]
        self.beside: list[dict[int, tuple[set[str], set[str]]]] = []
        """By hex, what adjoins it: the hexsides between the two, and the lines that lead across."""
        for hex_ in range(len(self.terrain)):
            found = {}
            for direction in range(6):
                at = 6 * hex_ + direction
                if plan.neighbours[at] >= 0:
                    sides = {name for bit, name in enumerate(keys["hexside_kinds"]) if plan.sides[at] >> bit & 1}
                    lines = {name for bit, name in enumerate(keys["line_kinds"]) if plan.lines[at] >> bit & 1}
                    found[plan.neighbours[at]] = (sides, lines)
            self.beside.append(found)
        closed = {name for name, open_ in zip(keys["hexside_kinds"], kinds.side_passable, strict=True) if not open_}
        self.closed = closed
        names = compiled.names["places"]
        self.place = dict(zip(names, compiled.places.hex, strict=True))
        self.kinds = {
            name: {kind for bit, kind in enumerate(keys["place_kinds"]) if mask >> bit & 1}
            for name, mask in zip(names, compiled.places.kinds, strict=True)
        }
        self.forts = {self.place[name] for name in names if "fortification" in self.kinds[name]}
        areas = compiled.areas
        self.areas = {
            name: set(areas.hexes[areas.begins[n] : areas.begins[n + 1]]) for n, name in enumerate(keys["areas"])
        }
        self.edge = set(compiled.boxes.hexes) if len(compiled.boxes.side) else set()

    def next(self, hex_: int, kind: str = "") -> list[int]:
        """The hexes that a unit of some type may go to, as far as the ground lets it."""
        return [
            other
            for other, (sides, _lines) in self.beside[hex_].items()
            if not sides & self.closed
            and (self.open[other] or (kind and self.book.only.get(self.terrain[other]) == kind))
        ]

    def away(self, hex_: int) -> dict[int, int]:
        """How many hexes off each hex of the map is, in a straight count."""
        if hex_ not in self._away:
            found, waiting = {hex_: 0}, [hex_]
            for at in waiting:
                for other in self.beside[at]:
                    if other not in found:
                        found[other] = found[at] + 1
                        waiting.append(other)
            self._away[hex_] = found
        return self._away[hex_]


@dataclass(frozen=True)
class Position:
    """Who is where."""

    ground: Ground
    men: dict[int, Man]
    supplies: dict[int, tuple[str, int]]
    """By row, side and place of what is in play."""
    boxes: frozenset[int]
    control: dict[int, str]

    @cached_property
    def fighters(self) -> list[Man]:
        """The combat units on the map."""
        return [man for man in self.men.values() if man.place >= 0 and man.kind != self.ground.book.raider]

    def at(self, hex_: int, side: str) -> list[Man]:
        """The combat units of a side in a place."""
        return [m for m in self.men.values() if (m.place, m.side) == (hex_, side) and m.kind != self.ground.book.raider]

    def zones(self, side: str) -> set[int]:
        """4.1 to 4.4, 7.15: the hexes in the zones of control of a side."""
        ground = self.ground
        return {
            other
            for man in self.fighters
            if man.side == side and man.place not in ground.forts
            for other in ground.next(man.place)
            if other not in ground.forts and other not in self.boxes
        }

    def room(self, man: Man, hex_: int) -> bool:
        """5.1: whether a unit finds room beside its friends in a hex."""
        return sum(m.weight for m in self.at(hex_, man.side) if m.row != man.row) + man.weight <= FULL

    def with_men(self, men: dict[int, Man]) -> Position:
        """The position with some units as they are now."""
        return replace(self, men=self.men | men)

    def with_man(self, row: int, **values: int) -> Position:
        """The position after a unit has changed; it is gone when nothing is left of it."""
        men = dict(self.men)
        men[row] = replace(men[row], **values)
        if not men[row].strength:
            del men[row]
        return replace(self, men=men)


def men_of(board: Board, rows: Iterable[int]) -> dict[int, Man]:
    """Return those units that are in play."""
    compiled, state = board.rules.compiled, board.state.units
    keys, units = compiled.keys, compiled.units
    return {
        row: Man(
            row,
            keys["sides"][units.side[row]],
            state.place[row],
            state.strength[row],
            units.strength[row],
            keys["sizes"][units.size[row]],
            keys["types"][units.type[row]],
            keys["nationalities"][units.nationality[row]],
            units.movement[row],
        )
        for row in rows
        if state.place[row] >= BOX and state.place[row] != -1
    }


def position_of(board: Board, ground: Ground) -> Position:
    """Return the position that the state of a board is."""
    state, sides = board.state, board.rules.compiled.keys["sides"]
    supplies = {
        row: (sides[board.rules.markers[row].side], place)
        for row, place in enumerate(state.supplies.place)
        if place >= BOX and place != -1
    }
    boxes = frozenset(hex_ for hex_, owner in enumerate(state.hexes.box) if owner)
    control = {hex_: sides[side - 1] for hex_, side in enumerate(state.hexes.control) if side}
    return Position(ground, men_of(board, range(state.units.rows)), supplies, boxes, control)
