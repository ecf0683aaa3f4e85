"""OOB030 to 037, 042 to 044: where units start: stacked, in works, far behind, out of supply."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scenario_forge.checks.forces.cells import column_name
from scenario_forge.checks.forces.near_hexes import NEAR, likely_hexes, nearest, open_slips, other_groups
from scenario_forge.checks.forces.set_ups import set_ups, side_supplies
from scenario_forge.diagnostics.model import Codes
from scenario_forge.diagnostics.report import plural
from scenario_forge.game.forces import forces
from scenario_forge.game.hexmap import hex_map
from scenario_forge.game.scenarios import neutral_markers
from scenario_forge.hexes import disk, distance
from scenario_forge.mechanics.supply import is_depleted, weight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.checks.forces.set_ups import DatedSetUp, SideSupply, Standing
    from scenario_forge.diagnostics import Diagnostic
    from scenario_forge.diagnostics.model import Place
    from scenario_forge.game.forces import Entry
    from scenario_forge.game.game import Game
    from scenario_forge.game.hexmap import HexMap
    from scenario_forge.game.place import Where
    from scenario_forge.game.system import Stacking, Works


CODES = Codes(__file__)
OOB030 = CODES.error("OOB030", "start-in-prohibited-terrain", "{unit} starts in {hex}: {terrain}")
OOB031 = CODES.error("OOB031", "start-with-the-enemy", "{unit} starts in {hex} together with {other}")
OOB032 = CODES.error(
    "OOB032",
    "stack-too-heavy",
    "the stack in {hex} at {start} weighs {weight}; the limit is {limit}: {units}",
)
OOB033 = CODES.error(
    "OOB033",
    "far-from-own-side",
    "{unit} starts in {hex}, too far from its own side: {where}, {own} from the nearest {side} unit{which}",
)
OOB034 = CODES.error("OOB034", "unsupplied-at-start", "{unit} starts in {hex} out of supply: {why}")
OOB035 = CODES.warning(
    "OOB035",
    "far-behind-the-front",
    "{unit} starts in {hex}, {enemy} from the nearest enemy and {own} from the nearest {side} unit; "
    "{meant} would be among its own units",
)
OOB036 = CODES.error("OOB036", "start-in-the-enemys-box", "{unit} starts in {box}, a box of the {owner} side")
OOB037 = CODES.error(
    "OOB037",
    "supply-out-of-reach",
    "a supply unit of the {side} side starts in {hex}, {own} from the nearest {side} unit: no unit can use it",
)
OOB042 = CODES.error(
    "OOB042", "works-for-nothing", "{unit} is of type {type} and cannot use the {works} it starts with"
)
OOB043 = CODES.error(
    "OOB043",
    "works-twice-in-a-hex",
    "{unit} starts with a {works} in {hex}, where {other} has one already",
)
OOB044 = CODES.error("OOB044", "works-where-none-may-be", "{unit} starts with a {works} in {hex}, {place}: {kind}")


Occupant = tuple[str, str, "Where", "str | None", int]
"""Side, how it is cited, its entry, its unit type (None: unknown), its hex."""


_MARK = re.compile(r"\s*\([^()]*\)")
"""A mark in brackets behind a hex."""


def occupants(set_up: DatedSetUp, *, without: frozenset[str] = frozenset()) -> Iterator[Occupant]:
    """Yield what starts on the map: units, then markers, in printed order; ``without``: markers left out."""
    for each in set_up.units:
        yield each.unit.side, each.unit.cited, each.entry.where, each.type, each.hex
    for marker, hex_ in set_up.markers:
        if marker.marker in without:
            continue
        cited = f"{marker.owner} {marker.marker.removesuffix(f'-{marker.side}')}"
        yield marker.side, cited, marker.entry.where, "", hex_


def prohibited_terrain(game: Game) -> Iterator[Diagnostic]:
    """Report a start in the sea, or in terrain that the unit may not enter (OOB030)."""
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
    """Report two sides in one hex (OOB031). Markers that any side may own count for neither."""
    grid = hex_map(game)
    for set_up in set_ups(game).values() if grid else ():
        first: dict[int, Occupant] = {}
        for occupant in occupants(set_up, without=neutral_markers(game)):
            side, cited, where, _type, hex_ = occupant
            before = first.setdefault(hex_, occupant)
            if grid and before[0] != side:
                finding = OOB031.at(where, unit=cited, hex=grid.name(hex_), other=before[1])
                yield finding.also(before[2], "the enemy")


def boxes_of_the_enemy(game: Game) -> Iterator[Diagnostic]:
    """Report a unit in an off-map box of the other side (OOB036)."""
    grid = hex_map(game)
    for set_up in set_ups(game).values() if grid else ():
        for unit, entry in set_up.off_map:
            box = grid.boxes.get(entry.location.box) if grid and entry.location and entry.location.box else None
            if box and box.side and box.side != unit.side:
                yield OOB036.at(entry.where, unit=unit.cited, box=box.name, owner=game.side_name(box.side))


# -- stacks at a start, weighed as the system's stacking rule says ---------------------------------


def stacks_too_heavy(game: Game) -> Iterator[Diagnostic]:
    """Report a stack over the limit (OOB032), at the unit that breaks it; the rest of the stack is shown beside."""
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
    yield finding.under(rule.rule).rests_on(*(place for each, _ in heavy for place in _places(rule, each)))


def _weight(rule: Stacking, each: Standing) -> int:
    if each.unit.counter is None:
        return 0
    counter = each.unit.counter.counter
    return weight(rule, counter.size, counter.type, each.strength, each.printed_strength) or 0


def _places(rule: Stacking, each: Standing) -> Iterator[Place]:
    """The values on a counter that its weight depends on."""
    if each.unit.counter:
        yield each.unit.counter.where / "size"
        if each.entry.token.strength is not None and is_depleted(rule, each.strength, each.printed_strength):
            yield each.unit.counter.where / "strength"


# -- works that units start in, where they are of use and allowed ----------------------------------


def works(game: Game) -> Iterator[Diagnostic]:
    """Report units in works that are of no use to them, taken already, or not allowed there (OOB042 to 044)."""
    rule = game.system.works(game) if game.system else None
    grid = hex_map(game)
    if rule is None or grid is None:
        return
    for set_up in set_ups(game).values():
        if not rule.sign:
            yield from _useless_markers(game, rule, set_up)
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
    yield finding.also(place, "its type").under(rule.rule).rests_on(place)


def _useless_markers(game: Game, rule: Works, set_up: DatedSetUp) -> Iterator[Diagnostic]:
    """Markers of works under units none of which profits, where only markers say that units stand in works."""
    kinds = {id_: marker.kind for id_, (marker, _where) in forces(game).markers.items()}
    for marker, hex_ in set_up.markers if rule.profit is not None else ():
        there = [each for each in set_up.units if each.hex == hex_]
        known = all(each.unit.counter is not None for each in there)
        if kinds.get(marker.marker) != rule.marker or not there or not known:
            continue
        if not any(each.type in (rule.profit or ()) for each in there):
            first = there[0]
            finding = OOB042.at(marker.entry.where, works=rule.name, unit=first.unit.cited, type=first.type)
            yield finding.also(first.entry.where, "the unit").under(rule.rule)


def _doubled(rule: Works, grid: HexMap, each: Standing, first: Standing) -> Diagnostic:
    finding = OOB043.at(
        each.entry.where, works=rule.name, unit=each.unit.cited, hex=grid.name(each.hex), other=first.unit.cited
    )
    for cell in (each.entry.where, first.entry.where):
        token = str(cell.data)[slice(*cell.part)] if cell.part else str(cell.data)
        if cell.on == "value" and "(" in token:
            finding = finding.could_be(cell, _MARK.sub("", token), "without one of the two", "disputed")
    return finding.also(first.entry.where, f"the first {rule.name}").under(rule.rule)


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
            yield finding.also(where / "hex", place.name).under(rule.rule).rests_on(at, where / "hex")


# -- a stack alone far behind the front ------------------------------------------------------------


LIKELY_SLIP = 1
"""Only letters doubled and digits changed about are taken as proof enough."""


def far_behind_the_front(game: Game) -> Iterator[Diagnostic]:
    """Report a lone unit, in supply and far from the enemy, whose hex is one slip from the front (OOB035)."""
    for state in side_supplies(game):
        unsupplied = {each.hex for each, _radius in state.unsupplied_units()}
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
            enemy=plural(enemy[0], "hex"),
            own=own[0],
            side=state.name,
            meant=grid.name(meant[0]),
        ).suggest(f"did you mean {grid.name(meant[0])}?")


# -- out of general supply; far from all of their side ---------------------------------------------


MOST_NAMED = 3
"""How many units a message names."""


def unsupplied_at_start(game: Game) -> Iterator[Diagnostic]:
    """Report each unit out of supply: OOB033 where no unit of its side is near either, else OOB034."""
    for state in side_supplies(game):
        for each, radius in state.unsupplied_units():
            finding = (None if _of_author(each.entry) else _far(state, each, radius)) or _unsupplied(
                state, each, radius
            )
            meant = likely_hexes(state, each, radius)
            hint = f"did you mean {' or '.join(meant)}?" if meant else None
            yield finding.suggest(hint).under(state.rule.rule)


def _of_author(entry: Entry) -> bool:
    """Whether it is a set-up that a scenario brings along: what is unlikely there is meant so, and no misprint."""
    return entry.where.file.kind.name == "scenarios"


def _far(state: SideSupply, each: Standing, radius: int) -> Diagnostic | None:
    supply = state.nearest(each)
    if supply is None or supply[0] <= radius:
        return None
    others = other_groups(state, each)
    own, enemy = nearest(state, each.hex, others), nearest(state, each.hex, state.enemies)
    if own is None or (own[0] <= radius and (enemy is None or enemy[0] >= own[0])):
        return None
    company = [other for other in state.own if other not in others and other is not each]
    where = f"alone except for {_named(company)}" if company else "alone"
    if enemy and enemy[0] < own[0]:
        where = f"{plural(enemy[0], 'hex')} from {enemy[1].unit.cited}"
    finding = OOB033.at(
        each.entry.where,
        unit=each.unit.cited,
        hex=state.grid.name(each.hex),
        where=where,
        own=plural(own[0], "hex"),
        side=state.name,
        which=" outside its stack" if company else "",
    ).rests_on(each.entry.where)
    if enemy and enemy[0] < own[0]:
        finding = finding.also(enemy[1].entry.where, "the nearest enemy")
    label = "the nearest outside its stack" if company else "the nearest of its own side"
    finding = finding.also(own[1].entry.where, label)
    return finding.note(
        f"{plural(supply[0], 'hex')} from the nearest {supply[1].kind}, in {supply[1].place}: out of supply"
    )


def _named(company: list[Standing]) -> str:
    names = [each.unit.cited for each in company]
    return ", ".join(names[:MOST_NAMED]) + (f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else "")


def _unsupplied(state: SideSupply, each: Standing, radius: int) -> Diagnostic:
    supply = state.nearest(each)
    if supply is None:
        what = "supply unit" if state.rule.marker_kinds else "source of supply"
        apart = state.rule.headquarters and not (state.rule.sources and state.leads(each))
        why = "its headquarters is not there" if apart else f"{state.name} has no {what}"
        finding = OOB034.at(each.entry.where, unit=each.unit.cited, hex=state.grid.name(each.hex), why=why)
        return finding.rests_on(each.entry.where)
    straight, spring = supply
    place, kind = spring.place, spring.kind
    limit = f" of at most {plural(radius, 'hex')}" if radius < len(state.grid.passable) else ""
    if straight > radius:
        why = f"{plural(straight, 'hex')} from the nearest {kind}, in {place}; at most {radius} may lie between"
    elif (steps := state.path(each, open_=True)) is not None and steps <= radius:
        why = f"the enemy closes every path{limit} to the {kind} in {place}"
    else:
        why = f"there is no path{limit} to the {kind} in {place}"
    finding = OOB034.at(each.entry.where, unit=each.unit.cited, hex=state.grid.name(each.hex), why=why)
    finding = finding.also(spring.where, f"the nearest {kind}")
    nation = each.unit.counter.where / "nationality" if each.unit.counter else each.unit.where
    # Straight across the map only the lie of the hexes plays a part; a path depends on the ground too.
    lie, ground = state.grid.where / "grid" / "orientation", state.grid.where / "rows"
    finding = finding.rests_on(each.entry.where, spring.where)
    return finding.rests_on(nation, lie) if straight > radius else finding.rests_on(nation, lie, ground)


def supply_out_of_reach(game: Game) -> Iterator[Diagnostic]:
    """Report a supply unit that no unit of its side can draw on, with no place to keep it near (OOB037)."""
    for state in side_supplies(game):
        limit = max(state.radii.values(), default=0)
        places = [hex_ for _place, hex_, _where in state.grid.places.values() if hex_ is not None]
        for marker, hex_ in state.sources if state.own else ():
            own = nearest(state, hex_, state.own)
            stored = any(distance(state.grid.grid, hex_, place) < NEAR for place in places)
            if own and own[0] > limit and not stored and not _of_author(marker.entry):
                side = state.name
                yield (
                    OOB037.at(marker.entry.where, side=side, hex=state.grid.name(hex_), own=plural(own[0], "hex"))
                    .also(own[1].entry.where, "the nearest of its side")
                    .suggest(_nearer(state, hex_))
                )


def _nearer(state: SideSupply, hex_: int) -> str | None:
    """A hex one slip away that is among its own side's units."""
    meant = {state.grid.name(other) for _rank, other in open_slips(state, hex_) if _among(state, other)}
    return f"did you mean {' or '.join(sorted(meant))}?" if 0 < len(meant) <= 2 else None


def _among(state: SideSupply, hex_: int) -> bool:
    own = nearest(state, hex_, state.own)
    return own is not None and own[0] <= NEAR


CHECKS = (
    prohibited_terrain,
    with_the_enemy,
    boxes_of_the_enemy,
    stacks_too_heavy,
    works,
    far_behind_the_front,
    unsupplied_at_start,
    supply_out_of_reach,
)
