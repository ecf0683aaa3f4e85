"""The front of a scenario as a line of hexsides, and whose the land on either side is.

Water and the line divide the land of the map. Each such land belongs to the side that has more units and markers in
it than any other; where there are none, to the side that `control:` names in it; where nobody is named, to the side
whose off-map box it adjoins. Unit types that neither fight nor have a zone of control hold nothing. `control:` states
what is otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from scenario_forge.documents.counters import CountersDocument
from scenario_forge.game.forces import DECIDE, OpenDecision, forces
from scenario_forge.game.game import Game, view
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import neutral_markers, scenarios
from scenario_forge.game.statements import statements
from scenario_forge.hexes import SideError, lands, parse_side, parts_land

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scenario_forge.documents.victory import Condition
    from scenario_forge.game.forces import Entry, Unit
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.scenarios import Scenario
    from scenario_forge.hexes import Side

    Controlled = dict[str, tuple[str, Where | None]]


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit or marker on the map when a scenario begins."""

    hex: int
    side: str
    unit: Unit | None
    where: Where


@dataclass(frozen=True, slots=True)
class Land:
    """Land that water and the front cut off, and whose it is."""

    hexes: tuple[int, ...] = field(repr=False)
    side: str | None
    count: Mapping[str, int]
    """How many units and markers of each side are in it."""
    by: Literal["units", "control", "box", "nobody"]
    """What it is a side's by."""


@dataclass(frozen=True, eq=False)
class Front:
    """The front of one scenario. Without a line, each mass of land is one land."""

    scenario: Scenario
    map: HexMap
    line: Mapping[Side, Where] = field(repr=False)
    """Hexsides between two hexes of land, in the order in which they are written, and where."""
    idle: Sequence[tuple[Side, Where]] = field(repr=False)
    """Hexsides that are written and part no land from land, or stand there already."""
    unread_sides: int
    """How many more are written that are none (reported): what follows from the line stays silent."""
    stands: tuple[Stand, ...] = field(repr=False)
    lands: tuple[Land, ...] = field(repr=False)
    names: Mapping[str, str]
    """The printed names of the sides."""

    @cached_property
    def _land(self) -> dict[int, Land]:
        return {hex_: land for land in self.lands for hex_ in land.hexes}

    def land(self, hex_: int) -> Land | None:
        """Return the land that a hex is in; None for water."""
        return self._land.get(hex_)

    def side_of(self, hex_: int) -> str | None:
        """Return the side on whose land a hex is; None for water, and for land of nobody."""
        land = self.land(hex_)
        return land.side if land else None

    def stands_beyond(self) -> Iterator[Stand]:
        """Yield units and markers on the land of another side."""
        for stand in self.stands:
            if self.side_of(stand.hex) not in (None, stand.side):
                yield stand


@dataclass(frozen=True, slots=True)
class StatedControl:
    """The side that controls a hex, as `control:` says."""

    hex: int
    side: str
    where: Where
    name: str
    """The printed name of the place, else the hex."""


@dataclass(eq=False)
class Fronts:
    """The fronts of all scenarios, and control that they state apart from the front."""

    fronts: dict[str, Front] = field(default_factory=dict, repr=False)
    """By scenario, of those that draw one."""
    stated_control: dict[str, list[StatedControl]] = field(default_factory=dict, repr=False)
    """By scenario: what `control:` says of hexes of the map."""
    decisions: list[OpenDecision] = field(default_factory=list, repr=False)
    """Control that is left to a person to decide."""


@view
def fronts(game: Game) -> Fronts:
    """The fronts of the scenarios."""
    linked, grid = Fronts(), hex_map(game)
    if grid is None:
        return linked
    for scenario in scenarios(game).listed:
        stated = [*_stated(game, grid, scenario, linked.decisions)]
        if scenarios(game).scenarios[scenario.id] is not scenario:
            continue
        linked.stated_control[scenario.id] = stated
        if scenario.document.front:
            line, idle, unread = _drawn(grid, scenario)
            stood = tuple(stands(game, scenario))
            parts = divide_land(grid, line, ((s.hex, s.side) for s in stood), ((s.hex, s.side) for s in stated))
            linked.fronts[scenario.id] = Front(scenario, grid, line, idle, unread, stood, tuple(parts), game.side_names)
    return linked


def stands(game: Game, scenario: Scenario) -> Iterator[Stand]:
    """Yield units in play and markers on the map when a scenario begins, of those that hold ground."""
    zones = game.system.zones(game) if game.system else None
    without = zones.without if zones else frozenset()
    for force in forces(game).sides.values():
        columns = [c.id for c in force.columns.values() if c.start == scenario.document.start]
        column = scenario.id if scenario.id in force.own else (columns or [""])[0]
        for unit in force.units:
            option = unit.option or (unit.counter.counter.option if unit.counter else None)
            entry = unit.at_start(column)
            if option in (None, *scenario.document.options) and not (_type(unit) in without and _idle(game, unit)):
                yield from _standing(entry, force.side, unit)
        for marker in force.markers:
            if marker.entry.column.id == column and marker.marker not in neutral_markers(game):
                yield from _standing(marker.entry, force.side, None)


def _type(unit: Unit) -> str:
    return unit.counter.counter.type if unit.counter else ""


def _idle(game: Game, unit: Unit) -> bool:
    """Whether a unit is of a type that does not fight."""
    counters = game.one("counters", CountersDocument)
    return any(kind.id == _type(unit) and not kind.combat for kind in counters[0].types) if counters else False


def _standing(entry: Entry | None, side: str, unit: Unit | None) -> Iterator[Stand]:
    if entry is not None and entry.kind == "at" and entry.hex is not None:
        yield Stand(entry.hex, side, unit, entry.where)


def divide_land(
    grid: HexMap, line: Iterable[Side], stands: Iterable[tuple[int, str]], stated: Iterable[tuple[int, str]]
) -> list[Land]:
    """Return the lands on either side of a line, and whose they are.

    Args:
        grid: the map.
        line: hexsides.
        stands: hex and side of each unit and marker that holds ground.
        stated: hex and side of what `control:` says.
    """
    parts = lands(grid.grid, grid.land, line)
    land_of = {hex_: number for number, part in enumerate(parts) for hex_ in part}
    counts, said = _counted(stands, land_of), _counted(stated, land_of)
    owners = {box.id: box.side for box in grid.document.boxes if box.side is not None}
    boxes = _counted(((h, side) for box, side in owners.items() for h in grid.adjoining.get(box, ())), land_of)
    found = []
    for number, part in enumerate(parts):
        own = counts.get(number, {})
        side, by = _whose(own, said.get(number, {}), dict.fromkeys(boxes.get(number, {}), 1))
        found.append(Land(tuple(part), side, own, by))
    return found


def _counted(each: Iterable[tuple[int, str]], land_of: Mapping[int, int]) -> dict[int, dict[str, int]]:
    """Return the number of items by land and side."""
    found: dict[int, dict[str, int]] = {}
    for hex_, side in each:
        if hex_ in land_of:
            count = found.setdefault(land_of[hex_], {})
            count[side] = count.get(side, 0) + 1
    return found


def _whose(
    units: dict[str, int], said: dict[str, int], boxes: dict[str, int]
) -> tuple[str | None, Literal["units", "control", "box", "nobody"]]:
    if units:
        return _most(units), "units"
    if said:
        return _most(said), "control"
    return (_most(boxes), "box") if boxes else (None, "nobody")


def _most(count: dict[str, int]) -> str | None:
    """The side with the most; None where two have."""
    most = max(count.values())
    first = [side for side, number in count.items() if number == most]
    return first[0] if len(first) == 1 else None


def _drawn(grid: HexMap, scenario: Scenario) -> tuple[dict[Side, Where], list[tuple[Side, Where]], int]:
    """The hexsides of a front, those that part nothing, and how many texts are none."""
    line: dict[Side, Where] = {}
    idle: list[tuple[Side, Where]] = []
    unread = 0
    for part, at in scenario.where.each("front", scenario.document.front):
        for text, where in at.each("sides", part.sides):
            try:
                side = parse_side(grid.grid, text)
            except SideError:
                unread += 1
                continue
            if side in line or not parts_land(grid.grid, grid.land, side):
                idle.append((side, where))
            else:
                line[side] = where
    return line, idle, unread


def _stated(game: Game, grid: HexMap, scenario: Scenario, decisions: list[OpenDecision]) -> Iterator[StatedControl]:
    """Yield the control that `control:` states; names that are none are the scenario's to report."""
    for name, text in scenario.document.control.items():
        where, open_ = scenario.where / "control" / name, DECIDE.fullmatch(text)
        side = open_[1] if open_ else text
        spot = grid.find_key(name)
        if open_:
            place = spot.place.name if spot and spot.place else name
            decisions.append(OpenDecision(where, f"control of {place}", game.side_name(side)))
        if spot is not None and spot.hex is not None and side in game.side_names:
            yield StatedControl(spot.hex, side, where, spot.place.name if spot.place else name)


# -- who controls what when play begins ------------------------------------------------------------


def starting_control(game: Game, scenario: str) -> dict[int, str]:
    """Return by hex the side that controls it when a scenario begins, as its front and its `control:` have it.

    What the rules state for a printed start goes before, units where they stand come after.
    """
    linked, found = fronts(game), dict[int, str]()
    front = linked.fronts.get(scenario)
    for land in front.lands if front else ():
        if land.side is not None:
            found |= dict.fromkeys(land.hexes, land.side)
    return found | {stated.hex: stated.side for stated in linked.stated_control.get(scenario, ())}


def starting_holders(game: Game, scenario: Scenario) -> Controlled:
    """Return by place the side that controls it when a scenario begins, and where that is written.

    Places where supply comes on, and what the rules (`control.<start>.<place>`) or `control:` state. Where a unit of
    another side stands it is that side's, which is written nowhere.
    """
    grid, linked = hex_map(game), fronts(game)
    found: Controlled = {}
    if grid is None:
        return found
    places = {place.name: at for place, at, _where in grid.places.values() if at is not None}
    start = f"control.{scenario.document.start}."
    for quantity, stated in statements(game).items():
        known = grid.places_by_id.get(quantity.removeprefix(start)) if quantity.startswith(start) else None
        if known is not None and known[0].name in places:
            found[known[0].name] = (str(stated[0].value), stated[0].where)
    front = linked.fronts.get(scenario.id)
    for name, at in places_that_count(game).items() if front else ():
        side = front.side_of(at) if front else None
        if side is not None:
            found[name] = (side, scenario.where / "front")
    for each in linked.stated_control.get(scenario.id, ()):
        found[each.name] = (each.side, each.where)
    there = {stand.hex: stand.side for stand in stands(game, scenario) if stand.unit is not None}
    held = {name: there[places[name]] for name in found if places.get(name) in there}
    return found | {name: (side, None) for name, side in held.items() if side != found[name][0]}


def places_that_count(game: Game) -> dict[str, int]:
    """Return the hexes of places whose control is stated: where supply comes on, and any the rules name."""
    grid = hex_map(game)
    stated = {quantity.rpartition(".")[2] for quantity in statements(game) if quantity.startswith("control.")}
    found: dict[str, int] = {}
    for place, at, _where in grid.places.values() if grid else ():
        if at is not None and (place.capacity is not None or place.key in stated):
            found.setdefault(place.name, at)
    return found


# -- predicates about who holds one place, and which of two is the better state of affairs for the side that scores


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate of a rule system about a place: a key of the victory table whose value is the place.

    Its printed words are those of the key `when_ID`.
    """

    id: str
    label: str
    """For people, of the place: `besieged`."""
    of: Literal["holder", "enemy"]
    """Whether it is a poorer way to hold the place, or something that a side has of a place of the enemy."""


class PlaceState(NamedTuple):
    """The state of a place for a side: held or not, and whether a predicate applies."""

    holds: bool = True
    predicate: str = ""
    """One of the rule system that is true of it, or with ``denied`` is not."""
    denied: bool = False

    def words(self, place: str, known: Mapping[str, Predicate]) -> str:
        """Return the state of a place in words: ``Tobruk held and not besieged``."""
        said = known[self.predicate].label if self.predicate in known else ""
        if not self.holds:
            return f"{place} {said}"
        return f"{place} held" + (f" and {'not ' * self.denied}{said}" if said else "")


def predicates(game: Game) -> dict[str, Predicate]:
    """Return the predicates of the game's rule system, by id."""
    return {each.id: each for each in game.system.predicates()} if game.system else {}


def place_and_state(when: Condition, known: Mapping[str, Predicate]) -> tuple[str, PlaceState] | None:
    """Return the place that a predicate is about and its state; None where it is about anything else."""
    said = [key for key, value in when if value is not None]
    if said == ["hold"] and when.hold is not None:
        return when.hold, PlaceState()
    of_enemy = {each.id for each in known.values() if each.of == "enemy"}
    if len(said) == 1 and when.of_place and said[0] in of_enemy:
        return when.of_place[1], PlaceState(holds=False, predicate=said[0])
    if said != ["all"] or len(when.all or ()) != 2:
        return None
    first, second = sorted(when.all or (), key=lambda inner: inner.hold is None)
    inner = second.is_not or second
    if first.hold is None or inner.of_place is None or inner.of_place[1] != first.hold:
        return None
    predicate = inner.of_place[0]
    if predicate not in known or predicate in of_enemy:
        return None
    return first.hold, PlaceState(predicate=predicate, denied=second.is_not is not None)


def ranks_above(one: PlaceState, other: PlaceState) -> bool:
    """Return whether one state ranks above another for the side that scores; False where neither clearly does."""
    if one.holds != other.holds:
        return one.holds
    if not one.holds:
        return False
    if one.denied and one.predicate == other.predicate:
        return not other.denied
    return one == PlaceState() and other.holds and bool(other.predicate) and not other.denied
