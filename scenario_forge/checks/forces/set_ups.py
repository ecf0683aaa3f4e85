"""Set-ups of start dates as the orders of battle say: who stands where, and how each side is supplied there."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.forces import forces
from scenario_forge.game.game import view
from scenario_forge.game.hexmap import hex_map
from scenario_forge.hexes import distance, reach, without_sides
from scenario_forge.mechanics.supply import supplied, zone

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.documents.counters import Formation
    from scenario_forge.game.forces import Entry, Force, MarkerEntry, Unit
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.system import GeneralSupply, ZonesOfControl
    from scenario_forge.hexes import Neighbours


class Standing(NamedTuple):
    """A unit on the map at a start."""

    unit: Unit
    entry: Entry
    hex: int

    @property
    def strength(self) -> int | None:
        """The strength with which it starts: the one written at the entry, else its printed one."""
        given = self.entry.token.strength
        return given if given is not None else self.printed_strength

    @property
    def printed_strength(self) -> int | None:
        """The strength on its counter; None without a counter."""
        return self.unit.counter.counter.strength if self.unit.counter else None

    @property
    def type(self) -> str | None:
        """The unit type on its counter; None without a counter."""
        return self.unit.counter.counter.type if self.unit.counter else None


@dataclass(eq=False, repr=False)
class DatedSetUp:
    """The set-up of one start date. Entries whose hex could not be looked up are left out."""

    start: str
    units: list[Standing] = field(default_factory=list)
    off_map: list[tuple[Unit, Entry]] = field(default_factory=list)
    """Units in off-map boxes."""
    markers: list[tuple[MarkerEntry, int]] = field(default_factory=list)
    vague: set[str] = field(default_factory=set)
    """Sides some of whose markers cannot be placed: what rests on all of them is unknown."""

    def __repr__(self) -> str:
        return f"DatedSetUp({self.start}: {len(self.units)} units, {len(self.markers)} markers)"

    def of(self, side: str) -> list[Standing]:
        """Return the units of a side on the map."""
        return [each for each in self.units if each.unit.side == side]

    def stacks(self) -> dict[tuple[str, int], list[Standing]]:
        """Return units by side and hex, in printed order."""
        found: dict[tuple[str, int], list[Standing]] = defaultdict(list)
        for each in self.units:
            found[each.unit.side, each.hex].append(each)
        return found


@view
def set_ups(game: Game) -> dict[str, DatedSetUp]:
    """The set-up of every start date that an order of battle has a column for."""
    found: dict[str, DatedSetUp] = {}
    for force in forces(game).sides.values():
        columns = start_columns(force)
        for start, column in columns.items():
            _place_units(found.setdefault(start, DatedSetUp(start)), force, column)
        for marker in force.markers:
            start = marker.entry.start or ""
            if columns.get(start) == marker.entry.column.id:
                _place_marker(found[start], marker)
        _note_unread(force, found)
    return found


def _place_units(set_up: DatedSetUp, force: Force, column: str) -> None:
    for unit in force.units:
        entry = unit.at_start(column)
        if entry is None or entry.kind != "at" or entry.location is None:
            continue
        if entry.location.hex is not None:
            set_up.units.append(Standing(unit, entry, entry.location.hex))
        elif entry.location.box:
            set_up.off_map.append((unit, entry))


def _place_marker(set_up: DatedSetUp, marker: MarkerEntry) -> None:
    location = marker.entry.location
    if location is None:
        set_up.vague.add(marker.side)
    elif location.hex is not None:
        set_up.markers.append((marker, location.hex))


def _note_unread(force: Force, found: dict[str, DatedSetUp]) -> None:
    """Sides whose marker cells are all blank, or one of which no notation takes."""
    for start, column in start_columns(force).items():
        if column in force.unread_columns or not force.markers_of(column):
            found[start].vague.add(force.side)


def start_columns(force: Force) -> dict[str, str]:
    """Return the column of each start date; the first where there are two, which is reported for them."""
    found: dict[str, str] = {}
    for column in (*force.columns.values(), *force.own.values()):
        if column.start:
            found.setdefault(column.start, column.id)
    return found


# -- supply of a side at a start --------------------------------------------------------------------


class SupplySource(NamedTuple):
    """A place that supply comes from."""

    hex: int
    place: str
    """As it is written."""
    where: Where
    kind: str
    """What a message calls it: `supply unit`."""


@dataclass(eq=False, repr=False)
class SideSupply:
    """The supply of a side at a start, with supply units on the map or known to have none. Distances are in hexes."""

    side: str
    set_up: DatedSetUp
    grid: HexMap
    rule: GeneralSupply
    zones: ZonesOfControl | None
    sources: list[tuple[MarkerEntry, int]]
    """Supply units."""
    foreign: frozenset[str] = frozenset()
    """Nationalities that other sides move; a counter of this side that shows one is misprinted."""
    name: str = ""
    """The printed name of the side."""
    formations: Mapping[str, Formation] = field(default_factory=dict)
    """Those that the game declares, by id."""

    def __repr__(self) -> str:
        return f"SideSupply({self.side}, {self.set_up!r})"

    @cached_property
    def own(self) -> list[Standing]:
        """Its units on the map."""
        return self.set_up.of(self.side)

    @cached_property
    def enemies(self) -> list[Standing]:
        """Units of all other sides."""
        return [each for each in self.set_up.units if each.unit.side != self.side]

    @cached_property
    def enemy_hexes(self) -> frozenset[int]:
        """The hexes that the other side's units are in."""
        return frozenset(each.hex for each in self.enemies)

    @cached_property
    def radii(self) -> dict[int, int]:
        """The radius of each unit that needs supply, by its place in ``own``."""
        found: dict[int, int] = {}
        for index, each in enumerate(self.own):
            counter = each.unit.counter.counter if each.unit.counter else None
            if counter is None or counter.type in self.rule.immune_types or counter.nationality in self.foreign:
                continue
            if counter.nationality in self.rule.radius:
                chained = self.rule.headquarters and self.rule.sources and self.leads(each)
                found[index] = self.rule.gap if chained else self.rule.radius[counter.nationality]
        return found

    @cached_property
    def springs(self) -> list[SupplySource]:
        """The sources of its supply: supply units, hexes that have it from the start, and units that pass it on."""
        found = [SupplySource(hex_, m.entry.token.place, m.entry.where, "supply unit") for m, hex_ in self.sources]
        found += self._hexes
        if self.rule.headquarters:
            found += [
                SupplySource(e.hex, self.grid.name(e.hex), e.entry.where, "headquarters") for e in self._headquarters
            ]
        links = [each for each in self.own if each.type in self.rule.links]
        while links:
            near = self._from([spring.hex for spring in found], self.rule.gap)
            joined = [each for each in links if each.hex in near]
            if not joined:
                break
            links = [each for each in links if each.hex not in near]
            found += [
                SupplySource(e.hex, self.grid.name(e.hex), e.entry.where, "link of the supply chain") for e in joined
            ]
        return found

    @cached_property
    def _hexes(self) -> list[SupplySource]:
        """The hexes that have supply from the start, but for those where an enemy is."""
        names = {hex_: place.name for place, hex_, _where in self.grid.places.values() if hex_ is not None}
        hexes = self.rule.sources_at(self.set_up.start, self.side) - self.enemy_hexes
        return [
            SupplySource(hex_, names.get(hex_, self.grid.name(hex_)), self.grid.where, "source of supply")
            for hex_ in sorted(hexes)
        ]

    def springs_of(self, each: Standing) -> list[SupplySource]:
        """Return the places that supply comes from for one unit."""
        if not self.rule.headquarters:
            return self.springs
        own = each.unit.counter.counter.parent if each.unit.counter else ""
        led = self._leads.get(each.unit.no) == own
        if led and self.rule.sources:
            return self._hexes
        return [
            SupplySource(
                hq.hex, self.grid.name(hq.hex), hq.entry.where, "other headquarters" if led else "headquarters"
            )
            for hq in self._headquarters
            if (self._leads[hq.unit.no] != own if led else self._leads[hq.unit.no] == own)
        ]

    def leads(self, each: Standing) -> bool:
        """Return whether a unit is the headquarters of a formation."""
        return each.unit.no in self._leads

    @cached_property
    def _leads(self) -> dict[int, str]:
        """Formations of the side by the number of the unit that leads each."""
        return {f.headquarters: f.id for f in self.formations.values() if f.side == self.side and f.headquarters}

    @cached_property
    def _headquarters(self) -> list[Standing]:
        return [each for each in self.own if each.unit.no in self._leads]

    @cached_property
    def paths(self) -> dict[int, int]:
        """Steps by hex of the shortest supply path from any source of the side."""
        return self._from([spring.hex for spring in self.springs], max(self.radii.values(), default=0))

    def path(self, each: Standing, *, open_: bool = False) -> int | None:
        """Return steps of a unit's shortest supply path, None if none is short enough; ``open_``: without enemies."""
        hexes = tuple(spring.hex for spring in self.springs_of(each))
        key = (hexes, open_)
        if key not in self._known:
            limit = max(self.radii.values(), default=0)
            ways, passable = self._ground
            self._known[key] = reach(ways, [*hexes], passable, limit) if open_ else self._from([*hexes], limit)
        return self._known[key].get(each.hex)

    def _from(self, hexes: list[int], limit: int) -> dict[int, int]:
        """Steps by hex from the nearest of some hexes, as far as the limit, by ways that the enemy leaves open."""
        ways, passable = self._ground
        if self.rule.through_enemies:
            return reach(ways, hexes, passable, limit)
        friends = {each.hex for each in self.own}
        if self.zones is None or not self.zones.despite_friends:
            return supplied(ways, passable, hexes, limit, friends, self.enemy_hexes, self._enemy_zone)
        found = supplied(ways, passable, hexes, limit, (), self.enemy_hexes, self._enemy_zone)
        ends = friends & self._enemy_zone - found.keys()  # where a path may end
        near = {hex_: min((found[to] for to in ways[hex_] if to in found), default=limit) for hex_ in ends}
        return found | {hex_: steps + 1 for hex_, steps in near.items() if steps < limit}

    @cached_property
    def _ground(self) -> tuple[Neighbours, Sequence[int]]:
        """What paths lead across, and into."""
        if self.rule.over_any_ground:
            return self.grid.grid.neighbours, b"\x01" * len(self.grid.grid)
        return ways_not_across(self.grid, self.rule.not_across, self.rule.along), self.grid.passable

    @cached_property
    def _known(self) -> dict[tuple[tuple[int, ...], bool], dict[int, int]]:
        return {}

    @cached_property
    def _enemy_zone(self) -> set[int]:
        return zone_of(self.grid, self.zones, self.enemies, self.own) if self.zones is not None else set()

    def nearest(self, each: Standing, hex_: int | None = None) -> tuple[int, SupplySource] | None:
        """Return the distance to a unit's nearest source, whatever lies between, and the source; None if there is none.

        ``hex_``: as if it stood there.
        """
        here = each.hex if hex_ is None else hex_
        away = ((distance(self.grid.grid, here, spring.hex), spring) for spring in self.springs_of(each))
        return min(away, key=lambda each: each[0], default=None)

    def unsupplied_units(self) -> Iterator[tuple[Standing, int]]:
        """Yield units out of supply with their radius, but for those where no unit of their side can stand."""
        for index, radius in self.radii.items():
            each = self.own[index]
            if not self.grid.passable[each.hex] or each.hex in self.enemy_hexes:
                continue
            if self.rule.always and self.rule.always(self.side, each.hex, None):
                continue
            steps = self.path(each)
            if steps is None or steps > radius:
                yield each, radius


def _said_none(force: Force, start: str, kinds: Mapping[str, str], rule: GeneralSupply) -> bool:
    """Whether each supply marker of a side has a cell that says `none`, rather than no cell at all."""
    column = start_columns(force).get(start, "")
    said = ((at, marker) for at, marker in force.marker_cells if at == column or at in force.columns)
    wanted = {marker for _at, marker in said if kinds.get(marker) in rule.marker_kinds}
    placed = {each.marker for each in force.markers if each.entry.column.id == column}
    return bool(wanted) and wanted <= force.markers_of(column) and not wanted & placed


def zone_of(grid: HexMap, rule: ZonesOfControl, units: Iterable[Standing], others: Iterable[Standing]) -> set[int]:
    """Return the hexes in the zones of control of some units, where the others are their enemies."""
    closed = hexes_with(grid, rule.not_into)
    if not rule.into_works:
        closed |= {each.hex for each in others if each.entry.token.in_works}
    active = [each.hex for each in units if each.type is not None and each.type not in rule.without]
    ways = ways_not_across(grid, rule.not_across, rule.along)
    return zone(ways, grid.passable, active, closed, hexes_with(grid, rule.not_out_of))


def ways_not_across(grid: HexMap, kinds: frozenset[str], along: frozenset[str]) -> Neighbours:
    """Return the neighbour table without hexsides of some kinds, save where a line of some kinds leads across."""
    led = {frozenset(pair) for line in grid.lines if line.line.kind in along for pair in pairwise(line.hexes)}
    shut = [
        side
        for side, found in grid.sides.items()
        if any(each.kind in kinds for each in found)
        and frozenset((side.hex, grid.grid.neighbours[side.hex][side.direction])) not in led
    ]
    return without_sides(grid.ways, shut) if shut else grid.ways


def hexes_with(grid: HexMap, kinds: frozenset[str]) -> set[int]:
    """Return the hexes of the places of some kinds."""
    return {hex_ for place, hex_, _ in grid.places.values() if hex_ is not None and kinds.intersection(place.kinds)}


@view
def side_supplies(game: Game) -> list[SideSupply]:
    """The supply of every side at every start whose supply units are all known; nothing without a supply rule.

    Where all of them lie in off-map boxes, nothing is said: whom they feed from there is the rule system's to say.
    """
    if any(game.broken(kind) for kind in ("game", "map", "charts", "rules")):
        return []  # the rule system reads its rules there
    rule = game.system.supply(game) if game.system else None
    grid = hex_map(game)
    if rule is None or grid is None or game.system is None:
        return []
    zones = game.system.zones(game)
    linked, found = forces(game), []
    counters = game.one("counters", CountersDocument)
    formations = {each.id: each for each in counters[0].formations} if counters else {}
    kinds = {id_: marker.kind for id_, (marker, _where) in linked.markers.items()}
    owners = {nation.id: nation.side for nation in game.about.nationalities} if game.about else {}
    for set_up in set_ups(game).values():
        for side, force in linked.sides.items():
            sources = [
                (marker, hex_)
                for marker, hex_ in set_up.markers
                if marker.side == side and kinds.get(marker.marker) in rule.marker_kinds
            ]
            known = not rule.marker_kinds or sources or _said_none(force, set_up.start, kinds, rule)
            if (side not in set_up.vague or not rule.marker_kinds) and known:
                foreign = frozenset(nation for nation, owner in owners.items() if owner != side)
                found.append(SideSupply(side, set_up, grid, rule, zones, sources, foreign, force.name, formations))
    return found
