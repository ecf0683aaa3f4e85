"""OOB030 to 032, 035, 036, 042 to 044, 051 to 054: where units start, stacked, in works, or far behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.checks.forces.cells import column_name
from scenario_forge.checks.forces.set_ups import set_ups, side_supplies
from scenario_forge.checks.one_slip import NEAR, nearest, open_slips
from scenario_forge.diagnostics.model import Codes
from scenario_forge.hexes import disk, distance
from scenario_forge.project.forces import forces
from scenario_forge.project.hexmap import hex_map
from scenario_forge.project.starts import ownerless
from scenario_forge.rules.supply import is_depleted, weight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.forces.set_ups import DatedSetUp, SideSupply, Standing
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.diagnostics.model import Place
    from scenario_forge.project.forces import Entry, Force, Unit
    from scenario_forge.project.game import Game
    from scenario_forge.project.hexmap import HexMap
    from scenario_forge.project.place import Where
    from scenario_forge.project.system import Stacking, Works

CODES = Codes(__file__)
OOB030 = CODES.error("OOB030", "start-in-prohibited-terrain", "{unit} starts in {hex}: {terrain}")
OOB031 = CODES.error("OOB031", "start-with-the-enemy", "{unit} starts in {hex} together with {other}")
OOB032 = CODES.error(
    "OOB032",
    "stack-too-heavy",
    "the stack in {hex} at {start} weighs {weight}; the limit is {limit}: {units}",
)
OOB035 = CODES.warning(
    "OOB035",
    "far-behind-the-front",
    "{unit} starts in {hex}, {enemy} hexes from the nearest enemy and {own} from the nearest {side} unit; "
    "{meant} would be among its own units",
)
OOB036 = CODES.error("OOB036", "start-in-the-enemys-box", "{unit} starts in {box}, a box of the {owner} side")
OOB042 = CODES.error(
    "OOB042", "works-for-nothing", "{unit} is of type {type} and cannot use the {works} it starts with"
)
OOB043 = CODES.error(
    "OOB043",
    "works-twice-in-a-hex",
    "{unit} starts with a {works} in {hex}, where {other} has one already",
)
OOB044 = CODES.error("OOB044", "works-where-none-may-be", "{unit} starts with a {works} in {hex}, {place}: {kind}")
OOB051 = CODES.error(
    "OOB051",
    "edge-without-land",
    "{unit} enters at the {edge} edge, which has no hex that it can enter",
)
OOB052 = CODES.error("OOB052", "free-in-no-area", "{unit} sets up freely, but {side} has no area on the map")
OOB053 = CODES.error("OOB053", "facing-of-no-direction", "{unit} faces {facing}, which is not a direction on this map")
OOB054 = CODES.error("OOB054", "attached-to-nobody", "{unit} starts with another unit, but {why}")


Occupant = tuple[str, str, "Where", "str | None", int]
"""Side, how it is cited, its entry, its unit type (None: unknown), its hex."""


def occupants(set_up: DatedSetUp, *, without: frozenset[str] = frozenset()) -> Iterator[Occupant]:
    """Everything that starts on the map: units, then markers, in printed order; ``without``: markers left out."""
    for each in set_up.units:
        yield each.unit.side, each.unit.cited, each.entry.where, each.type, each.hex
    for marker, hex_ in set_up.markers:
        if marker.marker in without:
            continue
        cited = f"{marker.owner} {marker.marker.removesuffix(f'-{marker.side}')}"
        yield marker.side, cited, marker.entry.where, "", hex_


def prohibited_terrain(game: Game) -> Iterator[Diagnostic]:
    """OOB030: a start in the sea, or in terrain that the unit may not enter."""
    grid = hex_map(game)
    for set_up in set_ups(game).values() if grid else ():
        for _side, cited, where, unit_type, hex_ in occupants(set_up):
            if grid and not grid.passable[hex_] and grid.terrain[hex_] is not None:
                yield from _barred(game, grid, cited, where, unit_type, hex_)


def _barred(
    game: Game, grid: HexMap, cited: str, where: Where, unit_type: str | None, hex_: int
) -> Iterator[Diagnostic]:
    kind = grid.kinds.get(grid.terrain[hex_] or "")
    if kind is None or (kind.land and _crosses(game, unit_type)):
        return
    terrain = "a sea hex" if not kind.land else f"no unit of its type may enter {kind.name.lower()}"
    place = grid.terrain_where(hex_)
    finding = OOB030.at(where, unit=cited, hex=grid.name(hex_), terrain=terrain)
    yield finding.also(place, kind.name).rests_on(place)


def _crosses(game: Game, unit_type: str | None) -> bool:
    if unit_type is None or game.system is None:
        return True  # unknown: stay silent
    return bool(unit_type) and game.system.crosses_impassable(game, unit_type)


def with_the_enemy(game: Game) -> Iterator[Diagnostic]:
    """OOB031: two sides in one hex. Markers that any side may own have none."""
    grid = hex_map(game)
    for set_up in set_ups(game).values() if grid else ():
        first: dict[int, Occupant] = {}
        for occupant in occupants(set_up, without=ownerless(game)):
            side, cited, where, _type, hex_ = occupant
            before = first.setdefault(hex_, occupant)
            if grid and before[0] != side:
                finding = OOB031.at(where, unit=cited, hex=grid.name(hex_), other=before[1])
                yield finding.also(before[2], "the enemy")


def boxes_of_the_enemy(game: Game) -> Iterator[Diagnostic]:
    """OOB036: a unit in an off-map box of the other side."""
    grid = hex_map(game)
    for set_up in set_ups(game).values() if grid else ():
        for unit, entry in set_up.off_map:
            box = grid.boxes.get(entry.location.box) if grid and entry.location and entry.location.box else None
            if box and box.side and box.side != unit.side:
                yield OOB036.at(entry.where, unit=unit.cited, box=box.name, owner=game.side_name(box.side))


# -- stacks at a start, weighed as the system's stacking rule says ---------------------------------


def stacks_too_heavy(game: Game) -> Iterator[Diagnostic]:
    """Reported at the unit that breaks the limit, the rest of the stack beside it."""
    rule = game.system.stacking(game) if game.system else None
    grid = hex_map(game)
    if rule is None or grid is None:
        return
    for set_up in set_ups(game).values():
        for (_side, hex_), stack in set_up.stacks().items():
            limit = rule.limit_at(grid.place_kinds_at.get(hex_, ()))
            yield from _weigh(rule, limit, stack, grid.name(hex_))


def _weigh(rule: Stacking, limit: int, stack: list[Standing], hex_: str) -> Iterator[Diagnostic]:
    total, breaks = 0, None
    heavy: list[tuple[Standing, int]] = []
    for each in stack:
        pounds = _weight(rule, each)
        total += pounds
        if pounds:
            heavy.append((each, pounds))
        if breaks is None and total > limit:
            breaks = each
    if breaks is None:
        return
    finding = OOB032.at(
        breaks.entry.where,
        hex=hex_,
        start=column_name(breaks.entry.column),
        weight=total,
        limit=limit,
        units=", ".join(f"{each.unit.cited} {pounds}" for each, pounds in heavy),
    )
    for each, pounds in heavy:
        if each is not breaks:
            finding = finding.also(each.entry.where, f"weighs {pounds}")
    yield finding.under(rule.rule or None).rests_on(*(place for each, _ in heavy for place in _places(rule, each)))


def _weight(rule: Stacking, each: Standing) -> int:
    if each.unit.counter is None:
        return 0
    counter = each.unit.counter.counter
    return weight(rule, counter.size, counter.type, each.strength, each.printed) or 0


def _places(rule: Stacking, each: Standing) -> Iterator[Place]:
    """The values on a counter that its weight depends on."""
    if each.unit.counter:
        yield each.unit.counter.where / "size"
        if each.entry.token.strength is not None and is_depleted(rule, each.strength, each.printed):
            yield each.unit.counter.where / "strength"


# -- starts that are no single hex, and facings ----------------------------------------------------


def open_starts(game: Game) -> Iterator[Diagnostic]:
    """Edges without land, free set-up without an area, facings that the grid does not have."""
    grid = hex_map(game)
    if grid is None:
        return
    directions = grid.grid.directions
    dry = {edge: any(grid.passable[hex_] for hex_ in grid.edge((edge,))) for edge in ("north", "east", "south", "west")}
    for unit in forces(game).units():
        for entry in unit.all_entries():
            token = entry.token
            for edge in token.edges:
                if not dry[edge]:
                    yield OOB051.at(entry.where, unit=unit.cited, edge=edge)
            if entry.kind == "free" and not grid.areas_of(unit.side):
                yield OOB052.at(entry.where, unit=unit.cited, side=game.side_name(unit.side))
            if token.facing and token.facing not in directions:
                found = OOB053.at(entry.where, unit=unit.cited, facing=token.facing)
                yield found.suggest(f"use one of {', '.join(directions)}")


def attached(game: Game) -> Iterator[Diagnostic]:
    """Units that start with a unit that there is not, that is not there, or that starts with them."""
    for force in forces(game).sides.values():
        for unit in force.units:
            for entry in unit.all_entries():
                why = _nobody(force, unit, entry) if entry.kind == "attached" else ""
                if why:
                    yield OOB054.at(entry.where, unit=unit.cited, why=why)


def _nobody(force: Force, unit: Unit, entry: Entry) -> str:
    known = {each.no: each for each in reversed(force.units)}
    seen, here = [unit.no], entry
    while here.kind == "attached":
        no = here.token.attached or 0
        if no == unit.no:
            return f"unit {seen[-1]} starts with this unit in turn" if len(seen) > 1 else "that is the unit itself"
        if no not in known:
            return f"its side has no unit {no}"
        after = known[no].at_start(entry.column.id)
        if after is None or after.kind in ("absent", "eliminated"):
            return f"unit {no} is not there"
        if no in seen:
            return ""  # the circle is told of the units in it
        seen.append(no)
        here = after
    return ""


# -- works that units start in, where they are of use and allowed ----------------------------------


def works(game: Game) -> Iterator[Diagnostic]:
    """Every unit that starts in works."""
    rule = game.system.works(game) if game.system else None
    grid = hex_map(game)
    if rule is None or grid is None:
        return
    for set_up in set_ups(game).values():
        for stack in set_up.stacks().values():
            within = [each for each in stack if each.entry.token.in_works]
            for number, each in enumerate(within):
                yield from _forbidden(rule, grid, each)
                if number >= rule.per_hex:
                    yield _doubled(rule, grid, each, within[0])
                else:
                    yield from _useless(rule, each)


def _useless(rule: Works, each: Standing) -> Iterator[Diagnostic]:
    if rule.profit is None or each.unit.counter is None or each.type in rule.profit:
        return
    place = each.unit.counter.where / "type"
    finding = OOB042.at(each.entry.where, works=rule.name, unit=each.unit.cited, type=each.type)
    yield finding.also(place, "its type").under(rule.rule or None).rests_on(place)


def _doubled(rule: Works, grid: HexMap, each: Standing, first: Standing) -> Diagnostic:
    finding = OOB043.at(
        each.entry.where, works=rule.name, unit=each.unit.cited, hex=grid.name(each.hex), other=first.unit.cited
    )
    return finding.also(first.entry.where, f"the first {rule.name}").under(rule.rule or None)


def _forbidden(rule: Works, grid: HexMap, each: Standing) -> Iterator[Diagnostic]:
    for place, hex_, where in {id(p): (p, h, w) for p, h, w in grid.places.values()}.values():
        barred = [index for index, kind in enumerate(place.kinds) if kind in rule.forbidden]
        if hex_ == each.hex and barred:
            kind = next(k.name for k in grid.document.place_kinds if k.id == place.kinds[barred[0]])
            at = where / "kinds" / barred[0]
            finding = OOB044.at(
                each.entry.where,
                works=rule.name,
                unit=each.unit.cited,
                hex=grid.name(hex_),
                place=place.name,
                kind=kind.lower(),
            )
            yield finding.also(where / "hex", place.name).under(rule.rule or None).rests_on(at, where / "hex")


# -- a stack alone far behind the front ------------------------------------------------------------


LIKELY_SLIP = 1
"""Only letters doubled and digits changed about are taken as proof enough."""


def far_behind_the_front(game: Game) -> Iterator[Diagnostic]:
    """Stacks in supply: those out of it are OOB033 and OOB034."""
    for state in side_supplies(game):
        unsupplied = {each.hex for each, _radius in state.unsupplied()}
        lonely = _lonely(state) if state.enemies else frozenset()
        for index, radius in state.radii.items():
            each = state.own[index]
            if each.entry.where.file.kind.name == "scenarios":
                continue  # an author's own set-up is no print
            if each.hex not in lonely or each.hex in unsupplied or not state.grid.passable[each.hex]:
                continue
            if not _enemy_within(state, each.hex, 2 * radius):
                yield from _judge(state, each, radius)


def _lonely(state: SideSupply) -> frozenset[int]:
    """Hexes of its units that have neither their own side, nor supply, nor a place near."""
    grid, own = state.grid.grid, {each.hex for each in state.own}
    stops = {hex_ for _marker, hex_ in state.sources}
    stops |= {hex_ for _place, hex_, _where in state.grid.places.values() if hex_ is not None}
    all_ = own | stops
    return frozenset(
        hex_ for hex_ in own - stops if not any(other in all_ and other != hex_ for other in disk(grid, hex_, NEAR - 1))
    )


def _enemy_within(state: SideSupply, hex_: int, radius: int) -> bool:
    return any(distance(state.grid.grid, hex_, enemy) <= radius for enemy in state.enemy_hexes)


def _judge(state: SideSupply, each: Standing, radius: int) -> Iterator[Diagnostic]:
    grid = state.grid
    others = [own for own in state.own if own.hex != each.hex]
    meant = [
        hex_
        for rank, hex_ in open_slips(state, each.hex)
        if rank <= LIKELY_SLIP
        and any(distance(grid.grid, hex_, enemy.hex) <= radius for enemy in state.enemies)
        and len({own.hex for own in others if distance(grid.grid, hex_, own.hex) <= NEAR}) > 1
    ]
    own, enemy = nearest(state, each.hex, others), nearest(state, each.hex, state.enemies)
    if len(meant) == 1 and own and enemy:
        yield OOB035.at(
            each.entry.where,
            unit=each.unit.cited,
            hex=grid.name(each.hex),
            enemy=enemy[0],
            own=own[0],
            side=state.name,
            meant=grid.name(meant[0]),
        ).suggest(f"did you mean {grid.name(meant[0])}?")


CHECKS = (
    prohibited_terrain,
    with_the_enemy,
    boxes_of_the_enemy,
    stacks_too_heavy,
    open_starts,
    attached,
    works,
    far_behind_the_front,
)
