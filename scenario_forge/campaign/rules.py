"""The compiled rules of one scenario, ready for play: costs by edge, masks by kind, single markers."""

from __future__ import annotations

from array import array
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.extensions import OwnRules
from scenario_forge.campaign.state import box_place
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.engine import fastest
from scenario_forge.mechanics.movement import Ground
from scenario_forge.mechanics.supply import mask
from scenario_forge.mechanics.tables import Differentials, ResultsTable
from scenario_forge.wargame.base.cells import pairs, rows_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.mechanics.engine import Mechanics


class _Clauses(dict[str, str]):
    def __missing__(self, rule: str) -> str:
        return rule


class Rules(OwnRules):
    """The meaning of a scenario's arrays. Nothing in it changes in play."""

    def __init__(self, compiled: CompiledScenario, mechanics: Mechanics | None = None) -> None:
        super().__init__(compiled)
        self.hexes = compiled.hexes
        self.neighbours = compiled.map.neighbours
        self.mechanics = mechanics or fastest()

    @cached_property
    def clauses(self) -> Mapping[str, str]:
        """By rule: the game's clause, for events and refusals; the rule itself where no clause names it."""
        return _Clauses(self.compiled.parameters.get("clauses", {}))

    @cached_property
    def stated_by(self) -> Mapping[str, str]:
        """By quantity: the first clause that states it."""
        names = self.compiled.names
        return dict(zip(names.get("stated", ()), names.get("stated_by", ()), strict=True))

    @cached_property
    def results(self) -> ResultsTable[int, tuple[int, int]]:
        """The combat results table: the losses of attacker and defender by differential and throw."""
        columns, lows = self.columns, tuple(self.columns.combat_columns)
        losses = [*zip(columns.combat_attacker, columns.combat_defender, strict=True)]
        return ResultsTable(Differentials(lows), 1, rows_of(losses, len(lows)))

    # -- ground ----------------------------------------------------------------------------------

    @cached_property
    @rule("terrain.passable-hexsides")
    def open_sides(self) -> Sequence[int]:
        """6 h + d → 1 where the hexside can be crossed and the hex beyond be entered by combat units."""
        return [int(cost > 0) for cost in self.ground.cost]

    @cached_property
    def ground(self) -> Ground:
        """The ground of combat units: along a road its cost, else terrain and hexsides (rule 3, terrain chart)."""
        return self._ground(self.columns.cost_terrain)

    @cached_property
    def irregular_ground(self) -> Ground:
        """The ground of irregulars, which may cross what is impassable to others."""
        return self._ground(self.irregular_costs)

    @rule("terrain.movement-costs")
    def _ground(self, terrain_cost: Sequence[int]) -> Ground:
        ground, known = self.compiled.map, dict[tuple[int, int, int], tuple[int, int]]()
        cost, swift = [0] * (6 * self.hexes), [0] * (6 * self.hexes)
        for edge, beyond in enumerate(ground.neighbours):
            if beyond >= 0:
                crossed = (ground.terrain[beyond], ground.lines[edge], ground.sides[edge])
                if crossed not in known:  # there are few kinds of edges, and many edges
                    known[crossed] = self._crossed(terrain_cost, *crossed)
                cost[edge], swift[edge] = known[crossed]
        return Ground(ground.neighbours, cost, swift).flat()

    def _crossed(self, terrain_cost: Sequence[int], kind: int, lines: int, sides: int) -> tuple[int, int]:
        """Return cost and strategic cost of a hex behind an edge with these lines and hexsides; 0 for no way."""
        rules, factor = self.compiled.rules, self.strategic_percent
        if any(_chosen(rules["cost.side.barred"], sides)):
            return (0, 0)
        base = terrain_cost[kind] if kind >= 0 else 0
        if self.compiled.kinds.terrain_land[kind]:
            ways = [self._along(line, sides) for line in range(len(rules["cost.line"])) if lines >> line & 1]
            if ways:
                return min(ways)
        if not base:
            return (0, 0)
        extra = sum(_chosen(rules["cost.side"], sides))
        return base + extra, (base * factor // 100 if rules["cost.terrain.halved"][kind] else base) + extra

    @rule("terrain.roads")
    def _along(self, line: int, sides: int) -> tuple[int, int]:
        """Return cost and strategic cost of following a line: it replaces terrain, not hexsides it does not cross."""
        rules, kinds = self.compiled.rules, self.compiled.kinds
        base = rules["cost.line"][line]
        uncrossed = sides & ~kinds.line_crosses[line]
        extra = sum(_chosen(rules["cost.side"], uncrossed))
        factor = self.strategic_percent
        return base + extra, (base * factor // 100 if rules["cost.line.halved"][line] else base) + extra

    @cached_property
    def ways(self) -> Sequence[int]:
        """6 h + d → the hex beyond where combat units can cross to it, else −1."""
        pairs = zip(self.neighbours, self.open_sides, strict=True)
        return array("i", [beyond if open_ else -1 for beyond, open_ in pairs])

    @cached_property
    @rule("unsupplied.roads")
    def roads_home(self) -> Sequence[int]:
        """6 h + d → the hex beyond where a line leads on that unsupplied units may follow home, else −1 (rule 8)."""
        wanted = sum(1 << line for line, flag in enumerate(self.columns.line_retreat) if flag)
        lines = self.compiled.map.lines
        return array("i", [way if lines[edge] & wanted else -1 for edge, way in enumerate(self.ways)])

    @cached_property
    @rule("supply.home-base-area")
    def home_areas(self) -> Mapping[tuple[int, int], frozenset[int]]:
        """By side and place of a home base: its hex with those around that belong to it, or its box (8.8, 8.11)."""
        home, found = self.columns.home_places, {}
        for side, spot, radius in zip(home[::4], home[1::4], home[2::4], strict=True):
            area = {spot}
            for _ in range(radius):
                area |= {near for hex_ in area for near in self.neighbours[6 * hex_ : 6 * hex_ + 6]}
            found[side, spot] = self.grounds & area
        return found

    @cached_property
    @rule("supply.home-base")
    def home_places(self) -> Sequence[frozenset[int]]:
        """By side: all places of its home bases, hexes and off-map boxes (8.8, 8.11)."""
        areas = self.home_areas.items()
        return [frozenset(p for (s, _spot), area in areas if s == side for p in area) for side in range(self.sides)]

    @cached_property
    def home_hexes(self) -> Sequence[frozenset[int]]:
        """By side: the hexes of its home bases."""
        return [frozenset(hex_ for hex_ in places if hex_ >= 0) for places in self.home_places]

    @cached_property
    def beside_home(self) -> Sequence[frozenset[int]]:
        """By side: the hexes beside a box that is one of its home bases."""
        pairs = self.beside_boxes.items()
        return [
            frozenset(h for h, boxes in pairs if h in self.grounds and places.intersection(box_place(b) for b in boxes))
            for places in self.home_places
        ]

    @cached_property
    def grounds(self) -> frozenset[int]:
        """The places where combat units can be: hexes that are not impassable, and off-map boxes."""
        passable, boxes = self.compiled.kinds.terrain_passable, range(len(self.compiled.boxes.side))
        land = (hex_ for hex_, kind in enumerate(self.compiled.map.terrain) if passable[kind])
        return frozenset((*land, *(box_place(box) for box in boxes)))

    @cached_property
    def beside_boxes(self) -> Mapping[int, Sequence[int]]:
        """By hex beside an off-map box: the boxes there."""
        boxes, found = self.compiled.boxes, dict[int, list[int]]()
        for box, (begin, end) in enumerate(pairwise(boxes.begins)):
            for hex_ in boxes.hexes[begin:end]:
                found.setdefault(hex_, []).append(box)
        return found

    @cached_property
    def areas(self) -> Sequence[frozenset[int]]:
        """By area of the map: its hexes."""
        areas = self.compiled.areas
        return [frozenset(areas.hexes[a:b]) for a, b in pairwise(areas.begins)]

    @cached_property
    @rule("unsupplied.ports")
    def supply_ports(self) -> Sequence[int]:
        """The hexes of supply centres that are on the coast, or that the map calls ports (8.7 and its ruling)."""
        bits = {kind: 1 << number for number, kind in enumerate(self.compiled.keys["place_kinds"])}
        centre, port = bits.get("supply-centre", 0), bits.get("port", 0)
        pairs = zip(self.compiled.places.hex, self.compiled.places.kinds, strict=True)
        centres = [(hex_, kinds) for hex_, kinds in pairs if hex_ >= 0 and kinds & centre]
        return [hex_ for hex_, kinds in centres if kinds & port or self._is_coastal(hex_)]

    def _is_coastal(self, hex_: int) -> bool:
        """Return whether a hex is next to one that is no land."""
        terrain, land = self.compiled.map.terrain, self.compiled.kinds.terrain_land
        around = (terrain[near] for near in self.neighbours[6 * hex_ : 6 * hex_ + 6] if near >= 0)
        return any(kind >= 0 and not land[kind] for kind in around)

    @cached_property
    @rule("supply.always")
    def provided(self) -> Sequence[frozenset[int]]:
        """By side: the places of home bases that always supply whoever is in them (rules 9 and 12)."""
        home = self.columns.home_places
        found: list[set[int]] = [set() for _ in range(self.sides)]
        for side, spot, flag in zip(home[::4], home[1::4], home[3::4], strict=True):
            if flag:
                found[side] |= self.home_areas[side, spot]
        return [frozenset(places) for places in found]

    # -- fortifications --------------------------------------------------------------------------

    @cached_property
    @rule("fortifications.places")
    def forts(self) -> bytes:
        """By hex: 1 where a fortification is."""
        return self._places("fortification")

    def _places(self, kind: str) -> bytes:
        kinds = self.compiled.keys["place_kinds"]
        wanted = 1 << kinds.index(kind) if kind in kinds else 0
        pairs = zip(self.compiled.places.hex, self.compiled.places.kinds, strict=True)
        return bytes(mask(self.hexes, [hex_ for hex_, own in pairs if hex_ >= 0 and own & wanted]))

    @cached_property
    @rule("zones.out-of-works")
    def no_zones_from(self) -> bytes:
        """By hex: 1 where no zone of control reaches out: fortifications, but not boxes (rule 7)."""
        return self.forts

    # -- places of battle ------------------------------------------------------------------------

    @cached_property
    @rule("terrain.attackable-hexsides")
    def fightable(self) -> Sequence[int]:
        """6 h + d → 1 where units can attack across the hexside (terrain effects chart)."""
        barred = self.columns.combat_side_impossible
        closed = {sides for sides in {*self.compiled.map.sides} if any(_chosen(barred, sides))}
        pairs = zip(self.open_sides, self.compiled.map.sides, strict=True)
        return [int(bool(way) and sides not in closed) for way, sides in pairs]

    @cached_property
    @rule("terrain.slopes")
    def slopes(self) -> Sequence[int]:
        """6 h + d → the hexside's modifier of the differential for a unit that attacks across it."""
        shifts = self.columns.combat_side
        least = {sides: min((0, *_chosen(shifts, sides))) for sides in {*self.compiled.map.sides}}
        return [least[sides] for sides in self.compiled.map.sides]

    @cached_property
    @rule("fortifications.value")
    def values(self) -> Sequence[int]:
        """By hex: the defensive value of a fortification in it (rule 7)."""
        found = [0] * self.hexes
        for hex_, value in zip(self.compiled.places.hex, self.compiled.places.value, strict=True):
            if hex_ >= 0 and self.forts[hex_]:
                found[hex_] = max(found[hex_], value)
        return found

    @cached_property
    @rule("fortifications.cap")
    def caps(self) -> dict[int, int]:
        """By hex of a place: the best differential at which an attack on it is resolved (rule 7)."""
        return dict(pairs(self.columns.fortification_caps))

    @cached_property
    def victory_rows(self) -> Sequence[Mapping[str, Any]]:
        """The compiled rows of the victory table: objectives, then decisive victories."""
        return [*self.compiled.objectives, *self.compiled.decisive]

    @cached_property
    def changes_of(self) -> Mapping[int, Sequence[int]]:
        """By unit that comes or goes: the rows of its arrivals and withdrawals."""
        found = dict[int, list[int]]()
        for row, unit in enumerate(self.compiled.changes.unit):
            found.setdefault(unit, []).append(row)
        return found


def _chosen(values: Sequence[int], mask: int) -> list[int]:
    return [value for bit, value in enumerate(values) if mask >> bit & 1]
